# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Operators that compare, combine bits, choose, fill and copy, element by element."""

from __future__ import annotations

import torch
from arguments import FLOATS, INTEGERS, Argument, Draw, out
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

_INTEGRAL = (*INTEGERS, torch.bool)


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _truth(draw: Draw) -> torch.dtype:
    return torch.bool if draw.random() < 0.6 else draw.dtype()


def _alike(draw: Draw, a: Tensor, b: Tensor) -> Tensor:
    """b, equal to a in some places."""
    if a.shape != b.shape or not (a.is_contiguous() and b.is_contiguous()):
        return b
    narrow = kind_of(b.dtype) < kind_of(a.dtype)
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
    a, b = tensors(draw, kinds, low=-3, high=3)
    if draw.wrong():
        if draw.random() < 0.5:
            a, b = spoiled_pair(draw, a, b)
            return [a, b, out(torch.bool, (2, 4))]
        return [a, b, result_of(draw, _truth(draw), a, b, wrong=True)]
    b = _alike(draw, a, b)
    return [a, b, result_of(draw, _truth(draw), a, b)]


@draws(*[f"aten::{name}.Scalar_out" for name in _COMPARISONS], calls=100)
def compare_number(draw: Draw, name: str) -> list[Argument]:
    (a,) = tensors(draw, [draw.dtype()], low=-3, high=3)
    b = drawn_number(draw, -3, 3) if draw.random() < 0.9 else draw.choice([256, 258, -254, 1 << 33])
    return [a, b, result_of(draw, _truth(draw), a, wrong=draw.wrong())]


_BITWISE = ("bitwise_and", "bitwise_or", "bitwise_xor")


def _integral(draw: Draw, wrong: bool) -> torch.dtype:
    return draw.dtype(FLOATS) if wrong and draw.random() < 0.3 else draw.dtype(_INTEGRAL)


