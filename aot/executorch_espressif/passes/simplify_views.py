# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Views of views become one view; a view to the same shape disappears."""

from __future__ import annotations

import torch

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph

VIEW = torch.ops.aten.view_copy.default


def simplify_views(graph: Graph) -> None:
    for node in graph.calls(VIEW):
        source = node.args[0]
        while overload(source) is VIEW:
            source = source.args[0]
        node.args = (source, list(node.meta["val"].shape))
        if node.meta["val"].shape == source.meta["val"].shape:
            graph.replace(node, source)
