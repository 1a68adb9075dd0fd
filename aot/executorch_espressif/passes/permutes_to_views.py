# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A permute that moves only dimensions of size 1 leaves the bytes in place: it becomes a view."""

from __future__ import annotations

import torch

from executorch_espressif.graph import Graph
from executorch_espressif.passes.sink_permutes import permute_target, stays_in_place


def permutes_to_views(graph: Graph) -> None:
    for node in graph.calls(permute_target()):
        source, dims = node.args
        shape = source.meta["val"].shape
        if stays_in_place(shape, dims):
            sizes = [shape[index] for index in dims]
            target = torch.ops.aten.view_copy.default
            graph.replace(node, graph.call(target, source, sizes, before=node))
