# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::pad: constant padding of codes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


def unsupported(rank: int, places: Sequence[int], value: float | None) -> str | None:
    largest = pad.limit("input", "rank").high
    if rank > largest:
        return f"padding of rank {rank}; at most {largest} is taken"
    if any(count < 0 for count in places):
        return f"padding {list(places)} crops"
    if value is not None and not math.isfinite(value):
        return f"padding with {value}"
    return None


def _mode_and_value(node: fx.Node) -> tuple[str, float | None]:
    """For pad.default(self, pad, mode, value) and constant_pad_nd.default(self, pad, value)."""
    rest = list(node.args[2:])
    mode, value = "constant", None
    if node.target is torch.ops.aten.pad.default:
        mode = rest.pop(0) if rest else node.kwargs.get("mode", mode)
    return mode, rest.pop(0) if rest else node.kwargs.get("value", value)


def _leaves(node: fx.Node, low: float, high: float) -> bool:
    _, value = _mode_and_value(node)
    return not low <= (value or 0.0) <= high


def _constant_pad(node: fx.Node) -> str | None:
    mode, value = _mode_and_value(node)
    if mode != "constant":
        return f"padding mode {mode}; only constant padding is taken"
    return unsupported(node.args[0].meta["val"].dim(), node.args[1], value)


class Pad(Operator):
    name = "pad"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.pad.default, torch.ops.aten.constant_pad_nd.default),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            when=_constant_pad,
            leaves=_leaves,
        ),
    )
    edge_targets = (torch.ops.aten.constant_pad_nd.default,)
    instructions_per_element = 4.0

    def meta(self, input: Tensor, before: list[int], after: list[int], value: int) -> Sequence[int]:
        return [b + n + a for b, n, a in zip(before, input.shape, after, strict=True)]

    def reference(self, input: Tensor, before: list[int], after: list[int], value: int) -> Tensor:
        output = torch.full(self.meta(input, before, after, value), value, dtype=torch.int8)
        inside = tuple(slice(b, b + n) for b, n in zip(before, input.shape, strict=True))
        output[inside] = input
        return output

    def lower(self, site: Site) -> fx.Node:
        places, value = list(site.arg("pad")), float(site.arg("value"))
        rank = len(site.shape("self"))
        reason = unsupported(rank, places, value)
        if reason:
            raise Refuse(reason)
        before, after = [0] * rank, [0] * rank
        for i in range(len(places) // 2):
            before[rank - 1 - i], after[rank - 1 - i] = places[2 * i : 2 * i + 2]
        input = site.with_output_qparams("self", site.arg("self"))
        return site.call("pad", input, before, after, site.output.quantize(value))

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        input, before, after, value = args
        return input, [before[dim] for dim in dims], [after[dim] for dim in dims], value


pad = Pad()
