# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of index_select."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import Tensor, nn
from torch.nn import functional as F


def of(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    """With an activation in front: moving alone moves floats."""
    return lambda: Call(lambda x: function(torch.relu(x)))


def padded(*places: int, mode: str = "reflect") -> Callable[[], nn.Module]:
    return of(lambda x: F.pad(x, places, mode=mode))


class Select(nn.Module):
    def __init__(self, axis: int, *index: int) -> None:
        super().__init__()
        self.axis = axis
        self.register_buffer("index", torch.tensor(index))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x).index_select(self.axis, self.index)


CASES = [
    Case("rank_1", lambda: Select(0, 3, 3, 0), normal(4)),
    Case("first_axis", lambda: Select(0, 1, 0, 1), normal(2, 5)),
    Case("last_axis", lambda: Select(-1, 4, 0), normal(3, 5)),
    Case("middle_axis", lambda: Select(1, 2, 0, 0, 1), normal(2, 3, 4)),
    Case("list_of_indices", of(lambda x: x[:, [2, 0, -1]]), normal(2, 3, 4)),
    Case("flip", of(lambda x: x.flip(1)), normal(2, 5, 3)),
    Case("flip_two_axes", of(lambda x: x.flip(0, -1)), normal(2, 5, 3), calls=2),
    Case("roll", of(lambda x: x.roll(2, 1)), normal(2, 5, 3)),
    Case("roll_flat", of(lambda x: x.roll(-3)), normal(2, 5)),
    Case(
        "channels",
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 1), Call(lambda x: x[:, [3, 1, 0]]), nn.Conv2d(3, 2, 1)
        ),
        normal(1, 3, 4, 5),
    ),
    Case("reflect", padded(1, 2, 3, 1), normal(1, 2, 4, 5), calls=2),
    Case("reflect_as_far_as_can_be", padded(4, 4), normal(1, 2, 5)),
    Case("reflect_nothing_on_one_axis", padded(2, 1, 0, 0), normal(1, 2, 4, 5), calls=1),
    Case("replicate", padded(1, 2, 3, 1, mode="replicate"), normal(1, 2, 4, 5), calls=2),
    Case("replicate_further_than_the_input", padded(7, 0, mode="replicate"), normal(1, 2, 3)),
    Case("replicate_that_crops", padded(-1, 2, mode="replicate"), normal(1, 2, 4)),
    Case("circular", padded(1, 2, 0, 1, mode="circular"), normal(1, 2, 4, 5), calls=2),
    Case("reflect_that_crops", padded(2, -3), normal(1, 2, 5)),
    # What is cropped does not come back on the other side.
    Case("circular_that_crops", padded(2, -1, -1, 1, mode="circular"), normal(1, 2, 4, 5), calls=2),
    Case(
        "reflect_in_front_of_a_convolution",
        lambda: nn.Conv2d(2, 3, 3, padding=1, padding_mode="reflect"),
        normal(1, 2, 5, 6),
        calls=2,
    ),
    Case(
        "replicate_between_convolutions",
        lambda: nn.Sequential(nn.Conv2d(2, 3, 1), nn.ReplicationPad2d(1), nn.Conv2d(3, 3, 3)),
        normal(2, 2, 4, 5),
        calls=2,
    ),
]
