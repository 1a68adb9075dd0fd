# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of expand."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import Tensor, nn


def of(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    """With an activation in front: repeating alone moves floats."""
    return lambda: Call(lambda x: function(torch.relu(x)))


def between(function: Callable[[Tensor], Tensor], channels: int) -> Callable[[], nn.Module]:
    return lambda: nn.Sequential(nn.Conv2d(3, 2, 1), Call(function), nn.Conv2d(channels, 4, 1))


CASES = [
    Case("rank_1", of(lambda x: x.expand(7)), normal(1)),
    Case("last_axis", of(lambda x: x.expand(3, 4)), normal(3, 1)),
    Case("first_axis", of(lambda x: x.expand(3, -1)), normal(1, 4)),
    Case("middle_axis", of(lambda x: x.expand(-1, 5, -1)), normal(2, 1, 4)),
    Case("two_axes", of(lambda x: x.expand(2, 5, 3)), normal(2, 1, 1)),
    Case("axes_in_front", of(lambda x: x.expand(2, 3, 4)), normal(4)),
    Case("rank_6", of(lambda x: x.expand(2, 2, 3, 2, 2, 2)), normal(2, 1, 3, 1, 2, 1)),
    Case(
        "rows_of_an_image",
        between(lambda x: x[:, :, :1].expand(-1, -1, 5, -1), 2),
        normal(1, 3, 4, 5),
    ),
    Case("repeat", of(lambda x: x.repeat(2, 1, 3)), normal(2, 3, 4), calls=2),
    Case("repeat_with_axes_in_front", of(lambda x: x.repeat(2, 2, 1)), normal(3, 4), calls=2),
    Case("repeat_channels", between(lambda x: x.repeat(1, 2, 1, 1), 4), normal(1, 3, 4, 5)),
    Case("tile", of(lambda x: x.tile(2, 3)), normal(3, 4)),
    Case("repeat_interleave", of(lambda x: x.repeat_interleave(3, 1)), normal(2, 3, 4)),
    Case("repeat_interleave_flat", of(lambda x: x.repeat_interleave(2)), normal(2, 3)),
    Case("of_an_input", lambda: Call(lambda x: torch.relu(x.expand(2, 3, 4))), normal(2, 1, 4)),
]
