# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rewrites of the captured graph ahead of quantization, so that patterns find what they name."""

from __future__ import annotations

import operator as python_operator

import torch
from torch.fx import GraphModule, Node

aten = torch.ops.aten

WEIGHTED = (aten.conv2d.default, aten.linear.default)
BATCH_NORMS = (aten.batch_norm.default, aten._native_batch_norm_legit_no_training.default)
NO_OPS = (
    aten.alias.default,
    aten.clone.default,
    aten.contiguous.default,
    aten.detach.default,
    aten.dropout.default,
    aten.feature_dropout.default,
)


def prepare_captured(module: GraphModule) -> None:
    remove_no_ops(module)
    explicit_padding(module)
    unshare_parameters(module)
    module.graph.lint()
    module.recompile()


def remove_no_ops(module: GraphModule) -> None:
    """Calls that give back their input: dropout in eval mode and copies, which would part a layer
    from its activation."""
    for node in list(module.graph.nodes):
        if node.op == "call_function" and node.target in NO_OPS:
            node.replace_all_uses_with(node.args[0])
            module.graph.erase_node(node)


def explicit_padding(module: GraphModule) -> None:
    """Convolutions with padding "same" or "valid" get numbers; an uneven rest becomes a pad."""
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target is not aten.conv2d.padding:
            continue
        given = dict(zip(_names(node), node.args, strict=False)) | node.kwargs
        kernel = given["weight"].meta["val"].shape[2:]
        dilation = _pair(given.get("dilation", 1))
        needed = [
            d * (k - 1) if given["padding"] == "same" else 0
            for k, d in zip(kernel, dilation, strict=True)
        ]
        low = [total // 2 for total in needed]
        (top, left), (bottom, right) = low, [n - b for n, b in zip(needed, low, strict=True)]
        source = given["input"]
        with module.graph.inserting_before(node):
            if (top, left) != (bottom, right):
                extra = [0, right - left, 0, bottom - top]
                source = _call(module, aten.pad.default, node, source, extra)
            args = (given["weight"], given.get("bias"), given.get("stride", [1, 1]), [top, left])
            rest = (dilation, given.get("groups", 1))
            conv = _call(module, aten.conv2d.default, node, source, *args, *rest)
        node.replace_all_uses_with(conv)
        module.graph.erase_node(node)


def _names(node: Node) -> list[str]:
    return [argument.name for argument in node.target._schema.arguments]


def _pair(value: int | list[int]) -> list[int]:
    return [value, value] if isinstance(value, int) else [value[0], value[-1]]


def _call(module: GraphModule, target: torch._ops.OpOverload, like: Node, *args: object) -> Node:
    """A call with the origin of `like` and its own shape."""
    node = module.graph.call_function(target, args)
    node.meta = {key: value for key, value in like.meta.items() if key != "val"}
    values = torch.fx.map_arg(args, lambda argument: argument.meta["val"])
    with like.meta["val"].fake_mode:
        node.meta["val"] = target(*values)
    return node


def unshare_parameters(module: GraphModule) -> None:
    """Parameters of several layer calls: a copy for each call, where sharing would be wrong.

    Folding a batch norm writes into the weight and the bias, so that a second fold would scale the
    first one's result; and the scale of a bias comes from the call's own input.
    """
    for parameter in [node for node in module.graph.nodes if node.op == "get_attr"]:
        users = [user for user in parameter.users if user.target in WEIGHTED]
        biases = any(user.args[2:3] == (parameter,) for user in users)
        if len(users) < 2 or not (biases or any(_feeds_batch_norm(user) for user in users)):
            continue
        value = python_operator.attrgetter(str(parameter.target))(module)
        for index, user in enumerate(users[1:]):
            name = f"{parameter.name}_unshared_{index}"
            module.register_parameter(name, torch.nn.Parameter(value.detach().clone()))
            with module.graph.inserting_before(parameter):
                copy = module.graph.get_attr(name)
            copy.meta = dict(parameter.meta)
            user.replace_input_with(parameter, copy)


def _feeds_batch_norm(node: Node) -> bool:
    return any(user.target in BATCH_NORMS for user in node.users)
