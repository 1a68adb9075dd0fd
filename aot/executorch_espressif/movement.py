# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Calls that only move values, written with the few that operators and views exist for: slice,
select, cat, expand, index_select, permute and reshape. Done ahead of quantization, so that every
step has its own annotation."""

from __future__ import annotations

import operator as python_operator
from math import prod

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder, Rules, rewrite, shape_of

aten = torch.ops.aten

# Padding that repeats values of the input; the constant one is an operator of its own.
PAD_MODES = ("reflect", "replicate", "circular")


def decompose_movement(module: GraphModule) -> None:
    rewrite(module, RULES)


def _pieces(b: Builder, sizes: list[int]) -> list[Node]:
    axis = b.given["dim"]
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    return [
        b.call(aten.slice.Tensor, b.source, axis, end - size, end)
        for size, end in zip(sizes, ends, strict=True)
    ]


def _split(b: Builder) -> list[Node]:
    axis = b.given["dim"]
    return _pieces(b, [value.shape[axis] for value in b.node.meta["val"]])


def _unbind(b: Builder) -> list[Node]:
    count = len(b.node.meta["val"])
    return [b.call(aten.select.int, b.source, b.given["dim"], i) for i in range(count)]


def _stack(b: Builder) -> Node:
    axis = b.given["dim"] % b.node.meta["val"].dim()
    return b.call(
        aten.cat.default,
        [b.call(aten.unsqueeze.default, tensor, axis) for tensor in b.given["tensors"]],
        axis,
    )


def _repeat(b: Builder) -> Node | None:
    times = list(b.given["repeats" if "repeats" in b.given else "dims"])
    sizes = shape_of(b.source)
    rank = max(len(times), len(sizes))
    times = [1] * (rank - len(times)) + times
    sizes = [1] * (rank - len(sizes)) + sizes
    if 0 in times or 0 in sizes:
        return None
    result = b.reshape(b.source, *sizes)
    for axis, count in enumerate(times):
        if count != 1:
            result = b.repeated(result, axis, count, each=False)
    return result


def _repeat_interleave(b: Builder) -> Node | None:
    axis, sizes = b.given["dim"], shape_of(b.source)
    source = b.source
    if axis is None:
        source, sizes, axis = b.reshape(source, prod(sizes)), [prod(sizes)], 0
    if 0 in sizes or b.given["repeats"] < 1:
        return None
    return b.repeated(source, axis % len(sizes), b.given["repeats"], each=True)


def _pixel_shuffle(b: Builder) -> Node:
    r = b.given["upscale_factor"]
    *batch, channels, height, width = shape_of(b.source)
    count = prod(batch)
    parts = b.reshape(b.source, count, channels // r**2, r, r, height, width)
    turned = b.permute(parts, 0, 1, 4, 2, 5, 3)
    return b.reshape(turned, *batch, channels // r**2, height * r, width * r)


def _pixel_unshuffle(b: Builder) -> Node:
    r = b.given["downscale_factor"]
    *batch, channels, height, width = shape_of(b.source)
    count = prod(batch)
    parts = b.reshape(b.source, count, channels, height // r, r, width // r, r)
    turned = b.permute(parts, 0, 1, 3, 5, 2, 4)
    return b.reshape(turned, *batch, channels * r**2, height // r, width // r)


def _channel_shuffle(b: Builder) -> Node:
    groups = b.given["groups"]
    batch, channels, *places = shape_of(b.source)
    parts = b.reshape(b.source, batch, groups, channels // groups, prod(places))
    return b.reshape(b.permute(parts, 0, 2, 1, 3), batch, channels, *places)


def _pad(b: Builder) -> Node | None:
    """Negative padding crops. Constant and circular padding see what is left, as in PyTorch."""
    places, rank = list(b.given["pad"]), len(shape_of(b.source))
    mode = b.given.get("mode", "constant")
    sides = [(rank - 1 - i, places[2 * i : 2 * i + 2]) for i in range(len(places) // 2)]
    if mode == "constant":
        if min(places, default=0) >= 0:
            return None
        result, padded = b.source, [max(count, 0) for count in places]
        for axis, counts in sides:
            result = _cropped(b, result, axis, *counts)
        value = b.given["value"] or 0.0
        return (
            b.call(aten.constant_pad_nd.default, result, padded, value) if any(padded) else result
        )
    if mode not in PAD_MODES:
        return None
    result = b.source
    for axis, (before, after) in sides:
        extent = shape_of(result)[axis]
        if mode == "circular" or max(before, after) <= 0:
            result = _cropped(b, result, axis, before, after)
            extent = shape_of(result)[axis]
            before, after = max(before, 0), max(after, 0)
        index = torch.arange(-before, extent + after)
        if mode == "replicate":
            index = index.clamp(0, extent - 1)
        elif mode == "circular":
            index = index % extent
        else:
            # Reflection without repeating the edge, at most once: PyTorch pads less than extent.
            index = index.abs()
            index = torch.where(index < extent, index, 2 * (extent - 1) - index)
        if before or after:
            result = b.select(result, axis, index)
    return result


def _cropped(b: Builder, source: Node, axis: int, before: int, after: int) -> Node:
    """Without as many entries as the padding is negative."""
    kept = kept_by_padding(shape_of(source)[axis], before, after)
    return source if kept is None else b.call(aten.slice.Tensor, source, axis, *kept)


def kept_by_padding(extent: int, before: int, after: int) -> tuple[int, int] | None:
    """Start and end of the entries that are left where negative padding crops an axis."""
    return None if min(before, after) >= 0 else (max(-before, 0), extent - max(-after, 0))


def _flip(b: Builder) -> Node:
    result, sizes = b.source, shape_of(b.source)
    for axis in b.given["dims"]:
        result = b.select(result, axis % len(sizes), torch.arange(sizes[axis]).flip(0))
    return result


def _roll(b: Builder) -> Node:
    result, sizes, shifts = b.source, shape_of(b.source), b.given["shifts"]
    axes = b.given["dims"]
    if not axes:
        flat = b.reshape(result, prod(sizes))
        index = torch.arange(prod(sizes)).roll(shifts[0])
        return b.reshape(b.select(flat, 0, index), *sizes)
    for axis, shift in zip(axes, shifts, strict=True):
        result = b.select(result, axis % len(sizes), torch.arange(sizes[axis]).roll(shift))
    return result


def _index(b: Builder) -> Node | None:
    """x[:, [2, 0]]: one constant list of integers."""
    given = [(axis, index) for axis, index in enumerate(b.given["indices"]) if index is not None]
    if len(given) != 1 or given[0][1].op != "get_attr":
        return None
    axis, table = given[0]
    index = python_operator.attrgetter(str(table.target))(b.module)
    if index.dim() != 1 or index.dtype not in (torch.int64, torch.int32):
        return None
    return b.select(b.source, axis, index.detach().to(torch.int64) % shape_of(b.source)[axis])


def _nearest_exact(b: Builder) -> Node:
    """Each axis by the table that PyTorch's own call makes of the ramp 0, 1, 2, …"""
    sizes, (_, *rest) = shape_of(b.source), b.given.values()
    result = b.source
    for axis in range(2, len(sizes)):
        ramp = torch.arange(sizes[axis], dtype=torch.float32)
        ramp = ramp.reshape(-1, *[1] * (len(sizes) - 1 - axis)).expand(1, 1, *sizes[2:])
        places = b.node.target(ramp.contiguous(), *rest).movedim(axis, 0).flatten(1)[:, 0]
        result = b.select(result, axis, places.to(torch.int64))
    return result


