# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Kernels against the integer references on arguments that no quantizer would choose.

Each operator gets one program of many calls, each with its own shapes and numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import executorch_espressif as ee
import pytest
import torch
from code_draws import codes, integers, zero_point
from executorch.exir import EdgeCompileConfig, to_edge
from executorch_espressif.ops import operators
from executorch_espressif.ops.softmax.softmax import scaling
from torch import Generator, Tensor, nn
from torch.utils._pytree import tree_leaves, tree_map

CALLS = 32
CODES = (-128, 127)


def integer(g: Generator, low: int, high: int) -> int:
    return integers(g, low, high, 1)[0]


def limits(g: Generator) -> list[int]:
    return [list(CODES), sorted(integers(g, *CODES, 2))][integer(g, 0, 1)]


def shift(g: Generator, usual: tuple[int, int], possible: tuple[int, int]) -> int:
    """Three times in four one that spreads results over the codes."""
    return integer(g, *(usual if integer(g, 0, 3) else possible))


def factor(g: Generator, usual: tuple[int, int], possible: tuple[int, int]) -> tuple[int, int]:
    """A power of two now and then: only there do sums fall half-way between codes. And small
    multipliers, which round once."""
    if integer(g, 0, 2) == 0:
        return integer(g, 2**30, 2**31 - 1) >> -min(shift(g, usual, possible), 0), 0
    multiplier = integer(g, 2**30, 2**31 - 1) if integer(g, 0, 3) else 2**30
    return multiplier, shift(g, usual, possible)


def per_channel(g: Generator, channels: int) -> Tensor:
    """Shifts from nothing left to overflowing the codes, but not int32."""
    bias = integers(g, -(2**14), 2**14, channels)
    factors = [factor(g, (-12, -8), (-31, 8)) for _ in bias]
    return torch.tensor([bias, *zip(*factors, strict=True)], dtype=torch.int32)


def convolution(g: Generator, channels: int, outputs: int, weight_shape: Callable):
    kernel, stride, dilation = (integers(g, 1, 3, 2) for _ in range(3))
    padding = integers(g, 0, 5, 4)
    reach = [dilation[axis] * (kernel[axis] - 1) + 1 for axis in range(2)]
    size = [max(1, reach[axis] - sum(padding[2 * axis : 2 * axis + 2])) for axis in range(2)]
    height, width = (low + extra for low, extra in zip(size, integers(g, 0, 5, 2), strict=True))
    tensors = (
        codes(g, integer(g, 1, 2), height, width, channels),
        codes(g, *weight_shape(*kernel)),
        per_channel(g, outputs),
    )
    return (*tensors, stride, padding, dilation), (zero_point(g), zero_point(g), *limits(g))


def conv2d(g: Generator) -> tuple:
    groups = integer(g, 1, 4) if integer(g, 0, 1) else 1
    depth, outputs = integer(g, 1, 18), groups * integer(g, 1, 18)
    head, tail = convolution(g, groups * depth, outputs, lambda h, w: (outputs, h, w, depth))
    return (*head, groups, *tail)


def depthwise_conv2d(g: Generator) -> tuple:
    channels, multiplier = integer(g, 1, 18), integer(g, 1, 4)
    outputs = channels * multiplier
    head, tail = convolution(g, channels, outputs, lambda h, w: (1, h, w, outputs))
    return (*head, multiplier, *tail)


def conv_transpose2d(g: Generator) -> tuple:
    channels, outputs = integers(g, 1, 18, 2)
    kernel, dilation = integers(g, 1, 4, 2), integers(g, 1, 3, 2)
    stride, extra, size = integers(g, 1, 5, 2), integers(g, 0, 5, 2), integers(g, 1, 4, 2)
    padding = []
    for axis in range(2):
        most = (size[axis] - 1) * stride[axis] + dilation[axis] * (kernel[axis] - 1) + extra[axis]
        before = integer(g, 0, min(most, 5))
        padding += [before, integer(g, 0, min(most - before, 5))]
    tensors = (
        codes(g, integer(g, 1, 2), *size, channels),
        codes(g, outputs, *kernel, channels),
        per_channel(g, outputs),
    )
    lists = (stride, padding, extra, dilation)
    return (*tensors, *lists, zero_point(g), zero_point(g), *limits(g))


