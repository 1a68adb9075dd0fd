# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rows of the report: the calls of a plan, joined with the nodes of the graph they came from."""

from __future__ import annotations

from math import prod

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.kernel_bundle.pte import Plan
from executorch_espressif.kernels import library_of
from executorch_espressif.report import OperatorRow

aten = torch.ops.aten

# Instructions of a dispatch through the registry, and of portable float code without an FPU: a
# soft multiply-accumulate, and one element of an elementwise operator.
DISPATCH = 187
PORTABLE_MAC = 150
PORTABLE_ELEMENT = 202


def operator_rows(plan: Plan, graph: Graph, why_portable: str) -> list[OperatorRow]:
    """One row for each kernel call, in order of execution."""
    nodes = [node for node in graph.graph.nodes if node.op == "call_function"]
    rows = []
    for chain in plan.chains:
        for instruction in chain:
            if instruction.kind != "KernelCall":
                continue
            name = plan.operators[instruction.index]
            node = _take(nodes, name)
            rows.append(_row(name, node, graph, why_portable))
    return rows


def _take(nodes: list[Node], name: str) -> Node | None:
    """The next node that calls an operator of this name; views before it were planned away."""
    wanted = name.split(".")[0]
    for index, node in enumerate(nodes):
        target = overload(node)
        if target is not None and target._schema.name == wanted:
            del nodes[: index + 1]
            return node
    return None


def _row(name: str, node: Node | None, graph: Graph, why_portable: str) -> OperatorRow:
    library = library_of(name) or "none"
    if node is None:
        return OperatorRow(name, "", name, library, why_portable or None, 0, DISPATCH, 0)
    ours = graph.operator_of(node)
    if overload(node) is aten.copy_.default and node.args[0].meta["val"].dtype is torch.int8:
        # A state of codes is written by the portable library, at about one instruction a byte.
        cost = DISPATCH + prod(_shape(node))
        return OperatorRow(node.name, module_of(node), name, library, None, 0, cost, 0)
    if ours is None:
        macs = _portable_macs(node)
        elements = prod(_shape(node))
        instructions = DISPATCH + macs * PORTABLE_MAC + elements * PORTABLE_ELEMENT
        reason = why_portable or graph.reason(node)
        return OperatorRow(node.name, module_of(node), name, library, reason, macs, instructions, 0)
    args = torch.fx.map_arg(node.args, lambda argument: argument.meta["val"])
    return OperatorRow(
        node=node.name,
        module=module_of(node),
        operator=name,
        library=library,
        reason=None,
        macs=ours.macs(*args),
        instructions=DISPATCH + ours.instructions(*args),
        scratch=ours.scratch(*args),
    )


def module_of(node: Node) -> str:
    """Path of the model's module that a call comes from, "" for the model itself."""
    stack = node.meta.get("nn_module_stack") or {}
    paths = [path for path, _ in stack.values()]
    return paths[-1] if paths else ""


def _shape(node: Node) -> tuple[int, ...]:
    # The emitter's writes to buffers come without a value.
    value = node.meta["val"] if "val" in node.meta else node.args[0].meta["val"]
    return tuple((value[0] if isinstance(value, tuple | list) else value).shape)


def _portable_macs(node: Node) -> int:
    target = overload(node)
    if target is aten.convolution.default:
        weight = node.args[1].meta["val"].shape
        return prod(_shape(node)) * prod(weight[1:])
    if target in (aten.addmm.default, aten.mm.default):
        left = node.args[-2].meta["val"].shape
        return prod(_shape(node)) * left[-1]
    return 0
