# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Every operator of upstream's libraries has a kernel here, and calls that compare it."""

from __future__ import annotations

import csv
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path += [str(HERE / "parity"), str(HERE / "cadence"), str(ROOT / "bench")]
import calls  # noqa: E402
import kernel_calls  # noqa: E402
from executorch_espressif.kernel_bundle import prim_ops  # noqa: E402

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
    ours = set(operators(ROOT / "kernels" / library / "functions.yaml"))
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


# The singular vectors of a matrix are not compared but judged: test_singular_values.
NOT_IN_THE_NUMBERS = {"cadence::linalg_svd.out"}


def test_the_numbers_of_calls_are_those_of_today() -> None:
    """bench/kernel_calls.csv; ./run py bench/kernel_calls.py writes it anew."""
    with kernel_calls.CSV.open(newline="") as file:
        rows = {row["operator"]: row for row in csv.DictReader(file)}
    said = {name: [row["calls"], row["rtol"], row["atol"]] for name, row in rows.items()}
    assert said == kernel_calls.declared()
    ours = {
        name
        for library in UPSTREAM
        for name in operators(ROOT / "kernels" / library / "functions.yaml")
    }
    assert ours - rows.keys() == NOT_IN_THE_NUMBERS
    assert all(int(row["calls"]) >= 50 for row in rows.values())
    assert [name for name, row in rows.items() if int(row["refused"]) == 0] == []
    assert sum(int(row["calls"]) for row in rows.values()) >= 10_000


# The operators that upstream's runtime has in itself.
PRIMS = {f"executorch_prim::{name}" for name in (
    "add.Scalar", "ceil.Scalar", "eq.Scalar", "et_copy_index.tensor", "et_view.default",
    "floordiv.Scalar", "floordiv.int", "ge.Scalar", "gt.Scalar", "le.Scalar", "lt.Scalar",
    "mod.Scalar", "mod.int", "mul.Scalar", "neg.Scalar", "round.Scalar", "sub.Scalar",
    "sym_float.Scalar", "sym_int.Scalar", "sym_ite.Scalar", "sym_max.Scalar", "sym_min.Scalar",
    "sym_not.Scalar", "truediv.Scalar", "trunc.Scalar",
)}  # fmt: skip


def test_every_operator_of_the_runtime_itself_is_here() -> None:
    aten = {f"aten::{name}" for name in ("_local_scalar_dense", "sym_numel", "sym_size.int")}
    assert prim_ops.load(ROOT).names == PRIMS | aten


def test_the_official_runtime_has_no_other() -> None:
    from executorch.runtime import Runtime

    known = Runtime.get().operator_registry.operator_names
    assert {name for name in known if name.startswith("executorch_prim::")} == PRIMS
