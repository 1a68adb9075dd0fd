# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A linear layer that stays float becomes addmm or mm, which the portable library has."""

from __future__ import annotations

import torch

from executorch_espressif.activations import argument
from executorch_espressif.graph import Graph

aten = torch.ops.aten


def decompose_linear(graph: Graph) -> None:
    for node in graph.calls(aten.linear.default):
        value, weight, bias = (argument(node, name) for name in ("input", "weight", "bias"))
        constant = graph.constant(weight)
        if constant is None:
            turned = graph.call(aten.permute_copy.default, weight, [1, 0], before=node)
        else:
            turned = graph.add_constant(f"{node.name}_weight_t", constant.t())
        shape = list(value.meta["val"].shape)
        if len(shape) != 2:
            rows = [torch.Size(shape[:-1]).numel(), shape[-1]]
            value = graph.call(aten.view_copy.default, value, rows, before=node)
        if bias is None:
            result = graph.call(aten.mm.default, value, turned, before=node)
        else:
            result = graph.call(aten.addmm.default, bias, value, turned, before=node)
        if node in graph.reasons:
            graph.reasons[result] = graph.reasons[node]
        if len(shape) != 2:
            sizes = list(node.meta["val"].shape)
            result = graph.call(aten.view_copy.default, result, sizes, before=node)
        graph.replace(node, result)
