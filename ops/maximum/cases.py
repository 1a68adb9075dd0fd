# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of maximum."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, broadcasts, normal, together, uniform
from torch import Tensor, nn


def maximum() -> nn.Module:
    return Call(torch.maximum)


def two(*shape: int, left: float = 1.0, right: float = 1.0):
    return together(normal(*shape, std=left), normal(*shape, std=right))


class Constant(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Parameter(torch.randn(3, 8))

    def forward(self, x: Tensor) -> Tensor:
        return torch.maximum(x, self.value)


class OfConvolutions(nn.Module):
    """Operands of different scales, in the layout of the convolutions."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 4, 3), nn.Conv2d(3, 4, 3)

    def forward(self, x: Tensor) -> Tensor:
        return torch.maximum(torch.relu(self.first(x)), self.second(x))


CASES = [
    Case("rank_1", maximum, two(17)),
    Case("rank_4", maximum, two(2, 3, 4, 5)),
    Case("right_is_100_times_larger", maximum, two(4, 9, right=100.0), float_tolerance=None),
    Case("left_is_100_times_larger", maximum, two(4, 9, left=100.0), float_tolerance=None),
    Case("opposite_ends", maximum, together(uniform(4, 9, low=0), uniform(4, 9, high=0))),
    Case("zeros", maximum, lambda: (torch.zeros(2, 3), torch.zeros(2, 3))),
    Case("constant", Constant, normal(3, 8)),
    Case("relu", lambda: Call(lambda a, b: torch.relu(torch.maximum(a, b))), two(3, 8)),
    Case(
        "three",
        lambda: Call(lambda a, b: torch.maximum(torch.maximum(a, b), -a)),
        two(3, 8),
        calls=2,
    ),
    Case("of_convolutions", OfConvolutions, normal(1, 3, 6, 6)),
    *(Case(f"broadcast_{id}", maximum, inputs) for id, inputs in broadcasts(3.0).items()),
]
