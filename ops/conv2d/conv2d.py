# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::conv2d: TFLite's CONV_2D on int8, NHWC."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.activations import argument
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    to_int8,
    wrap_int32,
)
from executorch_espressif.ops._common.operator import Operator, Refuse
from executorch_espressif.ops._common.pooling import pair
from executorch_espressif.ops._common.weighted import per_channel, weighted_pattern
from executorch_espressif.ops._common.windows import output_shape, windows
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


def refusal(node: fx.Node) -> str | None:
    """What neither conv2d nor depthwise_conv2d takes, so that it stays float as a whole."""
    rank = node.args[0].meta["val"].dim()
    if rank != 4:
        return f"its input has rank {rank}; conv2d takes a batch of images, rank 4"
    groups = argument(node, "groups")
    channels = node.args[0].meta["val"].shape[1]
    if groups not in (1, channels):
        return f"groups is {groups}; 1 or one per input channel ({channels}) are taken"
    return None


class Conv2d(Operator):
    name = "conv2d"
    patterns = (weighted_pattern(aten.conv2d.default, when=refusal),)
    edge_targets = (aten.convolution.default,)
    instructions_per_mac = 8.0
    instructions_per_element = 30.0

    def meta(
        self,
        input: Tensor,
        weight: Tensor,
        per_channel: Tensor,
        stride: list[int],
        padding: list[int],
        dilation: list[int],
        *rest,
    ) -> Sequence[int]:
        height, width = output_shape(input.shape, weight.shape[1:3], stride, padding, dilation)
        return [input.shape[0], height, width, weight.shape[0]]

    def reference(
        self,
        input: Tensor,
        weight: Tensor,
        per_channel: Tensor,
        stride: list[int],
        padding: list[int],
        dilation: list[int],
        groups: int,
        input_zero_point: int,
        output_zero_point: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        x = input.to(torch.int64) - input_zero_point
        taps = windows(x, weight.shape[1:3], stride, padding, dilation)
        batch, height, width = taps.shape[:3]
        taps = taps.reshape(batch, height, width, groups, weight.shape[3], *weight.shape[1:3])
        kernel = weight.to(torch.int64).reshape(groups, -1, *weight.shape[1:])
        accumulator = torch.einsum("nhwgikl,gokli->nhwgo", taps, kernel)
        bias, multiplier, shift = per_channel.to(torch.int64)
        accumulator = wrap_int32(accumulator.flatten(3) + bias)
        scaled = multiply_by_quantized_multiplier(accumulator, multiplier, shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        groups = site.arg("groups")
        if site.arg("transposed"):
            raise Refuse("transposed convolution")
        if groups != 1:
            raise Refuse(f"groups is {groups}; conv2d takes 1")
        if len(site.shape("input")) != 4:
            raise Refuse(f"a batch of images has rank 4, not {len(site.shape('input'))}")
        vertical, horizontal = pair(site.arg("padding"))
        weight = site.constant("weight").permute(0, 2, 3, 1)
        result = site.call(
            "conv2d",
            site.nhwc(site.input("input")),
            site.parameter("weight", weight),
            site.parameter("per_channel", per_channel(site)),
            list(pair(site.arg("stride"))),
            [vertical, vertical, horizontal, horizontal],
            list(pair(site.arg("dilation"))),
            groups,
            site.qparams("input").zero_point,
            site.output.zero_point,
            *site.activation,
        )
        return site.nchw(result)

    def macs(self, input: Tensor, weight: Tensor, *rest) -> int:
        return prod(self.meta(input, weight, *rest)) * prod(weight.shape[1:])


conv2d = Conv2d()
