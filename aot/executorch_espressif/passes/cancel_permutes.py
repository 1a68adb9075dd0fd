# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Compose permutes that follow each other; drop those that change nothing; share equal ones."""

from __future__ import annotations

from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.passes.sink_permutes import permute_target


def cancel_permutes(graph: Graph) -> None:
    seen: dict[tuple[Node, tuple[int, ...]], Node] = {}
    for node in graph.calls(permute_target()):
        source, dims = node.args
        while overload(source) is permute_target():
            source, inner = source.args
            dims = [inner[index] for index in dims]
        node.args = (source, list(dims))
        if list(dims) == list(range(len(dims))):
            graph.replace(node, source)
            continue
        first = seen.setdefault((source, tuple(dims)), node)
        if first is not node:
            graph.replace(node, first)
