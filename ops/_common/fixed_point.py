# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Fixed point as TFLite's int8 specification defines it, on int64 tensors that hold int32 values.

A real factor is `multiplier * 2**(shift - 31)` with `multiplier` in [0, 2**31) and a positive
`shift` meaning left. Everything here is exact integer arithmetic, so it can stand as the reference
for compiled kernels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch
from torch import Tensor

INT32_MIN = -(2**31)
INT32_MAX = 2**31 - 1
INT8_MIN = -128
INT8_MAX = 127
SHIFT_MIN = -31
SHIFT_MAX = 30

SMALLEST_ROUNDED_ONCE = 2.0**-13
LARGEST_ROUNDED_ONCE = 0.5
# As near to a multiple of 2^-31 as float64 tells.
EXACT = 2.0**-20


def quantize_multiplier(real: float) -> tuple[int, int]:
    """Q31 multiplier and shift nearest to `real` (> 0).

    Below 2**-32 the smallest pair (2**30, -31) stands in: a product of an int32 with such a factor
    rounds to 0 either way. From 2**30 on there is no pair: ValueError.
    """
    if not math.isfinite(real) or real <= 0:
        raise ValueError(f"a requantization factor must be finite and positive, not {real}")
    mantissa, shift = math.frexp(real)
    multiplier = math.floor(mantissa * 2**31 + 0.5)
    if multiplier == 2**31:
        multiplier, shift = 2**30, shift + 1
    if shift < SHIFT_MIN:
        return 2**30, SHIFT_MIN
    if shift > SHIFT_MAX:
        raise ValueError(f"requantization factor {real} is beyond 2**{SHIFT_MAX}")
    return multiplier, shift


def requantization(real: float) -> tuple[int, int]:
    """Multiplier and shift for `real` (> 0) that round a product once, where that is better.

    A shift to the right rounds what the high multiply has rounded already: with n bits shifted out,
    one result in 2**(n + 1) comes out one too large in size, 0.1 % to 0.5 % of a layer's codes. A
    multiplier of `real * 2**31` with shift 0 does without. Its last bit errs more, which costs less
    from 2**-13 on (18 bits: under 2**-19 of a result), and nothing where `real * 2**31` is a whole
    number. All that ESP-NN asks of a multiplier is that it is not negative.
    """
    if math.isfinite(real) and 0 < real < LARGEST_ROUNDED_ONCE:
        multiplier = math.floor(real * 2**31 + 0.5)
        exact = multiplier > 0 and abs(real * 2**31 - multiplier) < EXACT
        if exact or real >= SMALLEST_ROUNDED_ONCE:
            return multiplier, 0
    return quantize_multiplier(real)


def requantizations(reals: Iterable[float]) -> tuple[list[int], list[int]]:
    """`requantization` over channels: the multipliers and the shifts."""
    pairs = [requantization(float(real)) for real in reals]
    return [multiplier for multiplier, _ in pairs], [shift for _, shift in pairs]


def fits_left_shift(magnitude: int, shift: int) -> bool:
    """Whether an accumulator of at most `magnitude` survives the left shift of requantization.

    Kernels shift in 32 bits before they multiply; what does not fit would wrap round silently.
    """
    return magnitude << max(shift, 0) <= INT32_MAX


def wrap_int32(x: Tensor) -> Tensor:
    """Two's complement of the low 32 bits, what a 32-bit register would hold."""
    return ((x + 2**31) & 0xFFFFFFFF) - 2**31


def saturate(x: Tensor, low: int = INT32_MIN, high: int = INT32_MAX) -> Tensor:
    return torch.clamp(x, low, high)


def _int64(x: Tensor | int) -> Tensor:
    return torch.as_tensor(x, dtype=torch.int64)


def saturating_rounding_doubling_high_multiply(a: Tensor | int, b: Tensor | int) -> Tensor:
    """`a * b / 2**31` rounded to nearest, ties upward; -2**31 squared saturates to 2**31 - 1."""
    product = _int64(a) * _int64(b)
    nudge = torch.where(product >= 0, 2**30, 1 - 2**30)
    return saturate(torch.div(product + nudge, 2**31, rounding_mode="trunc"))


def rounding_divide_by_power_of_two(x: Tensor | int, exponent: Tensor | int) -> Tensor:
    """`x / 2**exponent` (exponent 0..31) rounded to nearest, ties away from zero."""
    x, exponent = _int64(x), _int64(exponent)
    half = torch.where(exponent > 0, 1 << torch.clamp(exponent - 1, min=0), 0)
    return torch.where(x >= 0, (x + half) >> exponent, -((half - x) >> exponent))


def multiply_by_quantized_multiplier(
    x: Tensor | int, multiplier: Tensor | int, shift: Tensor | int
) -> Tensor:
    """`x * multiplier * 2**(shift - 31)`: left shift, high multiply, rounding right shift.

    `multiplier` and `shift` broadcast against `x`. The left shift wraps in 32 bits as in ESP-NN.
    """
    shift = _int64(shift)
    shifted = wrap_int32(_int64(x) << torch.clamp(shift, min=0))
    high = saturating_rounding_doubling_high_multiply(shifted, multiplier)
    return rounding_divide_by_power_of_two(high, torch.clamp(-shift, min=0))


def to_int8(x: Tensor, low: int = INT8_MIN, high: int = INT8_MAX) -> Tensor:
    """Clamp to the codes [low, high] and narrow."""
    return torch.clamp(x, low, high).to(torch.int8)
