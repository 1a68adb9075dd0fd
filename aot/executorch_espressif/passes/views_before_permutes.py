# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A view behind a permute changes places with it where it joins or splits dimensions that lie
together in the source, so that the permute meets the next one."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.passes.sink_permutes import permute_target

VIEW = torch.ops.aten.view_copy.default


def views_before_permutes(graph: Graph) -> None:
    for view in graph.calls(VIEW):
        permute = view.args[0]
        if overload(permute) is not permute_target():
            continue
        source, dims = permute.args
        shape = list(permute.meta["val"].shape)
        runs = matching_runs(shape, list(view.meta["val"].shape))
        if runs is None:
            continue
        # Each run's dimensions in the source, without those of size 1, which have no place.
        places = [[dims[i] for i in range(*old) if shape[i] != 1] for old, _ in runs]
        if not all(_stays_together(place, source) for place in places):
            continue
        # The runs in the order in which the source has them; one of size 1 may stand anywhere.
        order = sorted(range(len(runs)), key=lambda i: places[i][0] if places[i] else -1)
        sizes, starts = [], {}
        for index in order:
            starts[index] = len(sizes)
            sizes += view.meta["val"].shape[slice(*runs[index][1])]
        moved = [
            starts[index] + i for index in range(len(runs)) for i in range(_length(runs[index][1]))
        ]
        ranks = operator("permute").limit("input", "rank")
        if not ranks.low <= len(sizes) <= ranks.high:
            continue
        turned = graph.call(VIEW, source, sizes, before=view)
        graph.replace(view, graph.call(permute_target(), turned, moved, before=view))


def permutes_before_views(graph: Graph) -> None:
    """A permute behind a view that joins dimensions of another permute goes in front of the view,
    where the two become one."""
    for node in graph.calls(permute_target()):
        view, dims = node.args
        if overload(view) is not VIEW or overload(view.args[0]) is not permute_target():
            continue
        source = view.args[0]
        shape = list(source.meta["val"].shape)
        sizes = list(view.meta["val"].shape)
        runs = matching_runs(shape, sizes)
        if runs is None or any(_length(new) != 1 for _, new in runs):
            continue
        blocks = [runs[dim][0] for dim in dims]
        moved = [i for start, end in blocks for i in range(start, end)]
        turned = graph.call(permute_target(), source, moved, before=node)
        joined = [sizes[dim] for dim in dims]
        graph.replace(node, graph.call(VIEW, turned, joined, before=node))


def matching_runs(
    old: Sequence[int], new: Sequence[int]
) -> list[tuple[tuple[int, int], tuple[int, int]]] | None:
    """The shortest runs (start, end) of both shapes that have equal products, in order. Sizes of 1
    belong to the run before them, or to the first."""
    runs = []
    i = j = 0
    while i < len(old) or j < len(new):
        first, second = i, j
        left = right = 1
        while True:
            if i < len(old) and (left < right or i == first):
                left *= old[i]
                i += 1
            elif j < len(new) and (right < left or j == second):
                right *= new[j]
                j += 1
            else:
                break
        if left != right or left == 0:
            return None
        runs.append(((first, i), (second, j)))
        while i < len(old) and old[i] == 1 and (j >= len(new) or new[j] != 1):
            i += 1
            runs[-1] = ((first, i), runs[-1][1])
        while j < len(new) and new[j] == 1 and (i >= len(old) or old[i] != 1):
            j += 1
            runs[-1] = (runs[-1][0], (second, j))
    return runs


def _length(run: tuple[int, int]) -> int:
    return run[1] - run[0]


def _stays_together(place: list[int], source: torch.fx.Node) -> bool:
    """Whether dimensions follow each other in the source, but for sizes of 1."""
    if not place:
        return True
    shape = source.meta["val"].shape
    between = [i for i in range(place[0], place[-1] + 1) if shape[i] != 1]
    return place == between
