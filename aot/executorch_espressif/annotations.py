# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What patterns may ask of nodes while the quantizer annotates, in order of execution."""

from __future__ import annotations

from functools import cache

import torch
from torch.fx import Node
from torchao.quantization.pt2e.quantizer.quantizer import Q_ANNOTATION_KEY

from executorch_espressif.data_movement import DATA_MOVEMENT
from executorch_espressif.ops import operators

# Key of a node's meta: the name of the call whose output it shares its quantization with.
LIKE = "esp_nn_like"


def is_quantized(node: Node) -> bool:
    """Whether the node's value has quantization parameters already."""
    annotation = node.meta.get(Q_ANNOTATION_KEY)
    return annotation is not None and annotation.output_qspec is not None


def is_float_result(node: Node) -> bool:
    """Whether the value comes out of a call that stays float. One that only moves an input or a
    constant turns to codes if what reads it does."""
    if node.op != "call_function" or is_quantized(node):
        return False
    return node.target not in _moving() or any(map(is_float_result, node.all_input_nodes))


@cache
def _moving() -> set[torch._ops.OpOverload]:
    patterns = [pattern for op in operators().values() for pattern in op.patterns]
    moving = [pattern for pattern in (*patterns, *DATA_MOVEMENT) if pattern.moves]
    return {target for pattern in moving for target in pattern.targets}
