# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Editing the graph of an edge ExportedProgram: calls, constants, and a consistent signature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from executorch.exir.dialects._ops import ops as exir_ops
from executorch.exir.dialects.edge._ops import EdgeOpOverload
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, InputSpec, TensorArgument
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.ops import operator
from executorch_espressif.ops._common.operator import NAMESPACE, Operator

# Where a call came from; "custom" carries the quantizer's reasons through export.
KEPT_META = ("stack_trace", "nn_module_stack", "custom")
REASON = "esp_nn_reason"

CONSTANT_KINDS = (InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR)


def edge_op(target: torch._ops.OpOverload) -> EdgeOpOverload:
    """The edge dialect's form of an overload."""
    namespace, name = target._schema.name.split("::")
    packet = getattr(getattr(exir_ops.edge, namespace), name)
    return getattr(packet, target._overloadname)


class Graph:
    """An edge program being rewritten. Constants are the placeholders that are not user inputs."""

    def __init__(self, program: ExportedProgram) -> None:
        self.program = program
        self.module = program.graph_module
        self.graph = program.graph_module.graph
        self.signature = program.graph_signature
        self.reasons: dict[Node, str] = {}
        self.fake_mode: FakeTensorMode = next(
            node.meta["val"].fake_mode
            for node in self.graph.nodes
            if hasattr(node.meta.get("val"), "fake_mode")
        )

    def calls(self, *targets: torch._ops.OpOverload) -> Iterator[Node]:
        """Calls of the given overloads, in order; safe against edits while iterating."""
        for node in list(self.graph.nodes):
            if overload(node) in targets:
                yield node

    def operator_of(self, node: Node) -> Operator | None:
        """The operator of our library that a node calls."""
        target = overload(node)
        if isinstance(target, torch._ops.OpOverload) and target.namespace == NAMESPACE:
            return operator(target._schema.name.split("::")[1])
        return None

    def excess(self, node: Node) -> str | None:
        """What of a call of our library leaves its operator's limits, None if nothing does."""
        op = self.operator_of(node)
        if op is None:
            return None
        args = torch.fx.map_arg(node.args, lambda argument: argument.meta["val"])
        return op.excess(args, node.meta["val"])

    def call(self, target: torch._ops.OpOverload, *args: Any, before: Node, **kwargs: Any) -> Node:
        """A new call in front of `before`, with its shape worked out."""
        with self.graph.inserting_before(before):
            node = self.graph.call_function(edge_op(target), args, kwargs)
        node.meta = {key: before.meta[key] for key in KEPT_META if key in before.meta}
        self.update_value(node)
        return node

    def update_value(self, node: Node) -> None:
        """Recompute a call's shape and dtype from its arguments'."""

        def value(argument: Node) -> Any:
            return argument.meta["val"]

        args, kwargs = torch.fx.map_arg((node.args, node.kwargs), value)
        with self.fake_mode:
            node.meta["val"] = overload(node)(*args, **kwargs)

    def reason(self, node: Node) -> str:
        """Why a call is not an operator of our library."""
        quantizer = node.meta.get("custom", {}).get(REASON)
        return quantizer or self.reasons.get(node) or f"esp_nn has no {overload(node)}"

    def constant(self, node: Node) -> torch.Tensor | None:
        """The value of a constant that the program never writes, else None."""
        if node.op != "placeholder":
            return None
        for spec in self.signature.input_specs:
            if spec.arg.name == node.name and spec.kind in CONSTANT_KINDS:
                if spec.target in self.signature.buffers_to_mutate.values():
                    return None
                store = self.program.state_dict
                return (store if spec.target in store else self.program.constants)[spec.target]
        return None

    def buffer(self, target: str) -> Node:
        """The placeholder of a buffer of the model."""
        spec = next(
            spec
            for spec in self.signature.input_specs
            if spec.kind is InputKind.BUFFER and spec.target == target
        )
        return next(node for node in self.graph.nodes if node.name == spec.arg.name)

    def add_constant(self, name: str, value: torch.Tensor) -> Node:
        """A new constant placeholder; the name is made unique."""
        # A contiguous copy has plain strides also where sizes of 1 would allow others, which the
        # emitter would write as another dim order.
        value = torch.empty(value.shape, dtype=value.dtype).copy_(value.detach())
        first = next(iter(self.graph.nodes))
        with self.graph.inserting_before(first):
            node = self.graph.placeholder(name)
        node.target = node.name
        node.meta["val"] = self.fake_mode.from_tensor(value, static_shapes=True)
        self.program.state_dict[node.name] = value
        spec = InputSpec(InputKind.BUFFER, TensorArgument(node.name), node.name, persistent=True)
        self.signature.input_specs.insert(0, spec)
        return node

    def remove_constant(self, node: Node) -> None:
        spec = next(s for s in self.signature.input_specs if s.arg.name == node.name)
        self.signature.input_specs.remove(spec)
        if all(other.target != spec.target for other in self.signature.input_specs):
            self.program.state_dict.pop(spec.target, None)
            self.program.constants.pop(spec.target, None)
        self.graph.erase_node(node)

    def replace(self, node: Node, other: Node) -> None:
        """Let every user of `node` take `other`."""
        node.replace_all_uses_with(other)

    def clean(self) -> None:
        """`tidy`, and code for the module to run."""
        self.tidy()
        self.module.recompile()

    def tidy(self) -> None:
        """Drop calls without users, bring the signature's output names up to date, check."""
        self.graph.eliminate_dead_code()
        output = self.graph.output_node()
        for spec, value in zip(self.signature.output_specs, output.args[0], strict=True):
            if isinstance(value, Node):
                spec.arg.name = value.name
        self.graph.lint()
