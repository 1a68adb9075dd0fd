# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Calls of a captured graph written with other calls, ahead of quantization, so that every step has
its own annotation."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Callable
from math import prod

import torch
from torch.fx import GraphModule, Node

aten = torch.ops.aten

# Key of the meta of a module whose parameters are still to be trained.
TRAINING = "esp_nn_training"


class Builder:
    """New calls in front of one that they replace."""

    def __init__(self, module: GraphModule, node: Node) -> None:
        self.module = module
        self.node = node
        self.source: Node = node.args[0]
        schema = node.target._schema.arguments
        given = dict(zip((a.name for a in schema), node.args, strict=False)) | dict(node.kwargs)
        self.given = {a.name: given.get(a.name, a.default_value) for a in schema}

    def call(self, target: torch._ops.OpOverload, *args: object) -> Node:
        with self.module.graph.inserting_before(self.node):
            node = self.module.graph.call_function(target, args)
        node.meta = {key: value for key, value in self.node.meta.items() if key != "val"}
        values = torch.fx.map_arg(args, lambda argument: argument.meta["val"])
        like = _first_value(self.node)
        with like.fake_mode:
            node.meta["val"] = target(*values)
        return node

    def reshape(self, source: Node, *sizes: int) -> Node:
        return self.call(aten.reshape.default, source, list(sizes))

    def permute(self, source: Node, *dims: int) -> Node:
        return self.call(aten.permute.default, source, list(dims))

    def constant(self, name: str, value: torch.Tensor) -> Node:
        return self._attribute(name, value, self.module.register_buffer)

    def parameter(self, name: str, value: torch.Tensor) -> Node:
        """A constant that training may change."""
        return self._attribute(name, torch.nn.Parameter(value), self.module.register_parameter)

    def _attribute(
        self, name: str, value: torch.Tensor, register: Callable[[str, torch.Tensor], None]
    ) -> Node:
        name = f"{self.node.name}_{name}"
        while hasattr(self.module, name):
            name += "_"
        register(name, value)
        with self.module.graph.inserting_before(self.node):
            constant = self.module.graph.get_attr(name)
        with _first_value(self.node).fake_mode as mode:
            constant.meta["val"] = mode.from_tensor(value, static_shapes=True)
        return constant

    def value(self, node: Node) -> torch.Tensor | None:
        """Of a constant, which the program does not write."""
        if node.op != "get_attr" or any(user.target is aten.copy_.default for user in node.users):
            return None
        return python_operator.attrgetter(str(node.target))(self.module).detach()

    def fixed_value(self, node: Node) -> torch.Tensor | None:
        """Of a constant that training does not change either."""
        training = self.module.meta.get(TRAINING)
        if training and str(node.target) in dict(self.module.named_parameters()):
            return None
        return self.value(node)

    def select(self, source: Node, axis: int, index: torch.Tensor) -> Node:
        """index_select with a constant table."""
        return self.call(aten.index_select.default, source, axis, self.constant("index", index))

    def repeated(self, source: Node, axis: int, times: int, each: bool) -> Node:
        """One axis repeated as a whole, or each of its entries on its own."""
        sizes = shape_of(source)
        before, here, after = prod(sizes[:axis]), sizes[axis], prod(sizes[axis + 1 :])
        flat = (before, here, 1, after) if each else (before, 1, here, after)
        many = (before, here, times, after) if each else (before, times, here, after)
        wide = self.call(aten.expand.default, self.reshape(source, *flat), list(many))
        return self.reshape(wide, *sizes[:axis], here * times, *sizes[axis + 1 :])


Rule = Callable[[Builder], Node | list[Node] | None]
"""What to take instead of a call: a value, or its first ones of several. None: the call stays."""

Rules = dict[torch._ops.OpOverload, Rule]


def rewrite(module: GraphModule, rules: Rules) -> None:
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target not in rules:
            continue
        result = rules[node.target](Builder(module, node))
        if result is None:
            continue
        if isinstance(result, list):
            for item in list(node.users):
                assert item.target is python_operator.getitem
                item.replace_all_uses_with(result[item.args[1]])
                module.graph.erase_node(item)
        else:
            node.replace_all_uses_with(result)
        module.graph.erase_node(node)
    module.graph.eliminate_dead_code()


def shape_of(node: Node) -> list[int]:
    return list(node.meta["val"].shape)


def entries(value: int | list[int], count: int) -> list[int]:
    """An argument that PyTorch takes as one number for all axes, or as one for each."""
    values = [value] if isinstance(value, int) else list(value)
    return values * count if len(values) == 1 else values


def _first_value(node: Node) -> torch.Tensor:
    value = node.meta["val"]
    return value[0] if isinstance(value, tuple | list) else value
