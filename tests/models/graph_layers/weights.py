# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Layers with weights."""

from __future__ import annotations

from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from graph_layers.makers import Made, Makers, Shape, divisor, ints

MAKERS = Makers()


def _activation(r: Random) -> list[nn.Module]:
    return r.choice(
        (
            [],
            [],
            [nn.ReLU()],
            [nn.ReLU6()],
            [nn.Hardtanh(-0.7, 1.3)],
            [nn.SiLU()],
            [nn.Hardswish()],
            [nn.Sigmoid()],
            [nn.ReLU(), nn.Dropout()],
        )
    )


def _uneven(r: Random, module: nn.Module) -> nn.Module:
    """Weights of other sizes than those of initialization; channels of nearly nothing, of 0."""
    with torch.no_grad():
        module.weight.mul_(10 ** r.uniform(-1, 1))
        if module.bias is not None:
            module.bias.mul_(r.choice((0, 1, 1, 30)))
        if r.random() < 0.15:
            module.weight[r.randrange(len(module.weight))] *= r.choice((0, 1e-7, 1e-3, 100))
    return module


def _normed(r: Random, module: nn.Module, norm: type[nn.Module], channels: int) -> list[nn.Module]:
    if r.random() < 0.5:
        return [module]
    made = norm(channels)
    with torch.no_grad():
        made.running_mean.normal_()
        made.running_var.uniform_(0.1, 3)
        made.weight.normal_()
        made.bias.normal_()
    return [module, made]


def _convolution(r: Random, shape: Shape, dims: int) -> Made:
    if len(shape) != dims + 2:
        return None
    kind = (nn.Conv1d, nn.Conv2d)[dims - 1]
    norm = (nn.BatchNorm1d, nn.BatchNorm2d)[dims - 1]
    channels = shape[1]
    groups = r.choice((1, 1, channels, divisor(r, channels)))
    outputs = groups * r.randint(1, max(1, 6 // groups))
    kernel, dilation = ints(r, 1, 4, dims), ints(r, 1, 2, dims)
    stride = r.choice(([1] * dims, ints(r, 1, 3, dims)))
    padding: object = r.choice(([0] * dims, ints(r, 0, 3, dims), "same", "valid"))
    if padding == "same":
        stride = [1] * dims
    mode = r.choice(("zeros", "zeros", "zeros", "reflect", "replicate", "circular"))
    made = kind(
        channels, outputs, kernel, stride, padding, dilation, groups, r.random() < 0.7, mode
    )
    layers = _normed(r, _uneven(r, made), norm, outputs)
    return nn.Sequential(*layers, *_activation(r))


@MAKERS.of(8)
def conv2d(r: Random, shape: Shape) -> Made:
    return _convolution(r, shape, 2)


@MAKERS.of(8)
def conv1d(r: Random, shape: Shape) -> Made:
    return _convolution(r, shape, 1)


@MAKERS.of(3)
def conv_transpose(r: Random, shape: Shape) -> Made:
    dims = len(shape) - 2
    if dims not in (1, 2):
        return None
    kind = (nn.ConvTranspose1d, nn.ConvTranspose2d)[dims - 1]
    norm = (nn.BatchNorm1d, nn.BatchNorm2d)[dims - 1]
    stride, dilation = ints(r, 1, 3, dims), ints(r, 1, 2, dims)
    extra = [r.randint(0, max(s, d) - 1) for s, d in zip(stride, dilation, strict=True)]
    groups = r.choice((1, 1, 1, divisor(r, shape[1])))
    outputs = groups * r.randint(1, max(1, 5 // groups))
    window = (ints(r, 1, 3, dims), stride, ints(r, 0, 2, dims), extra)
    made = kind(shape[1], outputs, *window, groups, r.random() < 0.7, dilation)
    return nn.Sequential(*_normed(r, _uneven(r, made), norm, outputs), *_activation(r))


@MAKERS.of(8)
def linear(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    outputs = r.randint(1, 10)
    layers = [_uneven(r, nn.Linear(shape[-1], outputs, r.random() < 0.7))]
    if len(shape) == 2:
        layers = _normed(r, layers[0], nn.BatchNorm1d, outputs)
    return nn.Sequential(*layers, *_activation(r))


@MAKERS.of(3)
def layer_norm(r: Random, shape: Shape) -> Made:
    if not shape or shape[-1] < 2:
        return None
    made = nn.LayerNorm(
        shape[-r.randint(1, min(2, len(shape))) :], elementwise_affine=r.random() < 0.7
    )
    if made.weight is not None:
        with torch.no_grad():
            made.weight.normal_()
            made.bias.normal_()
    return made


@MAKERS.of(2)
def attention(r: Random, shape: Shape) -> Made:
    if len(shape) != 3 or shape[1] < 2:
        return None
    project = [nn.Linear(shape[2], 4) for _ in range(3)]

    class Attention(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.q, self.k, self.v = project

        def forward(self, x: Tensor) -> Tensor:
            return F.scaled_dot_product_attention(self.q(x), self.k(x), self.v(x))

    return Attention()
