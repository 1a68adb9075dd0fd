# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Creating tensors, and reading and writing them at positions that are data."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from arguments import EVERY, FLOATS, INTEGERS, Argument, Buffer, Draw, OptionalTensors, out
from calls import draws
from torch import Tensor

UNSIGNED = (torch.uint16, torch.uint32, torch.complex64)
"""Dtypes that no portable kernel computes with."""


def scalar(draw: Draw) -> bool | int | float:
    return draw.choice(
        (
            draw.randint(-3, 9),
            draw.choice((-255, 255, -256, 256, 70000, -40000, 2**31, -(2**62), 2**40 + 1)),
            draw.uniform(-4, 4),
            draw.choice((1e39, -7e4, 65505.0, 1e300, math.inf, -math.inf, math.nan, -0.0, 0.1)),
            draw.random() < 0.5,
        )
    )


def result(draw: Draw, dtype: torch.dtype, sizes: Sequence[int]) -> Buffer:
    """Mostly what the result needs or more; else static, too small or of another rank."""
    if draw.wrong():
        other = draw.choice(((), (1,), (2, 1), (7, 1, 1), (*sizes, 1)))
        return out(dtype, other, dynamic=draw.random() < 0.5)
    dynamic = draw.random() < 0.7
    more = [size + draw.randint(0, 2) if dynamic else size for size in sizes]
    return out(dtype, more, dynamic=dynamic)


def sizes_of(draw: Draw, shape: tuple[int, ...]) -> list[int]:
    sizes = list(shape)
    if sizes and draw.random() < 0.04:
        sizes[0] = -1
    return sizes


def indices(draw: Draw, shape: Sequence[int], low: int, high: int, dtype: torch.dtype) -> Tensor:
    """From low to high - 1, of which in one of eight tensors one entry is outside."""
    index = draw.tensor(dtype, shape, low=low, high=max(high - 1, low))
    if index.numel() > 0 and draw.random() < 0.12:
        flat = index.reshape(-1)
        flat[draw.randrange(flat.numel())] = draw.choice((high, low - 1, 30000))
        index = flat.reshape(tuple(shape))
    return index


# --- creation -------------------------------------------------------------------------------------


@draws("aten::full.out", calls=250)
def full(draw: Draw) -> list[Argument]:
    shape = draw.shape()
    dtype = draw.choice(UNSIGNED) if draw.random() < 0.05 else draw.dtype()
    return [sizes_of(draw, shape), scalar(draw), result(draw, dtype, shape)]


@draws("aten::full_like.out", calls=250)
def full_like(draw: Draw) -> list[Argument]:
    shape = draw.shape()
    like = draw.tensor(draw.dtype(), shape, channels_last=draw.random() < 0.2)
    memory_format = draw.choice((None, None, 0, 1, 2))
    return [like, scalar(draw), memory_format, result(draw, draw.dtype(), shape)]


@draws("aten::scalar_tensor.out", calls=250)
def scalar_tensor(draw: Draw) -> list[Argument]:
    return [scalar(draw), result(draw, draw.dtype(), ())]


@draws("aten::ones.out", "aten::zeros.out", calls=80)
def ones_zeros(draw: Draw, name: str) -> list[Argument]:
    shape = draw.shape()
    dtype = draw.choice(UNSIGNED) if draw.random() < 0.1 else draw.dtype()
    return [sizes_of(draw, shape), result(draw, dtype, shape)]


@draws("aten::empty.out", calls=60, values=False)
def empty(draw: Draw) -> list[Argument]:
    shape = draw.shape()
    return [sizes_of(draw, shape), draw.choice((None, 0)), result(draw, draw.dtype(), shape)]


@draws("aten::arange.out", calls=120)
def arange(draw: Draw) -> list[Argument]:
    end = draw.choice((draw.randint(-2, 30), draw.uniform(-1, 12), draw.choice((True, 0, 0.0))))
    size = max(0, math.ceil(end))
    return [end, result(draw, draw.dtype((*INTEGERS, *FLOATS, torch.bool)), (size,))]


