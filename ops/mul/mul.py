# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::mul: TFLite's MUL on int8, broadcast."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.elementwise import Binary, aligned, two_values
from executorch_espressif.ops._common.fixed_point import (
    fits_left_shift,
    multiply_by_quantized_multiplier,
    requantization,
    to_int8,
)
from executorch_espressif.ops._common.operator import Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

LARGEST_PRODUCT = 255 * 255


class Mul(Binary):
    name = "mul"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.mul.Tensor, torch.ops.aten.mul_.Tensor),
            inputs={"self": Role.ACTIVATION, "other": Role.ACTIVATION},
            fuses_activation=True,
            when=two_values,
        ),
    )
    edge_targets = (torch.ops.aten.mul.Tensor,)
    instructions_per_element = 40.0

    def reference(
        self,
        left: Tensor,
        right: Tensor,
        left_zero_point: int,
        right_zero_point: int,
        output_zero_point: int,
        output_multiplier: int,
        output_shift: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        product = left.to(torch.int64) - left_zero_point
        product = product * (right.to(torch.int64) - right_zero_point)
        scaled = multiply_by_quantized_multiplier(product, output_multiplier, output_shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        if len({site.input("self"), site.input("other")}) == 1:
            raise Refuse("both operands are one tensor")
        left, right = site.qparams("self"), site.qparams("other")
        factor = left.scale * right.scale / site.output.scale
        multiplier, shift = requantization(factor)
        if not fits_left_shift(LARGEST_PRODUCT, shift):
            raise Refuse(f"scales {left.scale:g} * {right.scale:g} into {site.output.scale:g}")
        return site.call(
            "mul",
            aligned(site, site.input("self")),
            aligned(site, site.input("other")),
            left.zero_point,
            right.zero_point,
            site.output.zero_point,
            multiplier,
            shift,
            *site.activation,
        )


mul = Mul()
