# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::add: TFLite's ADD on int8, equal shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.elementwise import equal_shapes
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    quantize_multiplier,
    to_int8,
)
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

LEFT_SHIFT = 20


def unsupported(node: fx.Node) -> str | None:
    alpha = node.kwargs.get("alpha", 1)
    if alpha != 1:
        return f"alpha is {alpha}; add takes 1"
    return equal_shapes(node)


class Add(Operator):
    name = "add"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.add.Tensor, torch.ops.aten.add_.Tensor),
            inputs={"self": Role.ACTIVATION, "other": Role.ACTIVATION},
            fuses_activation=True,
            when=unsupported,
        ),
    )
    edge_targets = (torch.ops.aten.add.Tensor,)
    instructions_per_element = 98.0

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
        def rescale(x: Tensor, zero_point: int, multiplier: int, shift: int) -> Tensor:
            raised = (x.to(torch.int64) - zero_point) << LEFT_SHIFT
            return multiply_by_quantized_multiplier(raised, multiplier, shift)

        total = rescale(left, left_zero_point, left_multiplier, left_shift)
        total = total + rescale(right, right_zero_point, right_multiplier, right_shift)
        scaled = multiply_by_quantized_multiplier(total, output_multiplier, output_shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        if site.arg("alpha") != 1:
            raise Refuse(f"alpha is {site.arg('alpha')}; add takes 1")
        if site.shape("self") != site.shape("other"):
            raise Refuse("the operands differ in shape; add does not broadcast")
        left, right = site.qparams("self"), site.qparams("other")
        twice_larger = 2 * max(left.scale, right.scale)
        output = twice_larger / (2**LEFT_SHIFT * site.output.scale)
        # Kernels only shift right; 1 itself would round to a left shift.
        if output > 1 - 2.0**-31:
            raise Refuse(
                f"operands of scale {twice_larger / 2:g} summed into scale {site.output.scale:g}: "
                f"the ratio must stay under 2^{LEFT_SHIFT - 1}"
            )
        return site.call(
            "add",
            site.input("self"),
            site.input("other"),
            left.zero_point,
            *quantize_multiplier(left.scale / twice_larger),
            right.zero_point,
            *quantize_multiplier(right.scale / twice_larger),
            site.output.zero_point,
            *quantize_multiplier(output),
            *site.activation,
        )

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        return args


add = Add()
