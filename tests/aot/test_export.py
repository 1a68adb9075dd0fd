# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The public API: artifacts, reports, and errors that say what to do."""

from __future__ import annotations

import warnings

import executorch_espressif as ee
import pytest
import torch
from aot_support import Call, Demo, conv_bn_relu, with_statistics
from executorch_espressif.kernel_bundle import pte
from torch import Tensor, nn

IMAGE = (torch.zeros(1, 1, 8, 8),)


def scripted() -> torch.jit.ScriptModule:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return torch.jit.script(nn.Conv2d(1, 2, 3))


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(13)


def export(model: nn.Module, *inputs: Tensor, **options):
    data = [inputs] if options.get("quantize", True) else None
    return ee.export(model, inputs, calibration=data, **options)


def operators(art) -> list[str]:
    found = [row.operator for row in art.report.operators]
    return [name.removeprefix("esp_nn::").removesuffix(".out") for name in found]


@pytest.fixture(scope="module")
def demo():
    torch.manual_seed(5)
    model = with_statistics(Demo(), 1, 8, 8)
    samples = [(torch.randn(1, 1, 8, 8),) for _ in range(8)]
    return model, ee.export(model, samples[0], calibration=samples)


def test_demo_is_int8_from_input_to_logits(demo) -> None:
    _, art = demo
    assert operators(art) == [
        "quantize",
        "conv2d",
        "depthwise_conv2d",
        "conv2d",
        "add",
        "max_pool2d",
        "depthwise_conv2d",
        "conv2d",
        "depthwise_conv2d",
        "mean",
        "linear",
        "dequantize",
    ]
    assert {row.library for row in art.report.operators} == {"esp_nn"}
    assert art.report.fallbacks == []


def test_demo_follows_its_references(demo) -> None:
    """Each of the ten layers may be one code off, in its own scale; few are, and they even out."""
    model, art = demo
    (scale,) = art.output_scales
    for _ in range(10):
        x = torch.randn(1, 1, 8, 8)
        (integer,), (converted,) = art.integer_reference(x), art.reference(x)
        assert (integer - converted).abs().max() <= 2.01 * scale
        with torch.no_grad():
            assert (integer - model(x)).abs().max() <= 0.1 * model(x).abs().max() + 4 * scale


def test_integer_reference_gives_codes_of_the_output_scale(demo) -> None:
    _, art = demo
    (logits,) = art.integer_reference(torch.randn(1, 1, 8, 8))
    codes = logits / art.output_scales[0]
    assert logits.shape == (1, 10) and (codes - codes.round()).abs().max() < 1e-3


def test_report_counts(demo) -> None:
    _, art = demo
    macs = {row.module: row.macs for row in art.report.operators}
    assert macs["stem.0"] == 8 * 8 * 16 * 9
    assert macs["depthwise.0"] == 8 * 8 * 16 * 9
    assert macs["pointwise.0"] == 8 * 8 * 16 * 16
    assert macs["classify"] == 320
    assert art.report.flash == len(art.pte)
    memory = art.report.memory
    assert art.report.ram == memory.planned + memory.method + memory.scratch
    assert memory.planned == sum(pte.read(art.pte).plan().buffer_sizes)
    # No buffer is smaller than the largest layer's input and output together.
    assert memory.planned >= 2 * 8 * 8 * 16
    text = str(art.report)
    assert "esp_nn::depthwise_conv2d.out" in text and f"{art.report.ram:,} bytes" in text


def test_save_writes_the_bytes(demo, tmp_path) -> None:
    _, art = demo
    art.save(tmp_path / "model.pte")
    assert (tmp_path / "model.pte").read_bytes() == art.pte


def test_program_inputs_and_outputs_are_the_models(demo) -> None:
    _, art = demo
    plan = pte.read(art.pte).plan()
    (source,), (result,) = plan.inputs, plan.outputs
    assert (plan.values[source].dtype, plan.values[source].sizes) == ("float32", [1, 1, 8, 8])
    assert (plan.values[result].dtype, plan.values[result].sizes) == ("float32", [1, 10])
    assert all(v.dim_order == sorted(v.dim_order) for v in plan.values)


def test_export_is_repeatable_and_leaves_the_model_alone() -> None:
    model = with_statistics(conv_bn_relu(1, 4), 1, 8, 8).train()
    state = {name: value.clone() for name, value in model.state_dict().items()}
    x = torch.randn(1, 1, 8, 8)
    assert export(model, x).pte == export(model, x).pte
    assert model.training
    assert all(torch.equal(value, state[name]) for name, value in model.state_dict().items())


def test_channels_last_model_and_input_give_the_same_program() -> None:
    model = with_statistics(nn.Sequential(conv_bn_relu(3, 4), nn.Conv2d(4, 4, 1)), 3, 8, 8)
    x = torch.randn(1, 3, 8, 8)
    plain = export(model, x)
    last = export(
        model.to(memory_format=torch.channels_last), x.contiguous(memory_format=torch.channels_last)
    )
    assert last.pte == plain.pte


