# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Quantized calls become operators of our library, or int8 data movement, or stay with a reason."""

from __future__ import annotations

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.data_movement import EDGE_DATA_MOVEMENT
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operators
from executorch_espressif.ops._common.operator import Operator, Refuse
from executorch_espressif.passes.fold_qparams import quantizers
from executorch_espressif.passes.fuse_activations import tail_of
from executorch_espressif.site import Site


def lower_operators(graph: Graph) -> None:
    by_target: dict[torch._ops.OpOverload, list[Operator]] = {}
    for op in operators().values():
        for target in op.edge_targets:
            by_target.setdefault(target, []).append(op)
    for node in list(graph.graph.nodes):
        target = overload(node)
        if target in by_target:
            _lower(graph, node, by_target[target])
        elif target in EDGE_DATA_MOVEMENT and "output_qparams" in node.meta:
            _move_codes(graph, node)


def _lower(graph: Graph, node: Node, candidates: list[Operator]) -> None:
    reasons = []
    if "output_qparams" not in node.meta:
        candidates = [candidate for candidate in candidates if not candidate.gives_codes]
        if not candidates:
            reasons.append("its output is not quantized")
    for candidate in candidates:
        try:
            replacement = candidate.lower(Site(graph, node))
        except Refuse as reason:
            reasons.append(f"{candidate.name}: {reason}" if len(candidates) > 1 else str(reason))
            continue
        if candidate.gives_codes:
            _replace(graph, node, replacement)
        else:
            graph.replace(node, replacement)
        return
    graph.reasons[node] = "; ".join(reasons)


def _move_codes(graph: Graph, node: Node) -> None:
    site = Site(graph, node)
    try:
        site.require_shared()
        if len(site.node.meta["input_qparams"]) != len(node.all_input_nodes):
            raise Refuse("not every input is quantized")
    except Refuse as reason:
        graph.reasons[node] = str(reason)
        return
    _replace(graph, node, site.view(node.args[0].args[0], site.output_shape))


def _replace(graph: Graph, node: Node, replacement: Node) -> None:
    for quantize in quantizers(tail_of(node)):
        graph.replace(quantize, replacement)
