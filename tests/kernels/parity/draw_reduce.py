# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Reductions."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import EVERY, FLOATS, INTEGERS, Argument, Draw, out
from calls import draws
from reduced import NUMBERS, drawn_dim, filled, result
from torch import Tensor


def _dims(draw: Draw, rank: int) -> list[int]:
    """Some dimensions, each once, some counted from the end; all of them if there are none."""
    axes = [axis for axis in range(max(rank, 1)) if draw.random() < 0.5]
    draw.shuffle(axes)
    return [axis - max(rank, 1) if draw.random() < 0.4 else axis for axis in axes]


def _left(shape: Sequence[int], dims: Sequence[int], keepdim: bool) -> list[int]:
    rank = len(shape)
    gone = {dim % rank for dim in dims} if rank else set()
    if not dims:
        gone = set(range(rank))
    if keepdim:
        return [1 if axis in gone else size for axis, size in enumerate(shape)]
    return [size for axis, size in enumerate(shape) if axis not in gone]


_Case = tuple[Tensor, list[int] | None, bool, list[int], str]


def _case(draw: Draw, dtype: torch.dtype, shape: Sequence[int], limit: float = 5) -> _Case:
    """Input, dims, keepdim, the sizes of the result, and what is wrong with the call, or ""."""
    x = draw.tensor(dtype, shape, low=-limit, high=limit)
    dims: list[int] | None = _dims(draw, len(shape))
    if draw.random() < 0.1:
        dims = None
    keepdim = draw.random() < 0.5
    kind = draw.choice(["dim", "twice", "size", "dtype"]) if draw.wrong() else ""
    left = _left(shape, dims or [], keepdim)
    if kind == "dim":
        dims = [draw.choice([max(len(shape), 1), -max(len(shape), 1) - 1])]
    if kind == "twice":
        dims = [0, 0]
    return x, dims, keepdim, left, kind


def _case_of_sum(draw: Draw, dtype: torch.dtype) -> _Case:
    limit = 1 if dtype == torch.int8 else 5
    # Over a dimension of a 0-dim tensor, the official kernel aborts.
    x, dims, keepdim, left, kind = _case(draw, dtype, draw.shape(low=1), limit)
    if draw.random() < 0.05:
        return draw.tensor(dtype, ()), None, keepdim, [], ""
    return x, dims, keepdim, left, kind


# The official kernel sums integers and doubles of equal dtypes in float, if they are of one
# dimension: small integers, and double results as near as float is.
@draws("aten::sum.IntList_out", calls=200, rtol=4e-6, atol=4e-6, half_ulps=2)
def sum_out(draw: Draw) -> list[Argument]:
    if draw.random() < 0.1:
        return _sum_of_complex(draw)
    dtype = draw.dtype()
    x, dims, keepdim, left, kind = _case_of_sum(draw, dtype)
    if dtype == torch.uint8:
        x = x % 2
    to = dtype if draw.random() < 0.5 else draw.dtype()
    if to == torch.uint8 and dtype != torch.uint8:
        to = torch.int32
    asked = draw.choice([None, to])
    if kind == "dtype":
        asked = draw.dtype([d for d in EVERY if d != to])
    return [x, dims, keepdim, asked, result(draw, to, left, kind == "size")]


def _sum_of_complex(draw: Draw) -> list[Argument]:
    dtype = draw.choice([torch.complex64, torch.complex128])
    x, dims, keepdim, left, kind = _case_of_sum(draw, dtype.to_real())
    x = torch.complex(x, draw.tensor(x.dtype, x.shape))
    if kind == "dtype" and x.numel() > 0:
        to = draw.dtype((torch.float32, torch.int32))
        return [x, dims, keepdim, None, result(draw, to, left, False)]
    return [x, dims, keepdim, None, result(draw, dtype, left, kind == "size")]


@draws("aten::mean.out", calls=150, rtol=4e-6, atol=4e-6, half_ulps=2)
def mean(draw: Draw) -> list[Argument]:
    to = draw.dtype(FLOATS)
    asked = to if draw.random() < 0.5 else None
    x, dims, keepdim, left, kind = _case(draw, draw.dtype(EVERY if asked else FLOATS), draw.shape())
    if kind == "dtype":
        asked, to = draw.choice([(None, torch.int32), (torch.int32, torch.int32)])
        if draw.random() < 0.3:
            asked, to = torch.float32, torch.float64
    return [x, dims, keepdim, asked, result(draw, to, left, kind == "size")]


