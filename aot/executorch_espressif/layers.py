# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which calls of a captured graph are layers with weights, and which are batch norms."""

from __future__ import annotations

import torch
from torch.fx import Node

aten = torch.ops.aten

# Those whose batch norm PT2E folds in training too.
FOLDING = (
    aten.conv1d.default,
    aten.conv2d.default,
    aten.conv_transpose1d.default,
    aten.conv_transpose2d.input,
)
WEIGHTED = (*FOLDING, aten.linear.default)
BATCH_NORMS = (aten.batch_norm.default, aten._native_batch_norm_legit_no_training.default)


def folded_norm(layer: Node) -> Node | None:
    """The batch norm that becomes a part of a layer for inference. Not where others read the
    layer's output, and for linear layers only where both have the same channels."""
    if layer.target not in WEIGHTED or len(layer.users) != 1 or layer.args[1].op != "get_attr":
        return None
    norm = next(iter(layer.users))
    flat = layer.target in FOLDING or layer.meta["val"].dim() == 2
    return norm if norm.target in BATCH_NORMS and flat else None