@draws(*[f"aten::{name}.Tensor_out" for name in _BITWISE], calls=100)
def bitwise(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    a, b = tensors(draw, [_integral(draw, wrong), _integral(draw, wrong)])
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong else wider(draw, common)
    return [a, b, result_of(draw, dtype, a, b, wrong=wrong and dtype == common)]


@draws(*[f"aten::{name}.Scalar_out" for name in _BITWISE], calls=100)
def bitwise_number(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    (a,) = tensors(draw, [_integral(draw, wrong)])
    b = drawn_number(draw) if wrong else draw.choice([True, False, draw.randint(-300, 300)])
    common = with_number(a.dtype, b)
    dtype = draw.dtype() if wrong else wider(draw, common)
    return [a, b, result_of(draw, dtype, a, wrong=wrong and dtype == common)]


# By 0 to 7: what is beyond the width of the dtype, or negative, is undefined in C++.
@draws("aten::bitwise_left_shift.Tensor_out", "aten::bitwise_right_shift.Tensor_out", calls=100)
def shift(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    (first, second), last = drawn_shapes(draw, 2)
    a = draw.tensor(_integral(draw, wrong), first, low=-300, high=300, channels_last=last)
    b = draw.tensor(_integral(draw, wrong), second, low=0, high=7, channels_last=last)
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong else wider(draw, common)
    return [a, b, result_of(draw, dtype, a, b, wrong=wrong and dtype == common)]


@draws(
    "aten::bitwise_left_shift.Tensor_Scalar_out",
    "aten::bitwise_right_shift.Tensor_Scalar_out",
    calls=100,
)
def shift_number(draw: Draw, name: str) -> list[Argument]:
    wrong = draw.wrong()
    (a,) = tensors(draw, [_integral(draw, wrong)])
    b = draw.choice([True, draw.randint(0, 7), 2.0 if wrong else 3])
    common = with_number(a.dtype, b)
    dtype = draw.dtype() if wrong else wider(draw, common)
    return [a, b, result_of(draw, dtype, a, wrong=wrong and dtype == common)]


@draws("aten::where.self_out", calls=150)
def where(draw: Draw) -> list[Argument]:
    kinds = [draw.dtype()] * 2 if draw.random() < 0.4 else [draw.dtype() for _ in "ab"]
    wrong = draw.wrong()
    condition = draw.dtype() if wrong else draw.dtype([torch.bool, torch.bool, torch.uint8])
    a, b, c = tensors(draw, [*kinds, condition], low=-100, high=100)
    common = torch.promote_types(a.dtype, b.dtype)
    dtype = draw.dtype() if wrong else common
    return [c, a, b, result_of(draw, dtype, a, b, c, wrong=wrong and draw.random() < 0.5)]


def _bound(draw: Draw, dtype: torch.dtype) -> Number | None:
    if draw.random() < 0.2:
        return None
    if draw.random() < 0.05:
        return draw.choice([1 << 40, 1e39, -70000, 70000.0, 300, float("nan"), float("inf")])
    if draw.random() < 0.1:
        return drawn_number(draw, -50, 50)
    if dtype == torch.bool:
        return draw.random() < 0.5
    low = 0 if dtype == torch.uint8 else -50
    return draw.uniform(low, 50) if dtype.is_floating_point else draw.randint(low, 50)


@draws("aten::clamp.out", calls=200)
def clamp(draw: Draw) -> list[Argument]:
    (a,) = tensors(draw, [draw.dtype()], low=-100, high=100)
    low, high = _bound(draw, a.dtype), _bound(draw, a.dtype)
    common = a.dtype
    for bound in (low, high):
        common = common if bound is None else with_number(common, bound)
    wrong = draw.wrong()
    dtype = draw.dtype() if wrong else common
    return [a, low, high, result_of(draw, dtype, a, wrong=wrong and dtype == common)]


@draws("aten::clamp.Tensor_out", calls=200)
def clamp_tensors(draw: Draw) -> list[Argument]:
    count = 1 if draw.random() < 0.5 else 3
    kinds = [draw.dtype()] * 3 if count == 1 else [draw.dtype() for _ in range(3)]
    a, *bounds = tensors(draw, kinds, low=-100, high=100)
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
    dtype = draw.dtype() if wrong else wider(draw, common)
    return [a, low, high, result_of(draw, dtype, *used, wrong=wrong and dtype == common)]


def _value(draw: Draw, dtype: torch.dtype) -> Number:
    """A number in the range of the dtype."""
    low = 0 if dtype == torch.uint8 else -100
    return draw.choice([draw.random() < 0.5, draw.randint(low, 100), draw.uniform(low, 100)])


@draws("aten::masked_fill.Scalar_out", calls=150)
def masked_fill(draw: Draw) -> list[Argument]:
    wrong = draw.wrong()
    mask = draw.dtype() if wrong and draw.random() < 0.4 else torch.bool
    a, m = tensors(draw, [draw.dtype(), mask], low=-100, high=100)
    dtype = draw.dtype() if wrong else a.dtype
    value = _value(draw, a.dtype)
    return [a, m, value, result_of(draw, dtype, a, m, wrong=wrong and dtype == a.dtype)]


def _copied(draw: Draw) -> tuple[Tensor, Tensor]:
    """A tensor, and one that broadcasts to it and whose values fit its dtype."""
    shapes, last = drawn_shapes(draw, 1)
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
        return [to, source, True, result_of(draw, to.dtype, to)]
    if wrong and draw.random() < 0.3:
        source = draw.tensor(source.dtype, (*to.shape, 2))
        return [to, source, False, result_of(draw, to.dtype, to)]
    dtype = draw.dtype() if wrong else to.dtype
    return [to, source, False, result_of(draw, dtype, to, wrong=wrong and dtype == to.dtype)]


@draws("aten::copy_", calls=150)
def copy_in_place(draw: Draw) -> list[Argument]:
    to, source = _copied(draw)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.6:
        source = draw.tensor(source.dtype, (*to.shape, 2))
    return [to, source, wrong and len(source.shape) <= len(to.shape)]


@draws("aten::fill.Scalar_out", calls=150)
def fill_number(draw: Draw) -> list[Argument]:
    (a,) = tensors(draw, [draw.dtype()])
    value = _value(draw, a.dtype)
    wrong = draw.wrong()
    if wrong and draw.random() < 0.4:
        value = draw.choice([1 << 40, 1e39, -70000, 70000.0, 300, float("nan"), float("inf")])
        return [a, value, result_of(draw, a.dtype, a)]
    dtype = draw.dtype() if wrong else a.dtype
    return [a, value, result_of(draw, dtype, a, wrong=wrong and dtype == a.dtype)]


@draws("aten::fill.Tensor_out", calls=150)
def fill_tensor(draw: Draw) -> list[Argument]:
    (a,) = tensors(draw, [draw.dtype()])
    wrong = draw.wrong()
    shape = (1,) if wrong and draw.random() < 0.3 else ()
    low = 0 if a.dtype == torch.uint8 else -100
    value = draw.tensor(draw.dtype(), shape, low=low, high=100)
    dtype = draw.dtype() if wrong else a.dtype
    return [a, value, result_of(draw, dtype, a, wrong=wrong and dtype == a.dtype)]
