# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What a captured graph computes from constants alone, worked out ahead of quantization: weights
that are parametrized (weight norm, spectral norm), or a part of a larger one."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder

# What grows by more, such as a mask for every head, is left to the chip.
MOST_GROWTH = 256


def fold_constants(module: GraphModule) -> None:
    for node in list(module.graph.nodes):
        if not node.all_input_nodes or not _is_pure(node):
            continue
        b = Builder(module, node)
        values = {source: b.value(source) for source in node.all_input_nodes}
        if any(value is None for value in values.values()):
            continue
        with torch.no_grad():
            result = node.target(*torch.fx.map_arg(node.args, values.__getitem__), **node.kwargs)
        if result.numel() > max(value.numel() for value in values.values()) + MOST_GROWTH:
            continue
        node.replace_all_uses_with(b.constant("folded", result.contiguous()))
        module.graph.erase_node(node)
    module.graph.eliminate_dead_code()


def _is_pure(node: Node) -> bool:
    """A call of which the same arguments always give the same one tensor, and nothing else."""
    if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
        return False
    if any(isinstance(value, Node) for value in node.kwargs.values()):
        return False
    random = torch.Tag.nondeterministic_seeded in node.target.tags
    return not (random or node.target._schema.is_mutable) and isinstance(
        node.meta.get("val"), Tensor
    )
