# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Buffers that a program writes hold int8 codes, where every reader quantizes them and what is
written was dequantized; and they begin with the model's own values."""

from __future__ import annotations

import torch
from torch.export.graph_signature import OutputKind
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operator
from executorch_espressif.ops._common.operator import QParams
from executorch_espressif.requantize import requantize

VIEW = torch.ops.aten.view_copy.default


def int8_state(graph: Graph) -> None:
    output = graph.graph.output_node()
    values = list(output.args[0])
    for place, spec in enumerate(graph.signature.output_specs):
        if spec.kind is not OutputKind.BUFFER_MUTATION:
            continue
        buffer = graph.buffer(spec.target)
        # Otherwise the memory of a state is left as it is when a program is loaded.
        buffer.meta["et_init_buffer"] = True
        values[place] = _in_codes(graph, spec.target, buffer, values[place])
    output.args = (tuple(values),)


def _in_codes(graph: Graph, name: str, buffer: Node, written: Node) -> Node:
    """What is written: the codes, where the buffer holds codes now."""
    reader = operator("quantize").overload
    readers = list(buffer.users)
    source = written
    while overload(source) is VIEW:
        source = source.args[0]
    if overload(source) is not operator("dequantize").overload or not readers:
        return written
    if any(overload(user) is not reader for user in readers):
        return written
    first = QParams(*readers[0].args[1:3])
    for user in readers:
        qparams = QParams(*user.args[1:3])
        same = qparams == first
        codes = buffer if same else requantize(graph, buffer, first, qparams, user)
        graph.replace(user, codes)
    initial = graph.program.state_dict[name]
    graph.program.state_dict[name] = operator("quantize").reference(
        initial, first.scale, first.zero_point
    )
    buffer.meta["val"] = buffer.meta["val"].new_empty(initial.shape, dtype=torch.int8)
    codes, old = source.args[0], QParams(*source.args[1:3])
    end = graph.graph.output_node()
    if old != first:
        codes = requantize(graph, codes, old, first, end)
    if codes.meta["val"].shape != initial.shape:
        codes = graph.call(VIEW, codes, list(initial.shape), before=end)
    return codes
