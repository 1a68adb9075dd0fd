# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Every case of every operator: exported as stated, right, and the same bytes wherever it runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import executorch_espressif as ee
import pytest
import torch
from executorch_espressif.ops._common.case import Case, cases
from torch import Tensor

ALL = {f"{op}/{case.id}": (op, case) for op, found in cases().items() for case in found}
EVERY_CASE = pytest.mark.parametrize("name", ALL)
IN_FLOAT = dict(rtol=1e-4, atol=1e-5)


@dataclass(frozen=True)
class Exported:
    op: str
    case: Case
    program: bytes
    rows: list
    inputs: tuple[Tensor, ...]
    scale: float | None
    integer: Tensor
    converted: Tensor
    real: Tensor


def _only(outputs: object) -> Tensor:
    if isinstance(outputs, tuple | list):
        (outputs,) = outputs
    return outputs


@cache
def _export(name: str) -> Exported | Exception:
    op, case = ALL[name]
    built = case.build()
    try:
        art = ee.export(built.module, built.calibration[0], calibration=built.calibration)
        (scale,) = art.output_scales
        with torch.no_grad():
            return Exported(
                op,
                case,
                art.pte,
                list(art.report.operators),
                built.inputs,
                scale,
                _only(art.integer_reference(*built.inputs)),
                _only(art.reference(*built.inputs)),
                _only(built.module(*built.inputs)),
            )
    except Exception as error:
        return error


def rejected(name: str) -> bool:
    """Whether the float operator that a refused case falls back to has no kernel yet."""
    error, (_, case) = _export(name), ALL[name]
    return (
        isinstance(error, ee.ExportError) and case.refused is not None and "no kernel" in str(error)
    )


def exported(name: str) -> Exported:
    result = _export(name)
    if rejected(name):
        pytest.skip(str(result))
    if isinstance(result, Exception):
        raise result
    return result


def codes_apart(actual: Tensor, right: Tensor, scale: float) -> float:
    assert actual.shape == right.shape
    apart = ((actual.double() - right.double()) / scale).abs()
    return apart.max().item() if apart.numel() else 0.0


def assert_same_bytes(actual: Tensor, expected: Tensor) -> None:
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    if actual.contiguous().numpy().tobytes() != expected.contiguous().numpy().tobytes():
        different = (actual != expected).sum().item()
        largest = (actual.double() - expected.double()).abs().max().item()
        pytest.fail(f"{different} of {actual.numel()} values differ, by up to {largest}")


@EVERY_CASE
def test_report(name: str) -> None:
    if rejected(name):
        assert ALL[name][1].refused in str(_export(name))
        return
    case = exported(name)
    rows = [(row.operator, row.library, row.reason) for row in case.rows]
    ours = [row for row in rows if row[:2] == (f"esp_nn::{case.op}.out", "esp_nn")]
    others = [row for row in rows if row[1] != "esp_nn" and row[2]]
    if case.case.refused is None:
        expected = case.case.calls
        assert ours if expected is None else len(ours) == expected, f"{case.op} is not in {rows}"
        assert others == [], "something beside the operator stayed portable"
    else:
        assert any(case.case.refused in row[2] for row in others), rows


@EVERY_CASE
def test_integer_reference_against_convert_pt2e(name: str) -> None:
    case = exported(name)
    right = _only(case.case.expected()) if case.case.expected else case.converted
    if case.scale is None:
        torch.testing.assert_close(case.integer, right, **IN_FLOAT)
        return
    assert codes_apart(case.integer, right, case.scale) <= case.case.tolerance + 1e-3


@EVERY_CASE
def test_integer_reference_against_float(name: str) -> None:
    case = exported(name)
    if case.scale is None or case.case.float_tolerance is None:
        return
    assert codes_apart(case.integer, case.real, case.scale) <= case.case.float_tolerance


@EVERY_CASE
@pytest.mark.parametrize("place", ["host", "executorch"])
def test_same_bytes_on(place: str, name: str) -> None:
    case = exported(name)
    output = _only(ee.run(case.program, case.inputs, on=place))
    if case.case.refused:
        torch.testing.assert_close(output, case.integer, **IN_FLOAT)
    else:
        assert_same_bytes(output, case.integer)


@cache
def _emulated(names: tuple[str, ...]) -> dict[str, object]:
    """The outputs of cases from one start of the emulator."""
    exports = [name for name in names if isinstance(_export(name), Exported)]
    jobs = [(exported(name).program, exported(name).inputs) for name in exports]
    return dict(zip(exports, ee.run_batch(jobs, on="qemu-riscv32"), strict=True))


@pytest.fixture
def emulated(request: pytest.FixtureRequest, name: str) -> object:
    """What the emulator gives for a case; the selected cases of its operator run together."""
    selected = [
        item.callspec.params["name"]
        for item in request.session.items
        if getattr(item, "originalname", None) == "test_same_bytes_on_qemu_riscv32"
    ]
    together = [each for each in selected if ALL[each][0] == ALL[name][0]]
    return _emulated(tuple(together)).get(name)


@EVERY_CASE
def test_same_bytes_on_qemu_riscv32(name: str, emulated: object) -> None:
    case = exported(name)
    if isinstance(emulated, Exception):
        raise emulated
    if case.case.refused:
        torch.testing.assert_close(_only(emulated), case.integer, **IN_FLOAT)
    else:
        assert_same_bytes(_only(emulated), case.integer)
