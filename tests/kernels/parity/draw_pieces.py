# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators that take a tensor into pieces, or put a piece in its place."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import EVERY, Argument, Buffer, Draw, Tensors, out
from calls import draws
from movement import (
    CHANNELS_LAST,
    COMPLEX,
    HUGE,
    NUMERIC,
    UNKNOWN,
    dim_of,
    exact,
    input_dtype,
    mostly,
    result,
    size_at,
    sized,
    tensor,
    without,
)
from torch import Tensor


@draws("aten::narrow_copy.out", calls=150)
def narrow_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, low=0 if draw.random() < 0.1 else 1)
    # The official kernel aborts for a dimension that counts from the end.
    dim = dim_of(draw, x.dim()) % max(x.dim(), 1) if draw.random() < 0.95 else x.dim()
    size = size_at(x.shape, dim)
    start = draw.randint(0, size) if draw.random() < 0.85 else draw.randint(-size - 1, size + 1)
    length = draw.randint(0, max(size - start, 0))
    to = exact(draw, x.dtype, sized(x.shape, dim, length))
    if draw.random() < 0.06:
        length = draw.choice((-1, size - start + 1, *HUGE))
    if draw.random() < 0.03:
        start = draw.choice(HUGE)
    return [x, dim, start, length, to]


@draws("aten::select_copy.int_out", calls=120)
def select_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, low=0 if draw.random() < 0.1 else 1)
    dim = dim_of(draw, x.dim())
    size = size_at(x.shape, dim)
    index = draw.randint(-size, max(size - 1, 0))
    if draw.random() < 0.08:
        index = draw.choice((size, -size - 1, *HUGE))
    return [x, dim, index, result(draw, x.dtype, without(x.shape, dim))]


def slice_of(draw: Draw, size: int) -> tuple[int | None, int | None, int, int]:
    start, end = (
        draw.choice((None, draw.randint(-size - 2, size + 2), draw.choice(HUGE)))
        if draw.random() < 0.3
        else draw.randint(0, size)
        for _ in range(2)
    )
    step = draw.choice((1, 1, 2, 3, 7, 2**40))
    length = len(range(size)[slice(start, end, step)])
    if draw.random() < 0.05:
        step = draw.choice((0, -1, -(2**63)))
    return start, end, step, length


@draws("aten::slice_copy.Tensor_out", calls=200)
def slice_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, low=0 if draw.random() < 0.1 else 1)
    dim = dim_of(draw, x.dim())
    start, end, step, length = slice_of(draw, size_at(x.shape, dim))
    return [x, dim, start, end, step, result(draw, x.dtype, sized(x.shape, dim, length))]


def source(draw: Draw, to: torch.dtype, shape: Sequence[int]) -> Tensor:
    """What is scattered: of any dtype, with values that `to` can hold."""
    dtype = draw.choice((*UNKNOWN, *COMPLEX)) if draw.random() < 0.04 else mostly(draw, to, EVERY)
    sizes = list(shape)
    if draw.random() < 0.08:
        sizes = draw.choice((sizes[1:], [*sizes, 1], [size + 1 for size in sizes]))
    x = draw.tensor(dtype, sizes, low=0 if to == torch.uint8 else -100, high=100)
    return x.round() if to == torch.bool and dtype.is_floating_point else x


@draws("aten::slice_scatter.out", calls=250)
def slice_scatter(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY, low=0 if draw.random() < 0.05 else 1)
    dim = dim_of(draw, x.dim())
    start, end, step, length = slice_of(draw, size_at(x.shape, dim))
    src = source(draw, x.dtype, sized(x.shape, dim, length))
    return [x, src, dim, start, end, step, result(draw, x.dtype, x.shape)]


@draws("aten::select_scatter.out", calls=250)
def select_scatter(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY, low=0 if draw.random() < 0.05 else 1)
    dim = dim_of(draw, x.dim())
    size = size_at(x.shape, dim)
    index = draw.randint(-size, max(size - 1, 0))
    if draw.random() < 0.08:
        index = draw.choice((size, -size - 1, *HUGE))
    src = source(draw, x.dtype, without(x.shape, dim))
    return [x, src, dim, index, result(draw, x.dtype, x.shape)]


