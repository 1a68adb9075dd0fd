# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The pass manager: what happens to an edge program, in this order."""

from __future__ import annotations

from collections.abc import Callable

from executorch_espressif.graph import Graph
from executorch_espressif.passes.cancel_permutes import cancel_permutes
from executorch_espressif.passes.check_limits import check_limits
from executorch_espressif.passes.collapse_tables import collapse_tables
from executorch_espressif.passes.crop_with_slices import crop_with_slices
from executorch_espressif.passes.decompose_linear import decompose_linear
from executorch_espressif.passes.fold_constants import fold_constants
from executorch_espressif.passes.fold_pad_into_convolution import fold_pad_into_convolution
from executorch_espressif.passes.fold_permute_into_linear import fold_permute_into_linear
from executorch_espressif.passes.fold_permute_into_matmul import fold_permute_into_matmul
from executorch_espressif.passes.fold_qparams import fold_qparams
from executorch_espressif.passes.fuse_activations import fuse_activations
from executorch_espressif.passes.int8_state import int8_state
from executorch_espressif.passes.lower_operators import lower_operators
from executorch_espressif.passes.permutes_to_views import permutes_to_views
from executorch_espressif.passes.prune_constants import prune_constants
from executorch_espressif.passes.remove_clones import remove_clones
from executorch_espressif.passes.replace_qdq import replace_qdq
from executorch_espressif.passes.requantize_pairs import requantize_pairs
from executorch_espressif.passes.simplify_views import simplify_views
from executorch_espressif.passes.sink_permutes import sink_permutes
from executorch_espressif.passes.views_before_permutes import (
    permutes_before_views,
    views_before_permutes,
)

Pass = Callable[[Graph], None]

# More rounds than any chain of views and permutes has taken; each lets a permute pass one of them.
ROUNDS = 20


def until_settled(*steps: Pass) -> Pass:
    """The steps, over and over until they change nothing."""

    def settle(graph: Graph) -> None:
        for _ in range(ROUNDS):
            before = str(graph.graph)
            run(steps, graph)
            if str(graph.graph) == before:
                return

    return settle


OPS: tuple[Pass, ...] = (
    remove_clones,
    fold_qparams,
    fuse_activations,
    lower_operators,
    requantize_pairs,
    collapse_tables,
    until_settled(sink_permutes, views_before_permutes, cancel_permutes, permutes_before_views),
    cancel_permutes,
    fold_pad_into_convolution,
    fold_permute_into_linear,
    fold_permute_into_matmul,
    permutes_to_views,
    replace_qdq,
    int8_state,
    simplify_views,
    fold_constants,
    decompose_linear,
    prune_constants,
    check_limits,
)

PORTABLE: tuple[Pass, ...] = (
    crop_with_slices,
    replace_qdq,
    int8_state,
    fold_constants,
    decompose_linear,
    prune_constants,
)


def run(passes: tuple[Pass, ...], graph: Graph) -> None:
    for step in passes:
        step(graph)
        graph.tidy()
    graph.module.recompile()
