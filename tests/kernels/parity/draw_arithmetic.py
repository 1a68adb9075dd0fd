# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Sums, products, quotients, remainders and powers of two operands, element by element."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import EVERY, FLOATS, INTEGERS, Argument, Buffer, Draw, out
from calls import draws
from elementwise import (
    Number,
    drawn_number,
    drawn_shapes,
    kind_of,
    result_of,
    spoiled_pair,
    tensors,
    wider,
    with_number,
)
from torch import Tensor


def _alpha(draw: Draw, common: torch.dtype) -> Number:
    if draw.random() < 0.1:
        return draw.choice([True, 1e300, -70000, 0.5, 1 << 40])
    if draw.random() < 0.3:
        return 1
    if common.is_floating_point and draw.random() < 0.6:
        return draw.choice([1.0, -0.5, 0.1, 3.25, 1e-3])
    return draw.randint(-5, 5)


_COMPLEX = (torch.complex32, torch.complex64, torch.complex128)


def _complex(draw: Draw) -> list[Argument]:
    """Two complex tensors, and a result for them; of different dtypes now and then. The official
    kernels do not broadcast them."""
    dtype = draw.dtype(_COMPLEX)
    other = draw.dtype([*_COMPLEX, torch.float32]) if draw.random() < 0.1 else dtype
    shape = (2, *draw.shape(high=3))
    a, b = (draw.tensor(each, shape, low=-20, high=20) for each in (dtype, other))
    return [a, b, result_of(draw, dtype, a, b)]


# A sum of products: a float is off by the rounding of the product, where the official kernels
# fuse the two.
_SUM = {"rtol": 2e-6, "atol": 1e-4, "half_ulps": 1}


@draws("aten::add.out", "aten::sub.out", calls=200, **_SUM)
def add(draw: Draw, name: str) -> list[Argument]:
    if "add" in name and draw.random() < 0.1:
        a, b, result = _complex(draw)
        return [a, b, _alpha(draw, torch.float32), result]
    among = EVERY if "add" in name or draw.random() < 0.1 else (*INTEGERS, *FLOATS)
    kinds = [draw.dtype(among)] * 2 if draw.random() < 0.4 else [draw.dtype(among) for _ in "ab"]
    a, b = tensors(draw, kinds, special=draw.random() < 0.3)
    common = torch.promote_types(a.dtype, b.dtype)
    wrong = draw.wrong(0.1)
    if wrong and draw.random() < 0.3:
        a, b = spoiled_pair(draw, a, b)
        return [a, b, 1, out(common, (2, 4))]
    dtype = draw.dtype() if draw.random() < 0.08 else wider(draw, common)
    # The official add of one element and several gives the factor to the wrong one.
    alpha = 1 if a.numel() == 1 != b.numel() else _alpha(draw, common)
    return [a, b, alpha, result_of(draw, dtype, a, b, wrong=wrong)]


@draws("aten::mul.out", "aten::maximum.out", "aten::minimum.out", calls=120, half_ulps=1)
def two(draw: Draw, name: str) -> list[Argument]:
    if "mul" in name and draw.random() < 0.1:
        return _complex(draw)
    kinds = [draw.dtype()] * 2 if draw.random() < 0.4 else [draw.dtype() for _ in "ab"]
    a, b = tensors(draw, kinds, low=-150, high=150)
    common = torch.promote_types(a.dtype, b.dtype)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3:
        a, b = spoiled_pair(draw, a, b)
        return [a, b, out(common, (2, 4))]
    dtype = draw.dtype() if wrong else wider(draw, common)
    return [a, b, result_of(draw, dtype, a, b, wrong=wrong and dtype == common)]


@draws("aten::add.Scalar_out", "aten::sub.Scalar_out", "aten::rsub.Scalar_out", calls=150, **_SUM)
def add_number(draw: Draw, name: str) -> list[Argument]:
    among = EVERY if "add" in name or draw.random() < 0.1 else (*INTEGERS, *FLOATS)
    (a,) = tensors(draw, [draw.dtype(among)])
    b = drawn_number(draw)
    common = with_number(a.dtype, b)
    alpha = _alpha(draw, common)
    if "add" in name and common != a.dtype:
        # The official add takes no number of a higher kind than the tensor.
        b, common, alpha = True, a.dtype, 1
    if alpha == 1e300 and (a.dtype != common or common not in (torch.float32, torch.float64)):
        alpha = 2  # which the official sub takes as infinity here, and refuses elsewhere
    wrong = draw.wrong(0.1)
    # Nor does it look at which one of three floating dtypes out has.
    dtype = draw.dtype(INTEGERS) if wrong and common.is_floating_point else common
    return [a, b, alpha, result_of(draw, dtype, a, wrong=wrong and dtype == common)]


@draws("aten::mul.Scalar_out", calls=120, half_ulps=1)
def mul_number(draw: Draw) -> list[Argument]:
    (a,) = tensors(draw, [draw.dtype()])
    b = drawn_number(draw)
    common = with_number(a.dtype, b)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else common
    return [a, b, result_of(draw, dtype, a, wrong=wrong and dtype == common)]


