# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The fixed-point arithmetic of the integer references, by hand and against fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import torch
from code_draws import SEEDS, integers, seeded
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    quantize_multiplier,
    requantization,
    rounding_divide_by_power_of_two,
    saturating_rounding_doubling_high_multiply,
)


@pytest.mark.parametrize(
    ("real", "expected"),
    [
        (1.0, (2**30, 1)),
        (0.5, (2**30, 0)),
        (0.75, (3 * 2**29, 0)),
        (2.0**-32, (2**30, -31)),
        (2.0**-60, (2**30, -31)),
        (1 - 2.0**-40, (2**30, 1)),
        (2.0**30 - 1, (2**31 - 2, 30)),
    ],
)
def test_quantize_multiplier(real: float, expected: tuple[int, int]) -> None:
    assert quantize_multiplier(real) == expected


@pytest.mark.parametrize(
    ("real", "expected"),
    [
        (3.0, (3 * 2**29, 2)),
        (0.75, (3 * 2**29, 0)),
        (3 * 2.0**-9, (3 * 2**22, 0)),
        (2.0**-13, (2**18, 0)),
        # Below 2^-13 only where the multiplier loses nothing.
        (2.0**-14, (2**17, 0)),
        (3 * 2.0**-31, (3, 0)),
        (2.0**-14 + 2.0**-35, (2**30 + 2**9, -13)),
    ],
)
def test_requantization(real: float, expected: tuple[int, int]) -> None:
    assert requantization(real) == expected


def test_requantization_rounds_once() -> None:
    """All products of a factor: those just below a half must not become halves on the way."""
    real = 1 / 300.7
    x = torch.arange(-38400, 38400)
    right = [math.floor(Fraction(v) * Fraction(real) + Fraction(1, 2)) for v in x.tolist()]
    once = multiply_by_quantized_multiplier(x, *requantization(real))
    assert once.tolist() == right
    twice = multiply_by_quantized_multiplier(x, *quantize_multiplier(real))
    # 8 bits are shifted out: one result in 2**9 is one too far from 0, which is 150.
    assert 100 < (twice != torch.tensor(right)).sum().item() < 200


@pytest.mark.parametrize("real", [0.0, -1.0, math.inf, math.nan, 2.0**30])
def test_quantize_multiplier_refuses(real: float) -> None:
    with pytest.raises(ValueError, match="requantization factor"):
        quantize_multiplier(real)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (-(2**31), -(2**31), 2**31 - 1),
        (-(2**31), 2**31 - 1, -(2**31) + 1),
        (1, 2**30, 1),
        (-1, 2**30, 0),
        (3, 2**30, 2),
        (-3, 2**30, -1),
        (0, -5, 0),
    ],
)
def test_high_multiply(a: int, b: int, expected: int) -> None:
    assert saturating_rounding_doubling_high_multiply(a, b).item() == expected


@pytest.mark.parametrize(
    ("x", "exponent", "expected"),
    [
        (1, 1, 1),
        (-1, 1, -1),
        (5, 2, 1),
        (6, 2, 2),
        (-6, 2, -2),
        (-5, 2, -1),
        (7, 0, 7),
        (2**31 - 1, 31, 1),
        (-(2**31), 31, -1),
        (2**30 - 1, 31, 0),
    ],
)
def test_rounding_divide(x: int, exponent: int, expected: int) -> None:
    assert rounding_divide_by_power_of_two(x, exponent).item() == expected


def test_multiply_by_quantized_multiplier() -> None:
    # 1/4 rounds to 1/2 * 1 first, then up to 1: the double rounding is part of the contract.
    assert multiply_by_quantized_multiplier(1, 2**30, -1).item() == 1
    assert multiply_by_quantized_multiplier(100, 2**30, 3).item() == 400
    assert multiply_by_quantized_multiplier(2**30, 2**30, 2).item() == 0, "32-bit left shift"
    for seed in SEEDS:
        generator = seeded(seed)
        (x,) = integers(generator, -(2**20), 2**20)
        real = math.exp(torch.empty(1).uniform_(-15, 5, generator=generator).item())
        multiplier, shift = quantize_multiplier(real)
        exact = Fraction(x * multiplier) / Fraction(2) ** (31 - shift)
        result = multiply_by_quantized_multiplier(x, multiplier, shift).item()
        assert abs(result - exact) <= Fraction(3, 4)
