# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Compute calls whose tensor arguments are all constants."""

from __future__ import annotations

import torch

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph


def fold_constants(graph: Graph) -> None:
    for node in list(graph.graph.nodes):
        target = overload(node)
        if not isinstance(target, torch._ops.OpOverload) or not node.all_input_nodes:
            continue
        values = {value: graph.constant(value) for value in node.all_input_nodes}
        if any(value is None for value in values.values()) or target._schema.is_mutable:
            continue
        args, kwargs = torch.fx.map_arg((node.args, node.kwargs), values.__getitem__)
        with torch.no_grad():
            result = target(*args, **kwargs)
        if isinstance(result, torch.Tensor):
            graph.replace(node, graph.add_constant(f"{node.name}_folded", result))
