# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of softmax."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal, uniform
from torch import nn


def softmax(dim: int = -1) -> Callable[[], nn.Module]:
    return lambda: nn.Softmax(dim)


CASES = [
    Case("10", softmax(), normal(1, 10)),
    Case("rows_5", softmax(1), normal(5, 12)),
    Case("rank_1", softmax(0), normal(9)),
    Case("rank_3", softmax(2), normal(2, 3, 7)),
    Case("rank_4", softmax(), normal(2, 2, 3, 5)),
    Case("width_1", softmax(), normal(4, 1)),
    Case("width_2", softmax(), normal(6, 2, std=3)),
    Case("large_logits", softmax(), normal(4, 10, std=100)),
    Case("huge_logits", softmax(), normal(4, 10, std=1e4)),
    Case(
        "scale_of_16_a_code",
        softmax(),
        uniform(3, 9, low=-2040, high=2040),
        float_tolerance=None,
    ),
    Case("tiny_logits", softmax(), normal(4, 10, std=1e-3)),
    Case("equal_logits", softmax(), lambda: (torch.full((2, 7), 1.5),)),
    Case("zeros", softmax(), lambda: (torch.zeros(2, 7),)),
    Case("one_winner", softmax(), lambda: (torch.eye(8) * 20,)),
    Case("all_negative", softmax(), uniform(3, 10, low=-8, high=-1)),
    Case("all_positive", softmax(), uniform(3, 10, low=1, high=8)),
    Case("flat_row_of_600", softmax(), uniform(1, 600, low=-0.01, high=0.01)),
    Case("row_of_1000", softmax(), normal(1, 1000, std=3)),
    Case(
        "after_linear",
        lambda: nn.Sequential(nn.Linear(12, 5), nn.Softmax(-1)),
        normal(3, 12, std=4),
    ),
    Case("axis_1_of_4", softmax(1), normal(1, 4, 3, 3)),
    Case("axis_0", softmax(0), normal(4, 3)),
    Case("axis_2_of_4_negative", softmax(-2), normal(2, 3, 5, 4, std=4)),
    Case(
        "channels_of_an_image",
        lambda: nn.Sequential(nn.Conv2d(3, 5, 3), nn.Softmax(1)),
        normal(1, 3, 6, 5),
        tolerance=2,
        why="a code of the convolution more or less, between the two",
    ),
    Case("log_softmax", lambda: nn.LogSoftmax(-1), normal(2, 5), refused="aten.log_softmax.int"),
    Case(
        "row_of_5000",
        lambda: Call(lambda x: torch.softmax(x, -1)),
        normal(1, 5000),
        refused="5000 entries",
    ),
]
