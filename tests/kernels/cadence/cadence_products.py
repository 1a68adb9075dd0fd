# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Calls of the elementwise operators and of linear layers and matrix products."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from cadence_draw import BYTES, FOUR, WIDE, Arguments, Draw, integers, pairs_of, spread
from torch import Tensor


def quantize(draw: Draw, dtypes: Sequence[torch.dtype] = (*FOUR, torch.int32)) -> Arguments:
    dtype = draw.choice(dtypes)
    info = torch.iinfo(dtype)
    low, high = info.min, info.max
    if dtype == torch.int32:  # the reference's float32 ends before the range does
        low, high = -(2**22), 2**22
    elif draw.random() < 0.3:
        low, high = low + 1, high - draw.randint(0, 100)
    step = {torch.int32: 1e-6}.get(dtype, 1.5 / spread(dtype))
    zero = draw.randint(-1000, 1000) if dtype == torch.int32 else draw.zero_point(dtype)
    return [draw.reals(*draw.shape()), draw.scale(step), zero, low, high, dtype]


def dequantize(draw: Draw, dtypes: Sequence[torch.dtype] = (*FOUR, torch.int32)) -> Arguments:
    dtype = draw.choice(dtypes)
    info = torch.iinfo(dtype)
    x = draw.codes(draw.randint(1, 9), 3, dtype=dtype)
    zero = draw.randint(-1000, 1000) if dtype == torch.int32 else draw.zero_point(dtype)
    return [x, draw.scale(0.02), zero, info.min, info.max, dtype]


def requantize(draw: Draw) -> Arguments:
    dtype, other = draw.choice(FOUR), draw.choice(FOUR)
    ratio = spread(dtype) / spread(other)
    return [draw.codes(*draw.shape(), dtype=dtype), draw.scale(0.02), draw.zero_point(dtype),
            draw.scale(0.02 * ratio), draw.zero_point(other), other]  # fmt: skip


def requantize_tensors(draw: Draw) -> Arguments:
    x, in_scale, in_zero, out_scale, out_zero, dtype = requantize(draw)
    return [x, torch.tensor([in_scale]), integers(in_zero), torch.tensor([out_scale]),
            integers(out_zero), dtype]  # fmt: skip


def relu(draw: Draw, dtypes: Sequence[torch.dtype] = WIDE) -> Arguments:
    dtype = draw.choice(dtypes)
    x = draw.codes(*draw.shape(), dtype=dtype)
    return [x, draw.zero_point(dtype), draw.zero_point(dtype), *draw.multiplier(1)]


def relu_tensors(draw: Draw) -> Arguments:
    x, zero, out_zero, multiplier, shift = relu(draw)
    return [x, integers(zero), out_zero, integers(multiplier), integers(shift)]


def pair(draw: Draw, dtypes: Sequence[torch.dtype] = WIDE, around: float = 0.03) -> Arguments:
    dtype = draw.choice(dtypes)
    shape = draw.choice(((9,), (1, 3, 4, 4)))
    other = (1,) if draw.random() < 0.2 else shape
    x, y = draw.codes(*shape, dtype=dtype), draw.codes(*other, dtype=dtype)
    small = draw.choice((1, 1, 1e-3))
    return [x, draw.scale(0.02), draw.zero_point(dtype), y, draw.scale(0.02 * small),
            draw.zero_point(dtype), draw.scale(around), draw.zero_point(dtype)]  # fmt: skip


def mul(draw: Draw) -> Arguments:
    return pair(draw, BYTES, 0.02 * 0.02 * 74)


def pair_tensors(draw: Draw, around: float = 0.03) -> Arguments:
    x, x_scale, x_zero, y, y_scale, y_zero, *rest = pair(draw, BYTES, around)
    return [x, torch.tensor([x_scale]), integers(x_zero), y, torch.tensor([y_scale]),
            integers(y_zero), *rest]  # fmt: skip


