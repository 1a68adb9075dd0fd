# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Batch norms that no layer takes in, ahead of quantization for inference: in front of an
activation, behind a sum, or of a value that is read elsewhere too.

Each is a depthwise convolution with a kernel of one place: a scale for each channel, and a bias of
32 bits.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.fx import GraphModule, Node

from executorch_espressif.layers import folded_norm
from executorch_espressif.rewrites import Builder, Rules, rewrite, shape_of

aten = torch.ops.aten


def decompose_norms(module: GraphModule) -> None:
    rewrite(module, RULES)


def _convolution(b: Builder) -> list[Node] | None:
    if folded_norm(b.source) is b.node or any(item.args[1] != 0 for item in b.node.users):
        return None
    mean, variance = b.value(b.given["running_mean"]), b.value(b.given["running_var"])
    if mean is None or variance is None:
        return None
    weight, bias = (_value(b, name) for name in ("weight", "bias"))
    factor = (variance.double() + b.given["eps"]).rsqrt()
    factor = factor if weight is None else factor * weight
    shift = -mean * factor if bias is None else bias - mean * factor
    return [_scaled(b, factor.float(), shift.float())]


def _value(b: Builder, name: str) -> Tensor | None:
    return None if b.given[name] is None else b.value(b.given[name])


def _scaled(b: Builder, factor: Tensor, shift: Tensor) -> Node:
    batch, channels, *places = shape_of(b.source)
    images = len(places) == 2
    source = (
        b.source if images else b.reshape(b.source, batch, channels, torch.Size(places).numel())
    )
    weight = factor.reshape(channels, 1, *[1] * (2 if images else 1))
    target = aten.conv2d.default if images else aten.conv1d.default
    ones, zeros = ([value] * (2 if images else 1) for value in (1, 0))
    parameters = b.parameter("weight", weight), b.parameter("bias", shift)
    result = b.call(target, source, *parameters, ones, zeros, ones, channels)
    return result if images else b.reshape(result, batch, channels, *places)


RULES: Rules = {aten._native_batch_norm_legit_no_training.default: _convolution}
