# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Quantize and dequantize, and the parameters for them."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import FLOATS, INTEGERS, Argument, Buffer, Draw, buffer, out
from calls import draws
from quantized_dtypes import other
from torch import Tensor

_VALUES = (torch.float32, torch.float32, torch.float64, torch.float16)


_CODES = (torch.uint8, torch.int8, torch.int8, torch.int16, torch.int32, torch.uint16)


def _range(draw: Draw, dtype: torch.dtype) -> tuple[int, int]:
    """That of the dtype, or a part of it."""
    info = torch.iinfo(dtype)
    if draw.random() < 0.5:
        return info.min, info.max
    low = max(info.min, draw.choice([-8, -127, 0]))
    return low, min(info.max, low + draw.choice([15, 200]))


def _result(draw: Draw, dtype: torch.dtype, like: Tensor, wrong: bool = False) -> Buffer:
    """Of the sizes of `like` or larger, in its dim order; if wrong, of sizes that do not fit."""
    order = buffer(like).dim_order
    if wrong:
        return out(dtype, [size + 1 for size in like.shape] + [1], dynamic=False)
    return out(dtype, [size + draw.choice([0, 0, 1]) for size in like.shape], dim_order=order)


def _channels(
    draw: Draw, dtype: torch.dtype, count: int, low: int, high: int
) -> tuple[Tensor, Tensor]:
    """Scales of the dtype, and int64 zero points."""
    low, high = max(low, -1000), min(high, 1000)
    scales = draw.tensor(dtype, [count], low=0.02, high=1.5)
    return scales, draw.tensor(torch.int64, [count], low=low, high=high)


def _quantized(draw: Draw) -> tuple[Tensor, torch.dtype, int, int, torch.dtype, Buffer, int]:
    """Input, its dtype, range, dtype of the codes, result, and how it is wrong, or -1."""
    wrong = draw.randrange(6) if draw.wrong() else -1
    value, code = draw.dtype(_VALUES), draw.dtype(_CODES)
    if wrong == 0:
        value = draw.dtype((*INTEGERS, torch.bfloat16, torch.bool))
    reach = draw.choice([1.0, 30.0, 300.0, 1e6]) if value != torch.float16 else 30.0
    x = draw.tensor(value, draw.shape(1, 4), low=-reach, high=reach)
    low, high = _range(draw, code)
    result = _result(draw, other(draw, code) if wrong == 1 else code, x, wrong == 2)
    if wrong == 3 and code != torch.int32:
        low = torch.iinfo(code).min - 1
    elif wrong == 3:
        code = torch.int64
    elif wrong == 4:
        high = torch.iinfo(code).max + 1
    elif wrong == 5:
        low, high = high, low
    return x, value, low, high, code, result, wrong


def _wrong_range(arguments: list[Argument]) -> str | None:
    low, high = arguments[-4], arguments[-3]
    return "its range is empty" if low > high else None


@draws("quantized_decomposed::quantize_per_tensor.out", calls=200, wrong_official=_wrong_range)
def quantize_per_tensor(draw: Draw) -> list[Argument]:
    x, _, low, high, code, result, _ = _quantized(draw)
    scale = draw.choice([0.5, 0.1, 1.0, 0.003921568859368563, draw.uniform(0.01, 3)])
    zero_point = draw.randint(max(min(low, high), -500), min(max(low, high), 500))
    return [x, scale, zero_point, low, high, code, result]


@draws(
    "quantized_decomposed::quantize_per_tensor.Tensor_out",
    calls=80,
    wrong_official=_wrong_range,
)
def quantize_per_tensor_tensor(draw: Draw) -> list[Argument]:
    x, _, low, high, code, result, wrong = _quantized(draw)
    scale = torch.tensor([draw.uniform(0.01, 3)], dtype=torch.float64)
    zero_point = torch.tensor([draw.randint(0, 7)], dtype=torch.int64)
    if wrong == -1 and draw.wrong(0.06):
        kind = draw.randrange(3)
        scale = scale.to(torch.float32) if kind == 0 else scale
        zero_point = zero_point.to(torch.int32) if kind == 1 else zero_point
        scale = torch.cat([scale, scale]) if kind == 2 else scale
    return [x, scale, zero_point, low, high, code, result]


