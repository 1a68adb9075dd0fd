# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators that move elements: whole tensors and other dimensions. Where the official kernels
read channels_last memory as if it were contiguous, or take 0.5 for False, they are not asked:
test_movement.py compares ours with PyTorch."""

from __future__ import annotations

from dataclasses import replace

import torch
from arguments import EVERY, Argument, Draw, buffer, out
from calls import draws
from movement import (
    CHANNELS_LAST,
    COMPLEX,
    HUGE,
    MOVED,
    channels_last,
    cut,
    dim_of,
    exact,
    input_dtype,
    of_dtype,
    result,
    size_at,
    sized,
    tensor,
    values,
    without,
)


@draws("aten::alias_copy.out", "aten::detach_copy.out", "aten::lift_fresh_copy.out")
def same(draw: Draw, name: str) -> list[Argument]:
    x = tensor(draw)
    if x.dim() in CHANNELS_LAST and draw.random() < 0.5:
        order = CHANNELS_LAST[x.dim()]
        return [channels_last(x), result(draw, x.dtype, x.shape, order)]
    return [x, result(draw, x.dtype, x.shape)]


@draws("aten::clone.out", calls=80)
def clone(draw: Draw) -> list[Argument]:
    x, to = same(draw, "")
    memory_format = draw.choice((None, 0)) if draw.random() < 0.93 else draw.choice((1, 2))
    return [x, memory_format, to]


def reordered(draw: Draw, dtype: torch.dtype, to: torch.dtype) -> list[Argument]:
    x = draw.tensor(dtype, draw.shape(0, 5), low=0 if to == torch.uint8 else -100, high=100)
    rank = x.dim()
    plain = tuple(range(rank))
    orders = (plain, CHANNELS_LAST.get(rank, plain))
    order = draw.choice(orders)
    asked = None if draw.random() < 0.3 else list(order)
    last = rank in CHANNELS_LAST and draw.random() < 0.5
    if asked is None:
        order = orders[last]
    result_ = result(draw, to, x.shape, order)
    if asked and draw.random() < 0.06:
        asked = draw.choice((asked[1:], asked[::-1], [*asked[1:], asked[0]]))
    return [channels_last(x) if last else x, draw.random() < 0.04, asked, result_]


@draws("dim_order_ops::_clone_dim_order.out", calls=200)
def clone_dim_order(draw: Draw) -> list[Argument]:
    dtype = input_dtype(draw, MOVED)
    return reordered(draw, dtype, dtype)


@draws("dim_order_ops::_to_dim_order_copy.out", calls=300)
def to_dim_order_copy(draw: Draw) -> list[Argument]:
    dtype = input_dtype(draw, MOVED)
    to = draw.dtype(EVERY) if draw.random() < 0.85 else draw.dtype(MOVED)
    # The official kernel takes the elements of one complex dtype for those of another.
    to = dtype if dtype.is_complex and to.is_complex else to
    arguments = reordered(draw, dtype, to)
    if dtype.is_complex and arguments[3].dtype.is_complex:
        arguments[3] = of_dtype(dtype, arguments[3])
    return arguments


@draws("et_copy::_h2d_copy.out", "et_copy::_d2h_copy.out", calls=100)
def device_copy(draw: Draw, name: str) -> list[Argument]:
    x = buffer(tensor(draw))
    to = result(draw, x.dtype, x.sizes)
    if to.dtype.itemsize != x.dtype.itemsize:
        # The official kernel copies the bytes of the input, however many out has.
        to = of_dtype(x.dtype, to)
    here = {"_h2d_copy": (None, 0), "_d2h_copy": (0, None)}[name[9:-4]]
    if draw.random() < 0.1:
        here = draw.choice(((None, None), (0, 0), (1, None), (None, 1)))
    return [replace(x, device=here[0]), replace(to, device=here[1])]


@draws("aten::_to_copy.out", calls=250)
def to_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY)
    to = result(draw, draw.dtype(EVERY), x.shape)
    if not to.dtype.is_floating_point and x.dtype.is_floating_point:
        # What does not fit has no value to compare.
        low = 0 if to.dtype == torch.uint8 else -100
        x = draw.tensor(x.dtype, x.shape, low=low, high=100)
    memory_format = draw.choice((None, 0, 0, 0)) if draw.random() < 0.93 else draw.choice((1, 2))
    argument: Argument = x
    if x.dim() in CHANNELS_LAST and draw.random() < 0.1:
        argument = channels_last(x)
    return [argument, draw.random() < 0.05, memory_format, to]


@draws("dim_order_ops::_empty_dim_order.out", calls=100, values=False, wrong_official=cut)
def empty_dim_order(draw: Draw) -> list[Argument]:
    shape = list(draw.shape())
    order = draw.choice((None, list(range(len(shape)))))
    to = result(draw, draw.dtype(MOVED), shape)
    if shape and draw.random() < 0.06:
        shape[0] = draw.choice((-1, 2**31, 2**40))
    return [shape, order, to]


@draws("aten::view_as_real_copy.out", calls=120)
def view_as_real_copy(draw: Draw) -> list[Argument]:
    dtype = draw.choice(COMPLEX) if draw.random() < 0.9 else draw.dtype()
    x = draw.tensor(dtype, draw.shape())
    to = draw.choice((torch.float32, torch.float64, torch.float16))
    to = result(draw, to if draw.random() < 0.9 else draw.dtype(), (*x.shape, 2))
    # The official kernel writes beyond an out of another rank.
    return [x, to if len(to.sizes) == x.dim() + 1 else out(to.dtype, (*x.shape, 3), dynamic=False)]


@draws("aten::view_copy.out", calls=150)
def view_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw)
    left, sizes = x.numel(), []
    while left > 1:
        sizes.append(draw.choice([size for size in range(1, left + 1) if left % size == 0]))
        left //= sizes[-1]
    sizes = [*sizes, left] if left == 0 or draw.random() < 0.3 else sizes
    to = result(draw, x.dtype, sizes)
    if sizes and 0 not in sizes and draw.random() < 0.4:
        sizes[draw.randrange(len(sizes))] = -1
    if sizes and draw.random() < 0.08:
        sizes[0] = draw.choice((-1, -2, 0, 7, 2**31, 2**32))
    return [x, sizes, to]


@draws("aten::permute_copy.out", calls=150)
def permute_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw)
    dims = draw.sample(range(x.dim()), x.dim())
    to = result(draw, x.dtype, [x.shape[dim] for dim in dims])
    dims = [dim - x.dim() if draw.random() < 0.3 else dim for dim in dims]
    if dims and draw.random() < 0.08:
        dims[0] = dim_of(draw, x.dim())
    return [x, dims if draw.random() < 0.96 else dims[1:], to]


@draws("aten::squeeze_copy.dim_out", calls=100)
def squeeze_copy_dim(draw: Draw) -> list[Argument]:
    sizes = [1 if draw.random() < 0.5 else size for size in draw.shape(0, 5)]
    x = values(draw, draw.dtype(MOVED), sizes)
    dim = dim_of(draw, x.dim())
    kept = without(sizes, dim) if size_at(sizes, dim) == 1 else sizes
    return [x, dim, result(draw, x.dtype, kept)]


@draws("aten::squeeze_copy.dims_out", calls=150)
def squeeze_copy_dims(draw: Draw) -> list[Argument]:
    sizes = [1 if draw.random() < 0.5 else size for size in draw.shape(0, 5)]
    x = values(draw, draw.dtype(MOVED), sizes)
    count = draw.randint(0, x.dim())
    dims = draw.sample(range(max(x.dim(), 1)), count)
    dims = [dim - max(x.dim(), 1) if draw.random() < 0.3 else dim for dim in dims]
    if draw.random() < 0.1:
        dims.append(dim_of(draw, x.dim()))
    kept = [
        size
        for axis, size in enumerate(sizes)
        if size != 1 or not {axis, axis - len(sizes)} & set(dims)
    ]
    return [x, dims, result(draw, x.dtype, kept)]


@draws("aten::unsqueeze_copy.out", calls=100)
def unsqueeze_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw)
    dim = dim_of(draw, x.dim() + 1)
    sizes = list(x.shape)
    sizes.insert(dim % (x.dim() + 1), 1)
    return [x, dim, exact(draw, x.dtype, sizes)]


@draws("aten::t_copy.out", calls=100)
def t_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, high=3 if draw.random() < 0.1 else 2)
    return [x, result(draw, x.dtype, tuple(reversed(x.shape)))]


@draws("aten::transpose_copy.int_out", calls=150)
def transpose_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw)
    a, b = dim_of(draw, x.dim()), dim_of(draw, x.dim())
    sizes = sized(sized(x.shape, a, size_at(x.shape, b)), b, size_at(x.shape, a))
    return [x, a, b, result(draw, x.dtype, sizes)]


@draws("aten::expand_copy.out", calls=200)
def expand_copy(draw: Draw) -> list[Argument]:
    sizes = [1 if draw.random() < 0.4 else size for size in draw.shape(0, 4)]
    x = values(draw, draw.dtype(MOVED), sizes)
    wanted = [draw.randint(0, 4) if size == 1 and draw.random() < 0.8 else size for size in sizes]
    lead = [draw.randint(0, 3) for _ in range(draw.randint(0, 2))]
    to = result(draw, x.dtype, lead + wanted)
    asked = lead + [
        -1 if draw.random() < 0.2 and a == b else b for a, b in zip(sizes, wanted, strict=True)
    ]
    if asked and draw.random() < 0.1:
        asked[draw.randrange(len(asked))] = draw.choice((-1, -2, 7, 2**32, *HUGE[1:]))
    if draw.random() < 0.04:
        asked = asked[1:]
    return [x, asked, draw.random() < 0.05, to]


@draws("aten::diagonal_copy.out", calls=200)
def diagonal_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, low=1 if draw.random() < 0.1 else 2)
    a, b = draw.sample(range(x.dim()), 2) if x.dim() > 1 else (0, 0)
    offset = draw.choice((2**62, -(2**62))) if draw.random() < 0.03 else draw.randint(-4, 4)
    if draw.random() < 0.05:
        b = dim_of(draw, x.dim())
    sizes = (
        list(torch.empty(x.shape).diagonal(max(-9, min(9, offset)), a, b).shape)
        if x.dim() > 1 and 0 <= b < x.dim() and a != b
        else []
    )
    a -= x.dim() if draw.random() < 0.3 else 0
    return [x, offset, a, b, result(draw, x.dtype, sizes)]


@draws("aten::as_strided_copy.out", calls=250)
def as_strided_copy(draw: Draw) -> list[Argument]:
    x = tensor(draw, high=3)
    sizes = [draw.randint(0 if draw.random() < 0.1 else 1, 3) for _ in range(draw.randint(0, 3))]
    strides = [draw.randint(0, 4) for _ in sizes]
    if sizes and draw.random() < 0.1:
        strides[0] = draw.choice((-1, 2**31, 2**40))
    offset = draw.choice((None, 0, 0, draw.randint(0, 5)))
    if draw.random() < 0.05:
        offset = draw.choice((-1, 2**31, 2**40))
    to = result(draw, x.dtype, sizes)
    if sizes and draw.random() < 0.05:
        sizes[0] = draw.choice((-1, 2**32))
    if draw.random() < 0.04:
        strides.append(1)
    return [x, sizes, strides, offset, to]
