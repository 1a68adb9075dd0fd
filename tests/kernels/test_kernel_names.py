# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Kernels ask by name which dtypes a build needs: a name that no list has is never selected."""

import re
from pathlib import Path

import pytest

KERNELS = Path(__file__).parents[2] / "kernels"
_NAME = re.compile(r'constexpr char k\w+\[\] = "([\w:]+(?:\.\w+)?)";')


def _names(library: str) -> set[str]:
    text = "".join(path.read_text() for path in (KERNELS / library).glob("*.yaml"))
    return {name.removeprefix("aten::") for name in re.findall(r"- func: ([\w:.]+)\(", text)}


@pytest.mark.parametrize("library", sorted(path.parent.name for path in KERNELS.glob("*/*.yaml")))
def test_names_in_kernels_are_operators(library: str) -> None:
    known = _names(library)
    unknown = [
        f"{path.name}: {name}"
        for path in sorted((KERNELS / library).glob("op_*.cpp"))
        for name in _NAME.findall(path.read_text())
        if name not in known
    ]
    assert known
    assert not unknown
