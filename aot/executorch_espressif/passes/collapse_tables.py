# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Elementwise operators that together are a function of one value become one table."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.fx import Node

from executorch_espressif.activations import argument, overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.tables import every_code


@dataclass(frozen=True)
class Function:
    """`source` and the calls between it and the result, in order; the result is the last one."""

    source: Node
    calls: list[Node]


def collapse_tables(graph: Graph) -> None:
    """Takes in chains (a table of a clamp) and diamonds (x times the table of x). A call that has
    users outside stays for these, so it is only taken in where the result needs it anyway."""
    order = {node: place for place, node in enumerate(graph.graph.nodes)}
    for node in reversed(order):
        if not node.users or not _is_elementwise(graph, node):
            continue
        found = _function(graph, node, order)
        if found is None:
            continue
        table = _table(graph, found)
        if torch.equal(table, every_code()):
            graph.replace(node, found.source)
        elif len(found.calls) > 1 or len(_operands(graph, node)) > 1:
            table = graph.add_constant(f"{node.name}_table", table)
            lut = operator("lut").overload
            graph.replace(node, graph.call(lut, found.source, table, before=node))
        else:
            continue
        graph.graph.erase_node(node)


def _is_elementwise(graph: Graph, node: Node) -> bool:
    op = graph.operator_of(node)
    if op is None or not op.elementwise:
        return False
    return all(graph.constant(argument(node, name)) is not None for name in op.parameters)


def _operands(graph: Graph, node: Node) -> list[Node]:
    """The tensor arguments of an elementwise call, tables aside."""
    parameters = [argument(node, name) for name in graph.operator_of(node).parameters]
    return [value for value in node.args if isinstance(value, Node) and value not in parameters]


def _is_number(graph: Graph, node: Node) -> bool:
    constant = graph.constant(node)
    return constant is not None and constant.numel() == 1


def _values(graph: Graph, node: Node) -> set[Node]:
    return {value for value in _operands(graph, node) if not _is_number(graph, value)}


def _function(graph: Graph, node: Node, order: dict[Node, int]) -> Function | None:
    """The longest way back from a call to one value that it alone depends on."""
    shape = node.meta["val"].shape
    calls, frontier, best = [node], _values(graph, node), None
    while frontier:
        latest = max(frontier, key=order.__getitem__)
        if latest.meta["val"].shape != shape:
            break
        if len(frontier) == 1:
            best = Function(latest, calls[::-1])
            if not all(user in calls for user in latest.users):
                break
        if not _is_elementwise(graph, latest):
            break
        calls = [*calls, latest]
        frontier = (frontier - {latest}) | _values(graph, latest)
    return best


def _table(graph: Graph, function: Function) -> Tensor:
    known = {function.source: every_code()}

    def value(node: Node) -> Tensor:
        if node in known:
            return known[node]
        constant = graph.constant(node)
        return constant.reshape(1) if constant.numel() == 1 else constant

    for call in function.calls:
        known[call] = overload(call)(*torch.fx.map_arg(call.args, value))
    return known[function.calls[-1]]
