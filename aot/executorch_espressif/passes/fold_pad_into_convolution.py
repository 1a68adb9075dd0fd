# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A pad with the zero point, in front of a convolution, becomes the convolution's own padding."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.passes.sink_permutes import permute_target

VIEW = torch.ops.aten.view_copy.default

# Maker of the value without pad, places before and after it on each dimension, the pad's value.
Padded = tuple[Callable[[], Node], list[int], list[int], int]

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
                old, args = node.args, list(node.args)
                args[0] = source()
                args[padding_at] = [a + b for a, b in zip(args[padding_at], sides, strict=True)]
                node.args = tuple(args)
                if graph.excess(node) is not None:
                    node.args = old
                    break


def _padded(graph: Graph, node: Node) -> Padded | None:
    """What a pad gives, also behind permutes and behind views that add or drop sizes of 1."""
    if overload(node) is operator("pad").overload:
        source, before, after, value = node.args
        return lambda: source, list(before), list(after), value
    if overload(node) is permute_target():
        dims = node.args[1]
        if (inner := _padded(graph, node.args[0])) is None:
            return None
        source, before, after, value = inner
        turned = [before[dim] for dim in dims], [after[dim] for dim in dims]
        return lambda: graph.call(permute_target(), source(), dims, before=node), *turned, value
    if overload(node) is VIEW:
        old, new = (list(n.meta["val"].shape) for n in (node.args[0], node))
        if [size for size in old if size != 1] != [size for size in new if size != 1]:
            return None
        if (inner := _padded(graph, node.args[0])) is None:
            return None
        source, before, after, value = inner
        # A size of 1 has no padding, or nothing inside it.
        if any(b or a for b, a, size in zip(before, after, old, strict=True) if size == 1):
            return None
        places = [axis for axis, size in enumerate(old) if size != 1]
        left = iter(places)
        axes = [next(left) if size != 1 else None for size in new]
        sides = [[0 if axis is None else pad[axis] for axis in axes] for pad in (before, after)]
        sizes = [size - b - a for size, b, a in zip(new, *sides, strict=True)]
        return lambda: graph.call(VIEW, source(), sizes, before=node), *sides, value
    return None
