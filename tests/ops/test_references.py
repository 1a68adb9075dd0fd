# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The integer references against float64 and against arithmetic by hand.

Rounding twice (high multiply, then right shift) leaves a code at most 3/4 from the real value.
"""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import torch
import torch.nn.functional as F
from executorch_espressif.ops import operators
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    quantize_multiplier,
    requantization,
    rounding_divide_by_power_of_two,
    saturating_rounding_doubling_high_multiply,
)
from executorch_espressif.ops.div.div import reciprocals
from executorch_espressif.ops.layer_norm.layer_norm import fixed_epsilon, fixed_weights
from executorch_espressif.ops.softmax.softmax import scaling
from torch import Tensor

TWICE_ROUNDED = 0.75 + 1e-3
SEEDS = range(40)


@pytest.fixture(scope="module")
def esp_nn():
    operators()
    return torch.ops.esp_nn


def codes(generator: torch.Generator, *shape: int) -> Tensor:
    return torch.randint(-128, 128, shape, generator=generator, dtype=torch.int8)


def integers(generator: torch.Generator, low: int, high: int, count: int = 1) -> list[int]:
    """Integers of low..high."""
    return torch.randint(low, high + 1, (count,), generator=generator).tolist()


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def zero_point(generator: torch.Generator) -> int:
    """Any, and often one of the ends."""
    return [-128, 127, 0, *integers(generator, -128, 127)][integers(generator, 0, 3)[0]]


def limits(generator: torch.Generator) -> tuple[int, int]:
    low, high = sorted(integers(generator, -128, 127, 2))
    return [(-128, 127), (low, high)][integers(generator, 0, 1)[0]]


def assert_near(actual: Tensor, real: Tensor, low: int, high: int, bound: float) -> None:
    assert actual.dtype == torch.int8
    error = (actual.double() - real.double().clamp(low, high)).abs().max().item()
    assert error <= bound, f"{error} codes from the real value"


def per_channel(generator: torch.Generator, channels: int, magnitude: float):
    """A [3, channels] constant and its real factors; factors bring `magnitude` to about 128."""
    factors = 128 / magnitude * torch.exp(torch.randn(channels, generator=generator))
    bias = torch.randint(-1000, 1000, (channels,), generator=generator)
    pairs = [quantize_multiplier(factor) for factor in factors.tolist()]
    multiplier, shift = zip(*pairs, strict=True)
    constant = torch.tensor([bias.tolist(), multiplier, shift], dtype=torch.int32)
    return constant, bias.double(), factors.double()


@pytest.mark.parametrize(
    ("real", "expected"),
    [
        (1.0, (2**30, 1)),
        (0.5, (2**30, 0)),
        (0.75, (3 * 2**29, 0)),
        (2.0**-32, (2**30, -31)),
        (2.0**-60, (2**30, -31)),
        (1 - 2.0**-40, (2**30, 1)),
        (2.0**30 - 1, (2**31 - 2, 30)),
    ],
)
def test_quantize_multiplier(real: float, expected: tuple[int, int]) -> None:
    assert quantize_multiplier(real) == expected


@pytest.mark.parametrize(
    ("real", "expected"),
    [
        (3.0, (3 * 2**29, 2)),
        (0.75, (3 * 2**29, 0)),
        (3 * 2.0**-9, (3 * 2**22, 0)),
        (2.0**-13, (2**18, 0)),
        (2.0**-14, (2**30, -13)),
    ],
)
def test_requantization(real: float, expected: tuple[int, int]) -> None:
    assert requantization(real) == expected


def test_requantization_rounds_once() -> None:
    """All products of a factor: those just below a half must not become halves on the way."""
    real = 1 / 300.7
    x = torch.arange(-38400, 38400)
    right = [math.floor(Fraction(v) * Fraction(real) + Fraction(1, 2)) for v in x.tolist()]
    once = multiply_by_quantized_multiplier(x, *requantization(real))
    assert once.tolist() == right
    twice = multiply_by_quantized_multiplier(x, *quantize_multiplier(real))
    # 8 bits are shifted out: one result in 2**9 is one too far from 0, which is 150.
    assert 100 < (twice != torch.tensor(right)).sum().item() < 200


@pytest.mark.parametrize("real", [0.0, -1.0, math.inf, math.nan, 2.0**30])
def test_quantize_multiplier_refuses(real: float) -> None:
    with pytest.raises(ValueError, match="requantization factor"):
        quantize_multiplier(real)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (-(2**31), -(2**31), 2**31 - 1),
        (-(2**31), 2**31 - 1, -(2**31) + 1),
        (1, 2**30, 1),
        (-1, 2**30, 0),
        (3, 2**30, 2),
        (-3, 2**30, -1),
        (0, -5, 0),
    ],
)
def test_high_multiply(a: int, b: int, expected: int) -> None:
    assert saturating_rounding_doubling_high_multiply(a, b).item() == expected


@pytest.mark.parametrize(
    ("x", "exponent", "expected"),
    [
        (1, 1, 1),
        (-1, 1, -1),
        (5, 2, 1),
        (6, 2, 2),
        (-6, 2, -2),
        (-5, 2, -1),
        (7, 0, 7),
        (2**31 - 1, 31, 1),
        (-(2**31), 31, -1),
        (2**30 - 1, 31, 0),
    ],
)
def test_rounding_divide(x: int, exponent: int, expected: int) -> None:
    assert rounding_divide_by_power_of_two(x, exponent).item() == expected


def test_multiply_by_quantized_multiplier() -> None:
    # 1/4 rounds to 1/2 * 1 first, then up to 1: the double rounding is part of the contract.
    assert multiply_by_quantized_multiplier(1, 2**30, -1).item() == 1
    assert multiply_by_quantized_multiplier(100, 2**30, 3).item() == 400
    assert multiply_by_quantized_multiplier(2**30, 2**30, 2).item() == 0, "32-bit left shift"
    for seed in SEEDS:
        generator = seeded(seed)
        (x,) = integers(generator, -(2**20), 2**20)
        real = math.exp(torch.empty(1).uniform_(-15, 5, generator=generator).item())
        multiplier, shift = quantize_multiplier(real)
        exact = Fraction(x * multiplier) / Fraction(2) ** (31 - shift)
        result = multiply_by_quantized_multiplier(x, multiplier, shift).item()
        assert abs(result - exact) <= Fraction(3, 4)


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
    top, bottom, left, right = padding
    real = F.conv2d(
        F.pad((x.double() - zero_in).permute(0, 3, 1, 2), (left, right, top, bottom)),
        weight.double().permute(0, 3, 1, 2),
        bias,
        stride,
        dilation=dilation,
        groups=groups,
    ).permute(0, 2, 3, 1)
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
    top, bottom, left, right = padding
    real = F.conv2d(
        F.pad((x.double() - zero_in).permute(0, 3, 1, 2), (left, right, top, bottom)),
        weight.double().permute(3, 0, 1, 2),
        bias,
        stride,
        dilation=dilation,
        groups=channels,
    ).permute(0, 2, 3, 1)
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