def _spoil_channels(draw: Draw, scales: Tensor, zeros: Tensor) -> tuple[Tensor, Tensor]:
    # Official kernels look at the dtypes of scales when they read the first one.
    kind = draw.randrange(4 if scales.numel() else 2)
    if kind == 0:
        return torch.cat([scales, torch.ones(1, dtype=scales.dtype)]), zeros
    if kind == 1:
        return scales, torch.cat([zeros, zeros.new_zeros(1)])
    if kind == 2:
        return scales.to(torch.float16), zeros
    return scales, zeros.to(torch.int16)


@draws("quantized_decomposed::quantize_per_channel.out", calls=120, wrong_official=_wrong_range)
def quantize_per_channel(draw: Draw) -> list[Argument]:
    x, _, low, high, code, result, wrong = _quantized(draw)
    axis = draw.randint(-x.dim(), x.dim() - 1)
    scales, zeros = _channels(draw, torch.float64, x.shape[axis], *sorted((low, high)))
    if wrong == -1 and draw.wrong(0.1):
        if draw.random() < 0.5:
            axis = draw.choice([-x.dim() - 1, x.dim()])
        else:
            scales, zeros = _spoil_channels(draw, scales, zeros)
    return [x, scales, zeros, axis, low, high, code, result]


@draws("quantized_decomposed::quantize_per_token.out", calls=90, wrong_official=_wrong_range)
def quantize_per_token(draw: Draw) -> list[Argument]:
    x, _, low, high, code, result, wrong = _quantized(draw)
    tokens = torch.Size(x.shape[:-1]).numel()
    scales, zeros = _channels(draw, torch.float64, tokens, *sorted((low, high)))
    if wrong == -1 and draw.wrong(0.1):
        scales, zeros = _spoil_channels(draw, scales, zeros)
    return [x, scales, zeros, low, high, code, result]


def _codes(
    draw: Draw, wrong: int, last: bool = False
) -> tuple[Tensor, int, int, torch.dtype, torch.dtype | None, Buffer]:
    """Input, range, its dtype, dtype of the values or None, and the result."""
    code = draw.dtype(_CODES)
    low, high = _range(draw, code)
    shape = draw.shape(4, 4) if last else draw.shape(1, 4)
    of = draw.dtype((torch.int64, torch.bool, torch.float32)) if wrong == 0 else code
    x = draw.tensor(of, shape, low=max(low, -40000), high=min(high, 40000), channels_last=last)
    value = draw.dtype(_VALUES)
    if wrong == 1:
        value = draw.dtype((torch.bfloat16, torch.int32))
    result = _result(draw, value, x, wrong == 2)
    dtype = other(draw, code) if wrong == 3 else code
    if wrong == 4:
        low, high = high, low
    # Without out_dtype the official kernel writes floats, whatever out is, for int8.
    told = None if value == torch.float32 and draw.random() < 0.4 else value
    return x, low, high, dtype, other(draw, value, FLOATS) if wrong == 5 else told, result


# For one-dimensional tensors upstream rounds the difference to the dtype of out first.
_DEQUANTIZED = {"rtol": 1e-6, "half_ulps": 2}


@draws("quantized_decomposed::dequantize_per_tensor.out", calls=120, **_DEQUANTIZED)
def dequantize_per_tensor(draw: Draw) -> list[Argument]:
    x, low, high, dtype, told, result = _codes(draw, draw.randrange(6) if draw.wrong() else -1)
    zero_point = draw.randint(max(min(low, high), -500), min(max(low, high), 500))
    return [x, draw.uniform(0.001, 3), zero_point, low, high, dtype, told, result]


@draws("quantized_decomposed::dequantize_per_tensor.Tensor_out", calls=80, **_DEQUANTIZED)
def dequantize_per_tensor_tensor(draw: Draw) -> list[Argument]:
    wrong = draw.randrange(9) if draw.wrong() else -1
    x, low, high, dtype, told, result = _codes(draw, wrong)
    scale = torch.tensor([draw.uniform(0.001, 3)], dtype=torch.float64)
    zero_point = torch.tensor([draw.randint(0, 7)], dtype=torch.int64)
    scale = scale.to(torch.float32) if wrong == 6 else scale
    zero_point = zero_point.to(torch.int32) if wrong == 7 else zero_point
    zero_point = torch.cat([zero_point, zero_point]) if wrong == 8 else zero_point
    return [x, scale, zero_point, low, high, dtype, told, result]


