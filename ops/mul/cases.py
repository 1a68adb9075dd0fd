# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of mul."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, normal, together, uniform
from torch import Tensor, nn


def mul() -> nn.Module:
    return Call(lambda left, right: left * right)


def two(*shape: int, left: float = 1.0, right: float = 1.0):
    return together(normal(*shape, std=left), normal(*shape, std=right))


class Constant(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Parameter(torch.randn(3, 8))

    def forward(self, x: Tensor) -> Tensor:
        return x * self.value


CASES = [
    Case("rank_1", mul, two(17)),
    Case("rank_2", mul, two(3, 7)),
    Case("rank_3", mul, two(2, 3, 5)),
    Case("rank_4", mul, two(2, 3, 4, 5)),
    Case("rank_5", mul, two(2, 1, 3, 2, 2)),
    Case("one_element", mul, two(1)),
    Case("right_is_1e6_times_larger", mul, two(4, 9, right=1e6)),
    Case("tiny_values", mul, two(4, 9, left=0.01, right=0.01)),
    Case("all_positive", mul, together(uniform(4, 9, low=0), uniform(4, 9, low=0, high=5))),
    Case("all_negative", mul, together(uniform(4, 9, high=0), uniform(4, 9, low=-5, high=0))),
    Case("opposite_ends", mul, together(uniform(4, 9, low=0), uniform(4, 9, high=0))),
    Case("constant", Constant, normal(3, 8)),
    Case("same_tensor_twice", lambda: Call(lambda x: x * x), normal(3, 8)),
    Case("relu", lambda: Call(lambda a, b: torch.relu(a * b)), two(3, 8)),
    Case("relu6", lambda: Call(lambda a, b: nn.functional.relu6(a * b)), two(3, 8, left=6.0)),
    Case("zeros", mul, lambda: (torch.zeros(2, 3), torch.ones(2, 3))),
    Case(
        "product_below_the_operands",
        mul,
        lambda: (
            torch.tensor([[100.0, -100.0, 0.001, 0.0]]),
            torch.tensor([[0.001, 0.0, 100.0, -100.0]]),
        ),
        float_tolerance=None,
    ),
    Case("broadcast", mul, together(normal(2, 3, 4), normal(4)), refused="shape"),
    Case(
        "per_channel_gate", mul, together(normal(1, 4, 3, 3), normal(1, 4, 1, 1)), refused="shape"
    ),
    Case("scalar", lambda: Call(lambda x: x * 1.5), normal(3, 8), refused="not a tensor"),
]
