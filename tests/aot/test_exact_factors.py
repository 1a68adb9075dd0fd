# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Weight scales after calibration: factors of requantization are whole numbers of 2^-31."""

from __future__ import annotations

import pytest
import torch
from executorch_espressif.quantization import quantize_model
from executorch_espressif.quantizer import EspNNQuantizer
from torch import Tensor, nn

aten = torch.ops.aten
LAYERS = (aten.conv2d.default, aten.conv_transpose2d.input, aten.linear.default)
STEP = 2.0**-31


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(17)


def scales_and_step(model: nn.Module, *inputs: Tensor) -> tuple[Tensor, float]:
    """The weight scales of the layer, and by how much one grows from a factor to the next."""
    module = quantize_model(model.eval(), inputs, [inputs], EspNNQuantizer())
    (layer,) = [node for node in module.graph.nodes if node.target in LAYERS]
    source, weight = layer.args[:2]
    scales = getattr(module, weight.args[1].target).double()
    user = next(iter(layer.users))
    quantize = next(iter(user.users)) if user.target is aten.relu.default else user
    return scales, STEP * quantize.args[1] / source.args[1]


def steps_of(model: nn.Module, *inputs: Tensor) -> Tensor:
    """Input scale * weight scale / output scale of each channel, in steps of 2^-31."""
    scales, step = scales_and_step(model, *inputs)
    return scales / step


@pytest.mark.parametrize(
    ("model", "shape"),
    [
        (nn.Conv2d(3, 8, 3), (1, 3, 6, 6)),
        (nn.Conv2d(3, 8, 3, bias=False), (1, 3, 6, 6)),
        (nn.ConvTranspose2d(3, 8, 2), (1, 3, 6, 6)),
        (nn.Linear(7, 8), (4, 7)),
        (nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU()), (1, 3, 6, 6)),
    ],
    ids=("conv2d", "without_bias", "conv_transpose2d", "linear", "relu_behind"),
)
def test_factors_are_whole_steps(model: nn.Module, shape: tuple[int, ...]) -> None:
    steps = steps_of(model, torch.randn(shape))
    assert len(steps) == 8
    assert (steps - steps.round()).abs().max() < 2.0**-20
    assert steps.min() > 2**16


def test_scales_rise_by_one_step_at_most() -> None:
    model = nn.Linear(7, 8)
    scales, step = scales_and_step(model, torch.randn(4, 7))
    smallest = model.weight.detach().double().abs().amax(dim=1) / 127
    # The observer divides in float32.
    assert (scales >= smallest * (1 - 1e-7)).all()
    assert (scales <= smallest * (1 + 1e-7) + step).all()


def test_small_channels_keep_their_scale() -> None:
    """Their factor is a few steps only: the next whole one would be far."""
    model = nn.Linear(7, 2, bias=False)
    with torch.no_grad():
        model.weight[1] *= 1e-9
    first, second = steps_of(model, torch.randn(4, 7)).tolist()
    assert first == pytest.approx(round(first), abs=2.0**-20)
    assert second < 512 and second != pytest.approx(round(second), abs=1e-3)
