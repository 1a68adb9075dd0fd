# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators on one tensor, element by element."""

from __future__ import annotations

import torch
from arguments import EVERY, FLOATS, INTEGERS, Argument, Buffer, Draw, out
from calls import draws
from torch import Tensor

_SAME = (*INTEGERS, *FLOATS)


def _input(draw: Draw, dtype: torch.dtype, low: float, high: float, special: bool = True) -> Tensor:
    """Contiguous or channels last, seldom of many elements."""
    shape = draw.shape(largest=30) if draw.random() < 0.1 else draw.shape()
    last = len(shape) == 4 and 0 not in shape and draw.random() < 0.5
    return draw.tensor(dtype, shape, low=low, high=high, special=special, channels_last=last)


def _result(draw: Draw, x: Tensor, dtype: torch.dtype, wrong: bool) -> Buffer:
    """Of the sizes of x or larger; if wrong, static and of other sizes, or of another rank."""
    sizes = list(x.shape)
    order = None
    if x.dim() == 4 and not x.is_contiguous():
        order = (0, 2, 3, 1)
    if not wrong:
        room = 0 if order else draw.choice([0, 0, 1])
        return out(dtype, [size + room for size in sizes], dim_order=order)
    if draw.random() < 0.5 or not sizes:
        return out(dtype, [*sizes, 1])
    sizes[draw.randrange(len(sizes))] += 1
    return out(dtype, sizes, dynamic=False, dim_order=order)


# Where there is something to see, and a little beyond.
_RANGES = {
    "acosh": (0.5, 50.0),
    "acos": (-1.2, 1.2),
    "asin": (-1.2, 1.2),
    "atanh": (-1.1, 1.1),
    "cosh": (-8.0, 8.0),
    "sinh": (-8.0, 8.0),
    "log": (-1.0, 30.0),
    "log10": (-1.0, 30.0),
    "log1p": (-1.5, 30.0),
    "log2": (-1.0, 30.0),
    "sqrt": (-1.0, 100.0),
    "rsqrt": (-1.0, 100.0),
}
_TO_FLOATING = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cos",
    "cosh",
    "erf",
    "expm1",
    "log",
    "log10",
    "log1p",
    "log2",
    "reciprocal",
    "rsqrt",
    "sigmoid",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
]


@draws(
    *[f"aten::{name}.out" for name in _TO_FLOATING],
    calls=60,
    rtol=2e-6,
    atol=1e-7,
    half_ulps=2,
)
def to_floating(draw: Draw, name: str) -> list[Argument]:
    operator = name.removeprefix("aten::").removesuffix(".out")
    low, high = _RANGES.get(operator, (-10.0, 10.0))
    x = _input(draw, draw.dtype(), low, high)
    wrong = draw.wrong()
    dtype = draw.dtype(INTEGERS) if wrong and draw.random() < 0.5 else draw.dtype(FLOATS)
    return [x, _result(draw, x, dtype, wrong and dtype.is_floating_point)]


# The official kernel computes in the dtype of out, ours in that of the input, as upstream's
# portable one does: no double input for a narrower out, no double out for a narrower input.
@draws("aten::exp.out", calls=60, rtol=2e-6, atol=1e-7, half_ulps=2)
def exp(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS)
    among = [d for d in EVERY if d != torch.float64]
    x = _input(draw, torch.float64 if dtype == torch.float64 else draw.dtype(among), -10, 4)
    # Halves of what overflows would differ in where they do.
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        return [x, _result(draw, x, draw.dtype(INTEGERS), False)]
    return [x, _result(draw, x, dtype, wrong)]


@draws("aten::abs.out", calls=100, rtol=1e-6, half_ulps=2)
def absolute(draw: Draw) -> list[Argument]:
    if draw.random() < 0.7:
        return same_dtype(draw, "aten::abs.out")
    x = _complex(draw)
    wrong = draw.wrong()
    dtype = draw.dtype((torch.float16, torch.float32, torch.float64))
    if wrong and draw.random() < 0.5:
        dtype = draw.choice([torch.bfloat16, torch.int32, x.dtype])
    return [x, _result(draw, x, dtype, wrong and dtype.itemsize > 2)]


def _complex(draw: Draw) -> Tensor:
    shape = draw.shape()
    dtype = draw.dtype((torch.float16, torch.float32, torch.float64))
    return torch.view_as_complex(draw.tensor(dtype, (*shape, 2)))


@draws("aten::neg.out", "aten::relu.out", "aten::sign.out", "aten::round.out")
def same_dtype(draw: Draw, name: str) -> list[Argument]:
    among = (*_SAME, torch.bool) if name == "aten::sign.out" else _SAME
    x = _input(draw, draw.dtype(among), -300, 300)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        x = draw.tensor(torch.bool, x.shape)
        return [x, out(draw.choice([torch.int8, torch.float32]), x.shape)]
    if wrong and draw.random() < 0.4:
        return [x, out(draw.dtype([d for d in EVERY if d != x.dtype]), x.shape)]
    return [x, _result(draw, x, x.dtype, wrong)]


# Integers are computed in float upstream: of those beyond 2^24 it changes the value, ours keeps it.
@draws("aten::ceil.out", "aten::floor.out", "aten::trunc.out")
def rounding(draw: Draw, name: str) -> list[Argument]:
    return same_dtype(draw, name)


@draws("aten::bitwise_not.out")
def bitwise_not(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype((*INTEGERS, torch.bool)), -300, 300)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        dtype = draw.dtype((*FLOATS, torch.int16))
        return [x, out(dtype if dtype != x.dtype else torch.float32, x.shape)]
    return [x, _result(draw, x, x.dtype, wrong)]