@draws("quantized_decomposed::dequantize_per_channel.out", calls=160, **_DEQUANTIZED)
def dequantize_per_channel(draw: Draw) -> list[Argument]:
    wrong = draw.randrange(9) if draw.wrong() else -1
    x, low, high, dtype, told, result = _codes(draw, wrong, wrong == -1 and draw.random() < 0.25)
    axis = draw.randint(-x.dim(), x.dim() - 1)
    of = draw.choice([torch.float32, torch.float64])
    scales, zeros = _channels(draw, of, x.shape[axis], *sorted((low, high)))
    points: Tensor | None = zeros if draw.random() < 0.8 or low > 0 or high < 0 else None
    if wrong == 6:
        axis = draw.choice([-x.dim() - 1, x.dim()])
    elif wrong == 7:
        scales, points = _spoil_channels(draw, scales, zeros)
    elif wrong == 8:
        points = zeros + 1 + max(low, high) if x.dtype == torch.int8 else zeros.to(torch.int16)
    return [x, scales, points, axis, low, high, dtype, told, result]


@draws("quantized_decomposed::dequantize_per_token.out", calls=90, **_DEQUANTIZED)
def dequantize_per_token(draw: Draw) -> list[Argument]:
    wrong = draw.randrange(7) if draw.wrong() else -1
    x, low, high, dtype, told, result = _codes(draw, wrong)
    tokens = torch.Size(x.shape[:-1]).numel()
    of = draw.choice([torch.float32, torch.float64])
    scales, zeros = _channels(draw, of, tokens, *sorted((low, high)))
    if wrong == 6:
        scales, zeros = _spoil_channels(draw, scales, zeros)
    return [x, scales, zeros, low, high, dtype, told or result.dtype, result]


def _values(draw: Draw, shape: Sequence[int]) -> Tensor:
    """Of one magnitude, of one sign or both, or all 0; some with NaN behind the first one."""
    reach = draw.choice([1e-7, 1e-3, 1.0, 500.0, 0.0])
    low = draw.choice([-reach, 0.0, 0.25 * reach])
    x = draw.tensor(torch.float32, shape, low=low, high=reach) * draw.choice([1, -1])
    if x.numel() > 1 and draw.random() < 0.1:
        x.view(-1)[draw.randrange(1, x.numel())] = float("nan")
    return x


def _wrong_choice(arguments: list[Argument]) -> str | None:
    x = arguments[0]
    if x.numel() == 0:
        return "it reads the first of no elements"
    if torch.isinf(x).any():
        return "it divides infinities"
    return None


@draws("quantized_decomposed::choose_qparams.Tensor_out", calls=120, wrong_official=_wrong_choice)
def choose_qparams(draw: Draw) -> list[Argument]:
    x = _values(draw, draw.shape(0, 3))
    low, high = draw.choice([(-128, 127), (0, 255), (-127, 127), (0, 15), (-32768, 32767)])
    scale, zero = out(torch.float64, [1]), out(torch.int64, [1])
    if draw.wrong():
        kind = draw.randrange(6)
        if kind == 0:
            low, high = high, draw.choice([low, high])
        elif kind == 1:
            x = x.to(draw.dtype((torch.float64, torch.float16, torch.int8)))
        elif kind == 2:
            scale = out(torch.float32, [1])
        elif kind == 3:
            zero = out(torch.int32, [1])
        elif kind == 4:
            scale = out(torch.float64, [2])
        elif x.numel():
            x.view(-1)[0] = draw.choice([float("nan"), float("inf"), float("-inf")])
    return [x, low, high, 1e-5, torch.int8, scale, zero]


def _wrong_token_choice(arguments: list[Argument]) -> str | None:
    x = arguments[0]
    if x.dim() == 0 or (x.shape[-1] == 0 and torch.Size(x.shape[:-1]).numel()):
        return "it reads the first of no elements"
    return None


@draws(
    "quantized_decomposed::choose_qparams_per_token_asymmetric.out",
    calls=90,
    wrong_official=_wrong_token_choice,
)
def choose_qparams_per_token(draw: Draw) -> list[Argument]:
    x = _values(draw, draw.shape(1, 3, largest=8))
    x = torch.nan_to_num(x, nan=0.25)
    sizes = [*x.shape[:-1], 1]
    scale, zero = out(torch.float64, sizes), out(torch.int64, sizes)
    if draw.wrong():
        kind = draw.randrange(4)
        if kind == 0:
            x = x.to(torch.float64)
        elif kind == 1:
            scale = out(torch.float64, [*sizes, 1])
        elif kind == 2:
            zero = out(torch.int32, sizes)
        else:
            zero = out(torch.int64, [size + 1 for size in sizes], dynamic=False)
    return [x, torch.int8, scale, zero]
