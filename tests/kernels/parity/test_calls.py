# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Our kernels against the official ones: every operator of the libraries, random calls."""

from __future__ import annotations

import importlib
from pathlib import Path

import calls
import pytest

for _path in sorted(Path(__file__).parent.glob("draw_*.py")):
    importlib.import_module(_path.stem)


@pytest.mark.parametrize("name", sorted(calls.OPERATORS))
def test_same_as_the_official_kernel(name: str) -> None:
    lines = calls.differences(name)
    assert not lines, f"{len(lines)} of {calls.OPERATORS[name].calls} calls:\n" + "\n".join(
        lines[:5]
    )


@pytest.mark.parametrize("name", sorted(calls.OPERATORS))
def test_calls_are_many_and_some_are_refused(name: str) -> None:
    arguments, ours, _ = calls.results(name)
    assert len(arguments) >= 50
    assert 0 < sum(result.refused for result in ours) < 0.7 * len(arguments)
