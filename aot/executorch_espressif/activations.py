# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Activations that are a clamp: which calls they are, and between which real values they clamp."""

from __future__ import annotations

from math import inf

import torch
from torch.fx import Node

aten = torch.ops.aten

CLAMPS = (
    aten.relu.default,
    aten.relu6.default,
    aten.hardtanh.default,
    aten.clamp.default,
    aten.clamp_min.default,
    aten.clamp_max.default,
)


def overload(node: Node) -> torch._ops.OpOverload | None:
    """The ATen (or other torch) overload that a node calls, of an exported or an edge graph."""
    if node.op != "call_function" or isinstance(node.target, torch._ops.OpOverload):
        return node.target if node.op == "call_function" else None
    return getattr(node.target, "_op", None)


def argument(node: Node, name: str) -> object:
    """An argument by its schema name, with the schema's default."""
    for index, schema in enumerate(overload(node)._schema.arguments):
        if schema.name == name:
            if not schema.kwarg_only and index < len(node.args):
                return node.args[index]
            return node.kwargs.get(name, schema.default_value)
    raise KeyError(f"{overload(node)} has no argument '{name}'")


def activation_bounds(node: Node) -> tuple[float, float] | None:
    """(low, high) of a call that clamps to constants, else None."""
    target = overload(node)
    if target not in CLAMPS:
        return None
    if target is aten.relu.default:
        return 0.0, inf
    if target is aten.relu6.default:
        return 0.0, 6.0
    names = ("min_val", "max_val") if target is aten.hardtanh.default else ("min", "max")
    given = {schema.name for schema in target._schema.arguments}
    low, high = (argument(node, name) if name in given else None for name in names)
    if isinstance(low, Node) or isinstance(high, Node):
        return None
    low = -inf if low is None else float(low)
    high = inf if high is None else float(high)
    return (low, high) if low <= high else None