def mul_reference(*args: Any) -> Tensor:
    numbers = [a.item() if isinstance(a, Tensor) and i in (1, 2, 4, 5) else a
               for i, a in enumerate(args)]  # fmt: skip
    return torch.ops.cadence.quantized_mul.per_tensor(*numbers)


def product_factor(draw: Draw, a: torch.dtype, b: torch.dtype, terms: int) -> tuple[int, int]:
    return draw.multiplier(0.8 / (spread(b) * math.sqrt(max(terms, 1))))


def linear(
    draw: Draw, rows: tuple[int, ...] | None = None, only: torch.dtype | None = None
) -> Arguments:
    if rows is None:
        rows = draw.choice(((), (3,), (2, 1, 2), (0, 2)))
    a, b = pairs_of(draw, only)
    inputs, outputs = draw.randint(1, 70), draw.randint(1, 9)
    src, weight = draw.codes(*rows, inputs, dtype=a), draw.codes(outputs, inputs, dtype=b)
    factor = product_factor(draw, a, b, inputs)
    weight_zero = draw.choice((0, 5, torch.iinfo(b).min))
    return [src, weight, draw.biases(outputs), draw.zero_point(a), weight_zero, *factor,
            draw.zero_point(a), None]  # fmt: skip


def fully_connected(draw: Draw, only: torch.dtype | None = None) -> Arguments:
    return linear(draw, draw.choice(((1,), (1, 3))), only)


def linear_tensors(draw: Draw, rows: tuple[int, ...] | None = None) -> Arguments:
    src, weight, bias, zero, weight_zero, multiplier, shift, out_zero, _ = linear(draw, rows)
    factors = [(multiplier, shift)]
    if draw.random() < 0.4:
        factors = [draw.multiplier(multiplier / 2**31 * 2.0**shift) for _ in range(len(bias))]
    multipliers = torch.tensor([multiplier for multiplier, _ in factors], dtype=torch.int32)
    shifts = torch.tensor([shift for _, shift in factors], dtype=torch.int32)
    return [src, weight, bias, zero, integers(weight_zero), multipliers, shifts, out_zero, None]


def linear_reference(op: str) -> Callable[..., Tensor]:
    """Output by output: the wheel's takes one factor only."""

    def run(src: Tensor, weight: Tensor, bias: Tensor, *args: Any) -> Tensor:
        zero, weight_zero, multipliers, shifts, out_zero, _ = args
        function = getattr(torch.ops.cadence, op).per_tensor
        columns = [
            function(src, weight[i : i + 1], bias[i : i + 1], zero, int(weight_zero),
                     -int(multipliers[min(i, len(multipliers) - 1)]),
                     int(shifts[min(i, len(shifts) - 1)]), out_zero, None)
            for i in range(len(bias))
        ]  # fmt: skip
        return torch.cat(columns, dim=-1)

    return run


def matmul(draw: Draw, only: torch.dtype | None = None) -> Arguments:
    a, b = pairs_of(draw, only)
    batch = draw.choice(((), (2,), (1, 3), (0,)))
    rows, inner, columns = (draw.randint(1, 9) for _ in range(3))
    transposed = draw.random() < 0.5
    x = draw.codes(*batch, rows, inner, dtype=a)
    y = draw.codes(*batch, *((columns, inner) if transposed else (inner, columns)), dtype=b)
    bias = draw.choice((None, torch.zeros(columns, dtype=torch.int32)))
    return [x, draw.zero_point(a), y, draw.zero_point(b), bias,
            *product_factor(draw, a, b, inner), draw.zero_point(a), transposed]  # fmt: skip


def float_linear(draw: Draw) -> Arguments:
    inputs, outputs = draw.randint(1, 20), draw.randint(1, 9)
    rows = draw.choice(((), (3,), (2, 2)))
    bias = draw.choice((None, draw.reals(outputs)))
    return [draw.reals(*rows, inputs), draw.reals(outputs, inputs), bias]