@draws("aten::arange.start_out", calls=200)
def arange_start(draw: Draw) -> list[Argument]:
    start = draw.choice((draw.randint(-9, 9), draw.uniform(-9, 9)))
    step = draw.choice((1, 2, 3, -1, -2, 0.5, -0.3, 0.1, draw.uniform(-2, 2), 0))
    length = draw.randint(0, 9)
    end = start + length * step + draw.choice((0, 0, 0.25 * step))
    if draw.random() < 0.1:
        end = start - step * 2
    if draw.random() < 0.05:
        end = draw.choice((math.nan, math.inf, True))
    size = 3
    if step and math.isfinite(end):
        size = max(0, math.ceil((end - start) / step))
    return [start, end, step, result(draw, draw.dtype((*INTEGERS, *FLOATS)), (size,))]


@draws("aten::rand.out", "aten::randn.out", calls=60, values=False)
def random_values(draw: Draw, name: str) -> list[Argument]:
    shape = draw.shape()
    dtype = draw.dtype() if draw.random() < 0.2 else draw.dtype(FLOATS)
    return [sizes_of(draw, shape), result(draw, dtype, shape)]


@draws("aten::native_dropout.out", calls=120)
def native_dropout(draw: Draw) -> list[Argument]:
    """With probabilities whose result is not random."""
    shape = draw.shape()
    x = draw.tensor(draw.dtype(FLOATS if draw.random() < 0.8 else EVERY), shape)
    probability = draw.choice((0.0, 1.0, 1.0, 0.0, 1.5, -0.1))
    mask = torch.bool if draw.random() < 0.9 else torch.uint8
    written = x.dtype if draw.random() < 0.95 else torch.int8
    train = draw.choice((None, True, True, False))
    return [x, probability, train, result(draw, written, shape), result(draw, mask, shape)]


# --- positions along one axis ---------------------------------------------------------------------


def axis_of(draw: Draw, rank: int) -> int:
    rank = max(rank, 1)
    return draw.randint(-rank, rank - 1) if draw.random() < 0.94 else draw.choice((rank, -rank - 1))


@draws("aten::index_select.out", calls=200)
def index_select(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(), channels_last=draw.random() < 0.1)
    dim = axis_of(draw, x.dim())
    place = dim % max(x.dim(), 1)
    size = x.shape[place] if x.dim() else 1
    count = draw.randint(0, 5) if x.dim() else draw.choice((1, 1, 2))
    dtype = draw.choice((torch.int64, torch.int64, torch.int32, torch.int32, torch.int16))
    shape = draw.choice(((count,), (count,), (count,), (), (1, count)))
    index = indices(draw, shape, 0, size, dtype)
    sizes = list(x.shape)
    if sizes:
        sizes[place] = index.numel()
    written = x.dtype if draw.random() < 0.95 else draw.dtype()
    return [x, dim, index, result(draw, written, sizes)]


@draws("aten::embedding.out", calls=200)
def embedding(draw: Draw) -> list[Argument]:
    weight = draw.tensor(draw.dtype(), (draw.randint(1, 6), draw.randint(0, 5)))
    if draw.random() < 0.05:
        weight = weight[0].contiguous()
    dtype = draw.choice((torch.int64, torch.int32, torch.int64, torch.int32, torch.int16))
    index = indices(draw, draw.shape(0, 3), 0, weight.shape[0], dtype)
    sizes = (*index.shape, weight.shape[-1])
    return [weight, index, draw.choice((-1, 0)), False, False, result(draw, weight.dtype, sizes)]


def smaller(draw: Draw, shape: Sequence[int]) -> list[int]:
    return [draw.randint(0 if draw.random() < 0.05 else min(1, s), s) for s in shape]


def ranked(draw: Draw) -> tuple[tuple[int, ...], list[int], int, int]:
    """Sizes of an input and of an index into it, the dimension, and that dimension's size."""
    shape = draw.shape(largest=4)
    dim = axis_of(draw, len(shape))
    if not shape:
        return shape, draw.choice(([], [1], [3])), dim, 1
    place = dim % len(shape)
    index = smaller(draw, shape)
    index[place] = draw.randint(1, 5)
    if draw.random() < 0.05:
        index[draw.randrange(len(index))] += 3
    if draw.random() < 0.04:
        index = [1, *index]
    if shape == (1,) and draw.random() < 0.3:
        index = []
    return shape, index, dim, shape[place]


def layout_unheeded(arguments: list[Argument]) -> str | None:
    for argument in arguments:
        if isinstance(argument, Tensor) and not argument.is_contiguous():
            return "it takes every tensor for a contiguous one"
    return None


