# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Constants that no call reads leave the program, so that they do not stay in the file."""

from __future__ import annotations

from executorch_espressif.graph import CONSTANT_KINDS, Graph


def prune_constants(graph: Graph) -> None:
    nodes = {node.name: node for node in graph.graph.nodes if node.op == "placeholder"}
    written = graph.signature.buffers_to_mutate.values()
    for spec in list(graph.signature.input_specs):
        node = nodes[spec.arg.name]
        if spec.kind in CONSTANT_KINDS and not node.users and spec.target not in written:
            graph.remove_constant(node)