@draws("aten::mean.dtype_out", calls=80, rtol=4e-6, atol=4e-6, half_ulps=2)
def mean_dtype(draw: Draw) -> list[Argument]:
    to = draw.dtype(FLOATS)
    asked = to if draw.random() < 0.5 else None
    x = draw.tensor(draw.dtype(EVERY if asked else FLOATS), draw.shape(), low=-5, high=5)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        to = torch.int64
    return [x, asked, result(draw, to, [], wrong and to.is_floating_point)]


# Not over no elements: the official kernel aborts, ours refuses or has nothing to write.
@draws("aten::amax.out", "aten::amin.out", calls=100)
def extreme(draw: Draw, name: str) -> list[Argument]:
    x, dims, keepdim, left, kind = _case(draw, draw.dtype(), filled(draw), 100)
    if x.is_floating_point():
        x = draw.tensor(x.dtype, x.shape, special=True)
    if x.dim() == 4 and kind == "" and draw.random() < 0.5:
        # Upstream writes results in the order of the dimensions, whatever that of out is: those
        # of one channel, or one result.
        x = x.contiguous(memory_format=torch.channels_last)
        dims = draw.choice([[1], [0, 1, 2, 3], []])
        order = None if x.is_contiguous() else (0, 2, 3, 1)
        return [x, dims, True, out(x.dtype, _left(x.shape, dims, True), dim_order=order)]
    to = draw.dtype([d for d in EVERY if d != x.dtype]) if kind == "dtype" else x.dtype
    return [x, dims or [], keepdim, result(draw, to, left, kind == "size")]


@draws("aten::any.dims_out", calls=120)
def any_dims(draw: Draw) -> list[Argument]:
    x, dims, keepdim, left, kind = _case(draw, draw.dtype(), draw.shape(), 1.2)
    if dims == []:
        left = list(x.shape)
    to = draw.choice([torch.bool, torch.uint8])
    if kind == "dtype":
        to = draw.dtype(NUMBERS[1:])
    return [x, dims, keepdim, result(draw, to, left, kind == "size")]


@draws("aten::any.out", calls=80)
def any_dim(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(), low=-1.2, high=1.2, special=True)
    dim, keepdim = drawn_dim(draw, x.dim()), draw.random() < 0.5
    left = _left(x.shape, [dim], keepdim)
    to = draw.choice([torch.bool, torch.uint8])
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
    elif wrong and draw.random() < 0.5:
        to = draw.dtype(NUMBERS[1:])
    return [x, dim, keepdim, result(draw, to, left, wrong and draw.random() < 0.5)]


@draws("aten::any.all_out")
def any_all(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(), low=-0.9, high=0.9)
    if draw.random() < 0.4:
        x = torch.zeros_like(x)
    wrong = draw.wrong()
    to = draw.dtype(NUMBERS[1:]) if wrong else draw.choice([torch.bool, torch.uint8])
    return [x, result(draw, to, [], wrong and draw.random() < 0.5)]


def _scattered(draw: Draw, dtype: torch.dtype, shape: Sequence[int]) -> Tensor:
    return draw.tensor(dtype, shape, low=-8, high=8, special=draw.random() < 0.4)


@draws("aten::argmax.out", "aten::argmin.out", calls=100)
def arg_extreme(draw: Draw, name: str) -> list[Argument]:
    dim: int | None = None
    if draw.random() < 0.2:
        x = _scattered(draw, draw.dtype(NUMBERS), filled(draw))
    else:
        # Empty along dim is refused, elsewhere there is nothing to do.
        x = _scattered(draw, draw.dtype(NUMBERS), draw.shape())
        dim = drawn_dim(draw, x.dim())
    keepdim = draw.random() < 0.5
    left = _left(x.shape, [] if dim is None else [dim], keepdim)
    to = torch.int64
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3 and dim is not None:
        dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
    elif wrong and draw.random() < 0.4:
        to = draw.choice([torch.int32, torch.float32])
    elif wrong and draw.random() < 0.5:
        x = draw.tensor(torch.bool, x.shape)
    elif wrong:
        return [x, dim, keepdim, result(draw, to, left, True)]
    return [x, dim, keepdim, result(draw, to, left, False)]


