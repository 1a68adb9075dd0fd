# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Layers of one image or sequence without a batch dimension, ahead of quantization: as those of a
batch of one, with the dimension taken away only behind the activation."""

from __future__ import annotations

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.activations import CLAMPS
from executorch_espressif.rewrites import Builder, Rules, rewrite, shape_of

aten = torch.ops.aten

RANKS = {
    aten.conv1d.default: 3,
    aten.conv1d.padding: 3,
    aten.conv_transpose1d.default: 3,
    aten.max_pool1d.default: 3,
    aten.avg_pool1d.default: 3,
    aten.adaptive_avg_pool1d.default: 3,
    aten.conv2d.default: 4,
    aten.conv2d.padding: 4,
    aten.conv_transpose2d.input: 4,
    aten.max_pool2d.default: 4,
    aten.avg_pool2d.default: 4,
    aten.adaptive_avg_pool2d.default: 4,
}


def decompose_batches(module: GraphModule) -> None:
    rewrite(module, RULES)


def _batched(b: Builder) -> Node | None:
    if len(shape_of(b.source)) != RANKS[b.node.target] - 1:
        return None
    batch = b.call(aten.unsqueeze.default, b.source, 0)
    _, *rest = b.given.values()
    return b.call(aten.squeeze.dim, b.call(b.node.target, batch, *rest), 0)


def _activated(b: Builder) -> Node | None:
    """A clamp that only reads what a dimension was taken from."""
    source = b.source
    if source.op != "call_function" or source.target is not aten.squeeze.dim:
        return None
    if len(source.users) != 1:
        return None
    inner, axis = source.args
    _, *rest = b.node.args
    return b.call(aten.squeeze.dim, b.call(b.node.target, inner, *rest), axis)


RULES: Rules = dict.fromkeys(RANKS, _batched) | dict.fromkeys(CLAMPS, _activated)
