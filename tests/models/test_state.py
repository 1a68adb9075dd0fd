# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Networks that keep a state from call to call: as int8 codes, the same bytes everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import executorch_espressif as ee
import pytest
import torch
from executorch_espressif.kernel_bundle import pte
from networks.sequences import CellWithState, StreamingCell, StreamingConv, streaming_keywords
from torch import Tensor, nn

STEPS = 12
MODELS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "streaming_conv": (streaming_keywords, (1, 10, 4)),
    "gru": (lambda: StreamingCell(nn.GRUCell), (1, 10)),
    "lstm": (lambda: StreamingCell(nn.LSTMCell), (1, 10)),
    "elman": (lambda: StreamingCell(nn.RNNCell), (1, 10)),
}
EVERY = pytest.mark.parametrize("name", MODELS)


@dataclass(frozen=True)
class Exported:
    model: nn.Module
    art: ee.Artifact
    steps: list[tuple[Tensor, ...]]
    real: list[Tensor]


def _initial(model: nn.Module) -> dict[str, Tensor]:
    return {name: value.clone() for name, value in model.named_buffers()}


@cache
def exported(name: str) -> Exported:
    torch.manual_seed(11)
    make, shape = MODELS[name]
    model = make()
    for module in model.modules():
        if isinstance(module, nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.3)
            module.running_var.uniform_(0.3, 1)
    model.eval()
    steps = [(torch.randn(shape),) for _ in range(STEPS)]
    before = _initial(model)
    art = ee.export(model, steps[0], calibration=steps)
    assert all(torch.equal(value, before[name]) for name, value in model.named_buffers())
    with torch.no_grad():
        real = [model(*inputs) for inputs in steps]
    return Exported(model, art, steps, real)


@EVERY
def test_is_int8_throughout(name: str) -> None:
    art = exported(name).art
    kinds = [row.operator for row in art.report.operators]
    others = {kind for kind in kinds if not kind.startswith("esp_nn::")}
    assert others == {"aten::copy_"}
    assert art.report.fallbacks == []
    # One for the input and one for the output: the state is neither quantized nor dequantized.
    assert kinds.count("esp_nn::quantize.out") == kinds.count("esp_nn::dequantize.out") == 1
    # Nor does it change its codes between two calls.
    plan = pte.read(art.pte).plan()
    states = {step.args[0] for chain in plan.chains for step in chain if _writes(plan, step)}
    assert states and all(plan.values[index].dtype == "int8" for index in states)


def _writes(plan: pte.Plan, step: pte.Instruction) -> bool:
    return step.kind == "KernelCall" and plan.operators[step.index] == "aten::copy_"


@EVERY
@pytest.mark.parametrize("place", ["host", "executorch", "qemu-riscv32"])
def test_every_step_gives_the_same_bytes(name: str, place: str) -> None:
    result = exported(name)
    integer = result.art.integer_reference_steps(result.steps)
    for (found,), (expected,) in zip(
        ee.run(result.art, result.steps, on=place), integer, strict=True
    ):
        assert torch.equal(found, expected)


@EVERY
def test_steps_follow_the_references(name: str) -> None:
    """The error of one step comes back in the next: convert_pt2e's within three codes, the float
    model's within a twentieth of the range."""
    result = exported(name)
    (scale,) = result.art.output_scales
    integer = torch.cat([x for (x,) in result.art.integer_reference_steps(result.steps)])
    converted = torch.cat([x for (x,) in result.art.reference_steps(result.steps)])
    real = torch.cat(result.real)
    assert (integer - converted).abs().max() <= 3.01 * scale
    assert (integer - real).abs().max() <= 0.05 * real.abs().max() + scale
    # A model that forgot its state would be further away.
    forgot = torch.cat([result.art.integer_reference(*inputs)[0] for inputs in result.steps])
    assert (forgot - real).abs().max() > 4 * (integer - real).abs().max()


@EVERY
def test_reference_begins_with_the_initial_state(name: str) -> None:
    result = exported(name)
    first = [result.art.reference(*result.steps[0])[0] for _ in range(2)]
    assert torch.equal(*first)
    assert torch.equal(first[0], result.art.reference_steps(result.steps)[0][0])


def test_initial_state_is_the_models_own() -> None:
    model = StreamingConv(3, 4, 3).eval()
    model.past.fill_(2.0)
    x = torch.randn(1, 3, 5)
    art = ee.export(model, (x,), calibration=[(x,), (2 * x,)])
    (output,) = ee.run(art, (x,), on="host")
    with torch.no_grad():
        right = model(x)
    assert (output - right).abs().max() <= 0.04 * right.abs().max()


def test_streaming_gives_what_the_whole_would() -> None:
    torch.manual_seed(4)
    model = StreamingConv(3, 4, 3, dilation=2).eval()
    x = torch.randn(1, 3, 24)
    steps = [(part.contiguous(),) for part in x.split(6, dim=2)]
    art = ee.export(model, steps[0], calibration=steps)
    with torch.no_grad():
        whole = torch.relu(model.norm(model.conv(nn.functional.pad(x, (4, 0)))))
    outputs = torch.cat([y for (y,) in ee.run(art, steps, on="host")], 2)
    assert outputs.shape == whole.shape
    assert (outputs - whole).abs().max() <= 0.04 * whole.abs().max()


def test_state_as_inputs_and_outputs() -> None:
    torch.manual_seed(5)
    model = CellWithState().eval()
    hidden = memory = torch.zeros(1, 24)
    items = []
    with torch.no_grad():
        for _ in range(STEPS):
            items.append((torch.randn(1, 10), hidden, memory))
            _, hidden, memory = model(*items[-1])
    art = ee.export(model, items[0], calibration=items)
    assert art.report.fallbacks == []
    for item in items:
        expected = art.integer_reference(*item)
        for place in ("host", "executorch"):
            found = ee.run(art, item, on=place)
            assert all(torch.equal(a, b) for a, b in zip(found, expected, strict=True))
        for got, right, scale in zip(expected, model(*item), art.output_scales, strict=True):
            assert (got - right).abs().max() <= 4 * scale
