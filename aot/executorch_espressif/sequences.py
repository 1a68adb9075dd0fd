# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Pooling over sequences, written as pooling over images of height 1 ahead of quantization."""

from __future__ import annotations

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.movement import Builder

aten = torch.ops.aten


def decompose_sequences(module: GraphModule) -> None:
    for node in list(module.graph.nodes):
        if node.op == "call_function" and node.target in POOLING:
            node.replace_all_uses_with(POOLING[node.target](Builder(module, node)))
            module.graph.erase_node(node)


def _over(height: int, value: int | list[int]) -> list[int]:
    return [height, value if isinstance(value, int) else value[0]]


def _pool(b: Builder, target: torch._ops.OpOverload, *args: object) -> Node:
    image = b.call(aten.unsqueeze.default, b.source, -2)
    return b.call(aten.squeeze.dim, b.call(target, image, *args), -2)


def _max_pool(b: Builder) -> Node:
    g = b.given
    stride = g["stride"] or g["kernel_size"]
    window = (_over(1, g["kernel_size"]), _over(1, stride), _over(0, g["padding"]))
    return _pool(b, aten.max_pool2d.default, *window, _over(1, g["dilation"]), g["ceil_mode"])


def _avg_pool(b: Builder) -> Node:
    g = b.given
    stride = g["stride"] or g["kernel_size"]
    window = (_over(1, g["kernel_size"]), _over(1, stride), _over(0, g["padding"]))
    return _pool(b, aten.avg_pool2d.default, *window, g["ceil_mode"], g["count_include_pad"])


def _adaptive_avg_pool(b: Builder) -> Node:
    return _pool(b, aten.adaptive_avg_pool2d.default, _over(1, b.given["output_size"]))


POOLING = {
    aten.max_pool1d.default: _max_pool,
    aten.avg_pool1d.default: _avg_pool,
    aten.adaptive_avg_pool1d.default: _adaptive_avg_pool,
}
