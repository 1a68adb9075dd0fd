# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What is left of PT2E's quantize and dequantize: pairs that cancel go, others are ours."""

from __future__ import annotations

import torch

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.passes.fold_qparams import DEQUANTIZE, QUANTIZE

INT8 = (-128, 127, torch.int8)


def replace_qdq(graph: Graph) -> None:
    for node in graph.calls(QUANTIZE, DEQUANTIZE):
        source, scale, zero_point = node.args[:3]
        if overload(node) is QUANTIZE:
            if tuple(node.args[3:6]) != INT8:
                continue
            if overload(source) is DEQUANTIZE and source.args[1:6] == node.args[1:6]:
                graph.replace(node, source.args[0])
                continue
            name = "quantize"
        else:
            if node.args[5] is not torch.int8 or graph.constant(source) is not None:
                continue
            if node.meta["val"].dtype is not torch.float32:
                continue
            name = "dequantize"
        target = operator(name).overload
        graph.replace(node, graph.call(target, source, float(scale), int(zero_point), before=node))
