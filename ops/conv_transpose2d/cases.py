# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of conv_transpose2d."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import nn


def transposed(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.ConvTranspose2d(*args, **kwargs)


def transposed_1d(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.ConvTranspose1d(*args, **kwargs)


def with_batch_norm(groups: int = 1) -> nn.Module:
    norm = nn.BatchNorm2d(6)
    with torch.no_grad():
        norm.running_mean.normal_()
        norm.running_var.uniform_(0.2, 3)
        norm.weight.uniform_(0.5, 2)
        norm.bias.normal_()
    conv = nn.ConvTranspose2d(4, 6, 3, stride=2, groups=groups, bias=False)
    return nn.Sequential(conv, norm, nn.ReLU())


def with_channels(*, scale: list[float], bias: list[float]) -> Callable[[], nn.Module]:
    def make() -> nn.Module:
        module = nn.ConvTranspose2d(4, len(scale), 3, stride=2)
        with torch.no_grad():
            module.weight *= torch.tensor(scale).reshape(1, -1, 1, 1)
            module.bias.copy_(torch.tensor(bias))
        return module

    return make


def autoencoder() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(2, 6, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.ConvTranspose2d(6, 2, 3, stride=2, padding=1, output_padding=1),
    )


CASES = [
    Case("3x3", transposed(3, 8, 3), normal(1, 3, 5, 6)),
    Case("2x2_stride_2", transposed(4, 6, 2, stride=2), normal(1, 4, 5, 4)),
    Case("3x3_stride_2_padding_1", transposed(4, 5, 3, stride=2, padding=1), normal(1, 4, 5, 6)),
    Case(
        "output_padding_1",
        transposed(4, 5, 3, stride=2, padding=1, output_padding=1),
        normal(1, 4, 5, 6),
    ),
    Case(
        "output_padding_beyond_the_kernel",
        transposed(3, 4, 2, stride=4, output_padding=(3, 1)),
        uniform(1, 3, 3, 3, low=1, high=3),
    ),
    Case("stride_over_kernel", transposed(3, 4, 2, stride=(3, 5)), normal(1, 3, 4, 3)),
    Case("stride_3_2", transposed(3, 4, (4, 3), stride=(3, 2), padding=(2, 0)), normal(1, 3, 4, 5)),
    Case("dilation_2_stride_2", transposed(3, 4, 3, stride=2, dilation=2), normal(1, 3, 4, 4)),
    Case(
        "dilation_3_2_stride_2_3",
        transposed(2, 4, (3, 4), stride=(2, 3), dilation=(3, 2), padding=(1, 2)),
        normal(1, 2, 5, 4),
    ),
    Case("padding_crops_inputs", transposed(2, 3, 3, padding=3), normal(1, 2, 9, 8)),
    Case("kernel_larger_than_output", transposed(2, 3, 5, padding=4), normal(1, 2, 6, 7)),
    Case("one_output_channel", transposed(5, 1, 3, stride=2), normal(1, 5, 4, 4)),
    Case("one_to_one_channel", transposed(1, 1, 3), normal(1, 1, 4, 4)),
    Case("channels_7_to_9", transposed(7, 9, 2, stride=2), normal(1, 7, 3, 3)),
    Case("batch_3", transposed(3, 4, 3, stride=2), normal(3, 3, 3, 2)),
    Case("one_pixel", transposed(5, 3, 3), normal(1, 5, 1, 1)),
    Case("1xN", transposed(4, 6, (1, 4), stride=(1, 2)), normal(1, 4, 1, 9)),
    Case("Nx1", transposed(4, 6, (5, 1), stride=(2, 1)), normal(1, 4, 9, 1)),
    Case("no_bias", transposed(3, 4, 3, bias=False), normal(1, 3, 5, 5)),
    Case("input_all_positive", transposed(3, 4, 3, stride=2), uniform(1, 3, 4, 4, low=0, high=1)),
    Case("input_all_negative", transposed(3, 4, 3, stride=2), uniform(1, 3, 4, 4, low=-1, high=0)),
    Case("batch_norm_relu", with_batch_norm, normal(1, 4, 5, 5)),
    Case(
        "relu6",
        lambda: nn.Sequential(nn.ConvTranspose2d(3, 4, 3, stride=2), nn.ReLU6()),
        normal(1, 3, 4, 4, std=8),
    ),
    Case(
        "zero_and_tiny_channels",
        with_channels(scale=[1, 0, 1e-7, 1e-30], bias=[0.1, 0.7, -0.9, 1.1]),
        normal(1, 4, 4, 4),
    ),
    Case(
        "uneven_channels",
        with_channels(scale=[1e-3, 1, 1e3, 30], bias=[1e-3, -1, 500, 0]),
        normal(1, 4, 4, 4),
    ),
    Case(
        "autoencoder",
        autoencoder,
        normal(1, 2, 8, 8),
        tolerance=2,
        why="differences of one code add up over the layers",
    ),
    Case("1d_stride_2", transposed_1d(3, 4, 3, stride=2, output_padding=1), normal(2, 3, 7)),
    Case("1d_one_output_channel", transposed_1d(3, 1, 4, stride=3, padding=1), normal(1, 3, 6)),
    # Calls of conv2d or depthwise_conv2d, whose weights have a scale for each output channel.
    Case("groups_2", transposed(4, 6, 3, groups=2), normal(1, 4, 4, 4), calls=0),
    Case(
        "groups_2_stride_2_dilation_2",
        transposed(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2, dilation=2),
        normal(2, 4, 4, 5),
        calls=0,
    ),
    Case(
        "groups_2_crops",
        transposed(4, 2, (1, 2), stride=(3, 2), padding=(0, 2), groups=2),
        normal(1, 4, 5, 4),
        calls=0,
    ),
    Case(
        "groups_2_batch_norm_relu",
        lambda: with_batch_norm(groups=2),
        normal(1, 4, 5, 5),
        calls=0,
    ),
    Case(
        "depthwise",
        transposed(4, 4, 4, stride=2, padding=1, groups=4),
        normal(1, 4, 4, 4),
        calls=0,
    ),
    Case("1d_groups_3", transposed_1d(3, 6, 3, stride=2, groups=3), normal(2, 3, 7), calls=0),
]