@draws("aten::max.dim_max", "aten::min.dim_min", calls=100)
def extreme_dim(draw: Draw, name: str) -> list[Argument]:
    x = _scattered(draw, draw.dtype(), draw.shape())
    dim, keepdim = drawn_dim(draw, x.dim()), draw.random() < 0.5
    left = _left(x.shape, [dim], keepdim)
    room = draw.choice([0, 1])
    larger = [size + room for size in left]
    values, indices = out(x.dtype, larger), out(torch.int64, larger)
    wrong = draw.wrong()
    if wrong:
        choice = draw.choice(["dim", "dtype", "index", "sizes"])
        if choice == "dim":
            dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
        elif choice == "dtype":
            values = out(draw.dtype([d for d in EVERY if d != x.dtype]), larger)
        elif choice == "index":
            indices = out(torch.int32, larger)
        else:
            indices = out(torch.int64, [*larger, 2])
    return [x, dim, keepdim, values, indices]


@draws("aten::max.unary_out", "aten::min.unary_out", calls=100)
def extreme_all(draw: Draw, name: str) -> list[Argument]:
    x = _scattered(draw, draw.dtype(), draw.shape())
    wrong = draw.wrong()
    to = x.dtype if draw.random() < 0.4 else draw.dtype()
    return [x, result(draw, to, [], wrong)]


# Of few elements: upstream rounds each product of halves, ours the last one.
@draws("aten::prod.out", calls=80, rtol=2e-6, half_ulps=8)
def prod(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(high=3, largest=3), low=-2, high=2)
    asked = draw.choice([None, draw.dtype()])
    to = asked or (x.dtype if x.is_floating_point() else torch.int64)
    if x.is_floating_point() and not to.is_floating_point:
        x = x.round()
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        to = draw.dtype([d for d in EVERY if d != to])
    return [x, asked, result(draw, to, [], wrong and draw.random() < 0.5)]


@draws("aten::prod.int_out", calls=80, rtol=2e-6, half_ulps=8)
def prod_int(draw: Draw) -> list[Argument]:
    x = draw.tensor(draw.dtype(), draw.shape(), low=-2, high=2)
    dim, keepdim = drawn_dim(draw, x.dim()), draw.random() < 0.5
    to = draw.dtype()
    if x.is_floating_point() and not to.is_floating_point:
        x = x.round()
    asked = draw.choice([None, to])
    left = _left(x.shape, [dim], keepdim)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
    elif wrong and draw.random() < 0.5:
        asked = draw.dtype([d for d in EVERY if d != to])
    return [x, dim, keepdim, asked, result(draw, to, left, wrong and draw.random() < 0.5)]


# Upstream sums halves in halves, ours in float: few elements, and what remains of the difference.
_VARIANCE = {"calls": 150, "rtol": 2e-5, "atol": 2e-6, "half_ulps": 40}


def _variance_case(draw: Draw) -> tuple[_Case, torch.dtype]:
    x, dims, keepdim, left, kind = _case(draw, draw.dtype(FLOATS), draw.shape(largest=3), 2)
    to = draw.dtype(FLOATS)
    if kind == "dtype":
        if draw.random() < 0.5:
            x = draw.tensor(draw.dtype(INTEGERS), x.shape)
        else:
            to = draw.dtype(INTEGERS)
    return (x, dims, keepdim, left, kind), to


@draws("aten::var.out", **_VARIANCE)
def var(draw: Draw) -> list[Argument]:
    (x, dims, keepdim, left, kind), to = _variance_case(draw)
    return [x, dims, draw.random() < 0.5, keepdim, result(draw, to, left, kind == "size")]


def _correction(draw: Draw) -> float | int | None:
    return draw.choice([None, 0, 1, 2, 0.5, 1.25])


@draws("aten::var.correction_out", **_VARIANCE)
def var_correction(draw: Draw) -> list[Argument]:
    (x, dims, keepdim, left, kind), to = _variance_case(draw)
    return [x, dims, _correction(draw), keepdim, result(draw, to, left, kind == "size")]


@draws("aten::var_mean.correction_out", **_VARIANCE)
def var_mean(draw: Draw) -> list[Argument]:
    (x, dims, keepdim, left, kind), to = _variance_case(draw)
    results = [result(draw, to, left, False), result(draw, to, left, False)]
    if kind == "size":
        results[draw.randrange(2)] = result(draw, to, left, True)
    return [x, dims, _correction(draw), keepdim, *results]
