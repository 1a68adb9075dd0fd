# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of clamp: activations that follow nothing they can be fused into."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Call, Case, normal, uniform
from torch import Tensor, nn


class BehindTwoUsers(nn.Module):
    """The convolution is used twice, so its activation stays a clamp of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.next = nn.Conv2d(3, 4, 1), nn.Conv2d(4, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv(x)
        return self.next(torch.clamp(y, -0.25, 0.5)) + y


CASES = [
    Case("relu", nn.ReLU, normal(2, 3, 5)),
    Case("relu6", nn.ReLU6, normal(2, 3, 5, std=6)),
    Case("hardtanh", lambda: nn.Hardtanh(-0.7, 1.1), normal(4, 9)),
    Case("hardtanh_above_zero", lambda: nn.Hardtanh(0.5, 1.5), normal(4, 9)),
    Case("min_only", lambda: Call(lambda x: torch.clamp(x, min=-0.5)), normal(4, 9)),
    Case("max_only", lambda: Call(lambda x: torch.clamp(x, max=0.3)), normal(4, 9)),
    Case("relu_of_all_negative", nn.ReLU, uniform(4, 9, low=-2, high=0)),
    Case("relu_of_all_positive", nn.ReLU, uniform(4, 9, low=0, high=2), calls=0),
    Case("rank_1", nn.ReLU, normal(13)),
    Case("no_elements", nn.ReLU, normal(0, 3)),
    Case("rank_6", nn.ReLU, normal(2, 1, 3, 1, 2, 2)),
    Case(
        "behind_two_users",
        BehindTwoUsers,
        normal(1, 3, 4, 4),
        tolerance=2,
        why="differences of one code add up over two layers",
    ),
    # Tables: from the fixed range of softmax to another.
    Case(
        "below_a_fixed_range",
        lambda: Call(lambda x: x.softmax(-1).clamp(max=-0.1)),
        normal(3, 5),
        calls=0,
    ),
    Case(
        "above_a_fixed_range",
        lambda: Call(lambda x: x.softmax(-1).clamp(min=1.5)),
        normal(3, 5),
        calls=0,
    ),
    Case(
        "of_a_pool",
        lambda: nn.Sequential(nn.MaxPool2d(2), nn.ReLU()),
        normal(1, 3, 6, 6),
    ),
]
