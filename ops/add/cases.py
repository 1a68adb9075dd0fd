# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of add."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, broadcasts, normal, together, uniform
from torch import Tensor, nn


def add() -> nn.Module:
    return Call(lambda left, right: left + right)


def two(*shape: int, left: float = 1.0, right: float = 1.0):
    return together(normal(*shape, std=left), normal(*shape, std=right))


class Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.conv(x) + x)


def opposites() -> tuple[Tensor, Tensor]:
    x = torch.randn(36) * 1e6
    return x, -x


class Constant(nn.Module):
    def __init__(self, *shape: int) -> None:
        super().__init__()
        self.value = nn.Parameter(torch.randn(shape))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.value


class ConstantFirst(nn.Module):
    """A value a channel, of lower rank than the images behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("value", torch.randn(3, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        return self.value + x


class SqueezeAndBias(nn.Module):
    """A constant of lower rank beside the output of a convolution, in whose layout it then is."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 4, 3), nn.Conv2d(4, 2, 1)
        self.value = nn.Parameter(torch.randn(4, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        return self.second(self.first(x) + self.value)


class Branches(nn.Module):
    """Branches of different scales, a sum that is used twice, once behind a relu."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 4, 3), nn.Conv2d(3, 4, 3)
        self.last = nn.Conv2d(4, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        total = self.first(x) + 20 * self.second(x)
        return self.last(torch.relu(total)) + total


def alpha_of(alpha: float):
    return lambda: Call(lambda a, b: torch.add(a, b, alpha=alpha))


CASES = [
    Case("rank_1", add, two(17)),
    Case("rank_2", add, two(3, 7)),
    Case("rank_3", add, two(2, 3, 5)),
    Case("rank_4", add, two(2, 3, 4, 5)),
    Case("rank_5", add, two(2, 1, 3, 2, 2)),
    Case("one_element", add, two(1)),
    Case("right_is_1000_times_larger", add, two(4, 9, right=1000.0)),
    Case("left_is_1e6_times_larger", add, two(4, 9, left=1e6)),
    Case("small_difference", add, together(uniform(4, 9), uniform(4, 9, low=-1.01, high=1.0))),
    Case(
        "cancels",
        add,
        lambda: (torch.linspace(-10, 10, 36), torch.linspace(10, -10, 36) + 0.01),
        float_tolerance=None,
    ),
    Case(
        "cancels_to_nothing",
        add,
        opposites,
        refused="ratio",
    ),
    Case("all_positive", add, together(uniform(4, 9, low=0), uniform(4, 9, low=0, high=5))),
    Case("all_negative", add, together(uniform(4, 9, high=0), uniform(4, 9, low=-5, high=0))),
    Case("opposite_ends", add, together(uniform(4, 9, low=0), uniform(4, 9, high=0))),
    Case("constant", lambda: Constant(3, 8), normal(3, 8)),
    Case("in_place", lambda: Call(lambda a, b: torch.relu(a).add_(b)), two(3, 8)),
    Case("relu", lambda: Call(lambda a, b: torch.relu(a + b)), two(3, 8)),
    Case("relu6", lambda: Call(lambda a, b: nn.functional.relu6(a + b)), two(3, 8, left=6.0)),
    Case("three", lambda: Call(lambda a, b: a + b + a), two(3, 8), calls=2),
    Case("residual", Residual, normal(1, 4, 6, 6)),
    Case("zeros", add, lambda: (torch.zeros(2, 3), torch.zeros(2, 3))),
    *(Case(f"alpha_{alpha}", alpha_of(alpha), two(3, 8, right=0.6)) for alpha in (2, 0.3, 1000.0)),
    Case("alpha_minus_1_of_sub", lambda: Call(lambda a, b: torch.sub(a, b, alpha=-1)), two(3, 8)),
    Case("alpha_0", alpha_of(0), two(3, 8), refused="alpha is 0"),
    *(Case(f"broadcast_{id}", add, inputs) for id, inputs in broadcasts(3.0).items()),
    Case("broadcast_constant", lambda: Constant(8), normal(2, 3, 8)),
    Case("constant_first", ConstantFirst, normal(2, 3, 4, 5)),
    Case("same_codes_in_two_shapes", lambda: Call(lambda x: x + x.reshape(8, 1)), normal(1, 8)),
    Case("squeeze_and_bias", SqueezeAndBias, normal(1, 3, 6, 6)),
    Case(
        "branches_of_convolutions",
        Branches,
        normal(1, 3, 6, 6),
        tolerance=2,
        why="differences of one code add up over three layers",
    ),
]
