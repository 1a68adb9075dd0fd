# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Grouped transposed convolutions ahead of quantization: as convolutions of a spread-out input.

PyTorch keeps the weight of such a layer as [in_channels, out_channels / groups, ...]: one entry of
the second axis belongs to an output channel of every group. They would share a scale, and PT2E
multiplies along that axis when it folds a batch norm, of which it then has too many factors. In
the weight of a convolution each output channel is an entry of its own.
"""

from __future__ import annotations

import operator as python_operator

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from executorch_espressif.movement import Builder

aten = torch.ops.aten

CONVOLUTIONS = {
    aten.conv_transpose1d.default: aten.conv1d.default,
    aten.conv_transpose2d.input: aten.conv2d.default,
}


def decompose_transposed(module: GraphModule) -> None:
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target not in CONVOLUTIONS:
            continue
        b = Builder(module, node)
        kernel = b.given["weight"]
        batched = len(b.source.meta["val"].shape) == len(kernel.meta["val"].shape)
        if b.given["groups"] == 1 or kernel.op != "get_attr" or not batched:
            continue
        node.replace_all_uses_with(_convolution(b))
        module.graph.erase_node(node)
    module.graph.eliminate_dead_code()


def _convolution(b: Builder) -> Node:
    """Output o of an axis takes input i by tap o - i * stride + padding, in steps of the dilation:
    the mirrored kernel over an input with stride - 1 zeros behind each value."""
    g = b.given
    kernel = python_operator.attrgetter(str(g["weight"].target))(b.module).detach()
    axes = kernel.dim() - 2
    stride, padding, extra, dilation = (
        _by_axis(g[name], axes) for name in ("stride", "padding", "output_padding", "dilation")
    )
    source = b.source
    for axis, step in enumerate(stride):
        source = _spread(b, source, 2 + axis, step)
    around: list[int] = []
    for axis in reversed(range(axes)):
        before = dilation[axis] * (kernel.shape[2 + axis] - 1) - padding[axis]
        around += [before, before + extra[axis] - (stride[axis] - 1)]
    source = _pad(b, source, around)
    weight = b.parameter("weight", _mirrored(kernel, g["groups"]))
    args = (weight, g["bias"], [1] * axes, [0] * axes, dilation, g["groups"])
    return b.call(CONVOLUTIONS[b.node.target], source, *args)


def _by_axis(value: int | list[int], axes: int) -> list[int]:
    values = [value] if isinstance(value, int) else list(value)
    return values * axes if len(values) == 1 else values


def _spread(b: Builder, source: Node, axis: int, step: int) -> Node:
    """Each value of an axis, and step - 1 zeros behind it."""
    sizes = list(source.meta["val"].shape)
    if step == 1:
        return source
    before, here, after = sizes[:axis], sizes[axis], sizes[axis + 1 :]
    rows = b.reshape(source, torch.Size(before).numel() * here, 1, torch.Size(after).numel())
    spread = b.call(aten.pad.default, rows, [0, 0, 0, step - 1])
    return b.reshape(spread, *before, here * step, *after)


def _pad(b: Builder, source: Node, around: list[int]) -> Node:
    """As aten.pad, where what is negative crops."""
    if any(places > 0 for places in around):
        source = b.call(aten.pad.default, source, [max(0, places) for places in around])
    for place in range(0, len(around), 2):
        crops = [max(0, -places) for places in around[place : place + 2]]
        if any(crops):
            axis = source.meta["val"].dim() - 1 - place // 2
            end = source.meta["val"].shape[axis] - crops[1]
            source = b.call(aten.slice.Tensor, source, axis, crops[0], end)
    return source


def _mirrored(kernel: Tensor, groups: int) -> Tensor:
    """[in_channels, out_channels / groups, ...] as [out_channels, in_channels / groups, ...]."""
    grouped = kernel.unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1)
    return grouped.flip(tuple(range(2, kernel.dim()))).contiguous()