@draws("aten::gather.out", calls=250, wrong_official=layout_unheeded)
def gather(draw: Draw) -> list[Argument]:
    shape, index_shape, dim, size = ranked(draw)
    dtype = draw.choice(UNSIGNED) if draw.random() < 0.04 else draw.dtype()
    x = torch.zeros(shape, dtype=dtype) if dtype in UNSIGNED else draw.tensor(dtype, shape)
    if min(x.shape, default=1) > 1 and draw.random() < 0.1:
        x = x.contiguous(memory_format=torch.channels_last) if x.dim() == 4 else x
    index = indices(
        draw, index_shape, 0, size, torch.int64 if draw.random() < 0.95 else torch.int32
    )
    written = x.dtype if draw.random() < 0.95 else draw.dtype()
    return [x, dim, index, draw.random() < 0.1, result(draw, written, index_shape)]


def source(draw: Draw, index_shape: Sequence[int], dtype: torch.dtype) -> Tensor:
    more = [size + draw.choice((0, 0, 1, 2)) for size in index_shape]
    if more and draw.random() < 0.06:
        more[0] = max(0, more[0] - 2)
    return draw.tensor(dtype if draw.random() < 0.95 else draw.dtype(), more)


@draws("aten::scatter.src_out", "aten::scatter_add.out", calls=250, rtol=1e-6)
def scatter(draw: Draw, name: str) -> list[Argument]:
    shape, index_shape, dim, size = ranked(draw)
    x = draw.tensor(draw.dtype(), shape)
    index = indices(draw, index_shape, 0, size, torch.int64)
    src = source(draw, index_shape, x.dtype)
    if not shape:  # the official kernel adds the first element as many times as there are
        src = src[:1].expand(src.shape).contiguous() if src.dim() else src
    return [x, dim, index, src, result(draw, x.dtype, shape)]


@draws("aten::scatter.value_out", calls=250)
def scatter_value(draw: Draw) -> list[Argument]:
    shape, index_shape, dim, size = ranked(draw)
    x = draw.tensor(draw.dtype(), shape)
    index = indices(draw, index_shape, 0, size, torch.int64)
    return [x, dim, index, scalar(draw), result(draw, x.dtype, shape)]


# --- positions in all axes ------------------------------------------------------------------------


def masks_and_indices(draw: Draw, shape: tuple[int, ...]) -> OptionalTensors:
    listed: list[Tensor | None] = []
    block = [draw.randint(1, 3) for _ in range(draw.choice((0, 1, 1, 2)))]
    axis = 0
    while axis < len(shape) and draw.random() < 0.75:
        kind = draw.random()
        if kind < 0.3:
            listed.append(None)
        elif kind < 0.45:
            axes = draw.randint(1, min(2, len(shape) - axis))
            dtype = draw.choice((torch.bool, torch.bool, torch.uint8))
            mask = draw.tensor(torch.bool, shape[axis : axis + axes])
            if draw.random() < 0.3:
                mask[...] = False
                if mask.numel():
                    mask.reshape(-1)[draw.randrange(mask.numel())] = True
            if draw.random() < 0.05:
                mask = mask[:-1].contiguous()
            listed.append(mask.to(dtype))
            axis += axes - 1
        else:
            own = list(draw.broadcastable(block))
            if draw.random() < 0.04:
                own.append(4)
            dtype = draw.choice((torch.int64, torch.int64, torch.int32))
            if draw.random() < 0.03:
                dtype = torch.int16
            listed.append(indices(draw, own, -shape[axis], shape[axis], dtype))
        axis += 1
    if draw.random() < 0.03:
        listed += [torch.zeros(1, dtype=torch.int64)] * 3
    return OptionalTensors(listed)


def one_index(draw: Draw, shape: tuple[int, ...], low: int = 0) -> OptionalTensors:
    """One 1-dim index among nulls."""
    axis = draw.randrange(len(shape)) if shape else 0
    size = shape[axis] if shape else 1
    dtype = draw.choice((torch.int64, torch.int32))
    index = indices(draw, (draw.randint(0, 4),), -size if low else 0, size, dtype)
    nulls = [None] * draw.choice((0, 0, max(0, len(shape) - axis - 1)))
    return OptionalTensors([None] * axis + [index] + nulls)


