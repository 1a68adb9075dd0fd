# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The integer references against float64 and against arithmetic by hand. Convolutions and products:
test_reference_products.py."""

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
    seeded,
    zero_point,
)
from executorch_espressif.ops._common.fixed_point import (
    quantize_multiplier,
)
from executorch_espressif.ops.div.div import reciprocals
from executorch_espressif.ops.layer_norm.layer_norm import fixed_epsilon, fixed_weights
from executorch_espressif.ops.softmax.softmax import scaling


@pytest.mark.parametrize("ratio", [1.0, 3.7, 1000.0, 1e6, 1e-3, 1e-12])
@pytest.mark.parametrize("seed", range(5))
def test_add(esp_nn, ratio: float, seed: int) -> None:
    generator = seeded(seed)
    shape = integers(generator, 1, 5, 3)
    left, right = codes(generator, *shape), codes(generator, *shape)
    zero_left, zero_right, zero_out = (zero_point(generator) for _ in range(3))
    low, high = limits(generator)
    twice = 2 * max(1.0, ratio)
    output_scale = max(1.0, ratio) * [0.5, 1.0, 1.9, 40.0][integers(generator, 0, 3)[0]]
    real = (left.double() - zero_left) + (right.double() - zero_right) * ratio
    actual = esp_nn.add(
        left,
        right,
        zero_left,
        *quantize_multiplier(1 / twice),
        zero_right,
        *quantize_multiplier(ratio / twice),
        zero_out,
        *quantize_multiplier(twice / (2**20 * output_scale)),
        low,
        high,
    )
    # The sum keeps 20 bits below a code, so this is close to one rounding.
    assert_near(actual, real / output_scale + zero_out, low, high, 0.501)


@pytest.mark.parametrize("ratio", [1.0, 3.7, 1e-3])
@pytest.mark.parametrize("seed", range(5))
def test_sub(esp_nn, ratio: float, seed: int) -> None:
    generator = seeded(seed)
    left, right = codes(generator, 3, 5), codes(generator, 2, 1, 5)
    zero_left, zero_right, zero_out = (zero_point(generator) for _ in range(3))
    low, high = limits(generator)
    twice = 2 * max(1.0, ratio)
    real = (left.double() - zero_left) - (right.double() - zero_right) * ratio
    actual = esp_nn.sub(
        left,
        right,
        zero_left,
        *quantize_multiplier(1 / twice),
        zero_right,
        *quantize_multiplier(ratio / twice),
        zero_out,
        *quantize_multiplier(twice / (2**20 * 1.7)),
        low,
        high,
    )
    assert_near(actual, real / 1.7 + zero_out, low, high, 0.501)


def test_minimum_and_maximum(esp_nn) -> None:
    left, right = codes(seeded(0), 3, 1), codes(seeded(1), 2, 3, 5)
    assert torch.equal(esp_nn.minimum(left, right), torch.minimum(left, right))
    assert torch.equal(esp_nn.maximum(left, right), torch.maximum(left, right))


def test_lut(esp_nn) -> None:
    every = torch.arange(-128, 128).to(torch.int8)
    table = codes(seeded(0), 256)
    assert torch.equal(esp_nn.lut(every, table), table)
    assert esp_nn.lut(every[[0, 255]], table).tolist() == [table[0].item(), table[255].item()]


@pytest.mark.parametrize("factor", [1e-9, 1e-4, 0.004, 0.3, 1.0, 7.0])
@pytest.mark.parametrize("seed", range(5))
def test_mul(esp_nn, factor: float, seed: int) -> None:
    generator = seeded(seed)
    shape = integers(generator, 1, 5, 3)
    left, right = codes(generator, *shape), codes(generator, *shape)
    zero_left, zero_right, zero_out = (zero_point(generator) for _ in range(3))
    low, high = limits(generator)
    real = (left.double() - zero_left) * (right.double() - zero_right) * factor + zero_out
    actual = esp_nn.mul(
        left, right, zero_left, zero_right, zero_out, *quantize_multiplier(factor), low, high
    )
    assert_near(actual, real, low, high, TWICE_ROUNDED)


@pytest.mark.parametrize("width", [1, 2, 7, 64, 3000])
@pytest.mark.parametrize("seed", range(8))
def test_layer_norm(esp_nn, seed: int, width: int) -> None:
    generator = seeded(seed)
    x = codes(generator, 3, 2, width) // [1, 1, 32, 128][seed % 4]
    weight = torch.randn(width, generator=generator).double() * 2
    bias = torch.randn(width, generator=generator).double()
    eps, scale, output_scale = [(1e-5, 0.02, 0.03), (0.1, 0.5, 0.04)][seed % 2]
    (zero,) = integers(generator, -128, 127)
    real = F.layer_norm(x.double() * scale, (width,), weight, bias, eps) / output_scale + zero
    rows, shift = fixed_weights(weight, bias, output_scale)
    actual = esp_nn.layer_norm(x, rows, fixed_epsilon(eps, width, scale), shift, zero)
    # All is kept with at least 15 bits below a code.
    assert_near(actual, real, -128, 127, 0.51)


@pytest.mark.parametrize("seed", SEEDS)
def test_mean(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    x = codes(generator, *integers(generator, 1, 6, integers(generator, 1, 6)[0]))
    dims = [axis for axis in range(x.dim()) if integers(generator, 0, 1)[0]]
    zero_in, zero_out, (low, high) = zero_point(generator), zero_point(generator), limits(generator)
    count = math.prod(x.shape[dim] for dim in dims)
    factor = math.exp(torch.randn(1, generator=generator)) / count
    real = x.double() - zero_in
    real = (real.sum(dims, keepdim=True) if dims else real) * factor + zero_out
    actual = esp_nn.mean(x, dims, zero_in, zero_out, *quantize_multiplier(factor), low, high)
    assert_near(actual, real, low, high, TWICE_ROUNDED)


@pytest.mark.parametrize("seed", SEEDS)
def test_div(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    x, y = codes(generator, 3, 50), codes(generator, 50)
    zero_x, zero_y, zero_out = (zero_point(generator) for _ in range(3))
    low, high = limits(generator)
    factor = math.exp(4 * torch.randn(1, generator=generator).item())
    table, shift = reciprocals(factor, zero_y)
    left, right = x.double() - zero_x, y.double() - zero_y
    # Without a bound for what is divided by 0.
    quotient = torch.where(right == 0, left.sign() * 1e9, left / right * factor)
    actual = esp_nn.div(x, y, table, zero_x, zero_out, shift, low, high)
    assert_near(actual, quotient + zero_out, low, high, 0.5 + 1e-4)


@pytest.mark.parametrize("smallest", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_extremes(esp_nn, seed: int, smallest: bool) -> None:
    generator = seeded(seed)
    x = codes(generator, *integers(generator, 1, 6, integers(generator, 1, 4)[0])) // 50
    (axis,) = integers(generator, 0, x.dim() - 1)
    best = x.amin(axis, keepdim=True) if smallest else x.amax(axis, keepdim=True)
    assert torch.equal(esp_nn.amax(x, axis, smallest), best)
    place = esp_nn.argmax(x, axis, True, smallest)
    assert place.dtype == torch.int64
    assert torch.equal(x.gather(axis, place), best)
    # The first one: none in front of it is as good.
    counted = (x == best).int().cumsum(axis).gather(axis, place)
    assert counted.unique().tolist() == [1]
    assert torch.equal(esp_nn.argmax(x, axis, False, smallest), place.squeeze(axis))


@pytest.mark.parametrize("seed", range(20))
def test_masked_softmax(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    x = codes(generator, 2, 3, 11)
    mask = torch.rand((1, 3, 11), generator=generator) < 0.5
    scale = 0.01 * (1 + seed)
    actual = esp_nn.masked_softmax(x, mask, *scaling(scale))
    real = (x.double() * scale).masked_fill(mask, -math.inf).softmax(-1).nan_to_num()
    assert_near(actual, real * 256 - 128, -128, 127, 0.51)
    assert (actual[mask.expand_as(x)] == -128).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_pooling(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    batch, channels = integers(generator, 1, 4, 2)
    height, width = integers(generator, 3, 9, 2)
    kernel, stride = integers(generator, 1, 4, 2), integers(generator, 1, 3, 2)
    padding = [integers(generator, 0, size - 1)[0] for size in kernel for _ in range(2)]
    low, high = limits(generator)
    if height + padding[0] + padding[1] < kernel[0] or width + sum(padding[2:]) < kernel[1]:
        padding = [0, 0, 0, 0]
        kernel = [1, 1]
    x = codes(generator, batch, height, width, channels)
    top, bottom, left, right = padding
    nchw = x.double().permute(0, 3, 1, 2)
    pad = (left, right, top, bottom)
    area = dict(kernel_size=kernel, stride=stride, padding=padding)
    largest = F.max_pool2d(F.pad(nchw, pad, value=-math.inf), kernel, stride)
    actual = esp_nn.max_pool2d(x, **area, activation_min=low, activation_max=high)
    assert torch.equal(actual.double(), largest.permute(0, 2, 3, 1).clamp(low, high))
    total = F.avg_pool2d(F.pad(nchw, pad), kernel, stride, divisor_override=1)
    count = F.avg_pool2d(F.pad(torch.ones_like(nchw), pad), kernel, stride, divisor_override=1)
    actual = esp_nn.avg_pool2d(x, **area, activation_min=low, activation_max=high)
    assert_near(actual, (total / count).permute(0, 2, 3, 1), low, high, 0.5 + 1e-9)


def test_avg_pool2d_ties_go_away_from_zero(esp_nn) -> None:
    x = torch.tensor([[1, 2], [-1, -2], [-3, 2], [127, 127]], dtype=torch.int8)
    pooled = esp_nn.avg_pool2d(x.reshape(4, 1, 2, 1), [1, 2], [1, 2], [0, 0, 0, 0], -128, 127)
    assert pooled.flatten().tolist() == [2, -2, -1, 127]


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 0.02, 0.1, 1.0, 15.9, 16.0, 1000.0])
@pytest.mark.parametrize("width", [1, 2, 3, 10, 511, 513, 4095])
def test_softmax(esp_nn, scale: float, width: int) -> None:
    generator = seeded(width)
    x = codes(generator, 2, 3, width)
    x[0, 0] = -128
    x[0, 1] = 127
    x[0, 2, 1:] = -128
    x[0, 2, 0] = 127
    actual = esp_nn.softmax(x, *scaling(scale))
    real = torch.softmax(x.double() * scale, dim=-1) * 256 - 128
    assert_near(actual, real, -128, 127, 0.51)


@pytest.mark.parametrize("seed", SEEDS)
def test_pad(esp_nn, seed: int) -> None:
    generator = seeded(seed)
    (rank,) = integers(generator, 1, 4)
    x = codes(generator, *integers(generator, 1, 4, rank))
    before, after = integers(generator, 0, 3, rank), integers(generator, 0, 3, rank)
    (value,) = integers(generator, -128, 127)
    pairs = [side for dim in reversed(range(rank)) for side in (before[dim], after[dim])]
    expected = F.pad(x.double(), pairs, value=value)
    assert torch.equal(esp_nn.pad(x, before, after, value).double(), expected)


@pytest.mark.parametrize("rank", range(1, 7))
def test_permute(esp_nn, rank: int) -> None:
    generator = seeded(rank)
    x = codes(generator, *integers(generator, 1, 4, rank))
    dims = torch.randperm(rank, generator=generator).tolist()
    actual = esp_nn.permute(x, dims)
    assert actual.is_contiguous()
    index = [1 % size for size in actual.shape]
    source = [index[dims.index(dim)] for dim in range(rank)]
    assert actual[tuple(index)] == x[tuple(source)]
    assert torch.equal(actual, x.permute(dims))


def test_clamp(esp_nn) -> None:
    every = torch.arange(-128, 128).to(torch.int8)
    assert torch.equal(esp_nn.clamp(every, -3, 100).int(), torch.arange(-128, 128).clamp(-3, 100))


def test_quantize_rounds_half_to_even_and_saturates(esp_nn) -> None:
    x = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, 0.4999, 1e30, -1e30, 127.5, -128.5])
    assert esp_nn.quantize(x, 1.0, 0).tolist() == [0, 2, 2, 0, -2, 0, 127, -128, 127, -128]
    assert esp_nn.quantize(x[:5], 0.5, -3).tolist() == [-2, 0, 2, -4, -6]


def test_quantize_of_what_is_no_number(esp_nn) -> None:
    x = torch.tensor([math.nan, math.inf, -math.inf, -math.nan, 3e38, -3e38])
    for zero in (-128, 5, 127):
        assert esp_nn.quantize(x, 0.1, zero).tolist() == [zero, 127, -128, zero, 127, -128]


def test_quantize_multiplies_by_the_reciprocal_in_float32(esp_nn) -> None:
    generator = seeded(0)
    for scale in torch.exp(torch.randn(20, generator=generator)).tolist():
        x = torch.randn(1000, generator=generator) * 100 * scale
        inverse = torch.tensor(1.0 / scale, dtype=torch.float32)
        expected = (torch.round(x * inverse) + 7).clamp(-128, 127)
        assert torch.equal(esp_nn.quantize(x, scale, 7).float(), expected)


def test_dequantize(esp_nn) -> None:
    every = torch.arange(-128, 128).to(torch.int8)
    scale = 0.012345678901
    expected = (torch.arange(-128, 128) - 5).float() * torch.tensor(scale, dtype=torch.float32)
    assert torch.equal(esp_nn.dequantize(every, scale, 5), expected)
