# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of amax."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import Tensor, nn


def of(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    """With an activation in front: choosing alone moves floats."""
    return lambda: Call(lambda x: function(torch.tanh(x)))


def between(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    return lambda: nn.Sequential(nn.Conv2d(3, 6, 1), Call(function), nn.Conv2d(6, 4, 1))


CASES = [
    Case("rank_1", of(lambda x: x.amax(0)), normal(17)),
    Case("first_axis", of(lambda x: x.amax(0)), normal(5, 3)),
    Case("middle_axis", of(lambda x: x.amax(1)), normal(2, 7, 3)),
    Case("last_axis", of(lambda x: x.amax(-1)), normal(2, 3, 7)),
    Case("kept_axis", of(lambda x: x.amax(1, keepdim=True)), normal(2, 7, 3)),
    Case("two_axes", of(lambda x: x.amax((0, 2))), normal(2, 7, 3), calls=2),
    Case("all_axes", of(lambda x: x.amax()), normal(2, 3, 4), calls=3),
    Case("smallest", of(lambda x: x.amin(1)), normal(2, 7, 3)),
    Case("smallest_of_all_kept", of(lambda x: x.amin(keepdim=True)), normal(3, 4), calls=2),
    Case("nothing_to_choose_from", of(lambda x: x.amax(1)), normal(3, 1), calls=0),
    Case("rank_6", of(lambda x: x.amax(3)), normal(2, 1, 3, 4, 1, 2)),
    Case("max", of(torch.max), normal(4, 5), calls=2),
    Case("min", of(torch.min), normal(4, 5), calls=2),
    Case("values_of_max", of(lambda x: x.max(1).values), normal(2, 7, 3)),
    Case("values_of_min_kept", of(lambda x: x.min(-1, keepdim=True).values), normal(2, 7, 3)),
    Case("global_max_pool", between(lambda x: x.amax((2, 3), keepdim=True)), normal(2, 3, 4, 5)),
    Case("over_channels", between(lambda x: x - x.amax(1, keepdim=True)), normal(1, 3, 4, 5)),
    # What reads the extreme quantizes it, and so the input.
    Case("of_an_input", lambda: Call(lambda x: torch.tanh(x.amax(1))), normal(2, 7)),
]