def linear(g: Generator) -> tuple:
    features, outputs, rows = integers(g, 1, 40, 3)
    shape = [(features,), (rows, features), (2, 3, features)][integer(g, 0, 2)]
    zero_points = zero_point(g), zero_point(g)
    weight = codes(g, outputs, features)
    return (codes(g, *shape), weight, per_channel(g, outputs), *zero_points, *limits(g))


def layer_norm(g: Generator) -> tuple:
    width = [1, 2, integer(g, 3, 40), 512, 5000][integer(g, 0, 4)]
    x = codes(g, *shape(g, 0, 2), width) // [1, 64, 128][integer(g, 0, 2)]
    weight = integers(g, -(2**30), 2**30, width)
    bias = integers(g, -(2**20), 2**20, width)
    epsilon = [0, 1, integer(g, 0, 2**24) * width**2, 2**61][integer(g, 0, 3)]
    rows = torch.tensor([weight, bias], dtype=torch.int32)
    return (x, rows, epsilon, shift(g, (29, 34), (1, 62)), zero_point(g))


def matmul(g: Generator) -> tuple:
    batch, rows, columns = integers(g, 1, 9, 3)
    depth = integer(g, 1, 40)
    turned = bool(integer(g, 0, 1))
    other = (batch, columns, depth) if turned else (batch, depth, columns)
    zero_points = [zero_point(g) for _ in range(3)]
    scale = factor(g, (-12, -7), (-31, 8))
    return (
        codes(g, batch, rows, depth),
        codes(g, *other),
        turned,
        *zero_points,
        *scale,
        *limits(g),
    )


def shape(g: Generator, low: int = 1, high: int = 5) -> list[int]:
    return integers(g, 1, 6, integer(g, low, high))


def operands(g: Generator) -> tuple[Tensor, Tensor]:
    """Of one shape, or with dimensions of 1 and left out in either."""
    size = shape(g)
    if integer(g, 0, 1):
        return codes(g, *size), codes(g, *size)
    # Longer than the blocks in which an operand is repeated.
    size[-1] = [size[-1], 70][integer(g, 0, 1)]
    ones = [[entry if integer(g, 0, 1) else 1 for entry in size] for _ in range(2)]
    left, right = (entry[integer(g, 0, len(size) - 1) :] for entry in ones)
    return codes(g, *left), codes(g, *right)


def add(g: Generator) -> tuple:
    left, right = ((zero_point(g), *factor(g, (-2, 0), (-31, 0))) for _ in range(2))
    output = (zero_point(g), *factor(g, (-22, -18), (-31, 0)), *limits(g))
    return (*operands(g), *left, *right, *output)


def mul(g: Generator) -> tuple:
    zero_points = [zero_point(g) for _ in range(3)]
    return (
        *operands(g),
        *zero_points,
        *factor(g, (-9, -5), (-31, 14)),
        *limits(g),
    )


