# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of slice."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import Tensor, nn


def of(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    """With an activation in front: slicing alone moves floats."""
    return lambda: Call(lambda x: function(torch.relu(x)))


def between(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    """Between convolutions, so that its axis is one of NHWC."""
    return lambda: nn.Sequential(nn.Conv2d(3, 6, 1), Call(function), nn.Conv2d(3, 4, 1))


CASES = [
    Case("rank_1", of(lambda x: x[2:5]), normal(7)),
    Case("axis_0", of(lambda x: x[1:3]), normal(4, 5)),
    Case("last_axis", of(lambda x: x[..., 2:]), normal(2, 3, 5)),
    Case("middle_axis", of(lambda x: x[:, :2]), normal(2, 3, 5)),
    Case("negative_bounds", of(lambda x: x[:, -3:-1]), normal(2, 7)),
    Case("beyond_the_end", of(lambda x: x[:, 2:100]), normal(2, 7)),
    Case("step_2", of(lambda x: x[:, ::2]), normal(2, 7, 3)),
    Case("step_3_of_the_last_axis", of(lambda x: x[..., 1::3]), normal(3, 11)),
    Case("step_longer_than_the_axis", of(lambda x: x[:, 1::100]), normal(2, 7, 3)),
    Case("two_axes", of(lambda x: x[:, :, 1:-1, 1:-1]), normal(1, 2, 5, 6), calls=2),
    Case("empty", of(lambda x: x[:, 3:3]), normal(2, 7)),
    Case("rank_7", of(lambda x: x[:, :, :, 1:]), normal(1, 2, 1, 3, 2, 1, 2)),
    Case("channels", between(lambda x: x[:, 2:5]), normal(1, 3, 4, 5)),
    Case("every_second_channel", between(lambda x: x[:, ::2]), normal(2, 3, 4, 5)),
    Case("rows", between(lambda x: x[:, :3, 1:]), normal(2, 3, 4, 5), calls=2),
    Case("select_first", of(lambda x: x[:, 0]), normal(2, 3, 5)),
    Case("select_last", of(lambda x: x.select(-1, -1)), normal(2, 3, 5)),
    Case("select_of_rank_1", of(lambda x: x[1]), normal(4)),
    Case(
        "select_time_step",
        lambda: nn.Sequential(nn.Linear(4, 5), Call(lambda x: x[:, -1]), nn.Linear(5, 2)),
        normal(2, 6, 4),
    ),
    Case("split", of(lambda x: torch.split(x, [1, 3, 2], 1)[1]), normal(2, 6, 2)),
    Case("split_with_a_rest", of(lambda x: torch.split(x, 4, 1)[1]), normal(2, 6, 2)),
    Case("chunk", of(lambda x: torch.cat(x.chunk(2, 1)[::-1], 1)), normal(2, 6, 2), calls=2),
    Case("unbind", of(lambda x: x.unbind(1)[2]), normal(2, 4, 3)),
    Case("narrow", of(lambda x: x.narrow(1, 1, 2)), normal(2, 4, 3)),
    Case("of_an_input", lambda: Call(lambda x: torch.relu(x[:, 1:3])), normal(2, 4, 3)),
    Case(
        "chain_of_an_input",
        lambda: Call(lambda x: torch.relu(x[:, 1:3].transpose(0, 1)[..., 1])),
        normal(2, 4, 3),
        calls=2,
    ),
]
