# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Pooling ahead of quantization: over sequences as over images of height 1; adaptive pooling with
uneven windows as a matrix product."""

from __future__ import annotations

from math import prod

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.movement import Builder

aten = torch.ops.aten


# Bytes of weights that uneven windows may cost.
LARGEST_MATRIX = 2**16


def decompose_pooling(module: GraphModule) -> None:
    for rules in (SEQUENCES, IMAGES):
        for node in list(module.graph.nodes):
            if node.op != "call_function" or node.target not in rules:
                continue
            result = rules[node.target](Builder(module, node))
            if result is not None:
                node.replace_all_uses_with(result)
                module.graph.erase_node(node)


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


SEQUENCES = {
    aten.max_pool1d.default: _max_pool,
    aten.avg_pool1d.default: _avg_pool,
    aten.adaptive_avg_pool1d.default: _adaptive_avg_pool,
}

IMAGES = {aten.adaptive_avg_pool2d.default: _uneven}
