# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Constant padding that crops becomes slices and what is left to pad: its kernel only pads."""

from __future__ import annotations

import torch

from executorch_espressif.activations import argument
from executorch_espressif.graph import Graph
from executorch_espressif.movement import kept_by_padding

aten = torch.ops.aten


def crop_with_slices(graph: Graph) -> None:
    for node in graph.calls(aten.constant_pad_nd.default):
        value, places, fill = (argument(node, name) for name in ("self", "pad", "value"))
        if min(places, default=0) >= 0:
            continue
        rank = value.meta["val"].dim()
        for i in range(len(places) // 2):
            axis = rank - 1 - i
            kept = kept_by_padding(value.meta["val"].shape[axis], *places[2 * i : 2 * i + 2])
            if kept is not None:
                value = graph.call(aten.slice_copy.Tensor, value, axis, *kept, before=node)
        padded = [max(count, 0) for count in places]
        if any(padded):
            value = graph.call(aten.constant_pad_nd.default, value, padded, fill, before=node)
        graph.replace(node, value)
