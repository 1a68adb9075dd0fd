# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of upsample_bilinear2d."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal, uniform
from torch import nn
from torch.nn import functional as F


def resized(corners: bool = False, **options) -> Callable[[], nn.Module]:
    def function(x: torch.Tensor) -> torch.Tensor:
        return F.interpolate(torch.relu(x), mode="bilinear", align_corners=corners, **options)

    return lambda: Call(function)


CASES = [
    Case("twice", resized(scale_factor=2), normal(1, 3, 4, 5)),
    Case("twice_with_corners", resized(True, scale_factor=2), normal(1, 3, 4, 5)),
    Case("three_by_two", resized(scale_factor=(3, 2)), normal(2, 1, 4, 5)),
    Case("to_a_size", resized(size=(7, 9)), normal(1, 3, 4, 5)),
    Case("to_a_size_with_corners", resized(True, size=(7, 9)), normal(1, 3, 4, 5)),
    Case("smaller", resized(size=(2, 3)), normal(1, 3, 5, 7)),
    Case("smaller_with_corners", resized(True, size=(2, 3)), normal(1, 3, 5, 7)),
    Case("by_a_fraction", resized(scale_factor=1.7), normal(1, 2, 7, 10)),
    Case("to_one_pixel_with_corners", resized(True, size=(1, 1)), normal(1, 3, 5, 7)),
    Case("from_one_pixel", resized(size=(3, 4)), normal(1, 9, 1, 1)),
    Case("from_one_row_with_corners", resized(True, size=(3, 4)), normal(1, 2, 1, 3)),
    Case("same_size", resized(size=(4, 5)), normal(1, 3, 4, 5)),
    Case("very_large", resized(True, size=(97, 101)), normal(1, 1, 5, 7)),
    Case("between_ends_of_the_codes", resized(scale_factor=4), uniform(1, 2, 4, 4, low=0.0)),
    Case(
        "between_convolutions",
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 1), nn.Upsample(scale_factor=2, mode="bilinear"), nn.Conv2d(4, 2, 3)
        ),
        normal(1, 3, 4, 5),
    ),
]