def div(g: Generator) -> tuple:
    table = integers(g, -(2**31) + 1, 2**31 - 1, 256)
    # Magnitudes that spread, some beyond what a quotient needs, and zeros.
    table = [[entry >> integer(g, 0, 20), 0][integer(g, 0, 15) // 15] for entry in table]
    rows = torch.tensor(table, dtype=torch.int32)
    shifted = shift(g, (22, 34), (0, 62))
    return (*operands(g), rows, zero_point(g), zero_point(g), shifted, *limits(g))


def extreme(g: Generator, *flags: bool) -> tuple:
    size = shape(g, 1, 5)
    x = codes(g, *size) // [1, 100][integer(g, 0, 1)]
    return (x, integer(g, 0, len(size) - 1), *flags)


def mean(g: Generator) -> tuple:
    size = shape(g, 1, 6)
    dims = [axis for axis in range(len(size)) if integer(g, 0, 1)]
    numbers = (zero_point(g), zero_point(g), *factor(g, (-6, 0), (-31, 8)), *limits(g))
    return (codes(g, *size), dims, *numbers)


def pool2d(g: Generator) -> tuple:
    kernel, stride = integers(g, 1, 5, 2), integers(g, 1, 4, 2)
    padding = [integer(g, 0, size - 1) for size in kernel for _ in range(2)]
    height, width = (size + extra for size, extra in zip(kernel, integers(g, 0, 6, 2), strict=True))
    x = codes(g, integer(g, 1, 2), height, width, integer(g, 1, 18))
    return (x, kernel, stride, padding, *limits(g))


def softmax(g: Generator) -> tuple:
    scale = math.exp(torch.empty(1).uniform_(-6, 0, generator=g).item())
    width = [1, 2, integer(g, 3, 40), 512, 700][integer(g, 0, 4)]
    x = codes(g, *shape(g, 0, 2), width)
    # Rows of near-equal codes are those with the largest sums.
    return (x // 64 if integer(g, 0, 1) else x, *scaling(scale))


def masked_softmax(g: Generator) -> tuple:
    x, *scaled = softmax(g)
    sizes = [n if integer(g, 0, 1) else 1 for n in x.shape[:-1]]
    share = [0.0, 0.3, 0.9, 1.0][integer(g, 0, 3)]
    mask = torch.rand((*sizes, x.shape[-1]), generator=g) < share
    return (x, mask, *scaled)


def pad(g: Generator) -> tuple:
    size = shape(g, 1, 4)
    before, after = (integers(g, 0, 3, len(size)) for _ in range(2))
    return (codes(g, *size), before, after, integer(g, *CODES))


def permute(g: Generator) -> tuple:
    size = shape(g, 1, 6)
    return (codes(g, *size), torch.randperm(len(size), generator=g).tolist())


def cat(g: Generator) -> tuple:
    size = shape(g, 1, 5)
    axis = integer(g, 0, len(size) - 1)
    each = [integer(g, 0, 4) for _ in range(integer(g, 1, 4))]
    return ([codes(g, *size[:axis], n, *size[axis + 1 :]) for n in each], axis)


def slice_(g: Generator) -> tuple:
    size = shape(g, 1, 5)
    axis = integer(g, 0, len(size) - 1)
    start, end = sorted(integers(g, 0, size[axis], 2))
    return (codes(g, *size), axis, start, end, [integer(g, 1, 4), 2**31 - 1][integer(g, 0, 7) // 7])


def expand(g: Generator) -> tuple:
    size = shape(g, 1, 6)
    old = [n if integer(g, 0, 1) else 1 for n in size]
    return (codes(g, *old), size)


def index_select(g: Generator) -> tuple:
    size = shape(g, 1, 5)
    axis = integer(g, 0, len(size) - 1)
    index = integers(g, 0, size[axis] - 1, integer(g, 0, 8))
    return (codes(g, *size), torch.tensor(index, dtype=torch.int32), axis)


def upsample(g: Generator, weighted: bool) -> tuple:
    size = integers(g, 1, 6, 4)
    tables = []
    for extent in size[1:3]:
        index = integers(g, 0, extent - 1, integer(g, 1, 9))
        if weighted:
            index = [(i, integer(g, 0, 2048) if i < extent - 1 else 0) for i in index]
        tables.append(torch.tensor(index, dtype=torch.int32))
    return (codes(g, *size), *tables)


def clamp(g: Generator) -> tuple:
    return (codes(g, *shape(g)), *limits(g))


def lut(g: Generator) -> tuple:
    return (codes(g, *shape(g)), codes(g, 256))


def real_scale(g: Generator) -> float:
    return math.exp(torch.empty(1).uniform_(-40, 40, generator=g).item())


def quantize(g: Generator) -> tuple:
    scale = real_scale(g)
    special = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e-45, 3.4e38, -3.4e38]
    half_way = (torch.arange(-140, 140) + 0.5) * scale
    x = torch.cat([torch.randn(200, generator=g) * 50 * scale, half_way, torch.tensor(special)])
    return (x, scale, zero_point(g))


def dequantize(g: Generator) -> tuple:
    return (codes(g, 300), real_scale(g), zero_point(g))


GENERATORS = {
    "add": add,
    "amax": lambda g: extreme(g, bool(integer(g, 0, 1))),
    "argmax": lambda g: extreme(g, bool(integer(g, 0, 1)), bool(integer(g, 0, 1))),
    "avg_pool2d": pool2d,
    "cat": cat,
    "clamp": clamp,
    "conv2d": conv2d,
    "conv_transpose2d": conv_transpose2d,
    "depthwise_conv2d": depthwise_conv2d,
    "dequantize": dequantize,
    "div": div,
    "expand": expand,
    "index_select": index_select,
    "linear": linear,
    "layer_norm": layer_norm,
    "matmul": matmul,
    "lut": lut,
    "masked_softmax": masked_softmax,
    "max_pool2d": pool2d,
    "maximum": operands,
    "minimum": operands,
    "mean": mean,
    "mul": mul,
    "pad": pad,
    "permute": permute,
    "quantize": quantize,
    "softmax": softmax,
    "sub": add,
    "slice": slice_,
    "upsample_bilinear2d": lambda g: upsample(g, True),
    "upsample_nearest2d": lambda g: upsample(g, False),
}


EVERY_CODE = torch.arange(-128, 128).to(torch.int8)
ONE = torch.ones(1, dtype=torch.int8)
IMAGE, WEIGHT = EVERY_CODE.reshape(1, 16, 16, 1), ONE.reshape(1, 1, 1, 1)
QUARTER = (2**30, -1)
PER_CHANNEL = torch.tensor([[0], *([value] for value in QUARTER)], dtype=torch.int32)
WINDOW = ([1, 1], [0, 0, 0, 0], [1, 1])
TRANSPOSED = ([1, 1], [0, 0, 0, 0], [0, 0], [1, 1])
HALF = (2**30, 0)

# Every code times 1/4, and half of every sum: half-way values of both signs in the right shift.
HALF_WAY = {
    "add": (EVERY_CODE, EVERY_CODE.flip(0) // 3, 0, *HALF, 0, *HALF, 0, 2**30, -19, *CODES),
    "conv2d": (IMAGE, WEIGHT, PER_CHANNEL, *WINDOW, 1, 0, 0, *CODES),
    "depthwise_conv2d": (IMAGE, WEIGHT, PER_CHANNEL, *WINDOW, 1, 0, 0, *CODES),
    "conv_transpose2d": (IMAGE, WEIGHT, PER_CHANNEL, *TRANSPOSED, 0, 0, *CODES),
    "linear": (EVERY_CODE.reshape(256, 1), ONE.reshape(1, 1), PER_CHANNEL, 0, 0, *CODES),
    "matmul": (
        EVERY_CODE.reshape(1, 256, 1),
        ONE.reshape(1, 1, 1),
        False,
        0,
        0,
        0,
        *QUARTER,
        *CODES,
    ),
    "mean": (EVERY_CODE, [], 0, 0, *QUARTER, *CODES),
    "sub": (EVERY_CODE, EVERY_CODE.flip(0) // 3, 0, *HALF, 0, *HALF, 0, 2**30, -19, *CODES),
    "mul": (EVERY_CODE, torch.ones_like(EVERY_CODE), 0, 0, 0, *QUARTER, *CODES),
}


class Calls(nn.Module):
    """Every call's tensors are inputs, every result an output."""

    def __init__(self, name: str, arguments: list[tuple]) -> None:
        super().__init__()
        self.overload = getattr(torch.ops.esp_nn, name).default
        self.arguments = arguments

    def forward(self, *tensors: Tensor) -> list[Tensor]:
        given = iter(tensors)

        def take(argument: object) -> object:
            return next(given) if isinstance(argument, Tensor) else argument

        return [self.overload(*tree_map(take, arguments)) for arguments in self.arguments]


@pytest.mark.parametrize("place", ["host", "executorch", "qemu-riscv32"])
@pytest.mark.parametrize("name", GENERATORS)
def test_same_bytes(name: str, place: str) -> None:
    operators()
    generator = Generator().manual_seed(sum(name.encode()))
    arguments = [GENERATORS[name](generator) for _ in range(CALLS)]
    arguments += [HALF_WAY[name]] if name in HALF_WAY else []
    inputs = tuple(a for a in tree_leaves(arguments) if isinstance(a, Tensor))
    module = Calls(name, arguments)
    config = EdgeCompileConfig(_check_ir_validity=False)
    program = to_edge(torch.export.export(module, inputs), compile_config=config).to_executorch()
    outputs = ee.run(program.buffer, inputs, on=place)
    for number, (output, expected) in enumerate(zip(outputs, module(*inputs), strict=True)):
        literals = [a for a in tree_leaves(arguments[number]) if not isinstance(a, Tensor)]
        assert output.numpy().tobytes() == expected.contiguous().numpy().tobytes(), (
            f"call {number}: {literals} on {[tuple(t.shape) for t in inputs[:3]]}"
        )
