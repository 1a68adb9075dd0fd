# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Images resampled: upsampling and sampling along a grid."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import FLOATS, INTEGERS, Argument, Buffer, Draw, buffer, out
from calls import draws
from torch import Tensor

_REAL = (*INTEGERS, *FLOATS)
_CHANNELS_LAST = (0, 2, 3, 1)


def _images(draw: Draw, dtype: torch.dtype) -> Tensor:
    sizes = [draw.choice([1, 1, 2, 0]), draw.randint(1, 3), draw.randint(1, 6), draw.randint(1, 6)]
    special, last = draw.random() < 0.1, draw.random() < 0.4
    return draw.tensor(dtype, sizes, low=-9, high=9, special=special, channels_last=last)


def _result(x: Tensor, dtype: torch.dtype, size: Sequence[int], dynamic: bool = True) -> Buffer:
    sizes = [*x.shape[:2], *(max(each, 0) for each in size)]
    return out(dtype, sizes, dynamic=dynamic, dim_order=buffer(x).dim_order)


def _other(draw: Draw, dtype: torch.dtype) -> torch.dtype:
    return draw.choice([each for each in _REAL if each != dtype])


def _spoiled(draw: Draw, x: Tensor, result: Buffer) -> tuple[Tensor, Buffer]:
    """An input or a result that must be refused."""
    kind = draw.randrange(4)
    if kind == 0:
        return x, out(_other(draw, x.dtype), result.sizes, dim_order=result.dim_order)
    if kind == 1:
        sizes = [size + 1 for size in result.sizes]
        return x, out(x.dtype, sizes, dynamic=False, dim_order=result.dim_order)
    if kind == 2:
        last = result.dim_order == _CHANNELS_LAST
        return x, out(x.dtype, result.sizes, dim_order=None if last else _CHANNELS_LAST)
    return draw.tensor(torch.bool, x.shape), out(torch.bool, result.sizes)


def _upsample(draw: Draw) -> tuple[Tensor, list[int] | None, list[float] | None, Buffer]:
    """Input, output_size or scale_factors, and the result."""
    x = _images(draw, draw.dtype(_REAL))
    size: list[int] | None = [draw.randint(1, 9), draw.randint(1, 9)]
    factors = None
    if draw.random() < 0.5:
        factors = [draw.choice([0.5, 1.0, 2.0, 1.7, 0.3]) for _ in range(2)]
        size = None
    found = size or [int(x.shape[2 + axis] * factors[axis]) for axis in range(2)]
    result = _result(x, x.dtype, found)
    if draw.wrong(0.12):
        kind = draw.randrange(5)
        if kind == 0:
            size, factors = draw.choice([(None, None), (found, [1.0, 1.0])])
        elif kind == 1 and size is not None:
            size = draw.choice([[0, 2], [2], [2, -1], [1, 1, 1]])
        elif kind == 1:
            factors = draw.choice([[0.0, 1.0], [1.0], [1.0, -1.0], [0.01, 1.0]])
        else:
            x, result = _spoiled(draw, x, result)
    return x, size, factors, result


@draws("aten::upsample_nearest2d.vec_out", calls=120)
def upsample_nearest2d(draw: Draw) -> list[Argument]:
    return list(_upsample(draw))


@draws("aten::upsample_bilinear2d.vec_out", calls=160)
def upsample_bilinear2d(draw: Draw) -> list[Argument]:
    x, size, factors, result = _upsample(draw)
    return [x, size, draw.random() < 0.5, factors, result]


def _wrong_aa(arguments: list[Argument]) -> str | None:
    order = buffer(arguments[0]).dim_order
    return "it ignores the dim order of out" if arguments[5].dim_order != order else None


@draws("aten::_upsample_bilinear2d_aa.out", calls=160, wrong_official=_wrong_aa)
def upsample_bilinear2d_aa(draw: Draw) -> list[Argument]:
    x = _images(draw, draw.dtype(_REAL))
    size = [draw.randint(1, 9), draw.randint(1, 9)]
    scales = [draw.choice([None, size[axis] / x.shape[2 + axis], 0.6, 2.0]) for axis in range(2)]
    result = _result(x, x.dtype, size, draw.random() < 0.5)
    if draw.wrong():
        kind = draw.randrange(4)
        if kind == 0:
            size = draw.choice([[size[0] + 1, size[1]], [0, 2], [2], [1, 1, 1]])
        elif kind == 1:
            sizes = [result.sizes[0], result.sizes[1] + 1, *size]
            result = out(x.dtype, sizes, dim_order=result.dim_order)
        else:
            x, result = _spoiled(draw, x, result)
    return [x, size, draw.random() < 0.4, *scales, result]


# Integers: PyTorch has none, so that no program comes with them; upstream's kernel computes the
# coordinates in them.
def _wrong_grid_sampler(arguments: list[Argument]) -> str | None:
    return None if arguments[0].dtype.is_floating_point else "it takes integer coordinates"


@draws("aten::grid_sampler_2d.out", calls=240, wrong_official=_wrong_grid_sampler)
def grid_sampler_2d(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS) if draw.random() < 0.95 else draw.dtype(INTEGERS)
    x = _images(draw, dtype)
    if draw.random() < 0.95:
        x = x.contiguous()
    sizes = [draw.randint(1, 4), draw.randint(1, 4)]
    reach = draw.choice([0.9, 1.2, 3.0])
    special = draw.random() < 0.2
    grid = draw.tensor(dtype, [x.shape[0], *sizes, 2], low=-reach, high=reach, special=special)
    if grid.numel() and draw.random() < 0.2:
        grid.view(-1)[draw.randrange(grid.numel())] = draw.choice([-1, 0, 1, 0.5])
    mode, padding = draw.randrange(3), draw.randrange(3)
    if mode == 2:
        # The official bicubic sampling converts infinite positions to integers.
        grid = torch.where(torch.isinf(grid), torch.full_like(grid, 2.5), grid)
    result = _result(x.contiguous(), dtype, sizes)
    if draw.wrong(0.12):
        kind = draw.randrange(6)
        if kind == 0:
            mode = draw.choice([3, -1])
        elif kind == 1:
            padding = draw.choice([3, -1])
        elif kind == 2:
            grid = draw.tensor(dtype, [x.shape[0], *sizes, 3])
        elif kind == 3:
            grid = draw.tensor(dtype, [x.shape[0] + 1, *sizes, 2])
        elif kind == 4:
            grid = draw.tensor(_other(draw, dtype), [x.shape[0], *sizes, 2])
        else:
            result = out(dtype, [size + 1 for size in result.sizes], dynamic=False)
    return [x, grid, mode, padding, draw.random() < 0.5, result]