def test_portable_float_program() -> None:
    art = export(Call(lambda x, y: x * y + x), torch.randn(2, 3), torch.randn(2, 3), quantize=False)
    assert operators(art) == ["aten::mul", "aten::add"]
    assert {row.library for row in art.report.operators} == {"portable"}
    assert art.output_scales == [None]
    assert art.report.operators[0].reason == "exported with quantize=False"


def test_portable_backend_keeps_the_rounding_of_int8() -> None:
    x, y = torch.randn(2, 3), torch.randn(2, 3)
    art = export(Call(lambda x, y: x + y), x, y, backend="portable")
    assert operators(art).count("aten::add") == 1
    assert "add" not in operators(art)
    (integer,), (converted,) = art.integer_reference(x, y), art.reference(x, y)
    assert torch.equal(integer, converted)


def test_several_outputs_have_a_scale_each() -> None:
    class Outputs(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(4, 3)
            self.twice = Call(lambda y: y * 2.0)

        def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
            y = self.layer(x)
            return y.view(3, 2), self.twice(y)

    art = export(Outputs(), torch.randn(2, 4), keep_float=["twice"])
    assert art.output_scales[0] is not None and art.output_scales[1] is None


def test_float_fallback_keeps_its_reason() -> None:
    class Unweighted(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Conv2d(1, 4, 3)

        def forward(self, x: Tensor) -> Tensor:
            y = self.layer(x)
            return torch.add(y, y.mean((2, 3), keepdim=True), alpha=0)

    x = torch.randn(1, 1, 8, 8)
    art = export(Unweighted(), x)
    (row,) = art.report.fallbacks
    assert (row.operator, row.library) == ("aten::add.out", "portable")
    assert "alpha is 0" in row.reason
    (integer,), (converted,) = art.integer_reference(x), art.reference(x)
    assert (integer - converted).abs().max() < 0.02 * converted.abs().max()


def test_missing_operator_is_an_error_with_operator_node_and_reason() -> None:
    with pytest.raises(ee.ExportError) as error:
        running = Call(lambda y: torch.logcumsumexp(y, 1))
        export(nn.Sequential(nn.Linear(4, 3), running), torch.randn(2, 4))
    text = str(error.value)
    assert "no kernel library has" in text
    assert "aten::logcumsumexp.out at 1 (esp_nn has no aten.logcumsumexp.default)" in text


def test_a_value_that_calibration_saw_as_zero_keeps_its_operators() -> None:
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))
    with torch.no_grad():
        model[0].bias.fill_(-100.0)
    art = export(model, torch.randn(2, 4))
    assert operators(art) == ["quantize", "linear", "linear", "dequantize"]


def test_no_calibration_warns() -> None:
    with pytest.warns(UserWarning, match="no calibration data"):
        ee.export(nn.Linear(4, 3), (torch.randn(2, 4),))


def test_calibration_sets_the_ranges() -> None:
    model = nn.Linear(4, 3)
    x = torch.randn(2, 4)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        small = ee.export(model, (x,), calibration=iter([(x,)]))
        large = ee.export(model, (x,), calibration=[(x,), (10 * x,)])
    assert large.output_scales[0] > 5 * small.output_scales[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backend": "delegate"}, "'delegate' is not part of this version; use backend='ops'"),
        ({"backend": "cpu"}, "'cpu' is unknown; choose one of ops, portable"),
        ({"target": "esp8266"}, "'esp8266' is unknown; choose one of esp32"),
        ({"calibration": []}, "calibration is empty"),
        ({"calibration": IMAGE[0]}, "expected an iterable of input tuples"),
        ({"calibration": 3}, "calibration is a int; expected an iterable of input tuples"),
        ({"calibration": [IMAGE[0]]}, "calibration item 0 is a Tensor; expected a tuple"),
        (
            {"calibration": [IMAGE, (torch.zeros(1, 1, 9, 8),)]},
            r"calibration item 1 has float32\[1, 1, 9, 8\]; expected float32\[1, 1, 8, 8\]",
        ),
        ({"calibration": [(IMAGE[0].double(),)]}, "has float64"),
        ({"calibration": [(IMAGE[0] / 0,)]}, "item 0.0. holds NaN or infinity"),
        ({"example_inputs": IMAGE[0]}, r"example_inputs is a Tensor; .* such as \(x,\)"),
        ({"example_inputs": (3,)}, r"example_inputs\[0\] is a int"),
        ({"model": torch.relu}, "expected a torch.nn.Module"),
        ({"model": scripted()}, "model is a RecursiveScriptModule; expected a torch.nn.Module"),
    ],
)
def test_wrong_arguments(options, message) -> None:
    arguments = {"model": nn.Conv2d(1, 2, 3), "example_inputs": IMAGE, "calibration": [IMAGE]}
    with pytest.raises(ee.ExportError, match=message):
        ee.export(**(arguments | options))


def test_submodules_do_not_hide_the_functions() -> None:
    from executorch_espressif.export import TARGETS

    assert callable(ee.export) and "esp32c6" in TARGETS
