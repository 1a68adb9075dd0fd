# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::conv_transpose2d: transposed convolution on int8, NHWC; also 1-d, at height 1."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.convolution import (
    by_axis,
    from_images,
    images,
    require_batch,
    sides,
    weights,
)
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    to_int8,
    wrap_int32,
)
from executorch_espressif.ops._common.operator import Operator, Refuse
from executorch_espressif.ops._common.weighted import per_channel, weighted_pattern
from executorch_espressif.ops._common.windows import windows
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten

RANKS = {
    aten.conv_transpose2d.input: (4, "images"),
    aten.conv_transpose1d.default: (3, "sequences"),
}
# PyTorch's weight is [in_channels, out_channels / groups, height, width].
OUTPUT_AXIS = 1


def refusal(node: fx.Node) -> str | None:
    rank, (taken, what) = node.args[0].meta["val"].dim(), RANKS[node.target]
    return None if rank == taken else f"its input has rank {rank}; a batch of {what} has {taken}"


class ConvTranspose2d(Operator):
    name = "conv_transpose2d"
    patterns = (weighted_pattern(*RANKS, when=refusal, axis=OUTPUT_AXIS),)
    edge_targets = (aten.convolution.default,)
    instructions_per_mac = 8.0
    instructions_per_element = 60.0

    def meta(
        self,
        input: Tensor,
        weight: Tensor,
        per_channel: Tensor,
        stride: list[int],
        padding: list[int],
        output_padding: list[int],
        dilation: list[int],
        *rest,
    ) -> Sequence[int]:
        extents = [
            (input.shape[1 + axis] - 1) * stride[axis]
            + dilation[axis] * (weight.shape[1 + axis] - 1)
            + 1
            + output_padding[axis]
            - sum(padding[2 * axis : 2 * axis + 2])
            for axis in range(2)
        ]
        return [input.shape[0], *extents, weight.shape[0]]

    def reference(
        self,
        input: Tensor,
        weight: Tensor,
        per_channel: Tensor,
        stride: list[int],
        padding: list[int],
        output_padding: list[int],
        dilation: list[int],
        input_zero_point: int,
        output_zero_point: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        """A convolution of the mirrored kernel over the input spread out by the stride."""
        batch, height, width, channels = input.shape
        kernel = weight.shape[1:3]
        reach = [d * (k - 1) for d, k in zip(dilation, kernel, strict=True)]
        # Every place that a window may cover, then without those that padding leaves out.
        sizes = [
            (size - 1) * step + 1 + 2 * around + extra
            for size, step, around, extra in zip(
                (height, width), stride, reach, output_padding, strict=True
            )
        ]
        spread = torch.zeros(batch, *sizes, channels, dtype=torch.int64)
        rows = slice(reach[0], reach[0] + (height - 1) * stride[0] + 1, stride[0])
        columns = slice(reach[1], reach[1] + (width - 1) * stride[1] + 1, stride[1])
        spread[:, rows, columns] = input.to(torch.int64) - input_zero_point
        top, bottom, left, right = padding
        spread = spread[:, top : sizes[0] - bottom, left : sizes[1] - right]
        taps = windows(spread, kernel, (1, 1), (0, 0, 0, 0), dilation)
        mirrored = weight.to(torch.int64).flip(1, 2)
        accumulator = torch.einsum("nhwikl,okli->nhwo", taps, mirrored)
        bias, multiplier, shift = per_channel.to(torch.int64)
        scaled = multiply_by_quantized_multiplier(wrap_int32(accumulator + bias), multiplier, shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        if not site.arg("transposed"):
            raise Refuse("not a transposed convolution")
        require_batch(site)
        if site.arg("groups") != 1:
            raise Refuse(f"groups is {site.arg('groups')}; conv_transpose2d takes 1")
        result = site.call(
            "conv_transpose2d",
            images(site),
            site.parameter("weight", weights(site).permute(1, 2, 3, 0)),
            site.parameter("per_channel", per_channel(site, OUTPUT_AXIS)),
            by_axis(site, "stride", 1),
            sides(site),
            by_axis(site, "output_padding", 0),
            by_axis(site, "dilation", 1),
            site.qparams("input").zero_point,
            site.output.zero_point,
            *site.activation,
        )
        return from_images(site, result)

    def macs(self, input: Tensor, weight: Tensor, *rest) -> int:
        return prod(input.shape[:3]) * prod(weight.shape)


conv_transpose2d = ConvTranspose2d()
