# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::depthwise_conv2d: TFLite's DEPTHWISE_CONV_2D on int8, NHWC; also 1-d."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.convolution import convolved, require_batch, weights
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    to_int8,
    wrap_int32,
)
from executorch_espressif.ops._common.operator import Operator, Refuse
from executorch_espressif.ops._common.windows import output_shape, windows
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


class DepthwiseConv2d(Operator):
    name = "depthwise_conv2d"
    # conv2d's pattern quantizes every convolution, this one's too.
    edge_targets = (torch.ops.aten.convolution.default,)
    instructions_per_mac = 13.0

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
        return [input.shape[0], height, width, weight.shape[3]]

    def reference(
        self,
        input: Tensor,
        weight: Tensor,
        per_channel: Tensor,
        stride: list[int],
        padding: list[int],
        dilation: list[int],
        depth_multiplier: int,
        input_zero_point: int,
        output_zero_point: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        x = input.to(torch.int64) - input_zero_point
        taps = windows(x, weight.shape[1:3], stride, padding, dilation)
        taps = taps.repeat_interleave(depth_multiplier, dim=3)
        kernel = weight[0].permute(2, 0, 1).to(torch.int64)
        bias, multiplier, shift = per_channel.to(torch.int64)
        accumulator = wrap_int32((taps * kernel).sum(dim=(4, 5)) + bias)
        scaled = multiply_by_quantized_multiplier(accumulator, multiplier, shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        channels, groups = site.shape("input")[1], site.arg("groups")
        if site.arg("transposed"):
            raise Refuse("transposed convolution")
        require_batch(site)
        if groups == 1 or groups != channels:
            raise Refuse(f"groups is {groups}; depthwise_conv2d takes one per input channel")
        weight = weights(site)
        multiplier = weight.shape[0] // channels
        return convolved(site, "depthwise_conv2d", weight.permute(1, 2, 3, 0), multiplier)

    def macs(self, input: Tensor, weight: Tensor, *rest) -> int:
        return prod(self.meta(input, weight, *rest)) * prod(weight.shape[1:3])


depthwise_conv2d = DepthwiseConv2d()
