# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One quantized call of the edge graph, as an operator's `lower` sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import Node

from executorch_espressif.activations import argument, overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.ops._common.operator import QParams, Refuse
from executorch_espressif.requantize import requantize
from executorch_espressif.tables import real_values, table_of

NHWC = (0, 2, 3, 1)
NCHW = (0, 3, 1, 2)


class Site:
    """A call whose arguments and output the fold pass has given quantization parameters.

    Methods that need something quantized raise `Refuse`. New nodes go in front of the call.
    """

    def __init__(self, graph: Graph, node: Node) -> None:
        self.graph = graph
        self.node = node
        # Only an operator that gives no codes is asked without.
        self.output: QParams = node.meta.get("output_qparams")
        if self.output is not None:
            low, high = node.meta.get("activation", (self.output.quant_min, self.output.quant_max))
            self.activation: tuple[int, int] = (low, high)
        value = node.meta["val"]
        value = value[0] if isinstance(value, tuple | list) else value
        self.output_shape: tuple[int, ...] = tuple(value.shape)

    @property
    def target(self) -> torch._ops.OpOverload:
        return overload(self.node)

    def arg(self, name: str) -> Any:
        return argument(self.node, name)

    def with_output_qparams(self, name: str, node: Node) -> Node:
        """Int8 node of an argument (or of an element of it) in the codes of the output."""
        source, qparams = self._quantized(name, node)
        same = (qparams.scale, qparams.zero_point) == (self.output.scale, self.output.zero_point)
        return source if same else requantize(self.graph, source, qparams, self.output, self.node)

    def input(self, name: str) -> Node:
        return self._quantized(name, self.arg(name))[0]

    def qparams(self, name: str) -> QParams:
        return self._quantized(name, self.arg(name))[1]

    def _quantized(self, name: str, node: Any) -> tuple[Node, QParams]:
        if not isinstance(node, Node):
            raise Refuse(f"argument '{name}' is {node!r}, not a tensor")
        qparams = self.node.meta["input_qparams"].get(node)
        if qparams is None:
            raise Refuse(f"argument '{name}' is not quantized")
        return node.args[0], qparams

    def constant(self, name: str) -> torch.Tensor:
        value = self.graph.constant(self.input(name))
        if value is None:
            raise Refuse(f"argument '{name}' is not a constant")
        return value

    def table(self) -> tuple[Node, torch.Tensor]:
        """The one int8 node that the output is an elementwise function of, and the output's codes
        for its codes -128..127."""
        source, values = real_values(self.graph, self.node.meta.get("tail", self.node))
        return source, table_of(values, self.output)

    def shape(self, name: str) -> tuple[int, ...]:
        return tuple(self.arg(name).meta["val"].shape)

    def require_shared(self) -> None:
        for node, qparams in self.node.meta["input_qparams"].items():
            if (qparams.scale, qparams.zero_point) != (self.output.scale, self.output.zero_point):
                raise Refuse(
                    f"input {node.args[0]} has scale {qparams.scale:.6g}, zero point "
                    f"{qparams.zero_point}; the output has {self.output.scale:.6g}, "
                    f"{self.output.zero_point}"
                )

    def parameter(self, name: str, value: torch.Tensor) -> Node:
        return self.graph.add_constant(f"{self.node.name}_{name}", value)

    def call(self, name: str, *args: Any) -> Node:
        call = self.graph.call(operator(name).overload, *args, before=self.node)
        if (excess := self.graph.excess(call)) is not None:
            raise Refuse(excess)
        return call

    def permute(self, node: Node, dims: Sequence[int]) -> Node:
        return self.call("permute", node, list(dims))

    def nhwc(self, node: Node) -> Node:
        return self.permute(node, NHWC)

    def nchw(self, node: Node) -> Node:
        return self.permute(node, NCHW)

    def before_permute(self, node: Node, axis: int) -> tuple[Node, int]:
        """For a call that leaves 1 of `axis`: the node, or what it permutes, and the axis there, if
        the other dimensions keep their order."""
        if overload(node) is not operator("permute").overload:
            return node, axis
        source, dims = node.args
        shape = source.meta["val"].shape
        others = [dim for dim in dims if dim != dims[axis] and shape[dim] != 1]
        return (source, dims[axis]) if others == sorted(others) else (node, axis)

    def view(self, node: Node, shape: Sequence[int]) -> Node:
        target = torch.ops.aten.view_copy.default
        return self.graph.call(target, node, list(shape), before=self.node)
