# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Calls of convolutions, pooling and im2row."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from cadence_draw import BYTES, Arguments, Draw, integers, pairs_of, spread
from torch import Tensor
from torch.nn import functional


@dataclass
class Shape:
    groups: int
    depth: int
    outputs: int
    kernel: list[int]
    stride: list[int]
    padding: list[int]
    dilation: list[int]
    size: list[int]
    depthwise: bool


def conv_shape(
    draw: Draw, axes: int, depthwise: bool | None = None, dilated: bool = False
) -> Shape:
    if depthwise is None:
        depthwise = draw.random() < 0.3
    groups, depth = draw.choice((1, 1, 2, 3)), draw.randint(1, 4)
    outputs = groups * draw.randint(1, 4)
    if depthwise:
        groups, depth = draw.randint(2, 6), 1
        outputs = groups * draw.choice((1, 1, 2))
    kernel = [draw.randint(1, 4) for _ in range(axes)]
    dilation = [draw.choice((2, 3) if dilated else (1, 1, 2)) for _ in kernel]
    size = [d * (k - 1) + 1 + draw.randint(0, 5) for d, k in zip(dilation, kernel, strict=True)]
    padding = [draw.randint(0, 2) for _ in kernel]
    stride = [draw.randint(1, 3) for _ in kernel]
    return Shape(groups, depth, outputs, kernel, stride, padding, dilation, size, depthwise)


def last(tensor: Tensor) -> Tensor:
    """Channels last."""
    return tensor.movedim(1, -1).contiguous()


def conv(
    draw: Draw,
    *,
    axes: int = 2,
    channels_last: bool = False,
    only: torch.dtype | None = None,
    depthwise: bool | None = None,
    dilated: bool = False,
    flat_weight: bool = True,
) -> Arguments:
    """flat_weight: whether depthwise, channels last, has weights [axes..., out]."""
    if axes == 2 and draw.random() < 0.15:
        axes = 1
    shape = conv_shape(draw, axes, depthwise, dilated)
    a, b = pairs_of(draw, only)
    batch = draw.choice((1, 1, 2))
    x = draw.codes(batch, shape.groups * shape.depth, *shape.size, dtype=a)
    weight = draw.codes(shape.outputs, shape.depth, *shape.kernel, dtype=b)
    if channels_last:
        x, weight = last(x), last(weight)
        if shape.depthwise and flat_weight:
            weight = weight.squeeze(-1).movedim(0, -1).contiguous()
    bias_scale = draw.scale(1e-4)
    terms = shape.depth * math.prod(shape.kernel)
    out_scale = bias_scale * 1.2 * spread(b) * math.sqrt(terms) * draw.scale(1)
    weight_zero = draw.choice((0, 0, 3, torch.iinfo(b).min))
    # The last two are not read.
    return [x, weight, draw.biases(shape.outputs), shape.stride, shape.padding, shape.dilation,
            shape.groups, draw.zero_point(a), weight_zero, bias_scale, out_scale,
            draw.zero_point(a), 1 << 30, 0]  # fmt: skip


def conv_tensors(draw: Draw, **options: Any) -> Arguments:
    args = conv(draw, **options)
    args[8], args[9] = integers(args[8]), torch.tensor([args[9]])
    args[12:] = [integers(args[12]), integers(args[13])]
    return args


def with_offset(draw: Draw, **options: Any) -> Arguments:
    return [*conv(draw, **options), None]


def float_conv(draw: Draw, axes: int) -> Arguments:
    shape = conv_shape(draw, axes)
    x = draw.reals(draw.choice((1, 2)), shape.groups * shape.depth, *shape.size)
    weight = draw.reals(shape.outputs, shape.depth, *shape.kernel)
    return [x, weight, draw.reals(shape.outputs), shape.stride, shape.padding, shape.dilation,
            shape.groups]  # fmt: skip


