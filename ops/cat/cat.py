# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::cat: join int8 codes along an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


class Cat(Operator):
    name = "cat"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.cat.default,),
            inputs={"tensors": Role.ACTIVATION},
            output=SHARED,
            moves=True,
        ),
    )
    edge_targets = (torch.ops.aten.cat.default,)
    instructions_per_element = 1.0

    def meta(self, tensors: list[Tensor], axis: int) -> Sequence[int]:
        sizes = list(tensors[0].shape)
        sizes[axis] = sum(tensor.shape[axis] for tensor in tensors)
        return sizes

    def reference(self, tensors: list[Tensor], axis: int) -> Tensor:
        output = torch.empty(list(self.meta(tensors, axis)), dtype=torch.int8)
        start = 0
        for tensor in tensors:
            output.narrow(axis, start, tensor.shape[axis]).copy_(tensor)
            start += tensor.shape[axis]
        return output

    def lower(self, site: Site) -> fx.Node:
        rank = len(site.output_shape)
        # PyTorch lets empty tensors of rank 1 stand beside any others.
        operands = [
            site.with_output_qparams("tensors", node)
            for node in site.arg("tensors")
            if node.meta["val"].dim() == rank
        ]
        return site.call("cat", operands, site.arg("dim") % rank)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        tensors, axis = args
        return tensors, dims.index(axis)


cat = Cat()
