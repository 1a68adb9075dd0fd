# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators that go along one dimension, and distances of rows."""

from __future__ import annotations

import torch
from arguments import EVERY, FLOATS, INTEGERS, Argument, Draw
from calls import draws
from reduced import NUMBERS, drawn_dim, filled, result
from torch import Tensor


@draws("aten::cumsum.out", calls=150, rtol=2e-6, atol=1e-6)
def cumsum(draw: Draw) -> list[Argument]:
    # The official kernel, as ours, refuses a 0-dim tensor.
    low = 0 if draw.random() < 0.05 else 1
    x = draw.tensor(draw.dtype(), draw.shape(low, largest=20, high=3), low=-4, high=4)
    dim = drawn_dim(draw, x.dim())
    to = x.dtype if draw.random() < 0.4 else draw.dtype()
    if x.is_floating_point() and to == torch.uint8:
        to = torch.int16
    asked = draw.choice([None, to])
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
    elif wrong and draw.random() < 0.5:
        asked = draw.dtype([d for d in EVERY if d != to])
    sizes = list(x.shape)
    return [x, dim, asked, result(draw, to, sizes, wrong and draw.random() < 0.5)]


@draws("aten::_softmax.out", calls=100, rtol=4e-6, atol=1e-7, half_ulps=2)
def softmax(draw: Draw) -> list[Argument]:
    return _softmax(draw, draw.tensor(draw.dtype(FLOATS), draw.shape(), low=-20, high=20))


# Ours takes all four dtypes, as upstream's portable kernel; the official one takes no double and
# rounds halves on the way. It divides by zero if there is no element.
@draws("aten::_log_softmax.out", calls=100, rtol=4e-6, atol=4e-6)
def log_softmax(draw: Draw) -> list[Argument]:
    return _softmax(draw, draw.tensor(torch.float32, filled(draw), low=-20, high=20))


def _softmax(draw: Draw, x: Tensor) -> list[Argument]:
    dim, half_to_float, to = drawn_dim(draw, x.dim()), False, x.dtype
    kind = draw.choice(["dim", "float", "dtype", "in", "size"]) if draw.wrong() else ""
    if kind == "dim":
        dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
    elif kind == "float":
        half_to_float = True
    elif kind == "dtype":
        to = draw.dtype([d for d in EVERY if d != x.dtype])
    elif kind == "in":
        x = draw.tensor(draw.dtype((*INTEGERS, torch.bool)), x.shape)
        to = x.dtype
    return [x, dim, half_to_float, result(draw, to, list(x.shape), kind == "size")]


# Of distinct elements, as upstream does not say which of two equal ones comes first; not sorted
# only where there is one.
@draws("aten::topk.values", calls=150)
def topk(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(NUMBERS)
    shape = draw.shape(largest=8, high=3)
    count = torch.Size(shape).numel()
    while count > 200:
        shape = shape[1:]
        count = torch.Size(shape).numel()
    low = 0 if dtype in (torch.uint8,) else -100
    values = torch.tensor(draw.sample(range(low, low + 200), count), dtype=torch.float64)
    x = values.to(dtype).reshape(shape)
    dim = drawn_dim(draw, x.dim())
    size = x.shape[dim] if x.dim() else 1
    k = draw.randint(0, size)
    is_sorted = k != 1 or draw.random() < 0.5
    left = list(x.shape)
    if left:
        left[dim] = k
    results = [result(draw, dtype, left, False), result(draw, torch.int64, left, False)]
    kind = draw.choice(["dim", "k", "dtype", "index", "size"]) if draw.wrong() else ""
    if kind == "dim":
        dim = draw.choice([max(x.dim(), 1), -max(x.dim(), 1) - 1])
    elif kind == "k":
        k = draw.choice([-1, size + 1])
    elif kind == "dtype":
        results[0] = result(draw, draw.dtype([d for d in EVERY if d != dtype]), left, False)
    elif kind == "index":
        results[1] = result(draw, torch.int32, left, False)
    elif kind == "size":
        results[1] = result(draw, torch.int64, left, True)
    return [x, k, dim, draw.random() < 0.5, is_sorted, *results]


_POWERS = (0.0, 1.0, 2.0, float("inf"), 3.0, 0.5, 1.5)


# Upstream rounds halves at each step, ours at the end.
@draws("aten::_cdist_forward.out", calls=120, rtol=4e-6, atol=1e-6, half_ulps=40)
def cdist(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS)
    width = draw.randint(0, 6)
    batch = draw.shape(high=2, largest=3)
    a = [*draw.broadcastable(batch), draw.randint(0, 4), width]
    b = [*draw.broadcastable(batch), draw.randint(0, 4), width]
    together = [*torch.broadcast_shapes(a[:-2], b[:-2]), a[-2], b[-2]]
    p: float = draw.choice(_POWERS)
    mode: int | None = draw.choice([None, 0, 1, 2])
    kind = draw.choice(["p", "mode", "width", "dtype", "size"]) if draw.wrong() else ""
    if kind == "p":
        p = draw.choice([-1.0, float("nan")])
    elif kind == "mode":
        mode = draw.choice([-1, 3])
    elif kind == "width":
        b[-1] += 1
    x1 = draw.tensor(dtype, a, low=-3, high=3)
    x2 = draw.tensor(dtype, b, low=-3, high=3)
    to = draw.dtype([d for d in EVERY if d != dtype]) if kind == "dtype" else dtype
    return [x1, x2, p, mode, result(draw, to, together, kind == "size")]


@draws("aten::_pdist_forward.out", calls=80, rtol=4e-6, atol=1e-6, half_ulps=40)
def pdist(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS)
    rows = draw.randint(0, 6)
    x = draw.tensor(dtype, (rows, draw.randint(0, 6)), low=-3, high=3)
    p: float = draw.choice(_POWERS)
    kind = draw.choice(["p", "rank", "in", "dtype", "size"]) if draw.wrong() else ""
    to = dtype
    if kind == "p":
        p = draw.choice([-1.0, float("nan")])
    elif kind == "rank":
        x = draw.tensor(dtype, (2, rows, 3))
    elif kind == "in":
        x = draw.tensor(torch.int32, x.shape)
        to = torch.int32
    elif kind == "dtype":
        to = draw.dtype([d for d in EVERY if d != dtype])
    pairs = rows * (rows - 1) // 2
    return [x, p, result(draw, to, [pairs], kind == "size")]
