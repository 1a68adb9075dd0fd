# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""From one scale and zero point to another, code for code as a dequantize and a quantize would."""

from __future__ import annotations

import torch
from torch.fx import Node

from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.ops._common.operator import QParams
from executorch_espressif.tables import requantize_table


def requantize(graph: Graph, source: Node, old: QParams, new: QParams, before: Node) -> Node:
    """The codes of an int8 node or constant with other parameters: a table of 256 of them."""
    table = requantize_table(old, new)
    constant = graph.constant(source)
    if constant is not None:
        codes = table[constant.to(torch.int64) + 128]
        return graph.add_constant(f"{source.name}_requantized", codes)
    table = graph.add_constant(f"{source.name}_table", table)
    return graph.call(operator("lut").overload, source, table, before=before)
