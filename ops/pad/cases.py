# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of pad."""

from __future__ import annotations

import math
from collections.abc import Callable

from executorch_espressif.ops._common.case import Call, Case, normal, uniform
from torch import nn
from torch.nn import functional as F


def pad(*places: int, value: float = 0.0) -> Callable[[], nn.Module]:
    """With an activation in front: padding alone moves floats."""
    return lambda: Call(lambda x: F.pad(F.hardtanh(x, -2.0, 2.0), places, value=value))


CASES = [
    Case("left", pad(2, 0), normal(1, 2, 3, 4)),
    Case("right", pad(0, 3), normal(1, 2, 3, 4)),
    Case("top", pad(0, 0, 1, 0), normal(1, 2, 3, 4)),
    Case("bottom", pad(0, 0, 0, 2), normal(1, 2, 3, 4)),
    Case("channels", pad(0, 0, 0, 0, 1, 2), normal(1, 2, 3, 4)),
    Case("batch", pad(0, 0, 0, 0, 0, 0, 1, 1), normal(1, 2, 3, 4)),
    Case("every_side", pad(1, 2, 3, 4, 0, 1, 2, 0), normal(2, 2, 2, 3)),
    Case("nothing", pad(0, 0, 0, 0), normal(1, 2, 3, 4)),
    Case("rank_1", pad(2, 1), normal(5)),
    Case("rank_2", pad(1, 1, 2, 0), normal(3, 5)),
    Case("rank_3", pad(1, 0, 0, 2), normal(2, 3, 5)),
    Case("one_element", pad(3, 3), normal(1)),
    Case("value_half", pad(1, 2, value=0.5), normal(2, 3, 5)),
    Case("value_beyond_the_inputs", pad(1, 2, value=-7.0), normal(2, 3, 5)),
    Case("zero_at_low_end", pad(1, 1, 1, 1), uniform(1, 2, 3, 4, low=0, high=1)),
    Case("zero_at_high_end", pad(1, 1, 1, 1), uniform(1, 2, 3, 4, low=-1, high=0)),
    Case(
        "value_outside_of_a_fixed_range",
        lambda: Call(lambda x: F.pad(x.softmax(-1), (1, 2), value=-2.5)),
        normal(3, 5),
    ),
    Case(
        "before_a_max_pool",
        lambda: nn.Sequential(nn.Conv2d(3, 4, 1), nn.ZeroPad2d(1), nn.MaxPool2d(3, 2)),
        normal(1, 3, 6, 6),
    ),
    # The crop is slices ahead of the padding.
    Case("crops", pad(-1, 2), normal(2, 3, 5), calls=1),
    Case("crops_on_the_right", pad(3, -2), normal(2, 3, 5), calls=1),
    Case("crops_one_axis", pad(1, 0, -1, -1, 0, 2), normal(2, 3, 5), calls=1),
    Case("crops_what_is_left_to_one", pad(2, -4, value=0.5), normal(2, 3, 5), calls=1),
    Case("minus_infinity", pad(1, 1, value=-math.inf), normal(2, 3, 5), refused="-inf"),
    Case("rank_5", pad(1, 1), normal(1, 2, 2, 3, 4), refused="rank 5"),
]
