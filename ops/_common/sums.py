# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What add and sub share: TFLite's ADD on int8, with the second operand negated or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.elementwise import Binary, aligned
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    quantize_multiplier,
    to_int8,
)
from executorch_espressif.ops._common.operator import Refuse
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

LEFT_SHIFT = 20


class Sum(Binary):
    sign: int

    def reference(
        self,
        left: Tensor,
        right: Tensor,
        left_zero_point: int,
        left_multiplier: int,
        left_shift: int,
        right_zero_point: int,
        right_multiplier: int,
        right_shift: int,
        output_zero_point: int,
        output_multiplier: int,
        output_shift: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        left_units = (left.to(torch.int64) - left_zero_point) << LEFT_SHIFT
        right_units = self.sign * (right.to(torch.int64) - right_zero_point) << LEFT_SHIFT
        total = multiply_by_quantized_multiplier(left_units, left_multiplier, left_shift)
        total = total + multiply_by_quantized_multiplier(right_units, right_multiplier, right_shift)
        scaled = multiply_by_quantized_multiplier(total, output_multiplier, output_shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        if len({site.input("self"), site.input("other")}) == 1:
            raise Refuse("both operands are one tensor")
        # alpha scales the second operand, and may turn a sum into a difference.
        factor = self.sign * site.arg("alpha")
        if factor == 0:
            raise Refuse("alpha is 0")
        left, right = site.qparams("self"), site.qparams("other")
        right_scale = right.scale * abs(factor)
        twice_larger = 2 * max(left.scale, right_scale)
        output = twice_larger / (2**LEFT_SHIFT * site.output.scale)
        # Kernels only shift right; 1 itself would round to a left shift.
        if output > 1 - 2.0**-31:
            raise Refuse(
                f"operands of scale {twice_larger / 2:g} summed into scale {site.output.scale:g}: "
                f"the ratio must stay under 2^{LEFT_SHIFT - 1}"
            )
        return site.call(
            "add" if factor > 0 else "sub",
            aligned(site, site.input("self")),
            aligned(site, site.input("other")),
            left.zero_point,
            *quantize_multiplier(left.scale / twice_larger),
            right.zero_point,
            *quantize_multiplier(right_scale / twice_larger),
            site.output.zero_point,
            *quantize_multiplier(output),
            *site.activation,
        )
