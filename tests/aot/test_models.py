# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Shapes of graphs that users have: what they lower to, and that the numbers stay right."""

from __future__ import annotations

from collections.abc import Callable

import executorch_espressif as ee
import pytest
import torch
from aot_support import conv_bn_relu, with_statistics
from torch import Tensor, nn


class Model(nn.Module):
    """A function of the model and its inputs, with layers by name."""

    def __init__(self, function: Callable[..., object], **layers: nn.Module) -> None:
        super().__init__()
        self.function = function
        for name, layer in layers.items():
            setattr(self, name, layer)

    def forward(self, *inputs: Tensor) -> object:
        return self.function(self, *inputs)


def image(channels: int = 3, size: int = 8, batch: int = 1) -> Tensor:
    return torch.randn(batch, channels, size, size)


def residual_chain() -> Model:
    def forward(self: Model, x: Tensor) -> Tensor:
        y = self.a(x)
        y = torch.relu(y + self.b(y))
        return torch.relu(y + self.c(y))

    layers = {name: nn.Conv2d(4, 4, 3, padding=1) for name in "bc"}
    return Model(forward, a=nn.Conv2d(3, 4, 1), **layers)


def squeeze_excite() -> Model:
    def forward(self: Model, x: Tensor) -> Tensor:
        return self.gate(x.mean((2, 3), keepdim=True))

    return Model(forward, gate=nn.Sequential(nn.Conv2d(3, 4, 1), nn.ReLU6()))


def shared_layer() -> Model:
    layer = nn.Conv2d(3, 3, 3, padding=1)
    return Model(lambda self, x: self.layer(torch.relu(self.layer(x))), layer=layer)


def attention_input() -> Model:
    def forward(self: Model, x: Tensor) -> Tensor:
        return self.project(self.embed(x).flatten(2).transpose(1, 2))

    return Model(forward, embed=nn.Conv2d(3, 4, 2, stride=2), project=nn.Linear(4, 5))


CONV = ["quantize", "permute", "conv2d", "permute", "dequantize"]
MODELS = {
    "residual_chain": (
        residual_chain,
        (image(),),
        [*CONV[:3], "conv2d", "add", "conv2d", "add", *CONV[3:]],
    ),
    "squeeze_excite": (
        squeeze_excite,
        (image(),),
        ["quantize", "mean", "conv2d", "dequantize"],
    ),
    "shared_layer": (shared_layer, (image(),), [*CONV[:3], "conv2d", *CONV[3:]]),
    "attention_input": (
        attention_input,
        (image(),),
        ["quantize", "permute", "conv2d", "linear", "dequantize"],
    ),
    "batch_and_flatten": (
        lambda: nn.Sequential(
            conv_bn_relu(3, 4), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(64, 2)
        ),
        (image(batch=4),),
        ["quantize", "permute", "conv2d", "max_pool2d", "linear", "dequantize"],
    ),
    "pad_between_convolutions": (
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 3), nn.ReLU(), nn.ZeroPad2d((1, 2, 0, 3)), nn.Conv2d(4, 4, 3)
        ),
        (image(),),
        [*CONV[:3], "conv2d", *CONV[3:]],
    ),
    "same_padding_of_an_even_kernel": (
        lambda: nn.Conv2d(3, 4, 4, padding="same"),
        (image(),),
        CONV,
    ),
    "linear_with_batch_norm": (
        lambda: nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4), nn.ReLU()),
        (torch.randn(2, 8),),
        ["quantize", "linear", "dequantize"],
    ),
    "sequence": (
        lambda: nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 4), nn.Softmax(-1)),
        (torch.randn(2, 5, 8),),
        ["quantize", "linear", "linear", "softmax", "dequantize"],
    ),
    "unused_input": (
        lambda: Model(lambda self, x, y: self.a(x), a=nn.Conv2d(3, 4, 3)),
        (image(), torch.randn(3)),
        CONV,
    ),
    "input_and_constant_as_outputs": (
        lambda: Model(lambda self, x: (self.a(x), x, self.a.bias), a=nn.Conv2d(3, 4, 3)),
        (image(),),
        CONV,
    ),
    "operand_twice": (
        lambda: Model(lambda self, x: x * x),
        (image(),),
        ["quantize", "lut", "dequantize"],
    ),
    "twice_the_same_codes": (
        lambda: Model(lambda self, x: x + x),
        (image(),),
        ["quantize", "dequantize"],
    ),
    "relu_of_one_branch": (
        lambda: Model(lambda self, x: self.a(x) + self.a(x).relu(), a=nn.Linear(8, 4)),
        (torch.randn(2, 8),),
        ["quantize", "linear", "linear", "add", "dequantize"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_model(name: str) -> None:
    torch.manual_seed(3)
    make, inputs, expected = MODELS[name]
    model = make()
    if any(isinstance(m, nn.modules.batchnorm._BatchNorm) for m in model.modules()):
        model = with_statistics(model, *inputs[0].shape[1:])
    model.eval()
    art = ee.export(model, inputs, calibration=[inputs])
    found = [row.operator for row in art.report.operators]
    assert [f.removeprefix("esp_nn::").removesuffix(".out") for f in found] == expected
    assert art.report.fallbacks == []

    integer, converted = art.integer_reference(*inputs), art.reference(*inputs)
    real = model(*inputs)
    real = list(real) if isinstance(real, tuple) else [real]
    assert len(integer) == len(converted) == len(real) == len(art.output_scales)
    layers = sum(f in ("conv2d", "linear", "add", "mean", "softmax") for f in expected)
    for got, near, true, scale in zip(integer, converted, real, art.output_scales, strict=True):
        assert got.shape == true.shape
        if scale is None:
            assert torch.equal(got, true)
            continue
        # One code for each layer that rounds, in the scales of the layers.
        assert (got - near).abs().max() <= (layers + 0.01) * scale
        assert (got - true).abs().max() <= 0.06 * true.abs().max() + 2 * scale