def convertible(draw: Draw, low: int) -> tuple[Tensor, torch.dtype]:
    """A tensor of any dtype, and one that its values are converted to."""
    dtype = input_dtype(draw, EVERY)
    to = mostly(draw, dtype, EVERY) if draw.random() < 0.95 else draw.choice(COMPLEX)
    low_value = 0 if to == torch.uint8 else -100
    x = draw.tensor(dtype, draw.shape(low, 4), low=low_value, high=100)
    return x.round() if to == torch.bool and dtype.is_floating_point else x, to


def piece(draw: Draw, dtype: torch.dtype, sizes: Sequence[int]) -> Buffer:
    return out(dtype, sizes, dynamic=draw.random() < 0.5)


def spoiled(draw: Draw, pieces: list[Buffer]) -> Tensors:
    """The outputs; in some calls one is missing, or of another dtype or size."""
    if pieces and draw.wrong(0.12):
        at = draw.randrange(len(pieces))
        kind = draw.choice(("missing", "dtype", "size", "order"))
        bad = pieces[at]
        if kind == "missing":
            del pieces[at]
        elif kind == "dtype":
            pieces[at] = out(draw.dtype(NUMERIC), bad.sizes)
        elif kind == "size":
            pieces[at] = out(bad.dtype, [size + 1 for size in bad.sizes], dynamic=False)
        elif len(bad.sizes) in CHANNELS_LAST:
            pieces[at] = out(bad.dtype, bad.sizes, dim_order=CHANNELS_LAST[len(bad.sizes)])
    return Tensors(pieces)


@draws("aten::split_copy.Tensor_out", calls=250)
def split_copy(draw: Draw) -> list[Argument]:
    x, to = convertible(draw, 0 if draw.random() < 0.05 else 1)
    dim = dim_of(draw, x.dim())
    size = size_at(x.shape, dim)
    split_size = draw.randint(1, 4) if size else draw.randint(0, 2)
    sizes = [split_size] * (size // split_size) if split_size else []
    if size % max(split_size, 1) or not sizes:
        sizes.append(size - sum(sizes))
    pieces = [piece(draw, to, sized(x.shape, dim, each)) for each in sizes]
    if draw.random() < 0.06:
        split_size = draw.choice((0, -1, *HUGE))
    return [x, split_size, dim, spoiled(draw, pieces)]


@draws("aten::split_with_sizes_copy.out", calls=250)
def split_with_sizes_copy(draw: Draw) -> list[Argument]:
    x, to = convertible(draw, 0 if draw.random() < 0.05 else 1)
    dim = dim_of(draw, x.dim())
    left, sizes = size_at(x.shape, dim), []
    while left > 0 or (not sizes and draw.random() < 0.8):
        sizes.append(draw.randint(0, left))
        left -= sizes[-1]
    pieces = [piece(draw, to, sized(x.shape, dim, each)) for each in sizes]
    if sizes and draw.random() < 0.08:
        sizes[draw.randrange(len(sizes))] += draw.choice((1, -1, -5, 2**62))
    # Outputs of several dtypes: see test_movement.py.
    return [x, sizes, dim, spoiled_but_dtype(draw, pieces)]


def spoiled_but_dtype(draw: Draw, pieces: list[Buffer]) -> Tensors:
    dtype = pieces[0].dtype if pieces else torch.float32
    bad = spoiled(draw, pieces)
    return Tensors([each if each.dtype == dtype else out(dtype, each.sizes) for each in bad])


@draws("aten::unbind_copy.int_out", calls=250)
def unbind_copy(draw: Draw) -> list[Argument]:
    x, to = convertible(draw, 0 if draw.random() < 0.05 else 1)
    dim = dim_of(draw, x.dim())
    count = size_at(x.shape, dim)
    pieces = [piece(draw, to, without(x.shape, dim)) for _ in range(count)]
    return [x, dim, spoiled(draw, pieces)]


@draws("aten::unfold_copy.out", calls=200)
def unfold_copy(draw: Draw) -> list[Argument]:
    x, to = convertible(draw, 0 if draw.random() < 0.05 else 1)
    dim = dim_of(draw, x.dim())
    length = size_at(x.shape, dim)
    size, step = draw.randint(0, length), draw.choice((1, 1, 2, 3, 2**40))
    sizes = [*sized(x.shape, dim, (length - size) // step + 1), size]
    if draw.random() < 0.08:
        size = draw.choice((-1, length + 1, *HUGE))
    elif draw.random() < 0.05:
        step = draw.choice((0, -1, -(2**63)))
    return [x, dim, size, step, exact(draw, to, sizes)]
