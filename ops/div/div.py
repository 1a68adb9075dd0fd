# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::div: the quotient of two tensors, with reciprocals of the divisor's codes by table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.elementwise import Binary, aligned, two_values
from executorch_espressif.ops._common.fixed_point import to_int8
from executorch_espressif.ops._common.operator import Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

# More than the codes of an output are apart.
BEYOND = 256
LARGEST_SHIFT = 62


def reciprocals(factor: float, zero_point: int) -> tuple[Tensor, int]:
    """int32 [256] and a shift: factor / (code - zero_point) * 2^shift, 0 for the zero point."""
    # The largest is that of a difference of 1; for any other all bits of the table but 8 are left.
    shift = max(0, 31 - math.frexp(factor)[1])
    if shift > LARGEST_SHIFT:
        raise Refuse(f"quotients of up to 255 are {255 * factor:g} codes of the output")
    rows = [0] * 256
    for code in range(-128, 128):
        if code != zero_point:
            value = round(math.ldexp(factor / (code - zero_point), shift))
            rows[code + 128] = max(-(2**31) + 1, min(2**31 - 1, value))
    return torch.tensor(rows, dtype=torch.int32), shift


class Div(Binary):
    name = "div"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.div.Tensor,),
            inputs={"self": Role.ACTIVATION, "other": Role.ACTIVATION},
            fuses_activation=True,
            when=two_values,
        ),
    )
    edge_targets = (torch.ops.aten.div.Tensor,)
    parameters = ("reciprocals",)
    instructions_per_element = 45.0

    def reference(
        self,
        left: Tensor,
        right: Tensor,
        reciprocals: Tensor,
        left_zero_point: int,
        output_zero_point: int,
        shift: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        numerator = left.to(torch.int64) - left_zero_point
        factor = reciprocals.to(torch.int64)[right.to(torch.int64) + 128]
        # Twice the quotient, rounded down, holds the half that decides.
        twice = (numerator * factor) >> (shift - 1) if shift else 2 * numerator * factor
        quotient = (twice + 1) >> 1
        quotient = torch.where(factor == 0, numerator.sign() * BEYOND, quotient)
        return to_int8(quotient + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        if len({site.input("self"), site.input("other")}) == 1:
            raise Refuse("both operands are one tensor")
        left, right = site.qparams("self"), site.qparams("other")
        table, shift = reciprocals(left.scale / right.scale / site.output.scale, right.zero_point)
        return site.call(
            "div",
            aligned(site, site.input("self")),
            aligned(site, site.input("other")),
            site.parameter("reciprocals", table),
            left.zero_point,
            site.output.zero_point,
            shift,
            *site.activation,
        )


div = Div()
