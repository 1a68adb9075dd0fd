# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of upsample_nearest2d."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import nn
from torch.nn import functional as F


def resized(**options) -> Callable[[], nn.Module]:
    """With an activation in front: resizing alone moves floats."""
    return lambda: Call(lambda x: F.interpolate(torch.relu(x), **options))


CASES = [
    Case("twice", resized(scale_factor=2), normal(1, 3, 4, 5)),
    Case("three_by_two", resized(scale_factor=(3, 2)), normal(2, 1, 4, 5)),
    Case("to_a_size", resized(size=(7, 9)), normal(1, 3, 4, 5)),
    Case("smaller", resized(size=(2, 3)), normal(1, 3, 4, 5)),
    Case("by_a_fraction", resized(scale_factor=1.7), normal(1, 2, 7, 10)),
    Case(
        "by_a_fraction_recomputed",
        resized(scale_factor=1.7, recompute_scale_factor=True),
        normal(1, 2, 7, 10),
    ),
    Case("sizes_where_float_rounds", resized(size=(49, 61)), normal(1, 1, 7, 47)),
    Case("same_size", resized(size=(4, 5)), normal(1, 3, 4, 5)),
    Case("from_one_pixel", resized(size=(3, 4)), normal(1, 9, 1, 1)),
    Case("one_row", resized(scale_factor=2), normal(1, 4, 1, 6)),
    Case(
        "between_convolutions",
        lambda: nn.Sequential(nn.Conv2d(3, 4, 1), nn.Upsample(scale_factor=2), nn.Conv2d(4, 2, 3)),
        normal(1, 3, 4, 5),
    ),
    Case(
        "of_an_input",
        lambda: nn.Sequential(nn.Upsample(scale_factor=2), nn.Conv2d(3, 2, 3)),
        normal(1, 3, 4, 5),
    ),
]
