# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Convolutions ahead of quantization, in the forms that operators take: padding in numbers, groups
only where they are not transposed."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder, Rules, entries, rewrite, shape_of

aten = torch.ops.aten

WITH_NUMBERS = {
    aten.conv1d.padding: aten.conv1d.default,
    aten.conv2d.padding: aten.conv2d.default,
}
FORWARD = {
    aten.conv_transpose1d.default: aten.conv1d.default,
    aten.conv_transpose2d.input: aten.conv2d.default,
}


def decompose_convolutions(module: GraphModule) -> None:
    rewrite(module, RULES)


def _named_padding(b: Builder) -> Node:
    """Padding "same" or "valid"; an uneven rest becomes a pad."""
    g = b.given
    kernel = shape_of(g["weight"])[2:]
    dilation = entries(g["dilation"], len(kernel))
    needed = [
        d * (k - 1) if g["padding"] == "same" else 0 for k, d in zip(kernel, dilation, strict=True)
    ]
    low = [total // 2 for total in needed]
    extra = [total % 2 for total in needed]
    source = b.source
    if any(extra):
        pad = [places for after in reversed(extra) for places in (0, after)]
        source = b.call(aten.pad.default, source, pad)
    stride = entries(g["stride"], len(kernel))
    rest = (g["bias"], stride, low, dilation, g["groups"])
    return b.call(WITH_NUMBERS[b.node.target], source, g["weight"], *rest)


def _grouped(b: Builder) -> Node | None:
    """A transposed convolution with groups as a convolution of its spread-out input.

    PyTorch keeps its weight as [in_channels, out_channels / groups, ...]: one entry of the second
    axis belongs to an output channel of every group. They would share a scale, and PT2E multiplies
    along that axis when it folds a batch norm, of which it then has too many factors. In the
    weight of a convolution each output channel is an entry of its own.
    """
    g = b.given
    kernel = b.value(g["weight"])
    if g["groups"] == 1 or kernel is None or len(shape_of(b.source)) != kernel.dim():
        return None
    axes = kernel.dim() - 2
    stride, padding, extra, dilation = (
        entries(g[name], axes) for name in ("stride", "padding", "output_padding", "dilation")
    )
    # Output o of an axis takes input i by tap o - i * stride + padding, in steps of the dilation:
    # the mirrored kernel over an input with stride - 1 zeros behind each value.
    source = b.source
    for axis, step in enumerate(stride):
        source = _spread(b, source, 2 + axis, step)
    around: list[int] = []
    for axis in reversed(range(axes)):
        before = dilation[axis] * (kernel.shape[2 + axis] - 1) - padding[axis]
        around += [before, before + extra[axis] - (stride[axis] - 1)]
    if any(around):
        source = b.call(aten.pad.default, source, around)
    weight = b.parameter("weight", _mirrored(kernel, g["groups"]))
    args = (weight, g["bias"], [1] * axes, [0] * axes, dilation, g["groups"])
    return b.call(FORWARD[b.node.target], source, *args)


def _spread(b: Builder, source: Node, axis: int, step: int) -> Node:
    """Each value of an axis, and step - 1 zeros behind it."""
    if step == 1:
        return source
    sizes = torch.Size(shape_of(source))
    before, here, after = sizes[:axis], sizes[axis], sizes[axis + 1 :]
    rows = b.reshape(source, before.numel() * here, 1, after.numel())
    spread = b.call(aten.pad.default, rows, [0, 0, 0, step - 1])
    return b.reshape(spread, *before, here * step, *after)


def _mirrored(kernel: Tensor, groups: int) -> Tensor:
    """[in_channels, out_channels / groups, ...] as [out_channels, in_channels / groups, ...]."""
    grouped = kernel.unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1)
    return grouped.flip(tuple(range(2, kernel.dim()))).contiguous()


RULES: Rules = dict.fromkeys(WITH_NUMBERS, _named_padding) | dict.fromkeys(FORWARD, _grouped)