@draws("aten::isinf.out", "aten::isnan.out")
def to_bool(draw: Draw, name: str) -> list[Argument]:
    x = _input(draw, draw.dtype(), -10, 10)
    wrong = draw.wrong()
    dtype = draw.dtype(_SAME) if wrong and draw.random() < 0.5 else torch.bool
    return [x, _result(draw, x, dtype, wrong and dtype == torch.bool)]


@draws("aten::logical_not.out")
def logical_not(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype(), -1.5, 1.5)
    return [x, _result(draw, x, draw.dtype(), draw.wrong())]


@draws("aten::hardtanh.out", calls=150)
def hardtanh(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype(_SAME), -10, 10)
    low: float | int = draw.choice([-1, -3.5, 0, 2, -1.0, -7])
    high: float | int = draw.choice([1, 6, 0.5, 3.25, 6.0, 1])
    if draw.random() < 0.1 and x.dtype.is_floating_point:
        low = draw.choice([float("nan"), float("-inf")])
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        high = draw.choice([70000, 1e300, 300, -300, 2.0**63])
    if wrong and draw.random() < 0.3:
        return [x, low, high, out(draw.dtype(EVERY), x.shape)]
    # A negative float has no value among unsigned integers.
    return [x, low, high, _result(draw, x, x.dtype, wrong and draw.random() < 0.5)]


@draws("aten::leaky_relu.out", calls=80, half_ulps=1)
def leaky_relu(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype(FLOATS), -10, 10)
    slope = draw.choice([0.01, 0.3, 2, 0, -0.5, True])
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        return [x, draw.choice([1e300, 70000]), _result(draw, x, x.dtype, False)]
    if wrong and draw.random() < 0.5:
        x = _input(draw, draw.dtype((*INTEGERS, torch.bool)), -10, 10)
    return [x, slope, _result(draw, x, x.dtype, wrong and x.dtype.is_floating_point)]


@draws("aten::elu.out", calls=80, rtol=2e-6, atol=1e-7, half_ulps=2)
def elu(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype(FLOATS), -10, 10)
    numbers = [draw.choice([1, 1.0, 0.75, 2, 1.0507009873554805]) for _ in range(3)]
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        x = _input(draw, draw.dtype((*INTEGERS, torch.bool)), -10, 10)
    if wrong and draw.random() < 0.4:
        return [x, *numbers, out(draw.dtype(INTEGERS), x.shape)]
    return [x, *numbers, _result(draw, x, x.dtype, wrong)]


# Of two summands of unequal sign in float: their error is that of a value near 1. Infinities have
# no values, as upstream's kernels differ about them: its portable one gives 0 and infinity.
@draws("aten::gelu.out", calls=100, rtol=4e-6, atol=2e-6, half_ulps=8)
def gelu(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype(FLOATS), -4, 4, special=False)
    how = draw.choice(["none", "tanh"])
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3:
        return [x, "exact", _result(draw, x, x.dtype, False)]
    if wrong and draw.random() < 0.4:
        x = _input(draw, draw.dtype((*INTEGERS, torch.bool)), -10, 10)
        return [x, how, _result(draw, x, x.dtype, False)]
    if wrong and draw.random() < 0.4:
        return [x, how, out(draw.dtype([d for d in EVERY if d != x.dtype]), x.shape)]
    return [x, how, _result(draw, x, x.dtype, wrong)]


# Contiguous ones: of channels last, upstream writes the elements in another order than out has.
@draws("aten::glu.out", calls=120, rtol=2e-6, atol=1e-7, half_ulps=4)
def glu(draw: Draw) -> list[Argument]:
    shape = list(draw.shape(low=1))
    axis = draw.randrange(len(shape))
    shape[axis] *= 2
    dtype = draw.dtype(FLOATS)
    x = draw.tensor(dtype, shape, low=-5, high=5)
    dim = axis - len(shape) if draw.random() < 0.5 else axis
    wrong = draw.wrong()
    kind = draw.choice(["odd", "dtype", "rank", "size"]) if wrong else ""
    if kind == "odd":
        shape[axis] += 1
        x = draw.tensor(dtype, shape, low=-5, high=5)
    result = list(shape)
    result[axis] //= 2
    if kind == "size":
        result[axis] += 1
    if kind == "rank":
        result.append(1)
    to = draw.dtype(INTEGERS) if kind == "dtype" else draw.dtype(FLOATS)
    return [x, dim, out(to, result, dynamic=kind != "size")]


# In double where one of the tensors is; the official kernel rounds a double input to a float out
# first, so x stays away from 1, where the error of that grows without bound.
@draws("aten::logit.out", calls=80, rtol=2e-6, atol=2e-6)
def logit(draw: Draw) -> list[Argument]:
    x = _input(draw, draw.dtype(), -0.2, 0.9)
    eps = draw.choice([None, 0.01, 0.25])
    dtype = draw.choice([torch.float32, torch.float64])
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        dtype = draw.dtype((*INTEGERS, torch.float16, torch.bfloat16))
    return [x, eps, _result(draw, x, dtype, wrong and dtype.itemsize >= 4)]


@draws("aten::_conj_physical.out")
def conj_physical(draw: Draw) -> list[Argument]:
    x = _complex(draw)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.5:
        x = _input(draw, draw.dtype(), -10, 10)
        return [x, _result(draw, x, x.dtype, False)]
    return [x, _result(draw, x, x.dtype, wrong)]
