# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators that join, repeat, pad or rearrange. Where the official kernels read channels_last
memory as if it were contiguous, or copy the bits of one dtype into another, they are not asked:
test_movement.py compares ours with PyTorch."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from arguments import EVERY, Argument, Draw, Tensors
from calls import draws
from movement import (
    COMPLEX,
    HUGE,
    MOVED,
    UNKNOWN,
    cut,
    dim_of,
    exact,
    mostly,
    of_dtype,
    result,
    size_at,
    sized,
    tensor,
    values,
)
from torch import Tensor

# --- several tensors ------------------------------------------------------------------------------


def copies_bits(dtype: torch.dtype, to: torch.dtype) -> bool:
    """Whether the official kernel of cat takes the elements of one dtype for those of another."""
    kinds = dtype.is_floating_point or to.is_floating_point
    return dtype != to and dtype.itemsize == to.itemsize and kinds


def joined(draw: Draw, to: torch.dtype, shape: Sequence[int], dtype: torch.dtype) -> Tensor:
    return draw.tensor(dtype, shape, low=0 if to == torch.uint8 else -100, high=100)


@draws("aten::cat.out", calls=400)
def cat(draw: Draw) -> list[Argument]:
    to = draw.choice((*UNKNOWN, *COMPLEX)) if draw.random() < 0.08 else draw.dtype()
    shape = list(draw.shape(1, 4))
    dim = dim_of(draw, len(shape))
    tensors, length = [], 0
    for _ in range(draw.randint(0 if draw.random() < 0.05 else 1, 4)):
        dtype = mostly(draw, to, EVERY) if to in EVERY else to
        dtype = to if copies_bits(dtype, to) else dtype
        size = draw.randint(1, 4)
        sizes = sized(shape, dim, size)
        if draw.random() < 0.12 and to not in COMPLEX:
            sizes = [0]
        elif draw.random() < 0.04:
            sizes = draw.choice((sized(shape, 0, 6), [*shape, 1]))
        elif math.prod(shape) > 0:
            length += size
        tensors.append(joined(draw, to, sizes, dtype))
    joint = result(draw, to, sized(shape, dim, length))
    if any(copies_bits(tensor.dtype, joint.dtype) for tensor in tensors):
        joint = of_dtype(to, joint)
    return [Tensors(tensors), dim, joint]


@draws("aten::stack.out", calls=250)
def stack(draw: Draw) -> list[Argument]:
    to = draw.choice((*UNKNOWN, *COMPLEX)) if draw.random() < 0.05 else draw.dtype()
    shape = list(draw.shape(0, 4))
    dim = dim_of(draw, len(shape) + 1)
    count = draw.randint(0 if draw.random() < 0.05 else 1, 4)
    tensors = []
    for _ in range(count):
        sizes = [size + 1 for size in shape] if draw.random() < 0.03 else shape
        dtype = draw.dtype() if draw.random() < 0.1 else draw.choice(casts_to(to))
        tensors.append(joined(draw, to, sizes, dtype))
    sizes = list(shape)
    sizes.insert(dim % (len(shape) + 1), count)
    return [Tensors(tensors), dim, result(draw, to, sizes)]


def casts_to(to: torch.dtype) -> list[torch.dtype]:
    return [dtype for dtype in EVERY if torch.can_cast(dtype, to)] or [to]


# --- repeated, padded, rearranged -----------------------------------------------------------------


@draws("aten::repeat.out", calls=200)
def repeat(draw: Draw) -> list[Argument]:
    x = values(draw, draw.dtype(MOVED), draw.shape(0, 4, 3))
    lead = [draw.randint(1, 2) for _ in range(draw.randint(0, 2))]
    counts = lead + [draw.choice((0, 1, 1, 2, 3)) for _ in x.shape]
    sizes = lead + [a * b for a, b in zip(counts[len(lead) :], x.shape, strict=True)]
    to = result(draw, x.dtype, sizes)
    if counts and draw.random() < 0.08:
        counts[draw.randrange(len(counts))] = draw.choice((-1, -3, 5))
    if draw.random() < 0.04:
        counts = counts[1:] if draw.random() < 0.5 else [1] * 16
    return [x, counts, to]


@draws("aten::repeat_interleave.Tensor_out", calls=120)
def repeat_interleave(draw: Draw) -> list[Argument]:
    dtype = draw.choice((torch.int32, torch.int64)) if draw.random() < 0.93 else draw.dtype()
    shape = [draw.randint(0, 6)] if draw.random() < 0.93 else list(draw.shape())
    x = draw.tensor(dtype, shape, low=-1 if draw.random() < 0.05 else 0, high=4)
    total = int(x.double().sum())
    size = draw.choice((None, total, total + draw.randint(-1, 1) if draw.random() < 0.2 else total))
    return [x, size, result(draw, dtype, [max(total, 0)])]


def padded(draw: Draw, name: str, dims: int) -> list[Argument]:
    reflection = name.startswith("aten::reflection")
    x = tensor(draw, MOVED, low=dims + 1, high=dims + 2)
    if draw.random() < 0.04:
        x = tensor(draw, MOVED)
    pads, sizes = [], list(x.shape)
    for axis in range(1, dims + 1):
        size = size_at(x.shape, -axis)
        # The official kernel aborts for a size of 0; see test_movement.py.
        most = size - 1 if reflection else 3 if size else 0
        before, after = (draw.randint(-1 if draw.random() < 0.2 else 0, max(most, 0)) for _ in "ab")
        pads += [before, after]
        sizes = sized(sizes, -axis, max(size + before + after, 0))
    make = result if reflection else exact
    to = make(draw, x.dtype, sizes)
    if draw.random() < 0.08:
        pads[draw.randrange(len(pads))] = draw.choice((9, -9, -(2**40)))
    if draw.random() < 0.03:
        pads += [1, 1]
    return [x, pads, to]


