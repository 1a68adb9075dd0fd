# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::mul: TFLite's MUL on int8, equal shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.elementwise import equal_shapes
from executorch_espressif.ops._common.fixed_point import (
    fits_left_shift,
    multiply_by_quantized_multiplier,
    quantize_multiplier,
    to_int8,
)
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

LARGEST_PRODUCT = 255 * 255


class Mul(Operator):
    name = "mul"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.mul.Tensor, torch.ops.aten.mul_.Tensor),
            inputs={"self": Role.ACTIVATION, "other": Role.ACTIVATION},
            fuses_activation=True,
            when=equal_shapes,
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
        if site.shape("self") != site.shape("other"):
            raise Refuse("the operands differ in shape; mul does not broadcast")
        left, right = site.qparams("self"), site.qparams("other")
        factor = left.scale * right.scale / site.output.scale
        multiplier, shift = quantize_multiplier(factor)
        if not fits_left_shift(LARGEST_PRODUCT, shift):
            raise Refuse(f"scales {left.scale:g} * {right.scale:g} into {site.output.scale:g}")
        return site.call(
            "mul",
            site.input("self"),
            site.input("other"),
            left.zero_point,
            right.zero_point,
            site.output.zero_point,
            multiplier,
            shift,
            *site.activation,
        )

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        return args


mul = Mul()
