# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A clamp behind an operator that can clamp its own output becomes that operator's output codes."""

from __future__ import annotations

from torch.fx import Node

from executorch_espressif.activations import CLAMPS, activation_bounds, overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operators
from executorch_espressif.passes.fold_qparams import value_of


def fuse_activations(graph: Graph) -> None:
    """The producer's meta takes the clamp's output_qparams, its codes as "activation", itself as
    "tail"."""
    fusing = {
        target
        for op in operators().values()
        if any(pattern.fuses_activation for pattern in op.patterns)
        for target in op.edge_targets
    }
    for node in graph.calls(*CLAMPS):
        bounds = activation_bounds(node)
        producer = node.args[0]
        if bounds is None or "output_qparams" not in node.meta:
            continue
        # A clamp takes no other in: its own bounds are all that it has.
        if overload(producer) not in fusing or overload(producer) in CLAMPS:
            continue
        if len(value_of(producer).users) != 1:
            continue
        qparams = node.meta.pop("output_qparams")
        producer.meta["output_qparams"] = qparams
        producer.meta["activation"] = qparams.clamp(*bounds)
        producer.meta["tail"] = node


def tail_of(node: Node) -> Node:
    """Where the call's quantized value leaves: its fused clamp, or itself."""
    return node.meta.get("tail", value_of(node))