def transposed_shape(draw: Draw, axes: int) -> tuple[Shape, list[int]]:
    shape = conv_shape(draw, axes)
    shape.size = [draw.randint(2, 4) for _ in shape.size]
    shape.padding = [draw.randint(0, min(1, k - 1)) for k in shape.kernel]
    more = [draw.randint(0, max(s, d) - 1)
            for s, d in zip(shape.stride, shape.dilation, strict=True)]  # fmt: skip
    return shape, more


def transposed_conv(draw: Draw) -> Arguments:
    axes = draw.choice((1, 2))
    shape, more = transposed_shape(draw, axes)
    channels = shape.groups * shape.depth
    x = draw.reals(draw.choice((1, 2)), channels, *shape.size)
    weight = draw.reals(shape.outputs // shape.groups, channels, *shape.kernel)
    channels_last = draw.random() < 0.5
    if channels_last:
        x, weight = last(x), last(weight)
    return [x, weight, draw.reals(shape.outputs), shape.stride, shape.padding, shape.dilation,
            more, shape.groups, channels_last]  # fmt: skip


def transposed_reference(
    x: Tensor,
    weight: Tensor,
    bias: Tensor,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    more: list[int],
    groups: int,
    channels_last: bool,
) -> Tensor:
    """The wheel's; with channels last, where that turns wrong axes of the weights, PyTorch's."""
    axes = x.dim() - 2
    if not channels_last and x.dtype == torch.float32:
        return torch.ops.cadence.transposed_convolution(
            x, weight, bias, stride, padding, dilation, more, groups
        )
    if channels_last:
        x, weight = x.movedim(-1, 1), weight.movedim(-1, 1)
    weight = weight.flip(list(range(2, 2 + axes))).transpose(0, 1)
    function = functional.conv_transpose1d if axes == 1 else functional.conv_transpose2d
    out = function(x, weight, bias, stride, padding, more, groups, dilation)
    return last(out) if channels_last else out


def quantized_transposed_conv(draw: Draw) -> Arguments:
    shape, more = transposed_shape(draw, draw.choice((1, 2)))
    a, b = pairs_of(draw, None)
    channels = shape.groups * shape.depth
    x = draw.codes(draw.choice((1, 2)), channels, *shape.size, dtype=a)
    weight = draw.codes(shape.outputs // shape.groups, channels, *shape.kernel, dtype=b)
    channels_last = draw.random() < 0.5
    if channels_last:
        x, weight = last(x), last(weight)
    count = draw.choice((1, shape.outputs))
    bias_scale = torch.tensor([draw.scale(1e-4) for _ in range(count)])
    out_scale = 1.2e-4 * spread(b) * math.sqrt(shape.depth * math.prod(shape.kernel))
    return [x, weight, draw.biases(shape.outputs), shape.stride, shape.padding, shape.dilation,
            more, shape.groups, draw.zero_point(a), integers(draw.choice((0, 3))), bias_scale,
            draw.scale(out_scale), draw.zero_point(a), integers(1 << 30), integers(0),
            channels_last]  # fmt: skip


def quantized_transposed_reference(*args: Any) -> Tensor:
    x, weight, bias, stride, padding, dilation, more, groups, zero, weight_zero = args[:10]
    bias_scale, out_scale, out_zero, _, _, channels_last = args[10:]
    total = transposed_reference(
        x.double() - zero, weight.double() - weight_zero, bias.double(), stride, padding, dilation,
        more, groups, channels_last,
    )  # fmt: skip
    channel = total.dim() - 1 if channels_last else 1
    scales = bias_scale.double().reshape([-1 if i == channel else 1 for i in range(total.dim())])
    info = torch.iinfo(x.dtype)
    codes = torch.round(total * scales / out_scale) + out_zero
    return codes.clamp(info.min, info.max).to(x.dtype)


def max_pool(draw: Draw, channels_last: bool = False) -> Arguments:
    kernel = [draw.randint(1, 3), draw.randint(1, 3)]
    dilation = [draw.choice((1, 1, 2)) for _ in kernel]
    size = [d * (k - 1) + 1 + draw.randint(0, 5) for d, k in zip(dilation, kernel, strict=True)]
    x = draw.codes(draw.choice((1, 2)), draw.randint(1, 3), *size, dtype=draw.choice(BYTES))
    padding = [draw.randint(0, k // 2) for k in kernel]
    stride = [draw.randint(1, 3) for _ in kernel]
    return [last(x) if channels_last else x, kernel, stride, padding, dilation,
            draw.random() < 0.5]  # fmt: skip


def avg_pool(draw: Draw) -> Arguments:
    kernel = [draw.randint(1, 3), draw.randint(1, 3)]
    size = [k + draw.randint(0, 5) for k in kernel]
    dtype = draw.choice((torch.float32, *BYTES))
    shape = (draw.choice((1, 2)), draw.randint(1, 3), *size)
    real = dtype == torch.float32
    x = draw.reals(*shape) if real else draw.codes(*shape, dtype=dtype)
    padding = [draw.randint(0, k // 2) for k in kernel]
    count_pad = draw.random() < 0.5
    if not real and not count_pad:  # there the reference counts padding, as 0
        padding = [0, 0]
    # With padding the reference has it in the input, where ceil_mode knows nothing of it.
    ceil = draw.random() < 0.5 and (real or padding == [0, 0])
    return [x, kernel, [draw.randint(1, 3) for _ in kernel], padding, ceil, count_pad,
            draw.choice((None, None, 5)), None if real else integers(draw.zero_point(dtype)),
            False]  # fmt: skip


def im2row(draw: Draw) -> Arguments:
    kernel = [draw.randint(1, 3), draw.randint(1, 3)]
    dilation = [draw.choice((1, 1, 2)) for _ in kernel]
    size = [d * (k - 1) + 1 + draw.randint(0, 3) for d, k in zip(dilation, kernel, strict=True)]
    if draw.random() < 0.2:
        kernel[0], dilation[0], size = 1, 1, size[1:]
    shape = (draw.choice((1, 2)), draw.randint(1, 3), *size)
    dtype = draw.choice((torch.float32, *BYTES))
    x = draw.reals(*shape) if dtype == torch.float32 else draw.codes(*shape, dtype=dtype)
    channels_last = draw.random() < 0.5
    padding = [draw.randint(0, 2) if len(size) == 2 else 0, draw.randint(0, 2)]
    zero = draw.zero_point(dtype) if dtype in BYTES else draw.randint(-3, 3)
    return [last(x) if channels_last else x, kernel, dilation, padding,
            [draw.randint(1, 3) for _ in kernel], zero, channels_last]  # fmt: skip


def im2row_tensors(draw: Draw) -> Arguments:
    args = im2row(draw)
    args[5] = integers(args[5])
    if draw.random() < 0.5:
        args[5] = args[5].repeat(len(args[0])) + torch.arange(len(args[0]), dtype=torch.int32) % 2
        args[5] = args[5].clamp(0, 127)
    return args


def in_its_dtype(x: Tensor, *args: Any) -> Tensor:
    """With several zero points the wheel's gives their dtype."""
    return torch.ops.cadence.transposed_im2row(x, *args).to(x.dtype)


def transposed_im2row(draw: Draw) -> Arguments:
    args = im2row_tensors(draw)
    x, kernel, dilation, padding, stride, zero, channels_last = args
    padding = [min(p, (k - 1) * d) for p, k, d in zip(padding, kernel, dilation, strict=True)]
    padding = [min(p, 1) for p in padding]
    more = [draw.randint(0, max(s, d) - 1) for s, d in zip(stride, dilation, strict=True)]
    if x.dim() == 3:
        more[0] = 0
        padding[0] = 0
    return [x, kernel, dilation, padding, stride, more, zero, channels_last]
