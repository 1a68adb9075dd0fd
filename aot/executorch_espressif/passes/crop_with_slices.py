# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Constant padding that crops becomes slices and what is left to pad: its kernel only pads."""

from __future__ import annotations

import torch

from executorch_espressif.activations import argument
from executorch_espressif.graph import Graph

aten = torch.ops.aten


def crop_with_slices(graph: Graph) -> None:
    for node in graph.calls(aten.constant_pad_nd.default):
        value, places, fill = (argument(node, name) for name in ("self", "pad", "value"))
        if min(places, default=0) >= 0:
            continue
        rank = value.meta["val"].dim()
        for i in range(len(places) // 2):
            axis, (before, after) = rank - 1 - i, places[2 * i : 2 * i + 2]
            extent = value.meta["val"].shape[axis]
            start, end = max(-before, 0), extent - max(-after, 0)
            if (start, end) != (0, extent):
                value = graph.call(aten.slice_copy.Tensor, value, axis, start, end, before=node)
        padded = [max(count, 0) for count in places]
        if any(padded):
            value = graph.call(aten.constant_pad_nd.default, value, padded, fill, before=node)
        graph.replace(node, value)
