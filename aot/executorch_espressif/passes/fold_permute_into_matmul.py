# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A matrix product reads its second operand either way round: a transpose of it disappears."""

from __future__ import annotations

import torch

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.passes.sink_permutes import permute_target

VIEW = torch.ops.aten.view_copy.default


def fold_permute_into_matmul(graph: Graph) -> None:
    for node in graph.calls(operator("matmul").overload):
        left, right, transposed, *rest = node.args
        if overload(right) is not permute_target():
            continue
        source, (batch, rows, columns) = right.args
        shape = source.meta["val"].shape
        turned = [dim for dim in (batch, columns, rows) if shape[dim] != 1]
        if turned == sorted(turned):
            sizes = [shape[batch], shape[columns], shape[rows]]
            other = graph.call(VIEW, source, sizes, before=node)
            node.args = (left, other, not transposed, *rest)
