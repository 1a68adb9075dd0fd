# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::linear: TFLite's FULLY_CONNECTED on int8, per output feature."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    to_int8,
    wrap_int32,
)
from executorch_espressif.ops._common.operator import Operator
from executorch_espressif.ops._common.weighted import per_channel, weighted_pattern
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


class Linear(Operator):
    name = "linear"
    patterns = (weighted_pattern(torch.ops.aten.linear.default),)
    edge_targets = (torch.ops.aten.linear.default,)
    instructions_per_mac = 9.0
    instructions_per_element = 30.0

    def meta(self, input: Tensor, weight: Tensor, *rest) -> Sequence[int]:
        return [*input.shape[:-1], weight.shape[0]]

    def reference(
        self,
        input: Tensor,
        weight: Tensor,
        per_channel: Tensor,
        input_zero_point: int,
        output_zero_point: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        x = input.to(torch.int64) - input_zero_point
        bias, multiplier, shift = per_channel.to(torch.int64)
        accumulator = wrap_int32(x @ weight.to(torch.int64).t() + bias)
        scaled = multiply_by_quantized_multiplier(accumulator, multiplier, shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        return site.call(
            "linear",
            site.input("input"),
            site.parameter("weight", site.constant("weight")),
            site.parameter("per_channel", per_channel(site)),
            site.qparams("input").zero_point,
            site.output.zero_point,
            *site.activation,
        )

    def macs(self, input: Tensor, weight: Tensor, *rest) -> int:
        return prod(input.shape[:-1]) * prod(weight.shape)


linear = Linear()
