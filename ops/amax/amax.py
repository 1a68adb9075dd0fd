# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::amax: the largest or the smallest code; several axes are reduced one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.extremes import Extreme, empty
from executorch_espressif.ops._common.operator import SHARED, Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class Amax(Extreme):
    name = "amax"
    patterns = (
        Pattern(
            targets=(aten.amax.default, aten.amin.default),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            when=empty,
            moves=True,
        ),
    )
    edge_targets = (aten.amax.default, aten.amin.default)

    def meta(self, input: Tensor, axis: int, smallest: bool) -> Sequence[int]:
        return [1 if at == axis else size for at, size in enumerate(input.shape)]

    def reference(self, input: Tensor, axis: int, smallest: bool) -> Tensor:
        ordered = input.sort(dim=axis, descending=not smallest).values
        return ordered.narrow(axis, 0, 1)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        smallest = site.target is aten.amin.default
        result, shape = site.input("self"), site.shape("self")
        axes = {axis % len(shape) for axis in site.arg("dim")} or range(len(shape))
        # Without entries to choose from, an axis has nothing to be reduced. The last axes first: of
        # them the codes lie together.
        for axis in sorted(axes, reverse=True):
            if shape[axis] != 1:
                result = site.call("amax", result, axis, smallest)
        return site.view(result, site.output_shape)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        input, axis, smallest = args
        return input, dims.index(axis), smallest


amax = Amax()
