# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What argmax and amax share: the extreme code along one axis."""

from __future__ import annotations

from math import prod

from executorch_espressif.ops._common.operator import Operator
from torch import Tensor, fx


def empty(node: fx.Node) -> str | None:
    shape = tuple(node.args[0].meta["val"].shape)
    return f"the extreme of no values: shape {shape}" if 0 in shape else None


class Extreme(Operator):
    instructions_per_mac = 6.0
    instructions_per_element = 20.0

    def macs(self, input: Tensor, *rest) -> int:
        """No products, but as many steps."""
        return prod(input.shape)
