# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::slice: every step-th entry of a range along one axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class Slice(Operator):
    name = "slice"
    patterns = (
        Pattern(
            targets=(aten.slice.Tensor, aten.select.int),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            moves=True,
        ),
    )
    edge_targets = (aten.slice_copy.Tensor, aten.select_copy.int)
    instructions_per_element = 4.0

    def meta(self, input: Tensor, axis: int, start: int, end: int, step: int) -> Sequence[int]:
        sizes = list(input.shape)
        sizes[axis] = -(-(end - start) // step)
        return sizes

    def reference(self, input: Tensor, axis: int, start: int, end: int, step: int) -> Tensor:
        index = torch.arange(start, end, step)
        return input.index_select(axis, index)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        source, sizes = site.input("self"), site.shape("self")
        axis = site.arg("dim") % len(sizes)
        extent = sizes[axis]
        if site.target is aten.select_copy.int:
            start = site.arg("index") % extent
            kept = site.call("slice", source, axis, start, start + 1, 1)
            return site.view(kept, site.output_shape)
        # As Python slices: bounds may be negative or beyond the ends.
        start, end, step = slice(site.arg("start"), site.arg("end"), site.arg("step")).indices(
            extent
        )
        if (start, step) == (0, 1) and end == extent:
            return source
        return site.call("slice", source, axis, start, max(start, end), step)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        input, axis, *rest = args
        return input, dims.index(axis), *rest


slice_ = Slice()
