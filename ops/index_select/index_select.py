# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::index_select: entries of one axis by a constant table.

Padding by reflection, replication and wrapping, flips and rolls become this operator too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class IndexSelect(Operator):
    name = "index_select"
    patterns = (
        Pattern(
            targets=(aten.index_select.default,),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            moves=True,
        ),
    )
    edge_targets = (aten.index_select.default,)
    parameters = ("index",)
    instructions_per_element = 5.0

    def meta(self, input: Tensor, index: Tensor, axis: int) -> Sequence[int]:
        sizes = list(input.shape)
        sizes[axis] = index.shape[0]
        return sizes

    def reference(self, input: Tensor, index: Tensor, axis: int) -> Tensor:
        return input.index_select(axis, index)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        sizes = site.shape("self")
        if not sizes:
            raise Refuse("the input is a scalar")
        index = site.graph.constant(site.arg("index"))
        if index is None:
            raise Refuse("the index is computed; only a constant is taken")
        axis = site.arg("dim") % len(sizes)
        if index.numel() and (index.min() < 0 or index.max() >= sizes[axis]):
            raise Refuse(f"an index is outside the axis of {sizes[axis]}")
        table = site.parameter("index", index.reshape(-1).to(torch.int32))
        return site.call("index_select", site.input("self"), table, axis)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        input, index, axis = args
        return input, index, dims.index(axis)


index_select = IndexSelect()
