# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""exp and reciprocal in fixed point, from the definitions that TFLite's int8 softmax is built on.

Qm.n holds m integer and n fractional bits beside the sign.
"""

from __future__ import annotations

import math

import torch
from executorch_espressif.ops._common.fixed_point import (
    INT32_MAX,
    rounding_divide_by_power_of_two,
    saturate,
    wrap_int32,
)
from executorch_espressif.ops._common.fixed_point import (
    saturating_rounding_doubling_high_multiply as multiply,
)
from torch import Tensor

INPUT_INTEGER_BITS = 5
INPUT_FRACTION_BITS = 31 - INPUT_INTEGER_BITS
SUM_SHIFT = 12


def _q31(real: float) -> int:
    return round(real * 2**31)


def exp_on_negative_values(x: Tensor) -> Tensor:
    """exp(x) in Q0.31 for x <= 0 in Q5.26.

    x is split into a part in [-1/4, 0) for a fourth-order Taylor series about -1/8, and the powers
    of two 1/4 .. 16, each of which contributes a factor from a table.
    """
    quarter = 1 << (INPUT_FRACTION_BITS - 2)
    fraction = (x & (quarter - 1)) - quarter
    powers = fraction - x
    t = (fraction << INPUT_INTEGER_BITS) + (1 << 28)
    t2 = multiply(t, t)
    t3 = multiply(t2, t)
    t4 = multiply(t2, t2)
    third_order = multiply(rounding_divide_by_power_of_two(t4, 2) + t3, _q31(1 / 3)) + t2
    series = t + rounding_divide_by_power_of_two(third_order, 1)
    centre = _q31(math.exp(-1 / 8))
    result = centre + multiply(centre, series)
    for exponent in range(-2, INPUT_INTEGER_BITS):
        bit = 1 << (INPUT_FRACTION_BITS + exponent)
        factor = _q31(math.exp(-(2.0**exponent)))
        result = torch.where((powers & bit) != 0, multiply(result, factor), result)
    return torch.where(x == 0, INT32_MAX, result)


def one_over_one_plus_x(x: Tensor) -> Tensor:
    """1 / (1 + x) in Q0.31 for x in [0, 1) in Q0.31, by three Newton-Raphson steps.

    With d = (1 + x) / 2 in [1/2, 1), the estimate e of 1/d in Q2.29 starts at 48/17 - 32/17 d.
    """
    d = (x + INT32_MAX + 1) // 2
    e = round(48 / 17 * 2**29) + multiply(d, round(-32 / 17 * 2**29))
    for _ in range(3):
        error = (1 << 29) - multiply(d, e)
        e = wrap_int32(e + saturate(multiply(e, error) << 2))
    return saturate(e << 1)


def softmax(x: Tensor, multiplier: int, shift: int, diff_min: int) -> Tensor:
    """Codes of softmax over the last axis at scale 1/256, zero point -128, as int64.

    The sum of exponentials is held in Q12.19, so rows are at most 4095 wide.
    """
    difference = x.to(torch.int64) - x.to(torch.int64).amax(dim=-1, keepdim=True)
    counted = difference >= diff_min
    scaled = multiply(torch.where(counted, difference, 0) << shift, multiplier)
    exponential = torch.where(counted, exp_on_negative_values(scaled), 0)
    total = rounding_divide_by_power_of_two(exponential, SUM_SHIFT).sum(dim=-1, keepdim=True)
    headroom = 32 - torch.frexp(total.to(torch.float64)).exponent.to(torch.int64)
    reciprocal = one_over_one_plus_x((total << headroom) - 2**31)
    probability = rounding_divide_by_power_of_two(
        multiply(reciprocal, exponential), SUM_SHIFT - headroom + 31 - 8
    )
    return torch.where(counted, torch.clamp(probability - 128, -128, 127), -128)