def _quotient(*operands: torch.dtype) -> torch.dtype:
    floating = [d for d in operands if d.is_floating_point]
    common = floating[0] if floating else torch.float32
    for dtype in floating:
        common = torch.promote_types(common, dtype)
    return common


@draws("aten::div.out", "aten::atan2.out", calls=120, rtol=2e-6, half_ulps=2)
def divide(draw: Draw, name: str) -> list[Argument]:
    if "div" in name and draw.random() < 0.1:
        a, b, result = _complex(draw)
        # Without complex32, and without a look at the dtypes of the operands.
        if a.dtype == b.dtype != torch.complex32:
            return [a, b, result]
    a, b = tensors(draw, [draw.dtype(), draw.dtype()], low=-20, high=20)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3:
        a, b = spoiled_pair(draw, a, b)
        return [a, b, out(torch.float32, (2, 4))]
    dtype = (
        draw.dtype() if wrong else draw.choice([_quotient(a.dtype, b.dtype), draw.dtype(FLOATS)])
    )
    return [a, b, result_of(draw, dtype, a, b, wrong=wrong and dtype.is_floating_point)]


@draws("aten::div.Scalar_out", calls=120, rtol=2e-6, half_ulps=2)
def divide_number(draw: Draw) -> list[Argument]:
    (a,) = tensors(draw, [draw.dtype()], low=-20, high=20)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else _quotient(a.dtype)
    return [a, drawn_number(draw, -9, 9), result_of(draw, dtype, a)]


def _mode(draw: Draw) -> str | None:
    if draw.random() < 0.05:
        return draw.choice(["round", "", "floors"])
    return draw.choice(["trunc", "floor", "trunc", "floor", None])


def _nonzero(draw: Draw, x: Tensor) -> Tensor:
    """With no zero, mostly: one among integers fails the call."""
    return torch.where(x == 0, torch.ones_like(x), x) if draw.random() < 0.9 else x


def _rounding(draw: Draw) -> tuple[Tensor, Tensor, torch.dtype]:
    """Operands of a division that rounds, and a dtype for the result."""
    kinds = [draw.dtype()] * 2 if draw.random() < 0.5 else [draw.dtype() for _ in "ab"]
    a, b = tensors(draw, kinds, low=-100, high=100, special=draw.random() < 0.3)
    last = not b.is_contiguous()
    if b.dtype != torch.bool:
        b = _nonzero(draw, b)
        b = b.contiguous(memory_format=torch.channels_last) if last else b.contiguous()
    common = torch.promote_types(a.dtype, b.dtype)
    return a, b, draw.dtype() if draw.wrong(0.05) else wider(draw, common)


Pair = tuple[Tensor, Tensor | Number]


def _alike(arguments: list[Argument]) -> Pair:
    """The operands in the dtype they have in common."""
    a, b = arguments[:2]
    if isinstance(b, Tensor):
        common = torch.promote_types(a.dtype, b.dtype)
        return a.to(common), b.to(common)
    return a.to(with_number(a.dtype, b)), b


def _wrong_remainder(arguments: list[Argument]) -> str | None:
    a, b = _alike(arguments)
    if a.dtype == torch.float64:
        return "what is double is rounded to float"
    if kind_of(a.dtype) != 1 or bool((torch.as_tensor(b) == 0).any()):
        return None
    wrong = not torch.equal(torch.remainder(a, b), torch.fmod(a, b))
    return "integers get the sign of the dividend" if wrong else None


def _remainder(arguments: list[Argument]) -> Tensor:
    return torch.remainder(*_alike(arguments))


def _not_whole(arguments: list[Argument]) -> str | None:
    rounds_down = len(arguments) == 3 or arguments[2] == "floor"
    if rounds_down and _alike(arguments)[0].is_floating_point():
        return "quotients of floats are not all whole, and 0 / 0 is infinite"
    return None


def _floor(arguments: list[Argument]) -> Tensor:
    return torch.div(*_alike(arguments), rounding_mode="floor")


_REMAINDER = {"wrong_official": _wrong_remainder, "right": _remainder}
_FLOOR = {"wrong_official": _not_whole, "right": _floor}


