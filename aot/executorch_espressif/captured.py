# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rewrites of the captured graph ahead of quantization, so that patterns find what they name."""

from __future__ import annotations

import operator as python_operator

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.masks import normalize_masks
from executorch_espressif.movement import decompose_movement
from executorch_espressif.pooling import decompose_pooling
from executorch_espressif.products import decompose_products
from executorch_espressif.recurrent import decompose_recurrent
from executorch_espressif.transposed import decompose_transposed

aten = torch.ops.aten

WEIGHTED = (
    aten.conv1d.default,
    aten.conv2d.default,
    aten.conv_transpose1d.default,
    aten.conv_transpose2d.input,
    aten.linear.default,
)
FOLDING = WEIGHTED[:4]
WITH_NAMED_PADDING = {
    aten.conv1d.padding: aten.conv1d.default,
    aten.conv2d.padding: aten.conv2d.default,
}
BATCH_NORMS = (aten.batch_norm.default, aten._native_batch_norm_legit_no_training.default)
NO_OPS = (
    aten.alias.default,
    aten.clone.default,
    aten.contiguous.default,
    aten.detach.default,
    aten.dropout.default,
    aten.feature_dropout.default,
)
VIEWS = (aten.view.default, aten._unsafe_view.default)
FILLS = (aten.zeros.default, aten.ones.default, aten.full.default)


def prepare_captured(module: GraphModule) -> None:
    remove_no_ops(module)
    fixed_values(module)
    decompose_recurrent(module)
    decompose_movement(module)
    decompose_products(module)
    normalize_masks(module)
    decompose_pooling(module)
    decompose_transposed(module)
    explicit_padding(module)
    reciprocal_divisors(module)
    unshare_parameters(module)
    module.graph.lint()
    module.recompile()


def remove_no_ops(module: GraphModule) -> None:
    """Calls that give back their input: dropout in eval mode and copies, which would part a layer
    from its activation. A view may have needed the copy, a reshape does not."""
    for node in list(module.graph.nodes):
        if node.op == "call_function" and node.target in VIEWS:
            node.target = aten.reshape.default
        if node.op == "call_function" and node.target in NO_OPS:
            node.replace_all_uses_with(node.args[0])
            module.graph.erase_node(node)


def fixed_values(module: GraphModule) -> None:
    """Tensors that are filled while the model runs, such as a state of zeros, become constants."""
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target not in FILLS or node.all_input_nodes:
            continue
        value = node.target(*node.args, **node.kwargs)
        if value.dtype != torch.float32 or value.numel() == 1:
            continue
        name = f"{node.name}_value"
        while hasattr(module, name):
            name += "_"
        module.register_buffer(name, value)
        with module.graph.inserting_before(node):
            constant = module.graph.get_attr(name)
        constant.meta = dict(node.meta)
        node.replace_all_uses_with(constant)
        module.graph.erase_node(node)


def without_writes(module: GraphModule) -> None:
    """Calls that write into their input (relu_) become the ones that do not, as export without
    decompositions leaves them. Who reads the input later reads the result."""
    for node in list(module.graph.nodes):
        if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
            continue
        space, name = node.target._schema.name.split("::")
        source = node.args[0] if node.args else None
        if not name.endswith("_") or not isinstance(source, Node) or source.op == "get_attr":
            continue
        packet = getattr(getattr(torch.ops, space), name[:-1], None)
        pure = getattr(packet, node.target._overloadname, None)
        if pure is None:
            continue
        node.target = pure
        order = {other: place for place, other in enumerate(module.graph.nodes)}
        source.replace_all_uses_with(node, lambda user: order[user] > order[node])  # noqa: B023


def explicit_padding(module: GraphModule) -> None:
    """Convolutions with padding "same" or "valid" get numbers; an uneven rest becomes a pad."""
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target not in WITH_NAMED_PADDING:
            continue
        given = dict(zip(_names(node), node.args, strict=False)) | node.kwargs
        kernel = given["weight"].meta["val"].shape[2:]
        dilation = _entries(given.get("dilation", 1), len(kernel))
        needed = [
            d * (k - 1) if given.get("padding") == "same" else 0
            for k, d in zip(kernel, dilation, strict=True)
        ]
        low = [total // 2 for total in needed]
        extra = [total % 2 for total in needed]
        source = given["input"]
        with module.graph.inserting_before(node):
            if any(extra):
                pad = [places for after in reversed(extra) for places in (0, after)]
                source = _call(module, aten.pad.default, node, source, pad)
            stride = _entries(given.get("stride", 1), len(kernel))
            args = (given["weight"], given.get("bias"), stride, low)
            rest = (dilation, given.get("groups", 1))
            conv = _call(module, WITH_NAMED_PADDING[node.target], node, source, *args, *rest)
        node.replace_all_uses_with(conv)
        module.graph.erase_node(node)


def reciprocal_divisors(module: GraphModule) -> None:
    """A division by a constant tensor is a multiplication with its reciprocal, for which there is
    an int8 operator. A number as divisor needs none: see ops/lut."""
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target is not aten.div.Tensor:
            continue
        divisor = node.args[1]
        if not isinstance(divisor, Node) or divisor.op != "get_attr":
            continue
        value = python_operator.attrgetter(str(divisor.target))(module).detach()
        written = any(user.target is aten.copy_.default for user in divisor.users)
        inverse = value.reciprocal()
        if written or value.numel() == 1 or value.dtype != torch.float32:
            continue
        if not inverse.isfinite().all():
            continue
        name = f"{node.name}_reciprocal"
        module.register_buffer(name, inverse)
        with module.graph.inserting_before(node):
            constant = module.graph.get_attr(name)
            constant.meta = dict(divisor.meta)
            product = _call(module, aten.mul.Tensor, node, node.args[0], constant)
        node.replace_all_uses_with(product)
        module.graph.erase_node(node)


def _names(node: Node) -> list[str]:
    return [argument.name for argument in node.target._schema.arguments]


def _entries(value: int | list[int], count: int) -> list[int]:
    values = [value] if isinstance(value, int) else list(value)
    return values * count if len(values) == 1 else values


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
