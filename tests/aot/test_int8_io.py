# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Programs without float at their edges, named layers in float, and the report per layer."""

from __future__ import annotations

import executorch_espressif as ee
import pytest
import torch
from aot_support import Call, Demo, with_statistics
from executorch_espressif.kernel_bundle import pte
from torch import Tensor, nn


@pytest.fixture(scope="module")
def demo() -> tuple[nn.Module, list[tuple[Tensor, ...]], ee.Artifact]:
    torch.manual_seed(5)
    model = with_statistics(Demo(), 1, 8, 8)
    samples = [(torch.randn(1, 1, 8, 8),) for _ in range(4)]
    return model, samples, ee.export(model, samples[0], calibration=samples, int8_io=True)


def test_no_float_is_left(demo) -> None:
    _, _, art = demo
    assert {value.dtype for value in pte.read(art.pte).plan().values if value.kind == "Tensor"} <= {
        "int8",
        "int32",
    }
    names = {row.operator for row in art.report.operators}
    assert not names & {"esp_nn::quantize.out", "esp_nn::dequantize.out"}


def test_codes_are_those_of_the_float_program(demo) -> None:
    model, samples, art = demo
    plain = ee.export(model, samples[0], calibration=samples)
    assert (plain.input_qparams, plain.output_qparams) == (art.input_qparams, art.output_qparams)
    for x in samples:
        codes = art.quantize_inputs(*x)
        (output,) = art.integer_reference(*codes)
        assert output.dtype == torch.int8
        assert torch.equal(art.dequantize_outputs([output])[0], plain.integer_reference(*x)[0])
        for place in ("host", "executorch"):
            assert torch.equal(ee.run(art, codes, on=place)[0], output)


def test_input_that_a_float_call_reads_is_refused() -> None:
    x = torch.randn(2, 4)
    model = Call(lambda x: torch.cumsum(x, 1))
    with pytest.raises(ee.ExportError, match=r"int8_io: input 0 is read in float by aten\.cumsum"):
        ee.export(model, (x,), calibration=[(x,)], int8_io=True)


def test_input_as_output_and_unused_input() -> None:
    x, y = torch.randn(2, 4), torch.randn(3)

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(4, 3)

        def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
            return self.layer(x), x

    art = ee.export(Model(), (x, y), calibration=[(x, y)], int8_io=True)
    assert art.input_qparams[1] is None and art.output_qparams[1] == art.input_qparams[0]
    codes = art.quantize_inputs(x, y)
    assert torch.equal(ee.run(art, codes)[1], codes[0])


def test_keep_float_names_the_module_where_it_has_no_kernel(demo) -> None:
    model, samples, _ = demo
    with pytest.raises(ee.ExportError, match=r"keep_float: the model has no module 'stm'; it has"):
        ee.export(model, samples[0], calibration=samples, keep_float=["stm"])
    try:
        art = ee.export(model, samples[0], calibration=samples, keep_float=["stem"])
    except ee.ExportError as error:
        assert "at stem.0 (its module is named in keep_float)" in str(error)
    else:
        kept = [row for row in art.report.fallbacks if row.module.startswith("stem")]
        assert kept and {row.reason for row in kept} == {"its module is named in keep_float"}


def test_accuracy_names_the_layer_that_costs(demo) -> None:
    _, samples, art = demo
    found = ee.accuracy(art, samples)
    rows = {row.node: row for row in found.rows}
    assert rows["x"].operator == "placeholder" and rows["x"].error <= 0.51 * rows["x"].scale
    assert all(row.sqnr > 20 for row in found.rows)
    assert "classify" in str(found) and found.worst in found.rows


def test_progress_is_told(demo, capsys) -> None:
    model, samples, _ = demo
    told: list[tuple[int, int | None]] = []
    ee.export(model, samples[0], samples[:2], progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (torch.zeros(64, 64), "is 0 throughout"),
        (torch.ones(64, 64).index_fill_(0, torch.tensor([0]), 1.0), None),
        (torch.cat([torch.randn(4095), torch.tensor([1e4])]).reshape(64, 64), "reaches 1e.04"),
    ],
)
def test_ranges_that_look_wrong_warn(x: Tensor, message: str | None, recwarn) -> None:
    ee.export(nn.Linear(64, 3), (x,), calibration=[(x,)])
    texts = [str(w.message) for w in recwarn if "look wrong" in str(w.message)]
    assert bool(texts) == (message is not None)
    if message is not None:
        import re

        assert re.search(message, texts[0])
