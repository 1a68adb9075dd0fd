# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A pad with the zero point, in front of a convolution, becomes the convolution's own padding."""

from __future__ import annotations

from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.passes.sink_permutes import permute_target

# Place of the padding among the arguments, and of the input's zero point.
CONVOLUTIONS = {"conv2d": (4, 7), "depthwise_conv2d": (4, 7)}


def fold_pad_into_convolution(graph: Graph) -> None:
    for name, (padding_at, zero_point_at) in CONVOLUTIONS.items():
        for node in graph.calls(operator(name).overload):
            while (found := _padded(graph, node.args[0])) is not None:
                source, before, after, value = found
                sides = [before[1], after[1], before[2], after[2]]
                outside = [before[0], after[0], before[3], after[3]]
                if any(outside) or value != node.args[zero_point_at]:
                    break
                args = list(node.args)
                args[0] = source()
                args[padding_at] = [a + b for a, b in zip(args[padding_at], sides, strict=True)]
                node.args = tuple(args)


def _padded(graph: Graph, node: Node):
    """(maker of the value without pad, before, after, value) of a pad, also through a permute."""
    pad = operator("pad")
    if overload(node) is pad.overload:
        source, before, after, value = node.args
        return (lambda: source), before, after, value
    if overload(node) is permute_target() and overload(node.args[0]) is pad.overload:
        inner, dims = node.args
        source = inner.args[0]
        _, before, after, value = pad.reorder(inner.args, dims)

        def unpadded() -> Node:
            return graph.call(permute_target(), source, dims, before=node)

        return unpadded, before, after, value
    return None
