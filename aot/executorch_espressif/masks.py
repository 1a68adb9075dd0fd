# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Masks in front of a softmax, as models write them, brought ahead of quantization to one form:

    softmax(masked_fill(scores, mask, -inf), -1)

with a mask of the rank of the scores. Minus infinity has no code, and one for a very small number
would leave few for the scores; the operator for this form leaves masked places out instead.
"""

from __future__ import annotations

import operator as python_operator
from math import inf

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder

aten = torch.ops.aten
SOFTMAX = aten.softmax.int

# What models add or fill in for minus infinity starts here; e^-10000 is 0 in float32 too.
MINUS_INFINITY = -1e4


def is_mask(node: Node) -> bool:
    """Whether a call masks for the softmax that alone reads it."""
    if node.target is not aten.masked_fill.Scalar or node.args[2] != -inf:
        return False
    return [user.target for user in node.users] == [SOFTMAX]


def behind_mask(node: Node) -> bool:
    return node.target is SOFTMAX and isinstance(node.args[0], Node) and is_mask(node.args[0])


def normalize_masks(module: GraphModule) -> None:
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target is not SOFTMAX:
            continue
        scores = node.args[0]
        rule = RULES.get(scores.target) if len(scores.users) == 1 else None
        if rule is None or not isinstance(scores.meta.get("val"), Tensor):
            continue
        found = rule(Builder(module, scores))
        if found is not None:
            _mask(Builder(module, node), *found)
    module.graph.eliminate_dead_code()


def _mask(b: Builder, values: Node, mask: Tensor | Node) -> None:
    shape = list(b.node.args[0].meta["val"].shape)
    if list(values.meta["val"].shape) != shape:
        values = b.call(aten.expand.default, values, shape)
    if isinstance(mask, Tensor):
        mask = mask.reshape([1] * (len(shape) - mask.dim()) + list(mask.shape))
        # The kernel reads whole rows.
        whole = mask.expand(*mask.shape[:-1], shape[-1]).contiguous()
        mask = b.constant("mask", whole)
    else:
        sizes = list(mask.meta["val"].shape)
        mask = b.reshape(mask, *[1] * (len(shape) - len(sizes)), *sizes)
        if sizes[-1:] != shape[-1:]:
            mask = b.call(aten.expand.default, mask, [*mask.meta["val"].shape[:-1], shape[-1]])
    b.node.replace_input_with(b.node.args[0], b.call(aten.masked_fill.Scalar, values, mask, -inf))


def constant_value(node: object) -> Tensor | None:
    """The value of what depends on constants alone."""
    if not isinstance(node, Node):
        return None
    if node.op == "get_attr":
        value = python_operator.attrgetter(str(node.target))(node.graph.owning_module)
        written = any(user.target is aten.copy_.default for user in node.users)
        return value.detach() if isinstance(value, Tensor) and not written else None
    if node.op != "call_function" or torch.Tag.nondeterministic_seeded in getattr(
        node.target, "tags", ()
    ):
        return None
    known = {source: constant_value(source) for source in node.all_input_nodes}
    if any(value is None for value in known.values()):
        return None
    args, kwargs = torch.fx.map_arg((node.args, node.kwargs), known.__getitem__)
    result = node.target(*args, **kwargs)
    return result if isinstance(result, Tensor) else None


def _number(value: object) -> float | None:
    if isinstance(value, int | float):
        return float(value)
    found = constant_value(value)
    return found.item() if found is not None and found.numel() == 1 else None


def _is_minus_infinity(value: object) -> bool:
    number = _number(value)
    return number is not None and number <= MINUS_INFINITY


Found = tuple[Node, Tensor | Node] | None


def _known(mask: Node) -> Tensor | Node:
    value = constant_value(mask)
    return mask if value is None else value


def _masked_fill(b: Builder) -> Found:
    values, mask, fill = b.node.args
    return (values, _known(mask)) if _is_minus_infinity(fill) else None


def _where(b: Builder) -> Found:
    condition, first, second = b.node.args
    if _is_minus_infinity(first) and isinstance(second, Node):
        return second, _known(condition)
    if _is_minus_infinity(second) and isinstance(first, Node):
        value = constant_value(condition)
        inverse = b.call(aten.logical_not.default, condition) if value is None else ~value
        return first, inverse
    return None


def _add(b: Builder) -> Found:
    """A constant bias, of which the places at minus infinity are the mask; the rest, if any, is
    still added."""
    if b.given["alpha"] != 1:
        return None
    for values, other in (b.node.args[:2], b.node.args[1::-1]):
        bias = constant_value(other)
        if bias is None or bias.dtype != torch.float32 or not isinstance(values, Node):
            continue
        mask = bias <= MINUS_INFINITY
        if not mask.any():
            continue
        rest = bias.masked_fill(mask, 0.0)
        if rest.any():
            values = b.call(aten.add.Tensor, values, b.constant("bias", rest))
        return values, mask
    return None


RULES = {
    aten.add.Tensor: _add,
    aten.masked_fill.Scalar: _masked_fill,
    aten.masked_fill.Tensor: _masked_fill,
    aten.where.self: _where,
    aten.where.ScalarOther: _where,
    aten.where.ScalarSelf: _where,
}
