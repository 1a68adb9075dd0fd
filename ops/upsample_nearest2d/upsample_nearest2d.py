# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::upsample_nearest2d: resizing without new values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Role
from executorch_espressif.ops._common.resizing import positions, refuse_sizes, resized
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


class UpsampleNearest2d(Operator):
    name = "upsample_nearest2d"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.upsample_nearest2d.vec,),
            inputs={"input": Role.ACTIVATION},
            output=SHARED,
            moves=True,
            when=refuse_sizes,
        ),
    )
    edge_targets = (torch.ops.aten.upsample_nearest2d.vec,)
    instructions_per_element = 4.0

    def meta(self, input: Tensor, rows: Tensor, columns: Tensor) -> Sequence[int]:
        return [input.shape[0], rows.shape[0], columns.shape[0], input.shape[3]]

    def reference(self, input: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        return input.index_select(1, rows).index_select(2, columns)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        # In float32 as PyTorch computes the places, so that it rounds down where PyTorch does.
        rows, columns = positions(site, torch.float32)
        return resized(site, self.name, rows.to(torch.int32), columns.to(torch.int32))


upsample_nearest2d = UpsampleNearest2d()
