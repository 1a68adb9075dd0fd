# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""No pass has taken a call out of its operator's limits: the program would fail when it runs."""

from __future__ import annotations

from executorch_espressif.errors import ExportError
from executorch_espressif.graph import Graph


def check_limits(graph: Graph) -> None:
    for node in graph.graph.nodes:
        if node.op == "call_function" and (excess := graph.excess(node)) is not None:
            raise ExportError(f"{node}: {excess}. Keep its module in float with keep_float")
