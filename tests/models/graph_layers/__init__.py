# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What random graphs are made of. Each entry makes a layer for the shapes of its operands, or None
where it has no use for them; a pair is a description and a function."""

from __future__ import annotations

from graph_layers import functions, joins, movement, pooling, unusual, weights

# A seed draws by place: another order would give other graphs.
LAYERS = [
    *weights.MAKERS,
    *functions.MAKERS,
    *pooling.MAKERS,
    *movement.MAKERS,
    *unusual.MAKERS,
]
JOINS = joins.MAKERS
