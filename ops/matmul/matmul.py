# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::matmul: products of two batches of activations, both with a zero point.

torch.matmul, mm and attention are written as bmm ahead of quantization, see
aot/executorch_espressif/products.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.fixed_point import (
    fits_left_shift,
    multiply_by_quantized_multiplier,
    requantization,
    to_int8,
    wrap_int32,
)
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

LARGEST_PRODUCT = 255 * 255


class Matmul(Operator):
    name = "matmul"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.bmm.default,),
            inputs={"self": Role.ACTIVATION, "mat2": Role.ACTIVATION},
            fuses_activation=True,
        ),
    )
    edge_targets = (torch.ops.aten.bmm.default,)
    instructions_per_mac = 8.0
    instructions_per_element = 40.0

    def meta(
        self, left: Tensor, right: Tensor, other_transposed: bool, *rest: int
    ) -> Sequence[int]:
        return [*left.shape[:2], right.shape[1 if other_transposed else 2]]

    def reference(
        self,
        left: Tensor,
        right: Tensor,
        other_transposed: bool,
        left_zero_point: int,
        right_zero_point: int,
        output_zero_point: int,
        output_multiplier: int,
        output_shift: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        x = left.to(torch.int64) - left_zero_point
        y = right.to(torch.int64) - right_zero_point
        product = wrap_int32(torch.matmul(x, y.transpose(1, 2) if other_transposed else y))
        scaled = multiply_by_quantized_multiplier(product, output_multiplier, output_shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        left, right = site.qparams("self"), site.qparams("mat2")
        depth = site.shape("self")[2]
        factor = left.scale * right.scale / site.output.scale
        try:
            multiplier, shift = requantization(factor)
        except ValueError as error:
            raise Refuse(str(error)) from error
        if not fits_left_shift(depth * LARGEST_PRODUCT, shift):
            raise Refuse(
                f"sums of {depth} products, shifted left by {max(shift, 0)}, do not fit int32"
            )
        return site.call(
            "matmul",
            site.input("self"),
            site.input("mat2"),
            False,
            left.zero_point,
            right.zero_point,
            site.output.zero_point,
            multiplier,
            shift,
            *site.activation,
        )

    def macs(self, left: Tensor, right: Tensor, *rest) -> int:
        batch, rows, columns = self.meta(left, right, *rest)
        return batch * rows * columns * left.shape[2]


matmul = Matmul()