def _extreme(b: Builder) -> Node | None:
    """torch.max and torch.min over everything."""
    if b.source.meta["val"].dtype != torch.float32:
        return None
    largest = b.node.target is aten.max.default
    return b.call(aten.amax.default if largest else aten.amin.default, b.source)


def _extreme_and_index(b: Builder) -> list[Node] | None:
    if b.source.meta["val"].dtype != torch.float32:
        return None
    axis, kept = b.given["dim"], b.given["keepdim"]
    largest = b.node.target is aten.max.dim
    value = aten.amax.default if largest else aten.amin.default
    index = aten.argmax.default if largest else aten.argmin.default
    return [b.call(value, b.source, [axis], kept), b.call(index, b.source, axis, kept)]


RULES: Rules = {
    aten.split.Tensor: _split,
    aten.split_with_sizes.default: _split,
    aten.chunk.default: _split,
    aten.unbind.int: _unbind,
    aten.stack.default: _stack,
    aten.repeat.default: _repeat,
    aten.tile.default: _repeat,
    aten.repeat_interleave.self_int: _repeat_interleave,
    aten.pixel_shuffle.default: _pixel_shuffle,
    aten.pixel_unshuffle.default: _pixel_unshuffle,
    aten.channel_shuffle.default: _channel_shuffle,
    aten.pad.default: _pad,
    aten.constant_pad_nd.default: _pad,
    aten.flip.default: _flip,
    aten.roll.default: _roll,
    aten.index.Tensor: _index,
    aten._upsample_nearest_exact1d.vec: _nearest_exact,
    aten._upsample_nearest_exact2d.vec: _nearest_exact,
    aten.max.default: _extreme,
    aten.min.default: _extreme,
    aten.max.dim: _extreme_and_index,
    aten.min.dim: _extreme_and_index,
}
