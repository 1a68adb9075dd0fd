# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Calls of normalization, attention and what else the library has."""

from __future__ import annotations

import math
from typing import Any

import torch
from cadence_draw import BYTES, WIDE, Arguments, Draw, integers, spread
from executorch.backends.cadence.aot import ref_implementations
from torch import Tensor


def layer_norm(draw: Draw) -> Arguments:
    dtype = draw.choice(BYTES)
    x = draw.codes(*draw.choice(((4, 9), (2, 3, 5), (17,))), dtype=dtype)
    if draw.random() < 0.2:
        x = (x.int() // 40).to(dtype)
    axes = draw.choice((1, 1, min(2, x.dim())))
    shape = list(x.shape[-axes:])
    return [x, draw.scale(0.02), draw.zero_point(dtype), shape, draw.reals(*shape),
            draw.reals(*shape), draw.choice((1e-5, 1e-3)), draw.scale(0.03),
            draw.zero_point(dtype)]  # fmt: skip


def layer_norm_tensors(draw: Draw) -> Arguments:
    args = layer_norm(draw)
    args[1], args[2] = torch.tensor([args[1]]), integers(args[2], torch.int64)
    return args


def softmax(draw: Draw) -> Arguments:
    dtype = draw.choice(WIDE)
    info = torch.iinfo(dtype)
    shape = draw.choice(((9,), (2, 3, 5), (4, 6), (0, 4)))
    x = draw.codes(*shape, dtype=dtype)
    step = 1 / (info.max - info.min + 1)
    return [x, torch.zeros(1), draw.randint(-x.dim(), x.dim() - 1), 0, torch.zeros(1).long(),
            draw.scale(4 / spread(dtype)), draw.zero_point(dtype), draw.scale(step),
            info.min]  # fmt: skip


def softmax_tensors(draw: Draw) -> Arguments:
    args = softmax(draw)
    return [*args[:5], torch.tensor([args[5]]), integers(args[6], torch.int64),
            torch.tensor([args[7]]), integers(args[8], torch.int64)]  # fmt: skip


def softmax_reference(*args: Any) -> Tensor:
    """Called directly: it asserts that there is no mask, while the schema has one always."""
    x, _, dim, mask_type, pos, *quantities = args
    numbers = [q.item() if isinstance(q, Tensor) else q for q in quantities]
    return ref_implementations.quantized_softmax_per_tensor(x, None, dim, mask_type, pos, *numbers)


def masked_softmax(draw: Draw) -> Arguments:
    args = softmax(draw)
    args[2], args[3] = -1, 1
    dtype = draw.choice((torch.int16, torch.int64))
    args[4] = torch.tensor([draw.randint(-2, 8)], dtype=dtype)
    return args


def masked_softmax_reference(*args: Any) -> Tensor:
    x, _, _, _, pos, in_scale, in_zero, out_scale, out_zero = args
    size = x.shape[-1]
    rows = (x.double().reshape(-1, size) - in_zero) * in_scale
    shares = torch.zeros_like(rows)
    for i, row in enumerate(rows):
        count = 0 if int(pos) < 0 else min(size, int(pos) + i + 1)
        shares[i, :count] = torch.softmax(row[:count], 0)
    info = torch.iinfo(x.dtype)
    codes = torch.round(shares / out_scale) + out_zero
    return codes.clamp(info.min, info.max).to(x.dtype).reshape(x.shape)


def float_softmax(draw: Draw) -> Arguments:
    x = draw.reals(*draw.choice(((9,), (2, 3, 5), (4, 6))))
    return [x, draw.randint(-x.dim(), x.dim() - 1), draw.choice((None, False))]


def where_scalar(draw: Draw) -> Arguments:
    shape = draw.shape()
    return [torch.rand(shape, generator=draw.generator()) < 0.5, draw.uniform(-9, 9),
            draw.uniform(-9, 9)]  # fmt: skip


def embedding(draw: Draw) -> Arguments:
    groups = draw.choice((1, 1, 2))
    rows, width = draw.randint(1, 9), groups * draw.randint(1, 5)
    dtype = draw.choice(BYTES)
    shape = (rows,) if groups == 1 and draw.random() < 0.5 else (rows, groups)
    scales = draw.reals(*shape).abs() + 0.01
    zeros = draw.codes(*shape, dtype=dtype) if draw.random() < 0.7 else None
    index_shape = draw.choice(((), (3,), (2, 2), (0,)))
    index = torch.randint(0, rows, index_shape, generator=draw.generator())
    return [draw.codes(rows, width, dtype=dtype), scales, zeros, index, False]


def rope(draw: Draw) -> Arguments:
    tokens, heads, half = draw.randint(1, 4), draw.randint(1, 3), draw.randint(1, 5)
    rows = tokens + draw.randint(0, 3)
    split = draw.random() < 0.4
    shape = (1, tokens, heads, half, 2) if split else (1, tokens, heads, 2 * half)
    pos = None
    if draw.random() < 0.5:
        dtype = draw.choice((torch.int64, torch.int32))
        pos = torch.randint(0, rows, (tokens,), generator=draw.generator()).to(dtype)
    else:
        rows = tokens  # the reference has no broadcast for more
    return [draw.reals(*shape), draw.reals(rows, half), draw.reals(rows, half), pos]


def stacked_reference(x: Tensor, sin: Tensor, cos: Tensor, pos: Tensor | None) -> Tensor:
    """The wheel's joins the halves of all heads one after the other instead of head by head."""
    shape = x.shape
    x = x.reshape(*shape[:3], -1)
    if pos is not None:
        sin, cos = sin[pos.long()], cos[pos.long()]
    sin, cos = sin.unsqueeze(1), cos.unsqueeze(1)
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1).reshape(shape)


