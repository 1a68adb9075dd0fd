# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Copies go: the graph has no writes that one could shield from. A copy into another dim order goes
too, as every tensor of a program is contiguous."""

from __future__ import annotations

import executorch.exir.dim_order_utils  # noqa: F401  registers the dialect of one of them
import torch

from executorch_espressif.graph import Graph


def remove_clones(graph: Graph) -> None:
    targets = (torch.ops.aten.clone.default, torch.ops.dim_order_ops._clone_dim_order.default)
    found = False
    for node in graph.calls(*targets):
        # An output that is an input or a constant has to be copied.
        if node.args[0].op == "placeholder" and graph.graph.output_node() in node.users:
            continue
        graph.replace(node, node.args[0])
        found = True
    if found:
        for node in graph.graph.nodes:
            if node.op == "call_function" and hasattr(node.target, "_op"):
                graph.update_value(node)
