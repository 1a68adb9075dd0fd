# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of conv2d."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import Tensor, nn


def conv(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.Conv2d(*args, **kwargs)


def then(activation: nn.Module) -> Callable[[], nn.Module]:
    return lambda: nn.Sequential(nn.Conv2d(4, 6, 3, padding=1), activation)


def with_channels(*, scale: list[float], bias: list[float]) -> Callable[[], nn.Module]:
    """A 3x3 convolution of 4 channels whose output channels are scaled each in its own way."""

    def make() -> nn.Module:
        module = nn.Conv2d(4, len(scale), 3, padding=1)
        with torch.no_grad():
            module.weight *= torch.tensor(scale).reshape(-1, 1, 1, 1)
            module.bias.copy_(torch.tensor(bias))
        return module

    return make


def with_batch_norm() -> nn.Module:
    norm = nn.BatchNorm2d(8)
    with torch.no_grad():
        norm.running_mean.normal_()
        norm.running_var.uniform_(0.2, 3)
        norm.weight.uniform_(0.5, 2)
        norm.bias.normal_()
    return nn.Sequential(nn.Conv2d(4, 8, 3, bias=False), norm, nn.ReLU())


class ReluWithAnotherUser(nn.Module):
    """The activation must not be fused: the convolution's output is used without it too."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv(x)
        return torch.relu(y) + y


class SharedWeight(nn.Module):
    """One weight, two calls with different input scales."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(4, 4, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return self.conv(torch.relu(self.conv(x)))


def conv1d(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.Conv1d(*args, **kwargs)


def causal() -> nn.Module:
    return nn.Sequential(nn.ConstantPad1d((4, 0), 0.0), nn.Conv1d(4, 5, 3, dilation=2))


def sequence() -> nn.Module:
    norm = nn.BatchNorm1d(8)
    with torch.no_grad():
        norm.running_mean.normal_()
        norm.running_var.uniform_(0.2, 3)
        norm.weight.uniform_(0.5, 2)
        norm.bias.normal_()
    return nn.Sequential(
        nn.Conv1d(3, 8, 5, stride=2), norm, nn.ReLU(), nn.Conv1d(8, 4, 3, padding="same")
    )


class Residual1d(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv1d(4, 4, 3, padding=1)
        self.second = nn.Conv1d(4, 4, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        y = torch.relu(self.first(x))
        return torch.relu(y + self.second(y))


SEVERAL_LAYERS = dict(tolerance=2, why="differences of one code add up over the layers")

CASES = [
    Case("3x3", conv(3, 8, 3), normal(1, 3, 9, 9)),
    Case("1x1", conv(16, 24, 1), normal(1, 16, 5, 5)),
    Case("1x1_stride_2", conv(8, 8, 1, stride=2), normal(1, 8, 5, 6)),
    Case("5x3_padding_2_0", conv(2, 5, (5, 3), padding=(2, 0)), normal(1, 2, 7, 8)),
    Case("stride_2_remainder", conv(4, 4, 3, stride=2), normal(1, 4, 8, 10)),
    Case("stride_3_2_padding", conv(4, 4, 3, stride=(3, 2), padding=1), normal(1, 4, 9, 8)),
    Case("stride_over_kernel", conv(3, 4, 2, stride=3), normal(1, 3, 9, 10)),
    Case("same_3x3", conv(3, 4, 3, padding="same"), normal(1, 3, 6, 6)),
    Case("same_even_4x2", conv(3, 4, (4, 2), padding="same"), normal(1, 3, 6, 7)),
    Case("same_even_dilated", conv(3, 4, (2, 4), padding="same", dilation=3), normal(1, 3, 9, 9)),
    Case(
        "zero_pad_in_front",
        lambda: nn.Sequential(nn.ZeroPad2d((0, 1, 2, 0)), nn.Conv2d(3, 4, 3)),
        normal(1, 3, 6, 6),
    ),
    Case(
        "pads_between",
        lambda: nn.Sequential(
            nn.Conv2d(3, 4, 3), nn.ZeroPad2d((1, 0, 0, 2)), nn.Conv2d(4, 4, 3, padding=1)
        ),
        normal(1, 3, 6, 6),
    ),
    Case("padding_beyond_kernel", conv(2, 3, 3, padding=(5, 0)), normal(1, 2, 4, 6)),
    Case("padding_of_1x1", conv(2, 3, 1, padding=2), uniform(1, 2, 3, 3, low=0.5, high=4)),
    Case("same_tall_21x1", conv(2, 3, (21, 1), padding="same"), normal(1, 2, 8, 4)),
    Case("same_tall_even_20x2", conv(2, 3, (20, 2), padding="same"), normal(1, 2, 40, 3)),
    Case("tall_130x1_padding", conv(1, 2, (130, 1), padding=(65, 0)), normal(1, 1, 70, 2)),
    Case("kernel_taller_than_input", conv(2, 3, (9, 1), padding=(4, 0)), normal(1, 2, 3, 4)),
    Case("dilation_2", conv(3, 5, 3, dilation=2, padding=2), normal(1, 3, 8, 8)),
    Case("dilation_2_3_stride_2", conv(3, 5, 3, dilation=(2, 3), stride=2), normal(1, 3, 10, 12)),
    Case("groups_2", conv(4, 6, 3, groups=2), normal(1, 4, 6, 6)),
    Case("groups_3_dilated", conv(6, 9, 3, groups=3, dilation=2), normal(1, 6, 8, 8)),
    Case("groups_4_1x1_no_bias", conv(8, 4, 1, groups=4, bias=False), normal(2, 8, 5, 3)),
    Case(
        "groups_2_same_even",
        conv(6, 10, (4, 3), groups=2, padding="same"),
        uniform(1, 6, 7, 5, low=1, high=3),
    ),
    Case("groups_5_stride_2", conv(15, 20, 3, groups=5, stride=2), normal(1, 15, 8, 10)),
    Case(
        "groups_2_uneven_padding",
        lambda: nn.Sequential(nn.ZeroPad2d((0, 2, 1, 0)), nn.Conv2d(4, 6, 3, groups=2)),
        normal(1, 4, 5, 6),
    ),
    Case(
        "groups_2_relu6",
        lambda: nn.Sequential(nn.Conv2d(4, 6, 3, groups=2), nn.ReLU6()),
        normal(1, 4, 6, 6, std=8),
    ),
    Case("channels_1_to_1", conv(1, 1, 3), normal(1, 1, 6, 6)),
    Case("channels_1_to_8", conv(1, 8, 3, padding=1), normal(1, 1, 6, 6)),
    Case("channels_7_to_9", conv(7, 9, 3), normal(1, 7, 5, 6)),
    Case("channels_17_to_3", conv(17, 3, 1), normal(1, 17, 3, 4)),
    Case("batch_3", conv(3, 4, 3, padding=1), normal(3, 3, 5, 6)),
    Case("batch_0", conv(3, 4, 3), normal(0, 3, 5, 5)),
    Case("1xN", conv(4, 6, (1, 3)), normal(1, 4, 1, 17)),
    Case("Nx1", conv(4, 6, (5, 1), stride=(2, 1)), normal(1, 4, 18, 1)),
    Case("one_pixel", conv(5, 3, 1), normal(1, 5, 1, 1)),
    Case("kernel_is_input", conv(3, 4, (5, 4)), normal(1, 3, 5, 4)),
    Case("input_all_positive", conv(3, 4, 3, padding=1), uniform(1, 3, 6, 6, low=0, high=1)),
    Case("input_all_negative", conv(3, 4, 3, padding=1), uniform(1, 3, 6, 6, low=-1, high=0)),
    Case("input_far_from_zero", conv(3, 4, 3, padding=1), uniform(1, 3, 6, 6, low=90, high=100)),
    Case("no_bias", conv(3, 4, 3, bias=False), normal(1, 3, 6, 6)),
    Case("relu", then(nn.ReLU()), normal(1, 4, 6, 6)),
    Case("relu_in_place", then(nn.ReLU(inplace=True)), normal(1, 4, 6, 6)),
    Case("relu6", then(nn.ReLU6()), normal(1, 4, 6, 6, std=8)),
    Case("hardtanh", then(nn.Hardtanh(-0.3, 0.5)), normal(1, 4, 6, 6)),
    Case("relu_with_another_user", ReluWithAnotherUser, normal(1, 3, 6, 6)),
    Case("batch_norm_relu", with_batch_norm, normal(1, 4, 6, 6)),
    Case("shared_weight", SharedWeight, normal(1, 4, 6, 6), calls=2),
    Case(
        "zero_channel",
        with_channels(scale=[1, 0, 1, 0], bias=[0.1, 0.7, 0, 0]),
        normal(1, 4, 5, 5),
    ),
    Case(
        "tiny_channels_with_bias",
        with_channels(scale=[1, 1e-7, 1e-12, 1e-30], bias=[0.1, 0.7, -0.9, 1.1]),
        normal(1, 4, 5, 5),
    ),
    Case(
        "uneven_channels",
        with_channels(scale=[1e-3, 1, 1e3, 30], bias=[1e-3, -1, 500, 0]),
        normal(1, 4, 5, 5),
    ),
    Case(
        "huge_bias",
        with_channels(scale=[1, 1, 1, 1], bias=[1e4, -1e4, 0, 1]),
        normal(1, 4, 5, 5),
    ),
    Case("large_values", conv(4, 4, 3), normal(1, 4, 5, 5, std=1e6)),
    Case("small_values", conv(4, 4, 3, bias=False), normal(1, 4, 5, 5, std=1e-3)),
    Case(
        "saturates",
        conv(3, 4, 3),
        normal(1, 3, 6, 6, std=4),
        calibration=lambda: [(torch.randn(1, 3, 6, 6),)],
        float_tolerance=None,
    ),
    Case("1d", conv1d(3, 8, 3), normal(1, 3, 20)),
    Case("1d_stride_2_remainder", conv1d(4, 6, 5, stride=2, padding=1), normal(2, 4, 19)),
    Case("1d_causal", causal, normal(1, 4, 12)),
    Case("1d_same_even_dilated", conv1d(3, 4, 4, padding="same", dilation=3), normal(1, 3, 16)),
    Case("1d_valid", conv1d(3, 4, 4, padding="valid"), normal(1, 3, 16)),
    Case("1d_groups_2", conv1d(4, 6, 3, groups=2, padding=2), normal(1, 4, 9)),
    Case("1d_padding_beyond_kernel", conv1d(2, 3, 2, padding=5), normal(1, 2, 4)),
    Case("1d_long_kernel", conv1d(1, 4, 150, stride=3), normal(1, 1, 400)),
    Case("1d_one_place", conv1d(5, 3, 1), normal(1, 5, 1)),
    Case("1d_batch_norm_relu_in_a_row", sequence, normal(1, 3, 24), calls=2, **SEVERAL_LAYERS),
    Case("1d_residual", Residual1d, normal(1, 4, 10), calls=2, **SEVERAL_LAYERS),
    Case("no_batch", conv(3, 4, 3), normal(3, 6, 6)),
]
