# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Drawing for operators that move elements."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import EVERY, FLOATS, INTEGERS, Argument, Buffer, Draw, Tensors, buffer, out
from torch import Tensor

COMPLEX = (torch.complex32, torch.complex64, torch.complex128)
MOVED = (*EVERY, *COMPLEX)
NUMERIC = (*INTEGERS, *FLOATS, *COMPLEX)
UNKNOWN = (torch.uint16, torch.uint32, torch.uint64)
"""Dtypes that no operator computes with."""
CHANNELS_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
HUGE = (2**31 - 1, 2**31, -(2**31), 2**62, -(2**62), 2**63 - 1, -(2**63))


def channels_last(tensor: Tensor) -> Buffer:
    order = CHANNELS_LAST[tensor.dim()]
    plain = buffer(tensor.permute(order).contiguous())
    return Buffer(tensor.dtype, tuple(tensor.shape), order, plain.data)


def result(
    draw: Draw, dtype: torch.dtype, sizes: Sequence[int], order: Sequence[int] | None = None
) -> Buffer:
    """Mostly what the result needs or more; else of another dtype, rank, size or dim order."""
    kind = draw.choice(("rank", "size", "dtype", "order")) if draw.wrong(0.12) else ""
    if kind == "dtype":
        dtype = draw.dtype(NUMERIC)
    if kind == "order" and len(sizes) in CHANNELS_LAST:
        order = None if order else CHANNELS_LAST[len(sizes)]
    if kind == "rank":
        return out(dtype, draw.choice(((), (1,), (*sizes, 1))), dynamic=draw.random() < 0.5)
    if kind == "size" and sizes:
        less = [max(size - draw.randint(0, 1), 0) for size in sizes]
        return out(dtype, less, dynamic=draw.random() < 0.5, dim_order=order)
    dynamic = draw.random() < 0.6
    more = [size + draw.randint(0, 2) if dynamic else size for size in sizes]
    return out(dtype, more, dynamic=dynamic, dim_order=order)


def of_dtype(dtype: torch.dtype, drawn: Buffer) -> Buffer:
    return out(dtype, drawn.sizes, dynamic=drawn.dynamic, dim_order=drawn.dim_order)


def exact(
    draw: Draw, dtype: torch.dtype, sizes: Sequence[int], order: Sequence[int] | None = None
) -> Buffer:
    """result() in the one dim order that the official kernel does not look at."""
    drawn = result(draw, dtype, sizes)
    return out(drawn.dtype, drawn.sizes, dynamic=drawn.dynamic, dim_order=order)


def input_dtype(draw: Draw, among: Sequence[torch.dtype]) -> torch.dtype:
    return draw.choice((*UNKNOWN, *COMPLEX)) if draw.random() < 0.06 else draw.dtype(among)


def values(draw: Draw, dtype: torch.dtype, shape: Sequence[int]) -> Tensor:
    special = dtype.is_floating_point and draw.random() < 0.2
    return draw.tensor(dtype, shape, low=-100, high=100, special=special)


def tensor(draw: Draw, among: Sequence[torch.dtype] = MOVED, low: int = 0, high: int = 5) -> Tensor:
    return values(draw, input_dtype(draw, among), draw.shape(low, high))


def dim_of(draw: Draw, rank: int) -> int:
    if draw.random() < 0.06:
        return draw.choice((rank, -rank - 1, rank + 3, *HUGE))
    count = max(rank, 1)
    return draw.randint(-count, count - 1)


def size_at(shape: Sequence[int], dim: int) -> int:
    return shape[dim] if -len(shape) <= dim < len(shape) else 1


def sized(shape: Sequence[int], dim: int, size: int) -> list[int]:
    sizes = list(shape)
    if -len(sizes) <= dim < len(sizes):
        sizes[dim] = size
    return sizes


def without(shape: Sequence[int], dim: int) -> list[int]:
    sizes = list(shape)
    if -len(sizes) <= dim < len(sizes):
        del sizes[dim]
    return sizes


def mostly(draw: Draw, dtype: torch.dtype, among: Sequence[torch.dtype]) -> torch.dtype:
    """What `dtype` is converted to: mostly itself."""
    return dtype if draw.random() < 0.4 else draw.dtype(among)


def cut(arguments: list[Argument]) -> str | None:
    """Why an official kernel is wrong that takes sizes, or what is added to sizes."""
    lists = [each for each in arguments if isinstance(each, list) and not isinstance(each, Tensors)]
    large = any(size >= 2**31 for each in lists for size in each)
    return "a number beyond int32 is cut to its low half" if large else None
