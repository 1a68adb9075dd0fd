# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::square: an operator that a test drops into the library, on the nn function of mul."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.fixed_point import (
    multiply_by_quantized_multiplier,
    requantization,
    to_int8,
)
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from torch import Tensor, fx


def not_two(node: fx.Node) -> str | None:
    return None if node.args[1] == 2 else f"exponent {node.args[1]}; square takes 2"


class Square(Operator):
    name = "square"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.pow.Tensor_Scalar,),
            inputs={"self": Role.ACTIVATION},
            fuses_activation=True,
            when=not_two,
        ),
    )
    edge_targets = (torch.ops.aten.pow.Tensor_Scalar,)

    def reference(
        self,
        input: Tensor,
        input_zero_point: int,
        output_zero_point: int,
        output_multiplier: int,
        output_shift: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        product = (input.to(torch.int64) - input_zero_point) ** 2
        scaled = multiply_by_quantized_multiplier(product, output_multiplier, output_shift)
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site) -> fx.Node:
        if site.arg("exponent") != 2:
            raise Refuse(f"exponent {site.arg('exponent')}; square takes 2")
        source = site.qparams("self")
        return site.call(
            "square",
            site.input("self"),
            source.zero_point,
            site.output.zero_point,
            *requantization(source.scale**2 / site.output.scale),
            *site.activation,
        )


square = Square()
