# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of maximum and minimum, which choose one of two operands."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, broadcasts, normal, together, uniform
from torch import Tensor, nn

Choice = Callable[[Tensor, Tensor], Tensor]


def two(*shape: int, left: float = 1.0, right: float = 1.0):
    return together(normal(*shape, std=left), normal(*shape, std=right))


class Constant(nn.Module):
    def __init__(self, choose: Choice) -> None:
        super().__init__()
        self.choose = choose
        self.value = nn.Parameter(torch.randn(3, 8))

    def forward(self, x: Tensor) -> Tensor:
        return self.choose(x, self.value)


class OfConvolutions(nn.Module):
    """Operands of different scales, in the layout of the convolutions."""

    def __init__(self, choose: Choice) -> None:
        super().__init__()
        self.choose = choose
        self.first, self.second = nn.Conv2d(3, 4, 3), nn.Conv2d(3, 4, 3)

    def forward(self, x: Tensor) -> Tensor:
        return self.choose(torch.relu(self.first(x)), self.second(x))


def choice_cases(choose: Choice) -> list[Case]:
    def plain() -> nn.Module:
        return Call(choose)

    return [
        Case("rank_1", plain, two(17)),
        Case("rank_4", plain, two(2, 3, 4, 5)),
        Case("right_is_100_times_larger", plain, two(4, 9, right=100.0), float_tolerance=None),
        Case("left_is_100_times_larger", plain, two(4, 9, left=100.0), float_tolerance=None),
        Case("opposite_ends", plain, together(uniform(4, 9, low=0), uniform(4, 9, high=0))),
        Case("zeros", plain, lambda: (torch.zeros(2, 3), torch.zeros(2, 3))),
        Case("constant", lambda: Constant(choose), normal(3, 8)),
        Case("relu", lambda: Call(lambda a, b: torch.relu(choose(a, b))), two(3, 8)),
        Case("three", lambda: Call(lambda a, b: choose(choose(a, b), -a)), two(3, 8), calls=2),
        Case("of_convolutions", lambda: OfConvolutions(choose), normal(1, 3, 6, 6)),
        *(Case(f"broadcast_{id}", plain, inputs) for id, inputs in broadcasts(3.0).items()),
    ]
