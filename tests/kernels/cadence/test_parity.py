# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Each operator of kernels/cadence against the wheel's Python reference, over random calls.

Both round the same real number, ours from integers and theirs from float32: a code may differ
where that number lies next to a half.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import executorch_espressif as ee
import pytest
import torch
from cadence_flow import Calls, program, reference
from torch import Tensor

CALLS = 60


class Draw(random.Random):
    """Arguments from a seed."""

    def codes(self, *shape: int) -> Tensor:
        generator = torch.Generator().manual_seed(self.getrandbits(32))
        return torch.randint(-128, 128, shape, dtype=torch.int8, generator=generator)

    def biases(self, count: int) -> Tensor:
        generator = torch.Generator().manual_seed(self.getrandbits(32))
        return torch.randint(-20000, 20000, (count,), dtype=torch.int32, generator=generator)

    def reals(self, *shape: int) -> Tensor:
        generator = torch.Generator().manual_seed(self.getrandbits(32))
        return torch.randn(shape, generator=generator) * self.scale(1)

    def zero_point(self) -> int:
        return self.choice((-128, 127, 0, self.randint(-128, 127)))

    def scale(self, around: float) -> float:
        return around * math.exp(self.uniform(-1.5, 1.5))

    def multiplier(self, around: float) -> tuple[int, int]:
        fraction, exponent = math.frexp(self.scale(around))
        return min(round(fraction * 2**31), 2**31 - 1), exponent


def quantize(draw: Draw) -> list[object]:
    shape = draw.choice(((7,), (2, 3, 5), (1, 1, 1), (0, 4)))
    low, high = draw.choice(((-128, 127), (-127, 127), (-8, 7)))
    scale, zero = draw.scale(0.02), draw.zero_point()
    return [draw.reals(*shape), scale, zero, low, high, torch.int8]


def dequantize(draw: Draw) -> list[object]:
    return [draw.codes(draw.randint(1, 9), 3), draw.scale(0.02), draw.zero_point(), -128, 127,
            torch.int8]  # fmt: skip


def relu(draw: Draw) -> list[object]:
    x = draw.codes(*draw.choice(((11,), (2, 3, 4), (1, 4, 5, 2))))
    return [x, draw.zero_point(), draw.zero_point(), *draw.multiplier(1)]


def add(draw: Draw) -> list[object]:
    shape = draw.choice(((9,), (1, 3, 4, 4)))
    other = (1,) if draw.random() < 0.2 else shape
    x, y = draw.codes(*shape), draw.codes(*other)
    small = draw.choice((1, 1, 1e-3))
    return [x, draw.scale(0.02), draw.zero_point(), y, draw.scale(0.02 * small), draw.zero_point(),
            draw.scale(0.03), draw.zero_point()]  # fmt: skip


def linear(draw: Draw, rows: tuple[int, ...] = (3,)) -> list[object]:
    inputs, outputs = draw.randint(1, 70), draw.randint(1, 9)
    src, weight = draw.codes(*rows, inputs), draw.codes(outputs, inputs)
    factor = draw.multiplier(1 / (64 * math.sqrt(inputs)))
    return [src, weight, draw.biases(outputs), draw.zero_point(), draw.choice((0, 5, -128)),
            *factor, draw.zero_point(), None]  # fmt: skip


def linear_of_any_rank(draw: Draw) -> list[object]:
    return linear(draw, draw.choice(((), (3,), (2, 1, 2), (0, 2))))


def fully_connected(draw: Draw) -> list[object]:
    return linear(draw, draw.choice(((1,), (1, 3))))


def conv(draw: Draw, nhwc: bool) -> list[object]:
    groups = draw.choice((1, 1, 2, 3))
    depth, outputs = draw.randint(1, 4), groups * draw.randint(1, 4)
    depthwise = draw.random() < 0.3
    if depthwise:
        groups, depth = draw.randint(2, 6), 1
        outputs = groups * draw.choice((1, 1, 2))
    channels = groups * depth
    kernel = draw.randint(1, 4), draw.randint(1, 4)
    dilation = [draw.choice((1, 1, 2)) for _ in kernel]
    padding = [draw.randint(0, 2) for _ in kernel]
    stride = [draw.randint(1, 3) for _ in kernel]
    size = [d * (k - 1) + 1 + draw.randint(0, 5) for d, k in zip(dilation, kernel, strict=True)]
    x = draw.codes(draw.choice((1, 1, 2)), channels, *size)
    weight = draw.codes(outputs, depth, *kernel)
    if nhwc:
        x = x.permute(0, 2, 3, 1).contiguous()
        if depthwise:
            weight = weight.squeeze(1).permute(1, 2, 0).contiguous()
        else:
            weight = weight.permute(0, 2, 3, 1).contiguous()
    bias_scale = draw.scale(1e-4)
    out_scale = bias_scale * 64 * math.sqrt(depth * kernel[0] * kernel[1]) * draw.scale(1)
    weight_zero = draw.choice((0, 0, 3, -128))
    tail = [bias_scale, out_scale, draw.zero_point(), 1 << 30, 0]  # the last two are not read
    return [x, weight, draw.biases(outputs), stride, padding, dilation, groups, draw.zero_point(),
            weight_zero, *tail]  # fmt: skip


OPERATORS: dict[str, Callable[[Draw], list[object]]] = {
    "quantize_per_tensor": quantize,
    "dequantize_per_tensor": dequantize,
    "quantized_relu": relu,
    "quantized_add": add,
    "quantized_linear": linear_of_any_rank,
    "quantized_fully_connected": fully_connected,
    "quantized_conv2d_nchw": lambda draw: conv(draw, nhwc=False),
    "quantized_conv2d_nhwc": lambda draw: conv(draw, nhwc=True),
}


@pytest.mark.parametrize("op", OPERATORS)
def test_same_codes_as_the_reference(op: str) -> None:
    calls = [OPERATORS[op](Draw(f"{op} {seed}")) for seed in range(CALLS)]
    module = Calls(op, calls)
    outputs = ee.run(program(module), module.inputs(), on="host")
    expected = [reference(op, call) for call in calls]
    values = different = 0
    for seed, (actual, right) in enumerate(zip(outputs, expected, strict=True)):
        assert (actual.dtype, actual.shape) == (right.dtype, right.shape), f"seed {seed}"
        if op == "dequantize_per_tensor":
            torch.testing.assert_close(actual, right, rtol=1e-6, atol=0)
            continue
        apart = (actual.int() - right.int()).abs()
        assert apart.numel() == 0 or apart.max() <= 1, f"seed {seed}: {apart.max()} codes"
        values += apart.numel()
        different += int((apart != 0).sum())
    assert different <= values // 500, f"{different} of {values} codes differ"
