# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Arithmetic of several steps ahead of quantization, written with the calls that operators exist
for."""

from __future__ import annotations

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder, Rules, rewrite, shape_of

aten = torch.ops.aten


def decompose_arithmetic(module: GraphModule) -> None:
    rewrite(module, RULES)


def _divided(b: Builder) -> Node | None:
    """A division by a constant tensor is a multiplication with its reciprocal, for which there is
    an int8 operator. A number as divisor needs none: see ops/lut."""
    divisor = b.node.args[1]
    value = b.fixed_value(divisor) if isinstance(divisor, Node) else None
    if value is None or value.numel() == 1 or value.dtype != torch.float32:
        return None
    inverse = value.reciprocal()
    if not inverse.isfinite().all():
        return None
    return b.call(aten.mul.Tensor, b.source, b.constant("reciprocal", inverse))


def _gated(b: Builder) -> Node:
    """glu: one half times the sigmoid of the other."""
    axis = b.given["dim"]
    size = shape_of(b.source)[axis]
    value = b.call(aten.slice.Tensor, b.source, axis, 0, size // 2)
    gate = b.call(aten.slice.Tensor, b.source, axis, size // 2, size)
    return b.call(aten.mul.Tensor, value, b.call(aten.sigmoid.default, gate))


def _channelwise_prelu(b: Builder) -> Node | None:
    """The larger of x and x * slope where no slope is above 1, the smaller where none is below."""
    slopes = b.fixed_value(b.given["weight"])
    rank = len(shape_of(b.source))
    if slopes is None or slopes.numel() == 1 or rank < 2:
        return None
    if slopes.max() <= 1:
        take = aten.maximum.default
    elif slopes.min() >= 1:
        take = aten.minimum.default
    else:
        return None
    column = b.constant("slopes", slopes.reshape(-1, *[1] * (rank - 2)))
    return b.call(take, b.source, b.call(aten.mul.Tensor, b.source, column))


def _between(b: Builder) -> Node:
    """lerp: from the first to the second by the weight."""
    end, weight = b.given["end"], b.given["weight"]
    way = b.call(aten.sub.Tensor, end, b.source)
    return b.call(aten.add.Tensor, b.source, b.call(aten.mul.Tensor, way, weight))


def _plus_product(b: Builder) -> Node:
    """addcmul: self + value * tensor1 * tensor2."""
    product = b.call(aten.mul.Tensor, b.given["tensor1"], b.given["tensor2"])
    if b.given["value"] != 1:
        product = b.call(aten.mul.Tensor, product, b.given["value"])
    return b.call(aten.add.Tensor, b.source, product)


RULES: Rules = {
    aten.div.Tensor: _divided,
    aten.glu.default: _gated,
    aten.prelu.default: _channelwise_prelu,
    aten.lerp.Scalar: _between,
    aten.lerp.Tensor: _between,
    aten.addcmul.default: _plus_product,
}
