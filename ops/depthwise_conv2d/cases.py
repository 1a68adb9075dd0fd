# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of depthwise_conv2d."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import nn


def depthwise(channels: int, kernel, multiplier: int = 1, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.Conv2d(channels, channels * multiplier, kernel, groups=channels, **kwargs)


def then(activation: nn.Module) -> Callable[[], nn.Module]:
    return lambda: nn.Sequential(nn.Conv2d(6, 6, 3, padding=1, groups=6), activation)


def with_channels(*, scale: list[float], bias: list[float]) -> Callable[[], nn.Module]:
    def make() -> nn.Module:
        module = nn.Conv2d(len(scale), len(scale), 3, padding=1, groups=len(scale))
        with torch.no_grad():
            module.weight *= torch.tensor(scale).reshape(-1, 1, 1, 1)
            module.bias.copy_(torch.tensor(bias))
        return module

    return make


def separable() -> nn.Module:
    """The block of MobileNetV1."""
    return nn.Sequential(
        nn.Conv2d(4, 4, 3, padding=1, groups=4, bias=False),
        nn.BatchNorm2d(4),
        nn.ReLU6(),
        nn.Conv2d(4, 8, 1, bias=False),
        nn.BatchNorm2d(8),
        nn.ReLU6(),
    )


def separable_1d() -> nn.Module:
    return nn.Sequential(
        nn.Conv1d(4, 4, 5, padding=2, groups=4, bias=False),
        nn.BatchNorm1d(4),
        nn.ReLU(),
        nn.Conv1d(4, 6, 1),
    )


def average(*args, **kwargs) -> Callable[[], nn.Module]:
    """A sum with a divisor of its own is a convolution with ones."""
    return lambda: nn.AvgPool2d(*args, **kwargs)


CASES = [
    Case("3x3", depthwise(8, 3), normal(1, 8, 7, 7)),
    Case("3x3_padding_1", depthwise(16, 3, padding=1), normal(1, 16, 5, 6)),
    Case("1x1", depthwise(5, 1), normal(1, 5, 4, 4)),
    Case("5x5_padding_2", depthwise(4, 5, padding=2), normal(1, 4, 7, 6)),
    Case("7x2", depthwise(3, (7, 2), padding=(3, 0)), normal(1, 3, 6, 5)),
    Case("multiplier_2", depthwise(4, 3, 2, padding=1), normal(1, 4, 6, 6)),
    Case("multiplier_3_odd_channels", depthwise(5, 3, 3), normal(1, 5, 6, 5)),
    Case("multiplier_8_of_2", depthwise(2, (5, 3), 8, padding=(2, 1)), normal(1, 2, 6, 6)),
    Case("stride_2_remainder", depthwise(6, 3, stride=2), normal(1, 6, 8, 10)),
    Case("stride_2_3_padding", depthwise(6, 3, stride=(2, 3), padding=1), normal(1, 6, 8, 9)),
    Case("same_even_2x4", depthwise(4, (2, 4), padding="same"), normal(1, 4, 6, 7)),
    Case(
        "zero_pad_in_front",
        lambda: nn.Sequential(nn.ZeroPad2d((0, 1, 0, 1)), nn.Conv2d(4, 4, 3, 2, groups=4)),
        normal(1, 4, 8, 8),
    ),
    Case("padding_beyond_kernel", depthwise(3, 3, padding=(0, 5)), normal(1, 3, 6, 4)),
    Case("dilation_2", depthwise(4, 3, dilation=2, padding=2), normal(1, 4, 8, 8)),
    Case("dilation_1_3_multiplier_2", depthwise(3, 3, 2, dilation=(1, 3)), normal(1, 3, 6, 9)),
    Case("channels_2", depthwise(2, 3), normal(1, 2, 6, 6)),
    Case("channels_17", depthwise(17, 3, padding=1), normal(1, 17, 4, 4)),
    Case("channels_130", depthwise(130, 3), normal(1, 130, 3, 4)),
    Case("batch_3", depthwise(3, 3, padding=1), normal(3, 3, 5, 4)),
    Case("1xN", depthwise(4, (1, 3), padding=(0, 1)), normal(1, 4, 1, 13)),
    Case("Nx1", depthwise(4, (3, 1), stride=(2, 1)), normal(1, 4, 14, 1)),
    Case("one_pixel", depthwise(6, 3, padding=1), normal(1, 6, 1, 1)),
    Case("input_all_positive", depthwise(4, 3, padding=1), uniform(1, 4, 5, 5, low=0, high=1)),
    Case("input_all_negative", depthwise(4, 3, padding=1), uniform(1, 4, 5, 5, low=-1, high=0)),
    Case("no_bias", depthwise(4, 3, bias=False), normal(1, 4, 6, 6)),
    Case("relu", then(nn.ReLU()), normal(1, 6, 6, 6)),
    Case("relu6", then(nn.ReLU6()), normal(1, 6, 6, 6, std=8)),
    Case("hardtanh", then(nn.Hardtanh(-0.4, 0.2)), normal(1, 6, 6, 6)),
    Case("separable_block", separable, normal(1, 4, 6, 6)),
    Case(
        "zero_and_tiny_channels",
        with_channels(scale=[1, 0, 1e-7, 1e-30], bias=[0.1, 0.7, -0.9, 1.1]),
        normal(1, 4, 5, 5),
    ),
    Case(
        "uneven_channels",
        with_channels(scale=[1e-3, 1, 1e3, 30], bias=[1e-3, -1, 500, 0]),
        normal(1, 4, 5, 5),
    ),
    Case(
        "saturates",
        depthwise(4, 3),
        normal(1, 4, 6, 6, std=4),
        calibration=lambda: [(torch.randn(1, 4, 6, 6),)],
        float_tolerance=None,
    ),
    Case("1d", lambda: nn.Conv1d(6, 6, 3, padding=1, groups=6), normal(1, 6, 11)),
    Case(
        "1d_multiplier_2_stride_2",
        lambda: nn.Conv1d(3, 6, 4, stride=2, groups=3, bias=False),
        normal(2, 3, 13),
    ),
    Case(
        "1d_same_even_dilated",
        lambda: nn.Conv1d(4, 4, 2, padding="same", dilation=3, groups=4),
        normal(1, 4, 10),
    ),
    Case("1d_separable", separable_1d, normal(1, 4, 12)),
    Case("average_by_3", average(2, divisor_override=3), normal(1, 3, 4, 5)),
    Case(
        "average_by_7_ceil_padding",
        average(3, 2, 1, ceil_mode=True, divisor_override=7),
        uniform(1, 3, 6, 7, low=1, high=3),
    ),
    Case("average_by_1", average((1, 4), divisor_override=1), normal(1, 2, 3, 8)),
    Case("average_by_500", average(2, 1, divisor_override=500), normal(2, 2, 3, 3)),
]
