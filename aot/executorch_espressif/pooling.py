# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Pooling and resizing ahead of quantization: of sequences as of images of height 1; adaptive
pooling with the windows that it has, as a matrix product where they are uneven."""

from __future__ import annotations

from math import prod

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder, Rule, Rules, rewrite, shape_of

aten = torch.ops.aten


# Bytes of weights that uneven windows may cost.
LARGEST_MATRIX = 2**16


def decompose_pooling(module: GraphModule) -> None:
    for rules in (SEQUENCES, IMAGES):
        rewrite(module, rules)


def _over(height: int, value: int | list[int]) -> list[int]:
    return [height, value if isinstance(value, int) else value[0]]


def _pool(b: Builder, target: torch._ops.OpOverload, *args: object) -> Node:
    image = b.call(aten.unsqueeze.default, b.source, -2)
    return b.call(aten.squeeze.dim, b.call(target, image, *args), -2)


def _max_pool(b: Builder) -> Node:
    g = b.given
    stride = g["stride"] or g["kernel_size"]
    window = (_over(1, g["kernel_size"]), _over(1, stride), _over(0, g["padding"]))
    return _pool(b, aten.max_pool2d.default, *window, _over(1, g["dilation"]), g["ceil_mode"])


def _avg_pool(b: Builder) -> Node:
    g = b.given
    stride = g["stride"] or g["kernel_size"]
    window = (_over(1, g["kernel_size"]), _over(1, stride), _over(0, g["padding"]))
    return _pool(b, aten.avg_pool2d.default, *window, g["ceil_mode"], g["count_include_pad"])


def _adaptive_avg_pool(b: Builder) -> Node:
    return _pool(b, aten.adaptive_avg_pool2d.default, _over(1, b.given["output_size"]))


def _adaptive_max_pool(b: Builder) -> list[Node] | None:
    """With even windows, where nobody reads the places of the largest values."""
    sizes, count = shape_of(b.source), len(b.given["output_size"])
    images = [1, *sizes[-1:]] if count == 1 else sizes[-2:]
    new = [1, *b.given["output_size"]][-2:]
    uneven = 0 in new or any(size % n for size, n in zip(images, new, strict=True))
    if uneven or len(sizes) != count + 2 or any(item.args[1] != 0 for item in b.node.users):
        return None
    window = [size // n for size, n in zip(images, new, strict=True)]
    if count == 1:
        return [_pool(b, aten.max_pool2d.default, window, window)]
    return [b.call(aten.max_pool2d.default, b.source, window, window)]


def _resize(target: torch._ops.OpOverload) -> Rule:
    def rule(b: Builder) -> Node:
        _, size, *rest, factors = b.given.values()
        height_and = (size and [1, *size], *rest, factors and [1.0, *factors])
        return _pool(b, target, *height_and)

    return rule


def _uneven(b: Builder) -> Node | None:
    """A row of the matrix has one value, 1 / count, at the places of its window: exact in int8."""
    old, new = (list(node.meta["val"].shape) for node in (b.source, b.node))
    sizes = list(zip(old[-2:], new[-2:], strict=True))
    if all(size % count == 0 for size, count in sizes if count) or 0 in new:
        return None
    if prod(old[-2:]) * prod(new[-2:]) > LARGEST_MATRIX:
        return None
    rows, columns = (_windows(size, count) for size, count in sizes)
    matrix = torch.einsum("ia,jb->ijab", rows, columns).reshape(prod(new[-2:]), prod(old[-2:]))
    flat = b.reshape(b.source, *old[:-2], matrix.shape[1])
    pooled = b.call(aten.linear.default, flat, b.constant("windows", matrix))
    return b.reshape(pooled, *new)


def _windows(size: int, count: int) -> torch.Tensor:
    """[count, size]: PyTorch's windows: floor(i size / count) to ceil((i + 1) size / count)."""
    windows = torch.zeros(count, size)
    for i in range(count):
        start, end = i * size // count, -(-(i + 1) * size // count)
        windows[i, start:end] = 1 / (end - start)
    return windows


SEQUENCES: Rules = {
    aten.max_pool1d.default: _max_pool,
    aten.avg_pool1d.default: _avg_pool,
    aten.adaptive_avg_pool1d.default: _adaptive_avg_pool,
    aten.adaptive_max_pool1d.default: _adaptive_max_pool,
    aten.upsample_nearest1d.vec: _resize(aten.upsample_nearest2d.vec),
    aten.upsample_linear1d.vec: _resize(aten.upsample_bilinear2d.vec),
}

IMAGES: Rules = {
    aten.adaptive_avg_pool2d.default: _uneven,
    aten.adaptive_max_pool2d.default: _adaptive_max_pool,
}
