# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Every operator of upstream's libraries has a kernel here, and calls that compare it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
sys.path += [str(HERE / "parity"), str(HERE / "cadence")]
import calls  # noqa: E402

UPSTREAM = {
    "portable": "kernels/portable/functions.yaml",
    "quantized": "kernels/quantized/quantized.yaml",
    "cadence": "backends/cadence/aot/functions.yaml",
}
LIBRARIES = pytest.mark.parametrize("library", UPSTREAM)


def operators(path: Path) -> Iterator[str]:
    """Qualified names of a functions.yaml, in any of its dialects."""
    for entry in yaml.safe_load(path.read_text()):
        name = entry["op"] if "op" in entry else entry["func"].split("(")[0].strip()
        yield name if "::" in name else f"aten::{name}"


def upstream(library: str) -> list[str]:
    import executorch

    names = operators(Path(next(iter(executorch.__path__))) / UPSTREAM[library])
    # Cadence's list also names the portable operators that its programs use.
    return [name for name in names if library != "cadence" or name.startswith("cadence::")]


@LIBRARIES
def test_every_operator_has_a_kernel(library: str) -> None:
    ours = set(operators(HERE.parents[1] / "kernels" / library / "functions.yaml"))
    assert [name for name in upstream(library) if name not in ours] == []


@LIBRARIES
def test_every_operator_is_compared(library: str) -> None:
    for path in sorted((HERE / "parity").glob("draw_*.py")):
        importlib.import_module(path.stem)
    compared = set(calls.OPERATORS)
    if library == "cadence":
        import test_parity

        compared = {test_parity.qualified(op) for op in test_parity.OPERATORS}
    assert [name for name in upstream(library) if name not in compared] == []
