# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of avg_pool2d."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import nn


def pool(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.AvgPool2d(*args, **kwargs)


def adaptive(size) -> Callable[[], nn.Module]:
    return lambda: nn.AdaptiveAvgPool2d(size)


# Windows with an even number of values: a depthwise convolution with ones.
SUMMED = dict(calls=0)

CASES = [
    Case("2x2", pool(2), normal(1, 4, 6, 6), **SUMMED),
    Case("3x2_stride_2_1", pool((3, 2), (2, 1)), normal(1, 3, 8, 5), **SUMMED),
    Case("remainder", pool(2), normal(1, 3, 5, 7), **SUMMED),
    Case("stride_over_kernel", pool(2, 3), normal(1, 3, 8, 9), **SUMMED),
    *(
        Case(
            f"padding_ceil_{ceil}_count_{count}".lower(),
            pool(3, 2, 1, ceil_mode=ceil, count_include_pad=count),
            uniform(1, 3, 6, 7, low=1, high=3),
        )
        for ceil, count in product((False, True), repeat=2)
    ),
    *(
        Case(
            f"ceil_count_{count}".lower(),
            pool(3, 2, ceil_mode=True, count_include_pad=count),
            uniform(1, 3, 6, 8, low=-3, high=-1),
        )
        for count in (False, True)
    ),
    Case(
        "padding_one_axis",
        pool((3, 2), 1, (1, 0)),
        uniform(1, 3, 4, 4, low=2, high=3),
        **SUMMED,
    ),
    Case("divisor_of_the_kernel", pool(2, divisor_override=4), normal(1, 3, 4, 4), **SUMMED),
    Case("channels_1", pool(2), normal(1, 1, 6, 6), **SUMMED),
    Case("channels_17", pool(3), normal(1, 17, 3, 6)),
    Case("batch_3", pool(2, 1), normal(3, 3, 4, 5), **SUMMED),
    Case("1xN", pool((1, 5), (1, 2)), normal(1, 4, 1, 12)),
    Case("Nx1", pool((5, 1)), normal(1, 4, 15, 1)),
    Case("taller_than_127", pool((200, 1)), normal(1, 2, 200, 2), **SUMMED),
    Case("plane_of_169", pool(13), normal(1, 3, 13, 26)),
    Case("identity_1x1", pool(1), normal(1, 3, 4, 4)),
    Case("all_positive", pool(2), uniform(1, 3, 4, 4, low=0, high=1), **SUMMED),
    Case("all_negative", pool(2), uniform(1, 3, 4, 4, low=-1, high=0), **SUMMED),
    Case("whole_image_padded", pool(4, padding=1), normal(1, 3, 3, 3), **SUMMED),
    Case(
        "divisor_of_the_kernel_padded",
        pool(3, 2, 1, count_include_pad=False, divisor_override=9),
        uniform(1, 3, 6, 7, low=1, high=3),
    ),
    Case("whole_image_divided", pool(3, divisor_override=9), normal(1, 3, 3, 3)),
    Case("adaptive_2x3", adaptive((2, 3)), normal(1, 4, 8, 9), **SUMMED),
    # A matrix product does it, but for windows that would cost more than 64 KB of weights.
    Case("adaptive_3x3", adaptive(3), normal(1, 4, 9, 9)),
    Case("adaptive_uneven", adaptive((2, 3)), normal(1, 4, 7, 9), calls=0),
    Case("adaptive_uneven_large", adaptive((2, 3)), normal(1, 1, 101, 120), refused="uneven"),
    Case("adaptive_1d_uneven", lambda: nn.AdaptiveAvgPool1d(5), normal(2, 3, 7), calls=0),
    Case("adaptive_more_than_there_are", adaptive((5, 2)), normal(1, 2, 3, 4), calls=0),
    Case("1d", lambda: nn.AvgPool1d(3, 2), normal(1, 4, 9)),
    Case(
        "1d_ceil_padding_uncounted",
        lambda: nn.AvgPool1d(3, 2, 1, ceil_mode=True, count_include_pad=False),
        uniform(2, 3, 12, low=1, high=3),
    ),
    Case("1d_adaptive", lambda: nn.AdaptiveAvgPool1d(3), normal(1, 4, 15)),
    Case(
        "classifier_head",
        lambda: nn.Sequential(nn.Conv2d(3, 8, 3), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(32, 4)),
        normal(2, 3, 6, 6),
        **SUMMED,
    ),
]
