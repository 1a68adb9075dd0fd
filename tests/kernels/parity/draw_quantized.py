# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The quantized library: codes and values, and the operators on codes."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from calls import FLOATS, INTEGERS, Argument, Buffer, Draw, buffer, draws, out
from torch import Tensor

_VALUES = (torch.float32, torch.float32, torch.float64, torch.float16)
_CODES = (torch.uint8, torch.int8, torch.int8, torch.int16, torch.int32, torch.uint16)
_NARROW = (torch.float32, torch.float16, torch.bfloat16)
_EVERY = (*INTEGERS, *FLOATS)


def _other(draw: Draw, dtype: torch.dtype, among: Sequence[torch.dtype] = _EVERY) -> torch.dtype:
    return draw.choice([each for each in among if each != dtype])


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


# --- quantize -------------------------------------------------------------------------------------


def _quantized(draw: Draw) -> tuple[Tensor, torch.dtype, int, int, torch.dtype, Buffer, int]:
    """Input, its dtype, range, dtype of the codes, result, and how it is wrong, or -1."""
    wrong = draw.randrange(6) if draw.wrong() else -1
    value, code = draw.dtype(_VALUES), draw.dtype(_CODES)
    if wrong == 0:
        value = draw.dtype((*INTEGERS, torch.bfloat16, torch.bool))
    reach = draw.choice([1.0, 30.0, 300.0, 1e6]) if value != torch.float16 else 30.0
    x = draw.tensor(value, draw.shape(1, 4), low=-reach, high=reach)
    low, high = _range(draw, code)
    result = _result(draw, _other(draw, code) if wrong == 1 else code, x, wrong == 2)
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


# --- dequantize -----------------------------------------------------------------------------------


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
    dtype = _other(draw, code) if wrong == 3 else code
    if wrong == 4:
        low, high = high, low
    # Without out_dtype the official kernel writes floats, whatever out is, for int8.
    told = None if value == torch.float32 and draw.random() < 0.4 else value
    return x, low, high, dtype, _other(draw, value, FLOATS) if wrong == 5 else told, result


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


# --- choose_qparams -------------------------------------------------------------------------------


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


# --- add ------------------------------------------------------------------------------------------


@draws("quantized_decomposed::add.out", calls=100)
def add(draw: Draw) -> list[Argument]:
    dtype = draw.dtype((torch.uint8, torch.uint8, *INTEGERS))
    shape = draw.shape()
    wrong = draw.randrange(5) if draw.wrong() else -1
    operands: list[Argument] = []
    for number in range(3):
        low = draw.choice([0, 0, 3])
        high = draw.choice([255, 255, 127])
        if wrong == number:
            low, high = draw.choice([(-1, 255), (0, 256), (10, 9)])
        of = dtype if wrong != 3 or number == 0 else _other(draw, dtype, INTEGERS)
        sizes = [*shape, 2] if wrong == 4 and number > 0 else shape
        tensor = draw.tensor(of, sizes, low=0, high=255) if number < 2 else out(of, shape)
        parameters = [draw.uniform(0.02, 2), draw.randint(0, 200), low, high]
        operands += [*parameters, tensor] if number == 2 else [tensor, *parameters]
    return operands


# --- embeddings -----------------------------------------------------------------------------------


def _wrong_embedding(arguments: list[Argument]) -> str | None:
    weight, scales, zeros, indices, result = (arguments[i] for i in (0, 1, 2, 5, -1))
    if indices.numel() and not 0 <= int(indices.min()) <= int(indices.max()) < weight.shape[0]:
        return "an index lies outside"
    if scales.dtype != result.dtype and (len(arguments) == 7 or zeros is not None):
        return "it reads the scales or zero points as another dtype than theirs"
    if len(result.sizes) != indices.dim() + 1:
        return "it writes sizes behind those of out"
    return None


