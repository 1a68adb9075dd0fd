# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of div. Codes of a divisor are all the coarser the nearer they are to 0, so that most have
divisors from a part of their range on."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from executorch_espressif.ops._common.case import Call, Case, broadcasts, normal, together, uniform
from torch import Tensor, nn

LEFT = normal(3, 37)
POSITIVE = uniform(3, 37, low=0.5, high=4)


def call(function: Callable[..., Tensor]) -> Callable[[], nn.Module]:
    return lambda: Call(function)


QUOTIENT = call(lambda x, y: x / y)


def with_zeros() -> tuple[Tensor, Tensor]:
    """Divisors that round to 0, under numerators of both signs and 0."""
    return torch.tensor([2.0, -2.0, 0.0, 1.0, -1.0]), torch.tensor([1e-6, 1e-6, 1e-6, 1.0, 0.5])


def saturated() -> tuple[Tensor]:
    """Calibrated without the small divisors: codes of the ends, and of 0."""
    return (torch.tensor([2.0, -2.0, 0.0, 1.0, -2.0]),)


class Ratio(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = nn.Conv2d(3, 4, 1), nn.Conv2d(3, 4, 1)
        self.last = nn.Conv2d(4, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(self.left(x) / (torch.relu(self.right(x)) + 1))


CASES = [
    Case("positive_divisors", QUOTIENT, together(LEFT, POSITIVE)),
    Case("negative_divisors", QUOTIENT, together(LEFT, uniform(3, 37, low=-4, high=-0.5))),
    Case(
        "divisors_of_both_signs",
        call(lambda x, y: x / (y.sign() * (y.abs() + 1))),
        together(LEFT, normal(3, 37)),
        float_tolerance=None,
    ),
    Case("numerators_of_one_sign", QUOTIENT, together(POSITIVE, POSITIVE)),
    Case("small_quotients", QUOTIENT, together(normal(3, 37, std=1e-3), POSITIVE)),
    Case("large_quotients", QUOTIENT, together(normal(3, 37, std=1e3), POSITIVE)),
    *(
        Case(f"broadcast_{name}", QUOTIENT, inputs, float_tolerance=None)
        for name, inputs in broadcasts(2.0).items()
    ),
    Case("relu_behind", call(lambda x, y: F.relu6(x / y)), together(LEFT, POSITIVE), calls=1),
    Case(
        "divisors_that_round_to_zero",
        QUOTIENT,
        with_zeros,
        calibration=lambda: [(torch.tensor([2.0, -2, 0, 1, -1]), torch.tensor([1.0] * 4 + [0.5]))],
        expected=saturated,
        float_tolerance=None,
    ),
    Case(
        "normalized",
        call(lambda x: x / x.sum(-1, keepdim=True)),
        uniform(4, 5, low=0.2, high=1),
    ),
    Case(
        "between_convolutions",
        lambda: Ratio(),
        uniform(1, 3, 4, 5, low=0.1, high=1),
        tolerance=2,
        why="a code of the divisor is more than one of the quotient",
    ),
]
