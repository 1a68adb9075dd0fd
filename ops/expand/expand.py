# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::expand: repeat along axes of size 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class Expand(Operator):
    name = "expand"
    patterns = (
        Pattern(
            targets=(aten.expand.default,),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            moves=True,
        ),
    )
    edge_targets = (aten.expand_copy.default,)
    instructions_per_element = 4.0

    def meta(self, input: Tensor, size: list[int]) -> Sequence[int]:
        return size

    def reference(self, input: Tensor, size: list[int]) -> Tensor:
        for axis, count in enumerate(size):
            if input.shape[axis] != count:
                input = input.index_select(axis, torch.zeros(count, dtype=torch.int64))
        return input

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        size, old = site.output_shape, site.shape("self")
        source = site.input("self")
        if size == old:
            return source
        if len(size) != len(old):
            source = site.view(source, [1] * (len(size) - len(old)) + list(old))
        return site.call("expand", source, list(size))

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        input, size = args
        return input, [size[dim] for dim in dims]


expand = Expand()