@draws(
    *(
        f"quantized_decomposed::embedding_{kind}.{overload}"
        for kind in ("byte", "4bit", "2bit")
        for overload in ("out", "dtype_out")
    ),
    calls=100,
    half_ulps=1,
    wrong_official=_wrong_embedding,
)
def embedding(draw: Draw, name: str) -> list[Argument]:
    bits = 8 if "byte" in name else 4 if "4bit" in name else 2
    wrong = draw.randrange(10) if draw.wrong(0.2) else -1
    rows, packed = draw.randint(1, 6), draw.randint(1, 4) * draw.choice([1, 2])
    count = packed * 8 // bits
    byte = draw.choice([torch.int8, torch.uint8]) if bits == 8 else torch.uint8
    byte = draw.dtype((torch.int16, torch.bool)) if wrong == 0 else byte
    value = draw.dtype(_NARROW)
    scale = draw.dtype(_NARROW) if name.endswith("dtype_out") and draw.random() < 0.3 else value
    sizes = [rows]
    if draw.random() < 0.5:
        sizes.append(draw.choice([each for each in (1, 2, 4) if count % each == 0]))
    sizes = [rows, count + 1] if wrong == 1 else sizes
    sizes = [rows + 1] if wrong == 2 else sizes
    scales = draw.tensor(scale, sizes, low=0.1, high=2)
    zeros = None
    if scale == value and draw.random() < 0.6:
        of = _other(draw, value) if wrong == 3 else value
        zeros = draw.tensor(of, [*sizes, 1] if wrong == 4 else sizes, low=-3, high=3)
    among = (torch.int64,) if bits == 8 else (torch.int64, torch.int32)
    index = draw.dtype((torch.int8, torch.float32)) if wrong == 5 else draw.dtype(among)
    indices = draw.tensor(index, draw.shape(0, 2), low=0, high=rows - 1)
    if wrong == 6 and indices.numel():
        indices.view(-1)[0] = draw.choice([-1, rows])
    result = out(value, [*(size + draw.choice([0, 1]) for size in indices.shape), count])
    if wrong == 7:
        result = out(value, [*result.sizes, 1])
    elif wrong == 8:
        result = out(draw.dtype((torch.float64, torch.int32)), result.sizes)
    low, high = (3, 2) if wrong == 9 else (-8, 7)
    told = [draw.choice([None, result.dtype])] if name.endswith("dtype_out") else []
    return [
        draw.tensor(byte, [rows, packed], low=-128, high=255),
        scales,
        zeros,
        low,
        high,
        indices,
        *told,
        result,
    ]


# --- products with int8 weights -------------------------------------------------------------------


@draws("quantized_decomposed::mixed_mm.out", calls=80)
def mixed_mm(draw: Draw) -> list[Argument]:
    wrong = draw.randrange(8) if draw.wrong(0.2) else -1
    dtype = draw.choice([torch.float32, torch.float16])
    m, n, p = (draw.randint(1, 6) for _ in range(3))
    of = draw.dtype((torch.float64, torch.bfloat16)) if wrong == 0 else dtype
    x = draw.tensor(of, [m, n + (wrong == 1)], low=-3, high=3)
    weight = draw.tensor(torch.uint8 if wrong == 2 else torch.int8, [n, p], low=-9, high=9)
    scale = _other(draw, dtype) if wrong == 3 else of
    scales = draw.tensor(scale, [n + (wrong == 4)], low=0.1, high=1)
    scales = scales[:, None] if wrong == 5 else scales
    zeros = draw.tensor(dtype, [n]) if wrong == 6 else None
    result = out(_other(draw, dtype) if wrong == 7 else of, [m + draw.choice([0, 1]), p])
    return [x, weight, scales, zeros, result]


def _wrong_mixed_linear(arguments: list[Argument]) -> str | None:
    x, scales = arguments[0], arguments[2]
    if scales.dim() == 2 and x.dim() == 2:
        groups = scales.shape[1]
        size = -(-x.shape[1] // groups)
        if -(-x.shape[1] // size) != groups:
            return "it takes another number of groups for the distance of the rows of scales"
    return None


@draws("quantized_decomposed::mixed_linear.out", calls=120, wrong_official=_wrong_mixed_linear)
def mixed_linear(draw: Draw) -> list[Argument]:
    wrong = draw.randrange(9) if draw.wrong(0.2) else -1
    dtype = draw.choice([torch.float32, torch.float16])
    value = draw.choice([dtype, torch.float32, torch.float16, torch.float64])
    m, n, p = draw.randint(1, 5), draw.randint(1, 9), draw.randint(1, 5)
    of = draw.dtype((torch.float64, torch.bfloat16)) if wrong == 0 else dtype
    x = draw.tensor(of, [m, n + (wrong == 1)], low=-3, high=3)
    weight = draw.tensor(torch.uint8 if wrong == 2 else torch.int8, [p, n], low=-9, high=9)
    scale = _other(draw, dtype) if wrong == 3 else of
    sizes = [p + (wrong == 4)]
    if draw.random() < 0.5:
        sizes.append(draw.randint(1, n))
    scales = draw.tensor(scale, sizes, low=0.1, high=1)
    zeros = draw.tensor(dtype, sizes) if wrong == 5 else None
    value = draw.dtype((torch.bfloat16, torch.int32)) if wrong == 6 else value
    told = None if value == torch.float64 else draw.choice([None, value])
    told = _other(draw, value, FLOATS) if wrong == 7 else told
    result = out(value, [m + draw.choice([0, 1]), p])
    result = out(value, [m, p, 1]) if wrong == 8 else result
    return [x, weight, scales, zeros, told, result]