def indexed_sizes(shape: Sequence[int], listed: Sequence[Tensor | None]) -> list[int] | None:
    """By PyTorch; None if it refuses."""
    given = [slice(None) if i is None else i.bool() if i.dtype == torch.uint8 else i
             for i in listed]  # fmt: skip
    try:
        return list(torch.empty(tuple(shape))[tuple(given)].shape)
    except (IndexError, RuntimeError, ValueError):
        return None


@draws("aten::index.Tensor_out", calls=400)
def index(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(), channels_last=draw.random() < 0.1)
    shape = tuple(x.shape)
    listed = (
        one_index(draw, shape, low=1) if draw.random() < 0.3 else masks_and_indices(draw, shape)
    )
    sizes = indexed_sizes(shape, listed)
    written = x.dtype if draw.random() < 0.97 else draw.dtype()
    return [x, listed, result(draw, written, sizes if sizes is not None else (3, 3))]


@draws("aten::index_put.out", calls=400, rtol=1e-6)
def index_put(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape())
    shape = tuple(x.shape)
    listed = (
        one_index(draw, shape, low=1) if draw.random() < 0.2 else masks_and_indices(draw, shape)
    )
    sizes = indexed_sizes(shape, listed)
    values = draw.broadcastable(sizes if sizes is not None else (3, 3))
    if draw.random() < 0.05:
        values = (*values, 7)
    dtype = x.dtype if draw.random() < 0.97 else draw.dtype()
    return [x, listed, draw.tensor(dtype, values), draw.random() < 0.5,
            result(draw, x.dtype, shape)]  # fmt: skip


@draws("aten::index_put_", calls=250)
def index_put_in_place(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(1))
    shape = tuple(x.shape)
    listed = one_index(draw, shape) if draw.random() < 0.85 else masks_and_indices(draw, shape)
    sizes = indexed_sizes(shape, listed)
    values = list(sizes if sizes is not None else shape)
    if values and draw.random() < 0.06:
        values[draw.randrange(len(values))] += 1
    return [x, listed, draw.tensor(x.dtype, values), draw.random() < 0.05]


# --- masks ----------------------------------------------------------------------------------------


def masked(draw: Draw) -> tuple[Tensor, Tensor, tuple[int, ...]]:
    shape = draw.shape()
    x = draw.tensor(draw.dtype(), draw.broadcastable(shape))
    mask = draw.tensor(
        torch.bool if draw.random() < 0.96 else torch.uint8, draw.broadcastable(shape)
    )
    if mask.dim() and draw.random() < 0.05:
        mask = draw.tensor(torch.bool, (*shape, 6))
    try:
        sizes = tuple(torch.broadcast_shapes(x.shape, mask.shape))
    except RuntimeError:
        sizes = shape
    return x, mask, sizes


@draws("aten::masked_select.out", calls=200)
def masked_select(draw: Draw) -> list[Argument]:
    x, mask, sizes = masked(draw)
    return [x, mask, result(draw, x.dtype, (math.prod(sizes),))]


@draws("aten::masked_scatter.out", calls=200)
def masked_scatter(draw: Draw) -> list[Argument]:
    x, mask, sizes = masked(draw)
    count = math.prod(sizes) if draw.random() < 0.7 else draw.randint(0, 9)
    return [x, mask, draw.tensor(x.dtype, (count,)), result(draw, x.dtype, sizes)]


def layout_of_nonzero(arguments: list[Argument]) -> str | None:
    x, result = arguments
    by_columns = result.dim_order == (1, 0)
    return layout_unheeded([x]) or ("it writes rows into columns" if by_columns else None)


@draws(
    "aten::nonzero.out",
    calls=150,
    wrong_official=layout_of_nonzero,
    right=lambda arguments: arguments[0].nonzero(),
)
def nonzero(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(), low=-1, high=1, special=True)
    if x.dim() == 4 and draw.random() < 0.15:
        x = x.contiguous(memory_format=torch.channels_last)
    dtype = torch.int64 if draw.random() < 0.95 else torch.int32
    sizes = (x.numel(), x.dim())
    if draw.random() < 0.3:
        return [x, out(dtype, sizes, dim_order=(1, 0))]
    return [x, result(draw, dtype, sizes)]
