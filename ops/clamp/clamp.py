# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::clamp: relu, relu6, hardtanh and clamp on codes, where no producer takes them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from executorch_espressif.activations import CLAMPS, activation_bounds
from executorch_espressif.annotations import is_float_result
from executorch_espressif.ops._common.fixed_point import to_int8
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


NO_BOUNDS = "its bounds are not constants in order"


def refusal(node: fx.Node) -> str | None:
    if activation_bounds(node) is None:
        return NO_BOUNDS
    # Between float calls, codes would only cost precision.
    return "behind a float call" if is_float_result(node.args[0]) else None


def leaves(node: fx.Node, low: float, high: float) -> bool:
    smallest, largest = activation_bounds(node)
    return smallest > high or largest < low


class Clamp(Operator):
    name = "clamp"
    patterns = (
        Pattern(
            targets=CLAMPS,
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            when=refusal,
            leaves=leaves,
        ),
    )
    edge_targets = CLAMPS
    elementwise = True
    instructions_per_element = 8.5

    def reference(self, input: Tensor, min: int, max: int) -> Tensor:
        return to_int8(input, min, max)

    def lower(self, site: Site) -> fx.Node:
        # Else it is a table.
        site.require_shared()
        bounds = activation_bounds(site.node)
        if bounds is None:
            raise Refuse(NO_BOUNDS)
        return site.call("clamp", site.input("self"), *site.output.clamp(*bounds))


clamp = Clamp()
