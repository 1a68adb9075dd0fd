# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Functions of one int8 value as tables of 256 codes, worked out with PyTorch's own float calls."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops._common.operator import QParams, Refuse

aten = torch.ops.aten
decomposed = torch.ops.quantized_decomposed
DEQUANTIZE = decomposed.dequantize_per_tensor.default
RANGE = (-128, 127, torch.int8)

# Elementwise, but without PyTorch's tag for it.
UNTAGGED = (
    aten.hardsigmoid.default,
    aten.hardswish.default,
    aten.log_sigmoid.default,
    aten.prelu.default,
)
COPIES = ("dim_order_ops::_to_dim_order_copy", "dim_order_ops::_clone_dim_order")
FILLS = (aten.scalar_tensor.default, aten.full.default)


def every_code() -> Tensor:
    return torch.arange(-128, 128).to(torch.int8)


def is_elementwise(target: object) -> bool:
    """Whether each output of an ATen call depends on the inputs at its own place alone."""
    if not isinstance(target, torch._ops.OpOverload):
        return False
    tags = target.tags
    return target in UNTAGGED or (
        torch.Tag.pointwise in tags and torch.Tag.nondeterministic_seeded not in tags
    )


def real_values(graph: Graph, node: Node) -> tuple[Node, Tensor]:
    """The int8 node that a float value is an elementwise function of, and its float32 values for
    the codes -128..127. Refuse, if it depends on more than one value."""
    function = _Function(graph)
    values = function.of(node)
    if function.source is None:
        raise Refuse(f"{node} does not depend on a quantized value")
    shape, source = node.meta["val"].shape, function.source.meta["val"].shape
    if shape != source:
        raise Refuse(f"its shape {tuple(shape)} is not that of its input, {tuple(source)}")
    return function.source, values


def table_of(values: Tensor, output: QParams) -> Tensor:
    """The codes of 256 real values, as convert_pt2e quantizes them.

    Infinities saturate where they are the function's limit at an end of the range of codes: the
    range of an activation always holds 0, so that a logarithm has one there.
    """
    undefined = values.isnan().nonzero().flatten() - 128
    if len(undefined):
        raise Refuse(f"it is not a number for {len(undefined)} codes from {undefined[0]} on")
    infinite = values.isinf()
    begins = (infinite.int().diff() > 0).sum()
    if infinite.all() or begins > infinite[-1]:
        raise Refuse("it is infinite inside the range of its input")
    return decomposed.quantize_per_tensor(values, output.scale, output.zero_point, *RANGE)


def requantize_table(source: QParams, target: QParams) -> Tensor:
    """Codes of `target` for each code of `source`."""
    values = DEQUANTIZE(every_code(), source.scale, source.zero_point, *RANGE)
    return table_of(values, target)


class _Function:
    """Evaluates float calls for every code of the one int8 value that they depend on."""

    def __init__(self, graph: Graph) -> None:
        self.source: Node | None = None
        self._graph = graph
        self._known: dict[Node, Tensor] = {}

    def of(self, node: Node) -> Tensor:
        if node not in self._known:
            self._known[node] = self._compute(node)
        return self._known[node]

    def _compute(self, node: Node) -> Tensor:
        constant = self._graph.constant(node)
        if constant is not None:
            if constant.numel() != 1:
                raise Refuse(f"{node} is a constant of {constant.numel()} values")
            return constant.detach().reshape(())
        target = overload(node)
        if target is DEQUANTIZE:
            return self._dequantized(node)
        if target in FILLS and torch.Size(node.meta["val"].shape).numel() == 1:
            return target(*node.args, **node.kwargs).reshape(())
        if isinstance(target, torch._ops.OpOverload) and target._schema.name in COPIES:
            return self.of(node.args[0]).to(node.meta["val"].dtype)
        if not is_elementwise(target):
            raise Refuse(f"{node} is not quantized")
        args, kwargs = torch.fx.map_arg((node.args, node.kwargs), self.of)
        return target(*args, **kwargs)

    def _dequantized(self, node: Node) -> Tensor:
        code, *rest = node.args
        constant = self._graph.constant(code)
        if constant is not None:
            if constant.numel() != 1:
                raise Refuse(f"{code} is a constant of {constant.numel()} values")
            return DEQUANTIZE(constant.reshape(()), *rest, **node.kwargs)
        if code.meta["val"].dtype is not torch.int8:
            raise Refuse(f"{code} is {code.meta['val'].dtype}, not int8")
        if self.source not in (None, code):
            raise Refuse(f"depends on two values, {self.source} and {code}")
        self.source = code
        return DEQUANTIZE(every_code(), *rest, **node.kwargs)
