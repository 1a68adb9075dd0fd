# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Flattening behind a permute: reorder the columns of the linear weights instead of the values."""

from __future__ import annotations

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.passes.sink_permutes import inverse, permute_target

VIEW = torch.ops.aten.view_copy.default


def fold_permute_into_linear(graph: Graph) -> None:
    for view in graph.calls(VIEW):
        permute = view.args[0]
        if overload(permute) is not permute_target():
            continue
        source, dims = permute.args
        shape = permute.meta["val"].shape
        flat = view.meta["val"].shape
        if dims[0] != 0 or list(flat) != [shape[0], shape[1:].numel()]:
            continue
        if not all(_takes_rows(graph, user, view) for user in view.users):
            continue
        for user in list(view.users):
            weight = graph.constant(user.args[1])
            columns = weight.reshape(len(weight), *shape[1:]).permute(inverse(dims))
            reordered = graph.add_constant(user.args[1].name, columns.reshape(weight.shape))
            user.args = (user.args[0], reordered, *user.args[2:])
        view.args = (source, list(flat))


def _takes_rows(graph: Graph, user: Node, view: Node) -> bool:
    return (
        overload(user) is operator("linear").overload
        and user.args[0] is view
        and graph.constant(user.args[1]) is not None
    )