@draws("aten::reflection_pad1d.out", "aten::replication_pad1d.out", calls=150)
def pad1d(draw: Draw, name: str) -> list[Argument]:
    return padded(draw, name, 1)


@draws("aten::reflection_pad2d.out", "aten::replication_pad2d.out", calls=150)
def pad2d(draw: Draw, name: str) -> list[Argument]:
    return padded(draw, name, 2)


@draws("aten::reflection_pad3d.out", "aten::replication_pad3d.out", calls=150)
def pad3d(draw: Draw, name: str) -> list[Argument]:
    return padded(draw, name, 3)


def scalar(draw: Draw) -> bool | int | float:
    return draw.choice(
        (
            draw.randint(-3, 9),
            draw.choice((-255, 255, -256, 256, 70000, 2**31, -(2**62), 2**40 + 1)),
            draw.uniform(-4, 4),
            draw.choice((1e39, -7e4, 65505.0, 1e300, math.inf, -math.inf, math.nan, -0.0, 0.1)),
            draw.random() < 0.5,
        )
    )


@draws("aten::constant_pad_nd.out", calls=250, wrong_official=cut)
def constant_pad_nd(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY)
    pads, sizes = [], list(x.shape)
    for axis in range(1, draw.randint(0, x.dim()) + 1):
        # The official kernel refuses to pad where nothing is behind; see test_movement.py.
        empty = 0 in x.shape[x.dim() - axis + 1 :]
        before, after = (draw.choice((0, 0, 0 if empty else 1, 0 if empty else 2)) for _ in "ab")
        pads += [before, after]
        sizes = sized(sizes, -axis, sizes[-axis] + before + after)
    to = result(draw, x.dtype, sizes)
    if pads and draw.random() < 0.06:
        pads[draw.randrange(len(pads))] = draw.choice((-1, 9, 2**31, 2**40))
    if draw.random() < 0.04:
        pads += draw.choice(([0], [0, 0], [1, 1] * 4))
    value = scalar(draw) if draw.random() < 0.5 else draw.choice((0, 1.5, 3))
    return [x, pads, value, to]


@draws("aten::flip.out", calls=150)
def flip(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY)
    count = max(x.dim(), 1)
    dims = draw.sample(range(count), draw.randint(0, count))
    dims = [dim - count if draw.random() < 0.3 else dim for dim in dims]
    if draw.random() < 0.1:
        dims.append(dim_of(draw, x.dim()))
    return [x, dims, result(draw, x.dtype, x.shape)]


@draws("aten::roll.out", calls=200)
def roll(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY, low=0 if draw.random() < 0.05 else 1)
    dims = [dim_of(draw, x.dim()) for _ in range(draw.randint(1, 3))]
    shifts = [draw.choice(HUGE) if draw.random() < 0.03 else draw.randint(-7, 7) for _ in dims]
    if len(dims) > 1:
        # Sums of such shifts overflow in the official kernel.
        shifts = [max(-(2**40), min(2**40, shift)) for shift in shifts]
    if draw.random() < 0.06:
        shifts = draw.choice(([], shifts[1:], [*shifts, 1]))
    return [x, shifts, dims, result(draw, x.dtype, x.shape)]


@draws("aten::tril.out", calls=150)
def tril(draw: Draw) -> list[Argument]:
    x = tensor(draw, EVERY, low=1 if draw.random() < 0.1 else 2)
    diagonal = draw.choice((2**40, -(2**40))) if draw.random() < 0.04 else draw.randint(-5, 5)
    return [x, diagonal, result(draw, x.dtype, x.shape)]


def image(draw: Draw, depth: int, height: int, width: int) -> list[int]:
    lead = [draw.randint(1, 2) for _ in range(draw.randint(0, 2))]
    return [
        *lead,
        depth * draw.randint(1, 2),
        height * draw.randint(1, 2),
        width * draw.randint(1, 3),
    ]


@draws("aten::pixel_shuffle.out", calls=100)
def pixel_shuffle(draw: Draw) -> list[Argument]:
    factor = draw.randint(1, 3)
    shape = image(draw, factor**2, 1, 1)
    sizes = [*shape[:-3], shape[-3] // factor**2, shape[-2] * factor, shape[-1] * factor]
    if draw.random() < 0.06:
        shape = list(draw.shape(0, 4))
    x = values(draw, draw.dtype((*MOVED, *UNKNOWN)), shape)
    factor = draw.choice((0, -1, 5, 2**15, 2**31)) if draw.random() < 0.06 else factor
    return [x, factor, result(draw, x.dtype, sizes)]


@draws("aten::pixel_unshuffle.out", calls=100)
def pixel_unshuffle(draw: Draw) -> list[Argument]:
    factor = draw.randint(1, 3)
    shape = image(draw, 1, factor, factor)
    sizes = [*shape[:-3], shape[-3] * factor**2, shape[-2] // factor, shape[-1] // factor]
    if draw.random() < 0.06:
        shape = list(draw.shape(0, 4))
    x = values(draw, draw.dtype((*MOVED, *UNKNOWN)), shape)
    factor = draw.choice((0, -1, 5, 2**15)) if draw.random() < 0.06 else factor
    return [x, factor, exact(draw, x.dtype, sizes)]
