# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What convert_pt2e's graph gives with its arithmetic done in float64: whole, and layer by layer.

In float64, no code of half a million is decided by the order in which a processor's float32 kernels
sum. Layer by layer, our operators get the codes that convert_pt2e has: from end to end, a network
also shows what its later layers make of one code at an early one.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import executorch_espressif as ee
import torch
from executorch_espressif import passes
from executorch_espressif.activations import overload
from executorch_espressif.export import _to_edge
from executorch_espressif.graph import Graph
from executorch_espressif.passes.fold_qparams import DEQUANTIZE, QUANTIZE
from torch import Tensor
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind
from torch.fx import Interpreter, Node


@dataclass
class Layer:
    """codes: how many were compared; different: from convert_pt2e's; largest: difference."""

    node: str
    operator: str
    codes: int = 0
    different: int = 0
    largest: int = 0


def layer_by_layer(art: ee.Artifact, inputs: list[tuple[Tensor, ...]]) -> list[Layer]:
    edge = _to_edge(art.source, inputs[0], True).exported_program()
    reference = copy.deepcopy(edge)
    graph = Graph(edge)
    passes.run((passes.remove_clones, passes.fold_qparams, passes.fuse_activations), graph)
    readers = [
        (node, node.args[0].name, _producer(node.args[0]))
        for node in graph.graph.nodes
        if overload(node) is DEQUANTIZE and overload(node.args[0]) is QUANTIZE
    ]
    passes.lower_operators(graph)
    layers, quantized = {}, {}
    for reader, name, operator in readers:
        lowered = reader.args[0]
        if overload(lowered) is not QUANTIZE:
            layers[lowered.name], quantized[lowered.name] = Layer(name, operator), name
    graph.clean()
    for item in inputs:
        known = _Reference(reference.graph_module)
        known.run(*_values(reference, item))
        right = {name: known.codes[quantize] for name, quantize in quantized.items()}
        _Forced(graph.module, right, layers).run(*_values(edge, item))
    return list(layers.values())


def _producer(quantize: Node) -> str:
    return str(overload(quantize.args[0]) or quantize.args[0].op)


def _values(program: ExportedProgram, inputs: tuple[Tensor, ...]) -> list[Tensor]:
    given = iter(inputs)
    values = []
    for spec in program.graph_signature.input_specs:
        if spec.kind is InputKind.USER_INPUT:
            values.append(next(given))
        elif spec.target in program.state_dict:
            values.append(program.state_dict[spec.target])
        else:
            values.append(program.constants[spec.target])
    return values


class InFloat64(Interpreter):
    """Runs a graph of convert_pt2e with the same scales, zero points and codes, all floats between
    them in float64. Inputs are quantized in float32, as they come: that is the same everywhere."""

    def run_node(self, node: Node) -> object:
        target = overload(node)
        if target is torch.ops.aten._assert_tensor_metadata.default:
            # That a value is float32.
            return None
        if target not in _FLOAT64:
            result = super().run_node(node)
            floats = isinstance(result, Tensor) and result.dtype == torch.float32
            return result.double() if floats else result
        (value, *rest), _ = self.fetch_args_kwargs_from_env(node)
        if target is QUANTIZE and node.args[0].op == "placeholder":
            return QUANTIZE(value.float(), *rest)
        return _FLOAT64[target](value, *rest)


class _Reference(InFloat64):
    """Keeps the codes of all quantize nodes."""

    def __init__(self, module: torch.fx.GraphModule) -> None:
        super().__init__(module)
        self.codes: dict[str, Tensor] = {}

    def run_node(self, node: Node) -> object:
        result = super().run_node(node)
        if overload(node) is QUANTIZE:
            self.codes[node.name] = result
        return result


def _quantize(
    x: Tensor, scale: float, zero_point: int, low: int, high: int, dtype: torch.dtype
) -> Tensor:
    return (x.double() / scale + zero_point).round().clamp(low, high).to(dtype)


def _dequantize(x: Tensor, scale: float, zero_point: int, *_: object) -> Tensor:
    return (x.double() - zero_point) * scale


def _dequantize_channels(
    x: Tensor, scales: Tensor, zero_points: Tensor, axis: int, *_: object
) -> Tensor:
    shape = [-1 if place == axis else 1 for place in range(x.dim())]
    zeros = torch.zeros_like(scales) if zero_points is None else zero_points
    return (x.double() - zeros.view(shape)) * scales.double().view(shape)


_FLOAT64 = {
    torch.ops.quantized_decomposed.quantize_per_tensor.default: _quantize,
    torch.ops.quantized_decomposed.dequantize_per_tensor.default: _dequantize,
    torch.ops.quantized_decomposed.dequantize_per_channel.default: _dequantize_channels,
}


class _Forced(Interpreter):
    """Compares each layer, and goes on with the right codes."""

    def __init__(
        self, module: torch.fx.GraphModule, right: dict[str, Tensor], layers: dict[str, Layer]
    ) -> None:
        super().__init__(module)
        self.right, self.layers = right, layers

    def run_node(self, node: Node) -> object:
        result = super().run_node(node)
        layer = self.layers.get(node.name)
        if layer is None:
            return result
        right = self.right[node.name]
        apart = (result.to(torch.int16) - right.to(torch.int16)).abs()
        layer.codes += apart.numel()
        layer.different += int((apart > 0).sum())
        layer.largest = max(layer.largest, int(apart.max()) if apart.numel() else 0)
        return right
