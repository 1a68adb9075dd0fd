# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Move permutes from the inputs to the output of operators that work in any order of dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator

# ATen calls whose second argument is the axis.
MOVES_ALONG_AN_AXIS = (torch.ops.aten.cat.default, torch.ops.aten.slice_copy.Tensor)


def permute_target() -> torch._ops.OpOverload:
    return operator("permute").overload


def inverse(dims: Sequence[int]) -> list[int]:
    return sorted(range(len(dims)), key=lambda index: dims[index])


def sink_permutes(graph: Graph) -> None:
    for node in list(graph.graph.nodes):
        dims = _common_dims(graph, node)
        if dims is None:
            continue
        args = _reordered(graph, node, inverse(dims))
        if args is None:
            continue

        def source(value: Node, dims: list[int] = dims) -> Node:
            constant = graph.constant(value)
            if constant is None:
                return value.args[0]
            return graph.add_constant(value.name, constant.permute(inverse(dims)))

        args = torch.fx.map_arg(args, source)
        sunk = graph.call(overload(node), *args, before=node)
        graph.replace(node, graph.call(permute_target(), sunk, dims, before=node))


def _common_dims(graph: Graph, node: Node) -> list[int] | None:
    """The one permutation that all non-constant inputs of a call have just gone through."""
    found = []
    for value in node.all_input_nodes if node.op == "call_function" else ():
        if overload(value) is permute_target():
            found.append(list(value.args[1]))
        elif graph.constant(value) is None or value.meta["val"].dim() != node.meta["val"].dim():
            return None
    return found[0] if found and all(dims == found[0] for dims in found) else None


def _reordered(graph: Graph, node: Node, dims: Sequence[int]) -> tuple | None:
    op = graph.operator_of(node)
    if op is not None:
        reordered = op.reorder(node.args, dims)
        if reordered is None:
            return None
        return tuple(
            old if isinstance(old, Node) else new
            for old, new in zip(node.args, reordered, strict=True)
        )
    if overload(node) in MOVES_ALONG_AN_AXIS:
        axis = node.args[1] % len(dims) if len(node.args) > 1 else 0
        return node.args[0], dims.index(axis), *node.args[2:]
    return None
