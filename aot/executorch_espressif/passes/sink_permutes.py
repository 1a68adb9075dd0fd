# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Move permutes from the inputs to the output of operators that work in any order of dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.fx import Node

from executorch_espressif.activations import argument, overload
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
        parameters = _parameters(graph, node)
        turned = {
            value: value if value in parameters else _turned(graph, value, inverse(dims), node)
            for value in node.all_input_nodes
        }
        args = torch.fx.map_arg(args, turned.__getitem__)
        sunk = graph.call(overload(node), *args, before=node)
        graph.replace(node, graph.call(permute_target(), sunk, dims, before=node))


def _turned(graph: Graph, value: Node, dims: Sequence[int], before: Node) -> Node:
    """An input with its dimensions in another order, such that a permute in front of it goes."""
    constant = graph.constant(value)
    if constant is not None:
        return graph.add_constant(value.name, constant.permute(dims))
    if overload(value) is permute_target():
        return value.args[0]
    return graph.call(permute_target(), value, list(dims), before=before)


def _common_dims(graph: Graph, node: Node) -> list[int] | None:
    """The one permutation that the inputs of a call have just gone through, constants and those
    aside that stay in place in memory."""
    values = [node, *node.all_input_nodes] if node.op == "call_function" else []
    if not all(isinstance(value.meta.get("val"), torch.Tensor) for value in values):
        return None
    found, others = [], []
    for value in values[1:]:
        if value in _parameters(graph, node):
            continue
        if overload(value) is permute_target():
            found.append(list(value.args[1]))
        elif value.meta["val"].dim() != node.meta["val"].dim():
            return None
        elif graph.constant(value) is None:
            others.append(value.meta["val"].shape)
    if not found or any(dims != found[0] for dims in found):
        return None
    turned = inverse(found[0])
    return found[0] if all(stays_in_place(shape, turned) for shape in others) else None


def stays_in_place(shape: Sequence[int], dims: Sequence[int]) -> bool:
    """Whether a permute moves only dimensions of size 1."""
    moved = [index for index in dims if shape[index] != 1]
    return moved == sorted(moved)


def _parameters(graph: Graph, node: Node) -> list[Node]:
    op = graph.operator_of(node)
    return [argument(node, name) for name in op.parameters] if op is not None else []


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
