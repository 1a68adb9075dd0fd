# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of mul."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, broadcasts, normal, together, uniform
from torch import Tensor, nn


def mul() -> nn.Module:
    return Call(lambda left, right: left * right)


def two(*shape: int, left: float = 1.0, right: float = 1.0):
    return together(normal(*shape, std=left), normal(*shape, std=right))


class Constant(nn.Module):
    def __init__(self, *shape: int) -> None:
        super().__init__()
        self.value = nn.Parameter(torch.randn(shape))

    def forward(self, x: Tensor) -> Tensor:
        return x * self.value


class DividedByConstant(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("value", torch.tensor([2.0, -0.7, 1e3]).reshape(3, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        return x / self.value


class Normalized(nn.Module):
    """As images are prepared: minus a mean, over a deviation a channel."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).reshape(1, 3, 1, 1))
        self.register_buffer("deviation", torch.tensor([0.229, 0.224, 0.225]).reshape(1, 3, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        return (x - self.mean) / self.deviation


class SqueezeExcitation(nn.Module):
    """A gate a channel, from linear layers over the mean of the image."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 3, padding=1)
        self.squeeze, self.excite = nn.Linear(4, 2), nn.Linear(2, 4)

    def forward(self, x: Tensor) -> Tensor:
        x = self.conv(x)
        gate = self.excite(torch.relu(self.squeeze(x.mean((2, 3)))))
        return x * torch.sigmoid(gate)[:, :, None, None]


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
    Case("constant", lambda: Constant(3, 8), normal(3, 8)),
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
    *(Case(f"broadcast_{id}", mul, inputs) for id, inputs in broadcasts(3.0).items()),
    Case("broadcast_constant", lambda: Constant(8), normal(2, 3, 8)),
    Case("constant_a_channel", lambda: Constant(3, 1, 1), normal(2, 3, 4, 5)),
    Case("division_by_constant", DividedByConstant, normal(2, 3, 4, 5)),
    Case("normalized_input", Normalized, uniform(2, 3, 4, 5, low=0, high=1)),
    Case(
        "squeeze_excitation",
        SqueezeExcitation,
        normal(1, 4, 5, 6),
        tolerance=3,
        why="differences of one code add up over six layers",
    ),
    Case(
        "squeeze_excitation_of_a_batch",
        SqueezeExcitation,
        normal(3, 4, 5, 6),
        tolerance=3,
        why="differences of one code add up over six layers",
    ),
]
