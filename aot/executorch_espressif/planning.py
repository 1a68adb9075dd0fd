# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Where each activation lies in the planned buffer.

Upstream's greedy algorithm fills buckets as large as their first tensor and takes equal tensors in
the order of their addresses. Here a tensor goes to the lowest gap that is free for its lifetime,
the order depends on the graph alone, and the best of several orders wins. MobileNetV1 0.25 at 96x96
takes 55,296 bytes instead of 64,512.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch
from executorch.exir.memory_planning import (
    MemoryAlgoResult,
    SpecAllocResult,
    get_node_tensor_specs,
    greedy,
)
from executorch.exir.tensor import TensorSpec
from torch.export.graph_signature import ExportGraphSignature

PLANNED = 1


def _length(spec: TensorSpec) -> int:
    return spec.lifetime[1] - spec.lifetime[0]


ORDERS: tuple[Callable[[TensorSpec], tuple[int, ...]], ...] = (
    lambda spec: (-spec.allocated_memory, spec.lifetime[0]),
    lambda spec: (-spec.allocated_memory, -_length(spec)),
    lambda spec: (-spec.allocated_memory * (_length(spec) + 1),),
    lambda spec: (-_length(spec), -spec.allocated_memory),
    lambda spec: (spec.lifetime[0], -spec.allocated_memory),
    lambda spec: (-spec.lifetime[1], -spec.allocated_memory),
)


def first_fit(
    alignment: int,
    specs: set[TensorSpec],
    graph_module: torch.fx.GraphModule,
    graph_signature: ExportGraphSignature,
    extra_padding: int = 0,
) -> MemoryAlgoResult:
    """A memory planning algorithm of exir's suite."""
    ordered = _in_graph_order(specs, graph_module)
    placed_already = any(spec.storage_base is not None or spec.mem_id is not None for spec in specs)
    is_branch = getattr(graph_module, "input_mem_buffer_sizes", None)
    if placed_already or is_branch or len(ordered) != len(specs):
        return greedy(alignment, specs, graph_module, graph_signature, extra_padding)
    for spec in ordered:
        spec.realign(alignment)
    plans = [_place(sorted(ordered, key=order)) for order in ORDERS]
    offsets, size = min(plans, key=lambda plan: plan[1])
    results = {
        spec: SpecAllocResult(PLANNED, index, offsets[spec]) for index, spec in enumerate(ordered)
    }
    return MemoryAlgoResult(results, [0, size + extra_padding])


def _in_graph_order(specs: set[TensorSpec], graph_module: torch.fx.GraphModule) -> list[TensorSpec]:
    found: dict[TensorSpec, None] = {}
    for node in graph_module.graph.nodes:
        found.update((spec, None) for spec in get_node_tensor_specs(node) if spec in specs)
    return list(found)


def _place(ordered: Iterable[TensorSpec]) -> tuple[dict[TensorSpec, int], int]:
    """Offset of each tensor, and the bytes of the buffer."""
    offsets: dict[TensorSpec, int] = {}
    size = 0
    for spec in ordered:
        first, last = spec.lifetime
        taken = sorted(
            (offset, offset + other.allocated_memory)
            for other, offset in offsets.items()
            if other.lifetime[0] <= last and first <= other.lifetime[1]
        )
        place = 0
        for start, end in taken:
            if start - place >= spec.allocated_memory:
                break
            place = max(place, end)
        offsets[spec] = place
        size = max(size, place + spec.allocated_memory)
    return offsets, size
