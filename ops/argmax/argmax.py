# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::argmax: the place of the largest or the smallest code, int64 as in PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.extremes import Extreme, empty
from executorch_espressif.ops._common.operator import Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class Argmax(Extreme):
    name = "argmax"
    patterns = (
        Pattern(
            targets=(aten.argmax.default, aten.argmin.default),
            inputs={"self": Role.ACTIVATION},
            output=None,
            when=empty,
            moves=True,
        ),
    )
    edge_targets = (aten.argmax.default, aten.argmin.default)
    gives_codes = False

    def meta(self, input: Tensor, axis: int, keepdim: bool, smallest: bool) -> Sequence[int]:
        kept = [1] if keepdim else []
        return [*input.shape[:axis], *kept, *input.shape[axis + 1 :]]

    def reference(self, input: Tensor, axis: int, keepdim: bool, smallest: bool) -> Tensor:
        # A stable sort leaves equal codes in order.
        order = input.sort(dim=axis, descending=not smallest, stable=True).indices
        first = order.narrow(axis, 0, 1)
        return first if keepdim else first.squeeze(axis)

    def lower(self, site: Site) -> fx.Node:
        smallest = site.target is aten.argmin.default
        source, shape, axis = site.input("self"), site.shape("self"), site.arg("dim")
        kept = site.arg("keepdim")
        if axis is None:
            # Ones in front, if the output has them.
            ones = [1] * (len(shape) - 1 if kept else 0)
            source, axis = site.view(source, [*ones, prod(shape)]), len(ones)
        source, axis = site.before_permute(source, axis % source.meta["val"].dim())
        result = site.call("argmax", source, axis, kept, smallest)
        same = tuple(result.meta["val"].shape) == site.output_shape
        return result if same else site.view(result, site.output_shape)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> None:
        """Permutes move int8; `lower` spares the one that changes nothing in the result."""


argmax = Argmax()
