# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of max_pool2d."""

from __future__ import annotations

from collections.abc import Callable

from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import nn


def pool(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.MaxPool2d(*args, **kwargs)


CASES = [
    Case("2x2", pool(2), normal(1, 4, 6, 6)),
    Case("3x3_stride_2_padding_1", pool(3, 2, 1), normal(1, 4, 9, 8)),
    Case("2x3_stride_1", pool((2, 3), 1), normal(1, 3, 5, 6)),
    Case("remainder", pool(2), normal(1, 3, 5, 7)),
    Case("stride_over_kernel", pool(2, 3), normal(1, 3, 8, 9)),
    Case("ceil", pool(3, 2, ceil_mode=True), normal(1, 3, 6, 8)),
    Case("ceil_padding", pool(3, 2, 1, ceil_mode=True), normal(1, 3, 6, 7)),
    Case("ceil_without_effect", pool(2, 2, ceil_mode=True), normal(1, 3, 6, 8)),
    Case("padding_loses_to_negative", pool(3, 1, 1), uniform(1, 3, 5, 5, low=-2, high=-1)),
    Case("padding_one_axis", pool((3, 2), (2, 1), (1, 0)), normal(1, 3, 6, 6)),
    Case("channels_1", pool(2), normal(1, 1, 6, 6)),
    Case("channels_17", pool(2), normal(1, 17, 4, 4)),
    Case("batch_3", pool(2, 1), normal(3, 3, 4, 5)),
    Case("1xN", pool((1, 3), (1, 2)), normal(1, 4, 1, 12)),
    Case("Nx1", pool((4, 1)), normal(1, 4, 12, 1)),
    Case("whole_plane", pool((6, 5)), normal(2, 3, 6, 5)),
    Case("taller_than_127", pool((130, 1)), normal(1, 2, 130, 2)),
    Case("identity_1x1", pool(1), normal(1, 3, 4, 4)),
    Case(
        "between_convolutions",
        lambda: nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 2, 1)),
        normal(1, 3, 8, 8),
    ),
    # Slices and maximum do it.
    Case("dilation_2", pool(2, 1, dilation=2), normal(1, 3, 6, 6), calls=0),
    Case("dilation_1_2", pool(2, 1, dilation=(1, 2)), normal(1, 3, 6, 6), calls=0),
    Case(
        "dilation_padding_ceil",
        pool(3, 2, (1, 0), dilation=(2, 3), ceil_mode=True),
        normal(2, 3, 8, 11),
        calls=0,
    ),
    Case("dilation_1d", lambda: nn.MaxPool1d(3, 1, 1, dilation=2), normal(1, 3, 9), calls=0),
    Case("1d", lambda: nn.MaxPool1d(2), normal(1, 4, 9)),
    Case("1d_ceil_padding", lambda: nn.MaxPool1d(3, 2, 1, ceil_mode=True), normal(2, 3, 12)),
    Case(
        "1d_between_convolutions",
        lambda: nn.Sequential(nn.Conv1d(3, 4, 3), nn.ReLU(), nn.MaxPool1d(2), nn.Conv1d(4, 2, 3)),
        normal(1, 3, 16),
    ),
    Case("no_batch", pool(2), normal(3, 6, 6)),
]
