# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators on two or three operands, element by element, and those that fill and copy."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from calls import EVERY, FLOATS, INTEGERS, Argument, Buffer, Draw, draws, out
from torch import Tensor

Number = bool | int | float
_INTEGRAL = (*INTEGERS, torch.bool)


def _kind(dtype: torch.dtype) -> int:
    return 0 if dtype == torch.bool else 2 if dtype.is_floating_point else 1


def _order(*operands: Tensor) -> tuple[int, ...] | None:
    return next((tuple([0, 2, 3, 1]) for x in operands if not x.is_contiguous()), None)


def _shapes(draw: Draw, count: int) -> tuple[list[tuple[int, ...]], bool]:
    """Shapes that broadcast, and whether the tensors are to be channels last."""
    shape = draw.shape(largest=20) if draw.random() < 0.1 else draw.shape()
    # What the official kernels broadcast in channels last, they write in another order.
    if draw.random() < 0.15:
        shape = draw.shape(low=4)
        return [shape] * count, 0 not in shape
    if draw.random() < 0.4:
        return [shape] * count, False
    return [draw.broadcastable(shape) for _ in range(count)], False


def _tensors(
    draw: Draw,
    dtypes: Sequence[torch.dtype],
    *,
    low: float = -300,
    high: float = 300,
    special: bool = True,
) -> list[Tensor]:
    shapes, last = _shapes(draw, len(dtypes))
    return [
        draw.tensor(dtype, shape, low=low, high=high, special=special, channels_last=last)
        for dtype, shape in zip(dtypes, shapes, strict=True)
    ]


def _result(draw: Draw, dtype: torch.dtype, *operands: Tensor, wrong: bool = False) -> Buffer:
    """Of the sizes that the operands broadcast to or larger; if wrong, too small or too large."""
    sizes = list(torch.broadcast_shapes(*[x.shape for x in operands]))
    order = _order(*operands)
    if wrong and sizes:
        sizes[draw.randrange(len(sizes))] += 1
        return out(dtype, sizes, dynamic=False, dim_order=order)
    if wrong:
        return out(dtype, [1])
    room = 0 if order else draw.choice([0, 0, 1])
    return out(dtype, [size + room for size in sizes], dim_order=order)


def _wider(draw: Draw, common: torch.dtype) -> torch.dtype:
    """A dtype that `common` casts to, mostly itself."""
    if draw.random() < 0.5:
        return common
    return draw.dtype([d for d in EVERY if _kind(d) >= _kind(common)])


