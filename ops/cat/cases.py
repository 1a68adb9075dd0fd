# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of cat."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, normal, together, uniform
from torch import Tensor, nn


def cat(axis: int):
    """With activations in front: joining alone moves floats."""
    return lambda: Call(lambda *x: torch.cat([torch.relu(each) for each in x], axis))


def shapes(*each: tuple[int, ...]):
    return together(*(normal(*shape) for shape in each))


class Branches(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = nn.Conv2d(3, 4, 1), nn.Conv2d(3, 5, 3, padding=1)
        self.last = nn.Conv2d(9, 4, 1)
        with torch.no_grad():
            self.right.weight.mul_(40.0)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(torch.cat([self.left(x), self.right(x)], 1))


class Constant(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("token", torch.randn(1, 1, 6))

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat([self.token, torch.relu(x)], 1)


def grown(x: Tensor) -> Tensor:
    """A dense block: every value goes on into the next joint."""
    x = torch.relu(x)
    for _ in range(3):
        x = torch.cat([x, torch.relu(x[:, :2] - 0.1)], 1)
    return x


CASES = [
    Case("rank_1", cat(0), shapes((3,), (5,))),
    Case("axis_0", cat(0), shapes((3, 4), (2, 4))),
    Case("last_axis", cat(-1), shapes((3, 4), (3, 1))),
    Case("middle_axis", cat(1), shapes((2, 3, 4), (2, 5, 4), (2, 1, 4))),
    Case("rank_5", cat(2), shapes((2, 1, 3, 2, 2), (2, 1, 1, 2, 2))),
    Case("rank_7", cat(3), shapes((1, 2, 1, 3, 2, 1, 2), (1, 2, 1, 1, 2, 1, 2))),
    Case("one_operand", cat(0), shapes((3, 4)), calls=1),
    Case("an_empty_operand", cat(1), shapes((2, 0), (2, 3))),
    Case(
        "legacy_empty_operand",
        lambda: Call(lambda x: torch.cat([torch.relu(x), x.new_zeros(0)])),
        normal(3, 4),
    ),
    Case("batch_of_images", cat(0), shapes((1, 3, 4, 5), (2, 3, 4, 5))),
    Case(
        "same_tensor_twice", lambda: Call(lambda x: torch.cat([torch.relu(x)] * 2, 1)), normal(2, 3)
    ),
    Case(
        "very_different_ranges",
        lambda: Call(lambda a, b: torch.cat([a.relu(), b.relu()])),
        together(normal(3, 4, std=0.01), normal(3, 4, std=100.0)),
    ),
    Case(
        "sequences_of_opposite_signs",
        cat(0),
        together(uniform(9, low=-5.0, high=-1.0), uniform(9, low=2.0, high=7.0)),
    ),
    Case(
        "inputs_of_the_graph",
        lambda: Call(lambda a, b: torch.relu(torch.cat([a, b], 1))),
        shapes((2, 3), (2, 4)),
    ),
    Case("branches_of_convolutions", Branches, normal(1, 3, 5, 6)),
    Case("constant_in_front", Constant, normal(1, 4, 6)),
    Case("dense_block", lambda: Call(grown), normal(1, 3, 4, 5), calls=3, float_tolerance=16),
    Case(
        "fixed_range_beside_another",
        lambda: Call(lambda x: torch.cat([torch.softmax(x, -1), torch.relu(x)], -1)),
        normal(2, 8, std=4.0),
    ),
    Case(
        "two_of_a_fixed_range",
        lambda: Call(lambda x, y: torch.cat([torch.softmax(x, -1), torch.softmax(y, -1)])),
        shapes((2, 8), (3, 8)),
    ),
    Case(
        "stack",
        lambda: Call(lambda a, b: torch.stack([a.relu(), b.relu()], 1)),
        shapes((2, 3, 4), (2, 3, 4)),
    ),
    Case(
        "stack_last",
        lambda: Call(lambda a, b: torch.stack([a.relu(), b.relu()], -1)),
        shapes((2, 3, 4), (2, 3, 4)),
    ),
    Case(
        "stack_of_scalars",
        lambda: Call(lambda a: torch.stack([a.relu()[0], a.relu()[2]])),
        normal(3),
    ),
]
