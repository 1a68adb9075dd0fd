# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Batch norms behind linear layers in quantization-aware training, which PT2E folds for
convolutions alone. While training runs, the weight is that of the folded layer:

    batch_norm(linear(x, fake_quantize(weight * factor)) / factor + bias)

with factor = gamma / sqrt(running variance + eps); afterwards one layer is left of it. The factor
follows the running variance, so that what is fake-quantized is what the program will hold, while
the norm goes on with the statistics of each batch.
"""

from __future__ import annotations

import operator as python_operator

import torch
from torch import Tensor
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e.quantizer import QuantizationAnnotation
from torchao.quantization.pt2e.quantizer.quantizer import Q_ANNOTATION_KEY

from executorch_espressif.activations import argument
from executorch_espressif.layers import BATCH_NORMS

aten = torch.ops.aten

# Keys of node meta: a linear layer with a norm to fold, and its weight as it will be.
NORMED = "esp_nn_normed"
FOLDED_WEIGHT = "esp_nn_folded_weight"


def spread_norms(module: GraphModule) -> None:
    """Brings the formula above into a graph for training."""
    for layer in list(module.graph.nodes):
        norm = _only_user(layer)
        if layer.target is not aten.linear.default or norm is None:
            continue
        # Of more than two dimensions, a linear layer has its channels last and a norm second.
        if norm.target not in BATCH_NORMS or layer.meta["val"].dim() != 2:
            continue
        weight, bias = argument(layer, "weight"), argument(layer, "bias")
        parameters = (weight, bias, *_parameters(norm))
        if not all(node is None or node.op == "get_attr" for node in parameters):
            continue
        _spread(module, layer, norm)
    module.graph.lint()
    module.recompile()


def _spread(module: GraphModule, layer: Node, norm: Node) -> None:
    source, weight = layer.args[:2]
    bias = argument(layer, "bias")
    gamma, _, _, variance = _parameters(norm)

    def call(target: torch._ops.OpOverload, *args: object) -> Node:
        node = module.graph.call_function(target, args)
        node.meta = dict(layer.meta)
        node.meta[Q_ANNOTATION_KEY] = QuantizationAnnotation(_annotated=True)
        return node

    with module.graph.inserting_before(layer):
        widened = call(aten.add.Tensor, variance, argument(norm, "eps"))
        factor = call(aten.rsqrt.default, widened)
        factor = factor if gamma is None else call(aten.mul.Tensor, factor, gamma)
        column = call(aten.reshape.default, factor, [-1, 1])
        folded = call(aten.mul.Tensor, weight, column)
    folded.meta["val"] = layer.meta["val"].new_empty(_value(module, weight).shape)
    folded.meta[FOLDED_WEIGHT] = True
    with module.graph.inserting_before(norm):
        # A gamma of 0 takes the layer away, but not its gradient's way back.
        gone = call(aten.eq.Scalar, factor, 0.0)
        divisor = call(aten.masked_fill.Scalar, factor, gone, 1.0)
        result = call(aten.div.Tensor, layer, divisor)
        result = result if bias is None else call(aten.add.Tensor, result, bias)
    layer.args = (source, folded)
    layer.kwargs = {}
    layer.meta[NORMED] = True
    norm.replace_input_with(layer, result)


def norm_behind(layer: Node) -> Node | None:
    """The norm of a layer that `spread_norms` has taken."""
    node = layer if layer.meta.get(NORMED) else None
    while node is not None and node.target not in BATCH_NORMS:
        node = _only_user(node)
    return node


def fold_norms(module: GraphModule) -> None:
    """Leaves one layer with the trained, not yet quantized, weight and bias; and no norm counts its
    batches any longer."""
    for layer in list(module.graph.nodes):
        norm = norm_behind(layer)
        if norm is None:
            continue
        folded = layer.args[1]
        while not folded.meta.get(FOLDED_WEIGHT) or folded.op != "call_function":
            folded = folded.args[0]
        result = norm.args[0]
        bias = _value(module, result.args[1]) if result.target is aten.add.Tensor else None
        gamma, beta, mean, variance = (
            None if node is None else _value(module, node) for node in _parameters(norm)
        )
        factor = (variance + argument(norm, "eps")).rsqrt()
        factor = factor if gamma is None else factor * gamma
        shift = -mean * factor if bias is None else (bias - mean) * factor
        weight = _value(module, folded.args[0]) * factor.reshape(-1, 1)
        with module.graph.inserting_before(folded):
            folded.replace_all_uses_with(_parameter(module, f"{layer.name}_weight", weight))
        with module.graph.inserting_before(layer):
            shift = shift if beta is None else shift + beta
            layer.args = (*layer.args, _parameter(module, f"{layer.name}_bias", shift))
        layer.meta.pop(NORMED)
        norm.replace_all_uses_with(layer)
    for node in list(module.graph.nodes):
        if node.target is aten.add_.Tensor and _is_counter(node.args[0]):
            module.graph.erase_node(node)
    module.graph.eliminate_dead_code()
    module.graph.lint()
    module.recompile()


def _is_counter(node: Node) -> bool:
    return node.op == "get_attr" and str(node.target).endswith("num_batches_tracked")


def _only_user(node: Node) -> Node | None:
    return next(iter(node.users)) if len(node.users) == 1 else None


def _parameters(norm: Node) -> list[Node | None]:
    return [argument(norm, n) for n in ("weight", "bias", "running_mean", "running_var")]


def _value(module: GraphModule, node: Node) -> Tensor:
    return python_operator.attrgetter(str(node.target))(module).detach()


def _parameter(module: GraphModule, name: str, value: Tensor) -> Node:
    name = f"{name}_with_its_norm"
    module.register_parameter(name, torch.nn.Parameter(value))
    return module.graph.get_attr(name)