def attention_mask(draw: Draw) -> Arguments:
    x = draw.reals(*draw.choice(((8,), (2, 16), (2, 3, 8))))
    return [x > 0 if draw.random() < 0.5 else x, draw.uniform(-1, 1)]


def boxes(draw: Draw) -> Arguments:
    count = draw.randint(0, 4)
    corner = torch.rand(count, 2, generator=draw.generator()) * 40
    size = torch.rand(count, 2, generator=draw.generator()) * 60
    rois = torch.cat([torch.zeros(count, 1), corner, corner + size], 1)
    return [rois, draw.randint(1, 7), draw.randint(1, 7), draw.randint(1, 3), draw.random() < 0.5]


def boxes_reference(rois: Tensor, height: int, width: int, ratio: int, aligned: bool) -> Tensor:
    """The wheel has none. Sampling runs over `columns` points, then down a row and back, and after
    the last row to where the next box would begin, right and below; the other loops stand still."""
    rows, columns = height * ratio, width * ratio
    packed = []
    for _, left, top, right, bottom in rois:
        step_x, step_y = (right - left) / columns, (bottom - top) / rows
        shift = 0.5 if aligned else 0.0
        exact = (left - shift + step_x / 2, top - shift + step_y / 2, step_x, step_y,
                 step_x * columns, step_y * rows)  # fmt: skip
        x, y, dx, dy, right_by, down_by = (
            math.floor(abs(float(v) * 65536) + 0.5) * (1 if v >= 0 else -1) for v in exact
        )
        back, up = dx - dx * columns, dy - dy * rows
        in_x = [dx, back, back + right_by] + [back] * 7
        in_y = [0, dy, up, up + down_by] + [up] * 6
        bits = sum((value % 2**29) << (29 * i) for i, value in enumerate([x, y, *in_x, *in_y]))
        packed.append(list(bits.to_bytes(80, "little")))
    return torch.tensor(packed, dtype=torch.uint8).reshape(-1, 80)


def any_tensor(draw: Draw, numbers: int = 2) -> Arguments:
    shape = draw.shape()
    x = draw.choice((draw.codes(*shape), draw.reals(*shape), draw.codes(*shape, dtype=torch.int16)))
    return [x, *[draw.randint(0, 1) for _ in range(numbers)]]


def copied(x: Tensor, *_: int) -> Tensor:
    return x
