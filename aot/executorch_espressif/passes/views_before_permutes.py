# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A view that joins dimensions goes in front of a permute that keeps them together, so that the
permute meets the next one."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.passes.sink_permutes import inverse, permute_target

VIEW = torch.ops.aten.view_copy.default


def views_before_permutes(graph: Graph) -> None:
    for view in graph.calls(VIEW):
        permute = view.args[0]
        if overload(permute) is not permute_target():
            continue
        source, dims = permute.args
        runs = joined_runs(permute.meta["val"].shape, view.meta["val"].shape)
        if runs is None or not all(_stays_together(dims[start:end]) for start, end in runs):
            continue
        # The runs in the order in which the source has them.
        order = sorted(range(len(runs)), key=lambda index: dims[runs[index][0]])
        sizes = [view.meta["val"].shape[index] for index in order]
        joined = graph.call(VIEW, source, sizes, before=view)
        turned = graph.call(permute_target(), joined, inverse(order), before=view)
        graph.replace(view, turned)


def joined_runs(shape: Sequence[int], joined: Sequence[int]) -> list[tuple[int, int]] | None:
    """Which dimensions (start, end) of `shape` each size of `joined` is the product of; None if one
    is not."""
    runs = []
    start = 0
    for size in joined:
        end, product = start, 1
        while end < len(shape) and (end == start or product < size):
            product *= shape[end]
            end += 1
        if product != size or end == start:
            return None
        runs.append((start, end))
        start = end
    return runs if start == len(shape) else None


def _stays_together(dims: Sequence[int]) -> bool:
    return list(dims) == list(range(dims[0], dims[0] + len(dims)))
