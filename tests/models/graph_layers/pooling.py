# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Reductions, pooling and resizing."""

from __future__ import annotations

from random import Random

import torch
import torch.nn.functional as F
from torch import nn

from graph_layers.makers import Made, Makers, Shape, divisor, ints

MAKERS = Makers()


@MAKERS.of(3)
def reduction(r: Random, shape: Shape) -> Made:
    name = r.choice(("mean", "mean", "sum"))
    dims = [d for d in range(len(shape)) if r.random() < 0.5]
    keep = r.random() < 0.5
    if not dims:
        return name, getattr(torch, name)
    return f"{name} {dims} {keep}", lambda x: getattr(torch, name)(x, dims, keepdim=keep)


@MAKERS.of(5)
def pool(r: Random, shape: Shape) -> Made:
    dims = len(shape) - 2
    if dims not in (1, 2):
        return None
    kernel, dilation = ints(r, 1, 4, dims), r.choice((1, 1, 1, 2))
    stride = ints(r, 1, 3, dims)
    padding = [r.randint(0, k // 2) for k in kernel]
    ceil = r.random() < 0.5
    if r.random() < 0.5:
        kind = (nn.MaxPool1d, nn.MaxPool2d)[dims - 1]
        return kind(
            kernel if dims == 2 else kernel[0],
            stride if dims == 2 else stride[0],
            padding if dims == 2 else padding[0],
            dilation,
            ceil_mode=ceil,
        )
    kind = (nn.AvgPool1d, nn.AvgPool2d)[dims - 1]
    options: dict = {"ceil_mode": ceil, "count_include_pad": r.random() < 0.5}
    if dims == 2 and r.random() < 0.2:
        options["divisor_override"] = r.randint(1, 9)
    return kind(kernel, stride, padding, **options)


@MAKERS.of(2)
def adaptive_pool(r: Random, shape: Shape) -> Made:
    if len(shape) == 3:
        return nn.AdaptiveAvgPool1d(r.choice((1, divisor(r, shape[2]), r.randint(1, 5))))
    if len(shape) != 4:
        return None
    even = [divisor(r, n) for n in shape[2:]]
    return nn.AdaptiveAvgPool2d(r.choice((1, even, even, ints(r, 1, 5, 2))))


@MAKERS.of(2)
def resize(r: Random, shape: Shape) -> Made:
    if len(shape) != 4:
        return None
    size = r.choice(([2 * n for n in shape[2:]], ints(r, 1, 9, 2)))
    if r.random() < 0.5:
        return f"nearest {size}", lambda x: F.interpolate(x, size=size)
    corners = r.random() < 0.5
    return (
        f"bilinear {size} {corners}",
        lambda x: F.interpolate(x, size=size, mode="bilinear", align_corners=corners),
    )
