# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::permute: reorder the dimensions of int8 codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class Permute(Operator):
    name = "permute"
    patterns = (
        Pattern(
            targets=(aten.permute.default, aten.transpose.int, aten.t.default),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            moves=True,
        ),
    )
    edge_targets = (aten.permute_copy.default, aten.transpose_copy.int, aten.t_copy.default)
    instructions_per_element = 12.0

    def meta(self, input: Tensor, dims: list[int]) -> Sequence[int]:
        return [input.shape[dim] for dim in dims]

    def reference(self, input: Tensor, dims: list[int]) -> Tensor:
        return input.permute(dims).contiguous()

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        rank = len(site.output_shape)
        return site.permute(site.input("self"), self._dims(site, rank))

    def _dims(self, site: Site, rank: int) -> list[int]:
        if site.target is aten.permute_copy.default:
            return [dim % rank for dim in site.arg("dims")]
        dims = list(range(rank))
        first, second = 0, rank - 1
        if site.target is aten.transpose_copy.int:
            first, second = site.arg("dim0") % rank, site.arg("dim1") % rank
        dims[first], dims[second] = dims[second], dims[first]
        return dims


permute = Permute()
