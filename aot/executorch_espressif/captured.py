# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rewrites of the captured graph ahead of quantization, so that patterns find what they name."""

from __future__ import annotations

import operator as python_operator

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.arithmetic import decompose_arithmetic
from executorch_espressif.batches import decompose_batches
from executorch_espressif.constants import fold_constants
from executorch_espressif.convolutions import decompose_convolutions
from executorch_espressif.layers import BATCH_NORMS, WEIGHTED
from executorch_espressif.masks import normalize_masks
from executorch_espressif.movement import decompose_movement
from executorch_espressif.norms import decompose_norms
from executorch_espressif.pooling import decompose_pooling
from executorch_espressif.products import decompose_products
from executorch_espressif.recurrent import decompose_recurrent
from executorch_espressif.rewrites import TRAINING, Builder, rewrite

aten = torch.ops.aten

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
    decompose_batches(module)
    decompose_convolutions(module)
    decompose_movement(module)
    if not module.meta.get(TRAINING):
        fold_constants(module)
        decompose_norms(module)
    # Behind the folding, which would take the state that begins with zeros out of the first step;
    # the other steps are quantized like that one.
    decompose_recurrent(module)
    decompose_arithmetic(module)
    decompose_products(module)
    normalize_masks(module)
    decompose_pooling(module)
    unshare_parameters(module)
    module.graph.lint()
    module.recompile()


def remove_no_ops(module: GraphModule) -> None:
    """Calls that give back their input: dropout in eval mode and copies, which would part a layer
    from its activation. A view may have needed the copy, a reshape does not."""
    for node in list(module.graph.nodes):
        if node.op == "call_function" and node.target in VIEWS:
            node.target = aten.reshape.default
        if node.op == "call_function" and (node.target in NO_OPS or _only_moves_memory(node)):
            node.replace_all_uses_with(node.args[0])
            module.graph.erase_node(node)


def _only_moves_memory(node: Node) -> bool:
    """`x.to(memory_format=torch.channels_last)`, and a cast to the dtype that x has."""
    if node.target is not aten._to_copy.default:
        return False
    return node.args[0].meta["val"].dtype == node.meta["val"].dtype


def fixed_values(module: GraphModule) -> None:
    """Tensors that are filled while the model runs, such as a state of zeros, become constants."""
    rewrite(module, dict.fromkeys(FILLS, _filled))


def _filled(b: Builder) -> Node | None:
    if b.node.all_input_nodes:
        return None
    value = b.node.target(*b.node.args, **b.node.kwargs)
    if value.dtype != torch.float32 or value.numel() == 1:
        return None
    return b.constant("value", value)


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
