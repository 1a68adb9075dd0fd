# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The sum of codes, and operators on quantized weights."""

from __future__ import annotations

import torch
from arguments import FLOATS, INTEGERS, Argument, Draw, out
from calls import draws
from quantized_dtypes import other

_NARROW = (torch.float32, torch.float16, torch.bfloat16)


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
        of = dtype if wrong != 3 or number == 0 else other(draw, dtype, INTEGERS)
        sizes = [*shape, 2] if wrong == 4 and number > 0 else shape
        tensor = draw.tensor(of, sizes, low=0, high=255) if number < 2 else out(of, shape)
        parameters = [draw.uniform(0.02, 2), draw.randint(0, 200), low, high]
        operands += [*parameters, tensor] if number == 2 else [tensor, *parameters]
    return operands


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
        of = other(draw, value) if wrong == 3 else value
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


@draws("quantized_decomposed::mixed_mm.out", calls=80)
def mixed_mm(draw: Draw) -> list[Argument]:
    wrong = draw.randrange(8) if draw.wrong(0.2) else -1
    dtype = draw.choice([torch.float32, torch.float16])
    m, n, p = (draw.randint(1, 6) for _ in range(3))
    of = draw.dtype((torch.float64, torch.bfloat16)) if wrong == 0 else dtype
    x = draw.tensor(of, [m, n + (wrong == 1)], low=-3, high=3)
    weight = draw.tensor(torch.uint8 if wrong == 2 else torch.int8, [n, p], low=-9, high=9)
    scale = other(draw, dtype) if wrong == 3 else of
    scales = draw.tensor(scale, [n + (wrong == 4)], low=0.1, high=1)
    scales = scales[:, None] if wrong == 5 else scales
    zeros = draw.tensor(dtype, [n]) if wrong == 6 else None
    result = out(other(draw, dtype) if wrong == 7 else of, [m + draw.choice([0, 1]), p])
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
    scale = other(draw, dtype) if wrong == 3 else of
    sizes = [p + (wrong == 4)]
    if draw.random() < 0.5:
        sizes.append(draw.randint(1, n))
    scales = draw.tensor(scale, sizes, low=0.1, high=1)
    zeros = draw.tensor(dtype, sizes) if wrong == 5 else None
    value = draw.dtype((torch.bfloat16, torch.int32)) if wrong == 6 else value
    told = None if value == torch.float64 else draw.choice([None, value])
    told = other(draw, value, FLOATS) if wrong == 7 else told
    result = out(value, [m + draw.choice([0, 1]), p])
    result = out(value, [m, p, 1]) if wrong == 8 else result
    return [x, weight, scales, zeros, told, result]
