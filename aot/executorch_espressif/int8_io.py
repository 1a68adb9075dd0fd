# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Programs whose inputs and outputs are int8 codes, so that a chip computes no float at all."""

from __future__ import annotations

import torch
from torch.export.graph_signature import InputKind, OutputKind
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.errors import ExportError
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.ops._common.operator import QParams
from executorch_espressif.requantize import requantize

VIEW = torch.ops.aten.view_copy.default
QParamsList = list[QParams | None]


def input_qparams(graph: Graph) -> QParamsList:
    """Of each input the parameters that it is first quantized with, None if it is not."""
    return [next(iter(_quantizers(node)), (None, None))[1] for node in _inputs(graph)]


def output_qparams(graph: Graph) -> QParamsList:
    """Of each output the parameters of the dequantize that it comes out of; else None."""
    found = []
    for value in _outputs(graph):
        source = _dequantize(value)
        found.append(QParams(*source.args[1:3]) if source is not None else None)
    return found


def remove_float_io(graph: Graph) -> tuple[QParamsList, QParamsList]:
    """Takes codes instead of floats and gives codes, by the parameters that are returned. Inputs
    that nothing reads, and those of other dtypes than float32, stay; ExportError where float calls
    stand at the edges."""
    inputs = [_take_codes(graph, place, node) for place, node in enumerate(_inputs(graph))]
    taken = dict(zip(_inputs(graph), inputs, strict=True))
    output = graph.graph.output_node()
    values = list(output.args[0])
    outputs: QParamsList = []
    place = 0
    for index, spec in enumerate(graph.signature.output_specs):
        if spec.kind is OutputKind.USER_OUTPUT:
            values[index], qparams = _give_codes(graph, place, values[index], taken)
            outputs.append(qparams)
            place += 1
    output.args = (tuple(values),)
    return inputs, outputs


def _inputs(graph: Graph) -> list[Node]:
    nodes = {node.name: node for node in graph.graph.nodes if node.op == "placeholder"}
    specs = graph.signature.input_specs
    return [nodes[spec.arg.name] for spec in specs if spec.kind is InputKind.USER_INPUT]


def _outputs(graph: Graph) -> list[Node]:
    values = graph.graph.output_node().args[0]
    specs = graph.signature.output_specs
    pairs = zip(values, specs, strict=True)
    return [value for value, spec in pairs if spec.kind is OutputKind.USER_OUTPUT]


def _quantizers(node: Node) -> list[tuple[Node, QParams]]:
    target = operator("quantize").overload
    return [
        (user, QParams(*user.args[1:3]))
        for user in node.users
        if isinstance(node, Node) and overload(user) is target
    ]


def _dequantize(value: object) -> Node | None:
    while isinstance(value, Node) and overload(value) is VIEW:
        value = value.args[0]
    ours = isinstance(value, Node) and overload(value) is operator("dequantize").overload
    return value if ours else None


def _take_codes(graph: Graph, place: int, node: Node) -> QParams | None:
    quantizers = _quantizers(node)
    if not node.users or node.meta["val"].dtype is not torch.float32:
        return None
    calls = [user for user in node.users if user.op == "call_function"]
    others = [user for user in calls if user not in [quantize for quantize, _ in quantizers]]
    if others:
        raise ExportError(
            f"int8_io: input {place} is read in float by {overload(others[0])} "
            f"({graph.reason(others[0])}); it can be int8 only where all that reads it is"
        )
    if not quantizers:
        return None
    first = quantizers[0][1]
    node.meta["val"] = node.meta["val"].new_empty(node.meta["val"].shape, dtype=torch.int8)
    for quantize, qparams in quantizers:
        same = qparams == first
        codes = node if same else requantize(graph, node, first, qparams, quantize)
        graph.replace(quantize, codes)
    return first


def _give_codes(
    graph: Graph, place: int, value: object, taken: dict[Node, QParams | None]
) -> tuple[object, QParams | None]:
    if not isinstance(value, Node) or value in taken or graph.constant(value) is not None:
        return value, taken.get(value)
    if value.meta["val"].dtype is not torch.float32:
        return value, None
    source = _dequantize(value)
    if source is None:
        raise ExportError(
            f"int8_io: output {place} is computed in float by {overload(value)} "
            f"({graph.reason(value)})"
        )
    codes, shape = source.args[0], list(value.meta["val"].shape)
    if list(codes.meta["val"].shape) != shape:
        codes = graph.call(VIEW, codes, shape, before=graph.graph.output_node())
    return codes, QParams(*source.args[1:3])