@draws("aten::div.out_mode", calls=200, rtol=2e-6, half_ulps=2, **_FLOOR)
def divide_mode(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    mode = _mode(draw)
    if mode is None:
        dtype = draw.dtype(FLOATS)
    return [a, b, mode, result_of(draw, dtype, a, b, wrong=draw.wrong(0.05))]


def _zero_divisor(arguments: list[Argument]) -> str | None:
    a, b, result = arguments
    divisor = b if isinstance(b, Tensor) else torch.tensor(b)
    integers = not (a.dtype.is_floating_point or divisor.dtype.is_floating_point)
    if integers and a.numel() > 0 and bool((divisor == 0).any()) and _accepted(a, b, result):
        return "an integer modulo 0 is what the processor makes of NaN"
    return None


def _accepted(a: Tensor, b: Tensor | Number, result: Buffer) -> bool:
    if not isinstance(b, Tensor):
        return False  # the official kernel looks at numbers
    common = torch.promote_types(a.dtype, b.dtype)
    shape = torch.broadcast_shapes(a.shape, b.shape)
    fits = result.dynamic or tuple(shape) == result.sizes
    return (
        common != torch.bool
        and kind_of(result.dtype) >= kind_of(common)
        and fits
        and 0 not in shape
    )


@draws("aten::floor_divide.out", calls=150, rtol=2e-6, half_ulps=2, **_FLOOR)
def floor_divide(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    return [a, b, result_of(draw, dtype, a, b, wrong=draw.wrong(0.05))]


@draws("aten::remainder.Tensor_out", calls=150, rtol=2e-6, half_ulps=2, **_REMAINDER)
def remainder(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    return [a, b, result_of(draw, dtype, a, b, wrong=draw.wrong(0.05))]


@draws("aten::fmod.Tensor_out", calls=150, wrong_official=_zero_divisor)
def fmod(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    return [a, b, result_of(draw, dtype, a, b, wrong=draw.wrong(0.05))]


def _rounding_number(draw: Draw) -> tuple[Tensor, Number, torch.dtype]:
    (a,) = tensors(draw, [draw.dtype()], low=-100, high=100, special=draw.random() < 0.3)
    b = drawn_number(draw, -20, 20)
    if draw.random() < 0.9 and b == 0:
        b = 3
    common = with_number(a.dtype, b)
    return a, b, draw.dtype() if draw.wrong(0.05) else wider(draw, common)


@draws("aten::div.Scalar_mode_out", calls=200, rtol=2e-6, half_ulps=2, **_FLOOR)
def divide_number_mode(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding_number(draw)
    mode = _mode(draw)
    if mode is None:
        dtype = _quotient(a.dtype)
    return [a, b, mode, result_of(draw, dtype, a, wrong=draw.wrong(0.05))]


def _not_wrapped(arguments: list[Argument]) -> str | None:
    a, b = _alike(arguments)
    if isinstance(b, int) and kind_of(a.dtype) == 1 and torch.tensor(b).to(a.dtype).item() != b:
        return "a number beyond the dtype is not wrapped to it"
    return None


@draws(
    "aten::fmod.Scalar_out",
    calls=150,
    rtol=2e-6,
    half_ulps=2,
    wrong_official=_not_wrapped,
    right=lambda arguments: torch.fmod(*_alike(arguments)),
)
def fmod_number(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding_number(draw)
    return [a, b, result_of(draw, dtype, a, wrong=draw.wrong(0.05))]


@draws("aten::remainder.Scalar_out", calls=150, rtol=2e-6, half_ulps=2, **_REMAINDER)
def remainder_number(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding_number(draw)
    return [a, b, result_of(draw, dtype, a, wrong=draw.wrong(0.05))]


# Powers of integers stay within every dtype: what does not is undefined in C++.
def _base(draw: Draw, dtype: torch.dtype, shape: Sequence[int], last: bool) -> Tensor:
    low = -3.0 if dtype.is_floating_point else -2
    return draw.tensor(dtype, shape, low=low, high=3, special=True, channels_last=last)


def _exponent(draw: Draw, dtype: torch.dtype, shape: Sequence[int], last: bool) -> Tensor:
    low = -2.5 if dtype.is_floating_point else 0
    return draw.tensor(dtype, shape, low=low, high=4, special=True, channels_last=last)


@draws("aten::pow.Tensor_Tensor_out", calls=150, rtol=2e-6, half_ulps=2)
def power(draw: Draw) -> list[Argument]:
    (first, second), last = drawn_shapes(draw, 2)
    a = _base(draw, draw.dtype(), first, last)
    b = _exponent(draw, draw.dtype(), second, last)
    wrong = draw.wrong(0.1)
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong and not common.is_floating_point else wider(draw, common)
    return [a, b, result_of(draw, dtype, a, b, wrong=wrong)]


@draws("aten::pow.Tensor_Scalar_out", calls=150, rtol=2e-6, half_ulps=2)
def power_of_number(draw: Draw) -> list[Argument]:
    (shape,), last = drawn_shapes(draw, 1)
    a = _base(draw, draw.dtype(), shape, last)
    b = draw.choice([0, 1, 2, 3, 4, 0.5, -0.5, -1.0, 2.5, 2.0, True])
    dtype = draw.dtype() if draw.wrong(0.1) else wider(draw, with_number(a.dtype, b))
    return [a, b, result_of(draw, dtype, a, wrong=draw.wrong(0.05))]


@draws("aten::pow.Scalar_out", calls=150, rtol=2e-6, half_ulps=2)
def power_of_scalar(draw: Draw) -> list[Argument]:
    (shape,), last = drawn_shapes(draw, 1)
    b = _exponent(draw, draw.dtype(), shape, last)
    a = draw.choice([0, 1, 2, 3, -2, 0.5, 1.5, 2.0, True])
    dtype = draw.dtype() if draw.wrong(0.1) else wider(draw, with_number(b.dtype, a))
    return [a, b, result_of(draw, dtype, b, wrong=draw.wrong(0.05))]