def _spoiled(draw: Draw, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Two operands of sizes that do not broadcast."""
    return draw.tensor(a.dtype, (2, 3)), draw.tensor(b.dtype, (2, 4))


def _number(draw: Draw, low: float = -300, high: float = 300) -> Number:
    kind = draw.randrange(5)
    if kind == 0:
        return draw.random() < 0.5
    if kind < 3:
        return draw.randint(int(low), int(high))
    return draw.choice([draw.uniform(low, high), float(draw.randint(int(low), int(high)))])


def _with_number(dtype: torch.dtype, number: Number) -> torch.dtype:
    kind = 0 if isinstance(number, bool) else 1 if isinstance(number, int) else 2
    if kind <= _kind(dtype):
        return dtype
    return torch.int64 if kind == 1 else torch.float32


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
    return [a, b, _result(draw, dtype, a, b)]


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
    a, b = _tensors(draw, kinds, special=draw.random() < 0.3)
    common = torch.promote_types(a.dtype, b.dtype)
    wrong = draw.wrong(0.1)
    if wrong and draw.random() < 0.3:
        a, b = _spoiled(draw, a, b)
        return [a, b, 1, out(common, (2, 4))]
    dtype = draw.dtype() if draw.random() < 0.08 else _wider(draw, common)
    # The official add of one element and several gives the factor to the wrong one.
    alpha = 1 if a.numel() == 1 != b.numel() else _alpha(draw, common)
    return [a, b, alpha, _result(draw, dtype, a, b, wrong=wrong)]


@draws("aten::mul.out", "aten::maximum.out", "aten::minimum.out", calls=120, half_ulps=1)
def two(draw: Draw, name: str) -> list[Argument]:
    if "mul" in name and draw.random() < 0.1:
        return _complex(draw)
    kinds = [draw.dtype()] * 2 if draw.random() < 0.4 else [draw.dtype() for _ in "ab"]
    a, b = _tensors(draw, kinds, low=-150, high=150)
    common = torch.promote_types(a.dtype, b.dtype)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3:
        a, b = _spoiled(draw, a, b)
        return [a, b, out(common, (2, 4))]
    dtype = draw.dtype() if wrong else _wider(draw, common)
    return [a, b, _result(draw, dtype, a, b, wrong=wrong and dtype == common)]


@draws("aten::add.Scalar_out", "aten::sub.Scalar_out", "aten::rsub.Scalar_out", calls=150, **_SUM)
def add_number(draw: Draw, name: str) -> list[Argument]:
    among = EVERY if "add" in name or draw.random() < 0.1 else (*INTEGERS, *FLOATS)
    (a,) = _tensors(draw, [draw.dtype(among)])
    b = _number(draw)
    common = _with_number(a.dtype, b)
    alpha = _alpha(draw, common)
    if "add" in name and common != a.dtype:
        # The official add takes no number of a higher kind than the tensor.
        b, common, alpha = True, a.dtype, 1
    if alpha == 1e300 and (a.dtype != common or common not in (torch.float32, torch.float64)):
        alpha = 2  # which the official sub takes as infinity here, and refuses elsewhere
    wrong = draw.wrong(0.1)
    # Nor does it look at which one of three floating dtypes out has.
    dtype = draw.dtype(INTEGERS) if wrong and common.is_floating_point else common
    return [a, b, alpha, _result(draw, dtype, a, wrong=wrong and dtype == common)]


@draws("aten::mul.Scalar_out", calls=120, half_ulps=1)
def mul_number(draw: Draw) -> list[Argument]:
    (a,) = _tensors(draw, [draw.dtype()])
    b = _number(draw)
    common = _with_number(a.dtype, b)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else common
    return [a, b, _result(draw, dtype, a, wrong=wrong and dtype == common)]


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
    a, b = _tensors(draw, [draw.dtype(), draw.dtype()], low=-20, high=20)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3:
        a, b = _spoiled(draw, a, b)
        return [a, b, out(torch.float32, (2, 4))]
    dtype = (
        draw.dtype() if wrong else draw.choice([_quotient(a.dtype, b.dtype), draw.dtype(FLOATS)])
    )
    return [a, b, _result(draw, dtype, a, b, wrong=wrong and dtype.is_floating_point)]


@draws("aten::div.Scalar_out", calls=120, rtol=2e-6, half_ulps=2)
def divide_number(draw: Draw) -> list[Argument]:
    (a,) = _tensors(draw, [draw.dtype()], low=-20, high=20)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else _quotient(a.dtype)
    return [a, _number(draw, -9, 9), _result(draw, dtype, a)]


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
    a, b = _tensors(draw, kinds, low=-100, high=100, special=draw.random() < 0.3)
    last = not b.is_contiguous()
    if b.dtype != torch.bool:
        b = _nonzero(draw, b)
        b = b.contiguous(memory_format=torch.channels_last) if last else b.contiguous()
    common = torch.promote_types(a.dtype, b.dtype)
    return a, b, draw.dtype() if draw.wrong(0.05) else _wider(draw, common)


@draws("aten::div.out_mode", calls=200, rtol=2e-6, half_ulps=2)
def divide_mode(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    mode = _mode(draw)
    if mode is None:
        dtype = draw.dtype(FLOATS)
    return [a, b, mode, _result(draw, dtype, a, b, wrong=draw.wrong(0.05))]


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
    return common != torch.bool and _kind(result.dtype) >= _kind(common) and fits and 0 not in shape


@draws("aten::floor_divide.out", "aten::remainder.Tensor_out", calls=150, rtol=2e-6, half_ulps=2)
def floor_divide(draw: Draw, name: str) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    return [a, b, _result(draw, dtype, a, b, wrong=draw.wrong(0.05))]


@draws("aten::fmod.Tensor_out", calls=150, wrong_official=_zero_divisor)
def fmod(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding(draw)
    return [a, b, _result(draw, dtype, a, b, wrong=draw.wrong(0.05))]


def _rounding_number(draw: Draw) -> tuple[Tensor, Number, torch.dtype]:
    (a,) = _tensors(draw, [draw.dtype()], low=-100, high=100, special=draw.random() < 0.3)
    b = _number(draw, -20, 20)
    if draw.random() < 0.9 and b == 0:
        b = 3
    common = _with_number(a.dtype, b)
    return a, b, draw.dtype() if draw.wrong(0.05) else _wider(draw, common)


@draws("aten::div.Scalar_mode_out", calls=200, rtol=2e-6, half_ulps=2)
def divide_number_mode(draw: Draw) -> list[Argument]:
    a, b, dtype = _rounding_number(draw)
    mode = _mode(draw)
    if mode is None:
        dtype = _quotient(a.dtype)
    return [a, b, mode, _result(draw, dtype, a, wrong=draw.wrong(0.05))]


@draws("aten::fmod.Scalar_out", "aten::remainder.Scalar_out", calls=150, rtol=2e-6, half_ulps=2)
def modulo_number(draw: Draw, name: str) -> list[Argument]:
    a, b, dtype = _rounding_number(draw)
    return [a, b, _result(draw, dtype, a, wrong=draw.wrong(0.05))]


# Powers of integers stay within every dtype: what does not is undefined in C++.
def _base(draw: Draw, dtype: torch.dtype, shape: Sequence[int], last: bool) -> Tensor:
    low = -3.0 if dtype.is_floating_point else -2
    return draw.tensor(dtype, shape, low=low, high=3, special=True, channels_last=last)


def _exponent(draw: Draw, dtype: torch.dtype, shape: Sequence[int], last: bool) -> Tensor:
    low = -2.5 if dtype.is_floating_point else 0
    return draw.tensor(dtype, shape, low=low, high=4, special=True, channels_last=last)


@draws("aten::pow.Tensor_Tensor_out", calls=150, rtol=2e-6, half_ulps=2)
def power(draw: Draw) -> list[Argument]:
    (first, second), last = _shapes(draw, 2)
    a = _base(draw, draw.dtype(), first, last)
    b = _exponent(draw, draw.dtype(), second, last)
    wrong = draw.wrong(0.1)
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong and not common.is_floating_point else _wider(draw, common)
    return [a, b, _result(draw, dtype, a, b, wrong=wrong)]


@draws("aten::pow.Tensor_Scalar_out", calls=150, rtol=2e-6, half_ulps=2)
def power_of_number(draw: Draw) -> list[Argument]:
    (shape,), last = _shapes(draw, 1)
    a = _base(draw, draw.dtype(), shape, last)
    b = draw.choice([0, 1, 2, 3, 4, 0.5, -0.5, -1.0, 2.5, 2.0, True])
    dtype = draw.dtype() if draw.wrong(0.1) else _wider(draw, _with_number(a.dtype, b))
    return [a, b, _result(draw, dtype, a, wrong=draw.wrong(0.05))]


@draws("aten::pow.Scalar_out", calls=150, rtol=2e-6, half_ulps=2)
def power_of_scalar(draw: Draw) -> list[Argument]:
    (shape,), last = _shapes(draw, 1)
    b = _exponent(draw, draw.dtype(), shape, last)
    a = draw.choice([0, 1, 2, 3, -2, 0.5, 1.5, 2.0, True])
    dtype = draw.dtype() if draw.wrong(0.1) else _wider(draw, _with_number(b.dtype, a))
    return [a, b, _result(draw, dtype, b, wrong=draw.wrong(0.05))]


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _truth(draw: Draw) -> torch.dtype:
    return torch.bool if draw.random() < 0.6 else draw.dtype()


def _alike(draw: Draw, a: Tensor, b: Tensor) -> Tensor:
    """b, equal to a in some places."""
    if a.shape != b.shape or not (a.is_contiguous() and b.is_contiguous()):
        return b
    narrow = _kind(b.dtype) < _kind(a.dtype)
    same = b if narrow else a.to(b.dtype)
    chosen = torch.rand(a.shape, generator=torch.Generator().manual_seed(draw.getrandbits(32)))
    return torch.where(chosen < 0.4, same, b)


@draws(
    *[f"aten::{name}.Tensor_out" for name in _COMPARISONS],
    *[f"aten::logical_{name}.out" for name in ("and", "or", "xor")],
    calls=100,
)
def compare(draw: Draw, name: str) -> list[Argument]:
    kinds = [draw.dtype()] * 2 if draw.random() < 0.4 else [draw.dtype() for _ in "ab"]
    a, b = _tensors(draw, kinds, low=-3, high=3)
    if draw.wrong():
        if draw.random() < 0.5:
            a, b = _spoiled(draw, a, b)
            return [a, b, out(torch.bool, (2, 4))]
        return [a, b, _result(draw, _truth(draw), a, b, wrong=True)]
    b = _alike(draw, a, b)
    return [a, b, _result(draw, _truth(draw), a, b)]


@draws(*[f"aten::{name}.Scalar_out" for name in _COMPARISONS], calls=100)
def compare_number(draw: Draw, name: str) -> list[Argument]:
    (a,) = _tensors(draw, [draw.dtype()], low=-3, high=3)
    b = _number(draw, -3, 3) if draw.random() < 0.9 else draw.choice([256, 258, -254, 1 << 33])
    return [a, b, _result(draw, _truth(draw), a, wrong=draw.wrong())]


_BITWISE = ("bitwise_and", "bitwise_or", "bitwise_xor")


def _integral(draw: Draw, wrong: bool) -> torch.dtype:
    return draw.dtype(FLOATS) if wrong and draw.random() < 0.3 else draw.dtype(_INTEGRAL)


@draws(*[f"aten::{name}.Tensor_out" for name in _BITWISE], calls=100)
def bitwise(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    a, b = _tensors(draw, [_integral(draw, wrong), _integral(draw, wrong)])
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong else _wider(draw, common)
    return [a, b, _result(draw, dtype, a, b, wrong=wrong and dtype == common)]


@draws(*[f"aten::{name}.Scalar_out" for name in _BITWISE], calls=100)
def bitwise_number(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    (a,) = _tensors(draw, [_integral(draw, wrong)])
    b = _number(draw) if wrong else draw.choice([True, False, draw.randint(-300, 300)])
    common = _with_number(a.dtype, b)
    dtype = draw.dtype() if wrong else _wider(draw, common)
    return [a, b, _result(draw, dtype, a, wrong=wrong and dtype == common)]


# By 0 to 7: what is beyond the width of the dtype, or negative, is undefined in C++.
@draws("aten::bitwise_left_shift.Tensor_out", "aten::bitwise_right_shift.Tensor_out", calls=100)
def shift(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    (first, second), last = _shapes(draw, 2)
    a = draw.tensor(_integral(draw, wrong), first, low=-300, high=300, channels_last=last)
    b = draw.tensor(_integral(draw, wrong), second, low=0, high=7, channels_last=last)
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong else _wider(draw, common)
    return [a, b, _result(draw, dtype, a, b, wrong=wrong and dtype == common)]


@draws(
    "aten::bitwise_left_shift.Tensor_Scalar_out",
    "aten::bitwise_right_shift.Tensor_Scalar_out",
    calls=100,
)
def shift_number(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    (a,) = _tensors(draw, [_integral(draw, wrong)])
    b = draw.choice([True, draw.randint(0, 7), 2.0 if wrong else 3])
    common = _with_number(a.dtype, b)
    dtype = draw.dtype() if wrong else _wider(draw, common)
    return [a, b, _result(draw, dtype, a, wrong=wrong and dtype == common)]


@draws("aten::where.self_out", calls=150)
def where(draw: Draw) -> list[Argument]:
    kinds = [draw.dtype()] * 2 if draw.random() < 0.4 else [draw.dtype() for _ in "ab"]
    wrong = draw.wrong()
    condition = draw.dtype() if wrong else draw.dtype([torch.bool, torch.bool, torch.uint8])
    a, b, c = _tensors(draw, [*kinds, condition], low=-100, high=100)
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong else common
    return [c, a, b, _result(draw, dtype, a, b, c, wrong=wrong and draw.random() < 0.5)]


def _bound(draw: Draw, dtype: torch.dtype) -> Number | None:
    if draw.random() < 0.2:
        return None
    if draw.random() < 0.05:
        return draw.choice([1 << 40, 1e39, -70000, 70000.0, 300, float("nan"), float("inf")])
    if draw.random() < 0.1:
        return _number(draw, -50, 50)
    if dtype == torch.bool:
        return draw.random() < 0.5
    low = 0 if dtype == torch.uint8 else -50
    return draw.uniform(low, 50) if dtype.is_floating_point else draw.randint(low, 50)


@draws("aten::clamp.out", calls=200)
def clamp(draw: Draw) -> list[Argument]:
    (a,) = _tensors(draw, [draw.dtype()], low=-100, high=100)
    low, high = _bound(draw, a.dtype), _bound(draw, a.dtype)
    common = a.dtype
    for bound in (low, high):
        common = common if bound is None else _with_number(common, bound)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else common
    return [a, low, high, _result(draw, dtype, a, wrong=wrong and dtype == common)]


@draws("aten::clamp.Tensor_out", calls=200)
def clamp_tensors(draw: Draw) -> list[Argument]:
    count = 1 if draw.random() < 0.5 else 3
    kinds = [draw.dtype()] * 3 if count == 1 else [draw.dtype() for _ in range(3)]
    a, *bounds = _tensors(draw, kinds, low=-100, high=100)
    missing = draw.randrange(5)
    low = None if missing == 0 else bounds[0]
    high = None if missing == 1 else bounds[1]
    if draw.wrong(0.05):
        low = high = None
    used = [a, *[x for x in (low, high) if x is not None]]
    common = used[0].dtype
    for x in used:
        common = torch.promote_types(common, x.dtype)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else _wider(draw, common)
    return [a, low, high, _result(draw, dtype, *used, wrong=wrong and dtype == common)]


def _value(draw: Draw, dtype: torch.dtype) -> Number:
    """A number in the range of the dtype."""
    low = 0 if dtype == torch.uint8 else -100
    return draw.choice([draw.random() < 0.5, draw.randint(low, 100), draw.uniform(low, 100)])


@draws("aten::masked_fill.Scalar_out", calls=150)
def masked_fill(draw: Draw) -> list[Argument]:
    wrong = draw.wrong()
    mask = draw.dtype() if wrong and draw.random() < 0.4 else torch.bool
    a, m = _tensors(draw, [draw.dtype(), mask], low=-100, high=100)
    dtype = draw.dtype() if wrong else a.dtype
    value = _value(draw, a.dtype)
    return [a, m, value, _result(draw, dtype, a, m, wrong=wrong and dtype == a.dtype)]


def _copied(draw: Draw) -> tuple[Tensor, Tensor]:
    """A tensor, and one that broadcasts to it and whose values fit its dtype."""
    shapes, last = _shapes(draw, 1)
    to = draw.tensor(draw.dtype(), shapes[0], channels_last=last)
    shape = to.shape if last or draw.random() < 0.4 else draw.broadcastable(to.shape)
    dtype = to.dtype if draw.random() < 0.5 else draw.dtype()
    low = 0 if to.dtype == torch.uint8 else -100
    special = to.dtype.is_floating_point
    source = draw.tensor(dtype, shape, low=low, high=100, special=special, channels_last=last)
    return to, source


@draws("aten::copy.out", calls=150)
def copy(draw: Draw) -> list[Argument]:
    to, source = _copied(draw)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.3:
        return [to, source, True, _result(draw, to.dtype, to)]
    if wrong and draw.random() < 0.3:
        source = draw.tensor(source.dtype, (*to.shape, 2))
        return [to, source, False, _result(draw, to.dtype, to)]
    dtype = draw.dtype() if wrong else to.dtype
    return [to, source, False, _result(draw, dtype, to, wrong=wrong and dtype == to.dtype)]


@draws("aten::copy_", calls=150)
def copy_in_place(draw: Draw) -> list[Argument]:
    to, source = _copied(draw)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.6:
        source = draw.tensor(source.dtype, (*to.shape, 2))
    return [to, source, wrong and len(source.shape) <= len(to.shape)]


@draws("aten::fill.Scalar_out", calls=150)
def fill_number(draw: Draw) -> list[Argument]:
    (a,) = _tensors(draw, [draw.dtype()])
    value = _value(draw, a.dtype)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        value = draw.choice([1 << 40, 1e39, -70000, 70000.0, 300, float("nan"), float("inf")])
        return [a, value, _result(draw, a.dtype, a)]
    dtype = draw.dtype() if wrong else a.dtype
    return [a, value, _result(draw, dtype, a, wrong=wrong and dtype == a.dtype)]


@draws("aten::fill.Tensor_out", calls=150)
def fill_tensor(draw: Draw) -> list[Argument]:
    (a,) = _tensors(draw, [draw.dtype()])
    wrong = draw.wrong()
    shape = (1,) if wrong and draw.random() < 0.3 else ()
    low = 0 if a.dtype == torch.uint8 else -100
    value = draw.tensor(draw.dtype(), shape, low=low, high=100)
    dtype = draw.dtype() if wrong else a.dtype
    return [a, value, _result(draw, dtype, a, wrong=wrong and dtype == a.dtype)]
