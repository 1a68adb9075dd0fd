# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Write the parameters of quantize and dequantize nodes onto the calls between them."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Iterator

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops._common.operator import QParams

decomposed = torch.ops.quantized_decomposed
QUANTIZE = decomposed.quantize_per_tensor.default
DEQUANTIZE = decomposed.dequantize_per_tensor.default
DEQUANTIZE_PER_CHANNEL = decomposed.dequantize_per_channel.default


def fold_qparams(graph: Graph) -> None:
    """meta["input_qparams"] maps dequantize nodes to QParams; meta["output_qparams"] is set if all
    users quantize alike. The quantize and dequantize nodes stay until something replaces them."""
    for node in graph.graph.nodes:
        if node.op != "call_function" or overload(node) in (QUANTIZE, DEQUANTIZE):
            continue
        inputs = {n: dequantized(graph, n) for n in node.all_input_nodes}
        node.meta["input_qparams"] = {n: q for n, q in inputs.items() if q is not None}
        users = list(value_of(node).users)
        found = [quantized(user) for user in users]
        if found and found[0] is not None and all(qparams == found[0] for qparams in found):
            node.meta["output_qparams"] = found[0]


def value_of(node: Node) -> Node:
    """The node of the first result: the call itself, or its getitem if it gives a tuple."""
    if not isinstance(node.meta.get("val"), tuple | list):
        return node
    items = [user for user in node.users if user.target is python_operator.getitem]
    if len(items) == len(node.users) == 1 and items[0].args[1] == 0:
        return items[0]
    return node


def quantizers(node: Node) -> Iterator[Node]:
    yield from (user for user in list(node.users) if overload(user) is QUANTIZE)


def quantized(node: Node) -> QParams | None:
    """Parameters of a quantize to int8 per tensor over the whole range of codes."""
    if overload(node) is not QUANTIZE or tuple(node.args[3:6]) != (-128, 127, torch.int8):
        return None
    return QParams(float(node.args[1]), int(node.args[2]))


def dequantized(graph: Graph, node: Node) -> QParams | None:
    """Parameters of a dequantize from int8 per tensor, or of a constant per channel."""
    if overload(node) is DEQUANTIZE:
        scale, zero_point, quant_min, quant_max, dtype = node.args[1:6]
        if dtype is not torch.int8 and graph.constant(node.args[0]) is None:
            return None
        return QParams(float(scale), int(zero_point), quant_min, quant_max)
    if overload(node) is DEQUANTIZE_PER_CHANNEL:
        scales, zero_points = (graph.constant(argument) for argument in node.args[1:3])
        if scales is None or zero_points is None or zero_points.any():
            return None
        axis, quant_min, quant_max = node.args[3:6]
        return QParams(0.0, 0, quant_min, quant_max, tuple(scales.tolist()), axis)
    return None
