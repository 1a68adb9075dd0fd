# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of sub."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, broadcasts, normal, together, uniform
from torch import Tensor, nn


def sub() -> nn.Module:
    return Call(lambda left, right: left - right)


def two(*shape: int, left: float = 1.0, right: float = 1.0):
    return together(normal(*shape, std=left), normal(*shape, std=right))


class Constant(nn.Module):
    def __init__(self, first: bool) -> None:
        super().__init__()
        self.first = first
        self.value = nn.Parameter(torch.randn(3, 8))

    def forward(self, x: Tensor) -> Tensor:
        return self.value - x if self.first else x - self.value


class FromConvolution(nn.Module):
    """A difference in the layout of the convolutions, with a relu."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 4, 3), nn.Conv2d(3, 4, 3)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.first(x) - self.second(x))


def alpha_of(function, alpha: float):
    return lambda: Call(lambda a, b: function(a, b, alpha=alpha))


CASES = [
    Case("rank_1", sub, two(17)),
    Case("rank_4", sub, two(2, 3, 4, 5)),
    Case("longer_than_a_block", sub, two(3, 67)),
    Case("one_element", sub, two(1)),
    Case("right_is_1000_times_larger", sub, two(4, 9, right=1000.0)),
    Case("left_is_1e6_times_larger", sub, two(4, 9, left=1e6)),
    Case("all_positive", sub, together(uniform(4, 9, low=0), uniform(4, 9, low=0, high=5))),
    Case("all_negative", sub, together(uniform(4, 9, high=0), uniform(4, 9, low=-5, high=0))),
    Case("opposite_ends", sub, together(uniform(4, 9, low=0), uniform(4, 9, high=0))),
    Case("zeros", sub, lambda: (torch.zeros(2, 3), torch.zeros(2, 3))),
    Case("constant", lambda: Constant(False), normal(3, 8)),
    Case("from_a_constant", lambda: Constant(True), normal(3, 8)),
    Case("relu", lambda: Call(lambda a, b: torch.relu(a - b)), two(3, 8)),
    Case("relu6", lambda: Call(lambda a, b: nn.functional.relu6(a - b)), two(3, 8, left=6.0)),
    Case("three", lambda: Call(lambda a, b: a - b - a), two(3, 8), calls=2),
    Case("rsub", lambda: Call(torch.rsub), two(3, 8)),
    *(
        Case(f"alpha_{alpha}", alpha_of(torch.sub, alpha), two(3, 8, right=0.6))
        for alpha in (2, 0.3)
    ),
    Case("rsub_alpha_2", alpha_of(torch.rsub, 2), two(3, 8, left=0.6)),
    Case("alpha_minus_1_of_add", alpha_of(torch.add, -1), two(3, 8)),
    Case("alpha_0", alpha_of(torch.sub, 0), two(3, 8), refused="alpha is 0"),
    *(Case(f"broadcast_{id}", sub, inputs) for id, inputs in broadcasts(3.0).items()),
    Case("from_convolution", FromConvolution, normal(1, 3, 6, 6)),
]
