# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::upsample_bilinear2d: resizing by interpolation between int8 codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Role
from executorch_espressif.ops._common.resizing import positions, refuse_sizes, resized
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

ONE = 2048


def table(places: Tensor) -> Tensor:
    """Index, and weight of the next one in 1/2048."""
    fixed = torch.round(places * ONE).to(torch.int64)
    return torch.stack([fixed // ONE, fixed % ONE], dim=1).to(torch.int32)


def _pair(image: Tensor, axis: int, places: Tensor) -> Tensor:
    """Interpolated along one axis; the result counts in 1/2048 of the input."""
    index, weight = places[:, 0], places[:, 1].to(torch.int64)
    following = torch.where(weight > 0, index + 1, index)
    weight = weight.reshape([-1 if i == axis else 1 for i in range(4)])
    near, far = (image.index_select(axis, which) for which in (index, following))
    return near * (ONE - weight) + far * weight


class UpsampleBilinear2d(Operator):
    name = "upsample_bilinear2d"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.upsample_bilinear2d.vec,),
            inputs={"input": Role.ACTIVATION},
            output=SHARED,
            when=refuse_sizes,
        ),
    )
    edge_targets = (torch.ops.aten.upsample_bilinear2d.vec,)
    instructions_per_element = 40.0

    def meta(self, input: Tensor, rows: Tensor, columns: Tensor) -> Sequence[int]:
        return [input.shape[0], rows.shape[0], columns.shape[0], input.shape[3]]

    def reference(self, input: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        total = _pair(_pair(input.to(torch.int64), 2, columns), 1, rows)
        return torch.div(total + ONE * ONE // 2, ONE * ONE, rounding_mode="floor").to(torch.int8)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        rows, columns = positions(site, torch.float64)
        return resized(site, self.name, table(rows), table(columns))


upsample_bilinear2d = UpsampleBilinear2d()
