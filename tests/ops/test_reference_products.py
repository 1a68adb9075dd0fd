# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The integer references of convolutions and matrix products against float64."""

from __future__ import annotations

import math

import pytest
import torch
import torch.nn.functional as F
from code_draws import (
    SEEDS,
    TWICE_ROUNDED,
    assert_near,
    codes,
    integers,
    limits,
    per_channel,
    seeded,
    zero_point,
)
from executorch_espressif.ops._common.fixed_point import quantize_multiplier
from torch import Tensor


def real_conv2d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
) -> Tensor:
    """Of an NHWC input, padded by top, bottom, left and right, and an OIHW weight; NHWC."""
    top, bottom, left, right = padding
    padded = F.pad(x.permute(0, 3, 1, 2), (left, right, top, bottom))
    result = F.conv2d(padded, weight.double(), bias, stride, dilation=dilation, groups=groups)
    return result.permute(0, 2, 3, 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_conv2d(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    batch, groups = integers(generator, 1, 3, 2)
    in_group, out_group, height, width = integers(generator, 1, 5, 4)
    kernel, dilation, stride = (integers(generator, 1, 3, 2) for _ in range(3))
    padding = integers(generator, 2, 6, 4)
    x = codes(generator, batch, height + 3, width + 3, in_group * groups)
    weight = codes(generator, out_group * groups, *kernel, in_group)
    magnitude = 128 * 64 * math.sqrt(in_group * kernel[0] * kernel[1])
    constant, bias, factors = per_channel(generator, out_group * groups, magnitude)
    zero_in, zero_out, (low, high) = zero_point(generator), zero_point(generator), limits(generator)
    real = real_conv2d(
        x.double() - zero_in, weight.permute(0, 3, 1, 2), bias, stride, padding, dilation, groups
    )
    actual = esp_nn.conv2d(
        x, weight, constant, stride, padding, dilation, groups, zero_in, zero_out, low, high
    )
    assert_near(actual, real * factors + zero_out, low, high, TWICE_ROUNDED)


@pytest.mark.parametrize("seed", SEEDS)
def test_depthwise_conv2d(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    batch, channels, multiplier = integers(generator, 1, 4, 3)
    height, width = integers(generator, 4, 8, 2)
    kernel, dilation, stride = (integers(generator, 1, 3, 2) for _ in range(3))
    padding = integers(generator, 2, 6, 4)
    x = codes(generator, batch, height, width, channels)
    weight = codes(generator, 1, *kernel, channels * multiplier)
    magnitude = 128 * 64 * math.sqrt(kernel[0] * kernel[1])
    constant, bias, factors = per_channel(generator, channels * multiplier, magnitude)
    zero_in, zero_out, (low, high) = zero_point(generator), zero_point(generator), limits(generator)
    real = real_conv2d(
        x.double() - zero_in, weight.permute(3, 0, 1, 2), bias, stride, padding, dilation, channels
    )
    actual = esp_nn.depthwise_conv2d(
        x, weight, constant, stride, padding, dilation, multiplier, zero_in, zero_out, low, high
    )
    assert_near(actual, real * factors + zero_out, low, high, TWICE_ROUNDED)


@pytest.mark.parametrize("seed", SEEDS)
def test_conv_transpose2d(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    batch, channels, outputs, height, width = integers(generator, 1, 5, 5)
    kernel, dilation, stride = (integers(generator, 1, 4, 2) for _ in range(3))
    # What PyTorch takes: less than stride or dilation.
    extra = [min(n, max(s, d) - 1) for n, s, d in zip([1, 3], stride, dilation, strict=True)]
    reach = [d * (k - 1) for k, d in zip(kernel, dilation, strict=True)]
    padding = [min(2, distance // 2) for distance in reach]
    x = codes(generator, batch, height, width, channels)
    weight = codes(generator, outputs, *kernel, channels)
    magnitude = 128 * 64 * math.sqrt(channels * kernel[0] * kernel[1])
    constant, bias, factors = per_channel(generator, outputs, magnitude)
    zero_in, zero_out, (low, high) = zero_point(generator), zero_point(generator), limits(generator)
    real = F.conv_transpose2d(
        (x.double() - zero_in).permute(0, 3, 1, 2),
        weight.double().permute(3, 0, 1, 2),
        bias,
        stride,
        padding,
        extra,
        dilation=dilation,
    ).permute(0, 2, 3, 1)
    sides = [padding[0], padding[0], padding[1], padding[1]]
    actual = esp_nn.conv_transpose2d(
        x, weight, constant, stride, sides, extra, dilation, zero_in, zero_out, low, high
    )
    assert_near(actual, real * factors + zero_out, low, high, TWICE_ROUNDED)


@pytest.mark.parametrize("seed", SEEDS)
def test_linear(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    features, outputs, rows = integers(generator, 1, 40, 3)
    shape = [(features,), (rows, features), (2, rows, features)][seed % 3]
    x, weight = codes(generator, *shape), codes(generator, outputs, features)
    constant, bias, factors = per_channel(generator, outputs, 128 * 64 * math.sqrt(features))
    zero_in, zero_out, (low, high) = zero_point(generator), zero_point(generator), limits(generator)
    real = (x.double() - zero_in) @ weight.double().T + bias
    actual = esp_nn.linear(x, weight, constant, zero_in, zero_out, low, high)
    assert actual.shape == (*shape[:-1], outputs)
    assert_near(actual, real * factors + zero_out, low, high, TWICE_ROUNDED)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_matmul(esp_nn, seed: int, turned: bool) -> None:
    generator = seeded(seed)
    batch, rows, depth, columns = integers(generator, 1, 12, 4)
    left, right = codes(generator, batch, rows, depth), codes(generator, batch, depth, columns)
    zero_left, zero_right, zero_out = (zero_point(generator) for _ in range(3))
    low, high = limits(generator)
    factor = 128 / (128 * 128 * math.sqrt(depth)) * math.exp(torch.randn(1, generator=generator))
    real = (left.double() - zero_left) @ (right.double() - zero_right) * factor + zero_out
    other = right.transpose(1, 2).contiguous() if turned else right
    zeros = (zero_left, zero_right, zero_out)
    actual = esp_nn.matmul(left, other, turned, *zeros, *quantize_multiplier(factor), low, high)
    assert_near(actual, real, low, high, TWICE_ROUNDED)
