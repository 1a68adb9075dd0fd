# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A dequantize and a quantize with other parameters behind it become one table."""

from __future__ import annotations

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.passes.fold_qparams import DEQUANTIZE, QUANTIZE, dequantized, quantized
from executorch_espressif.requantize import requantize


def requantize_pairs(graph: Graph) -> None:
    for node in graph.calls(QUANTIZE):
        source = node.args[0]
        if overload(source) is not DEQUANTIZE or source.args[5] is not node.args[5]:
            continue
        old, new = dequantized(graph, source), quantized(node)
        # Equal parameters need nothing: replace_qdq lets such a pair go.
        if old is not None and new is not None and old != new:
            graph.replace(node, requantize(graph, source.args[0], old, new, node))
