# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What patterns may ask of nodes while the quantizer annotates, in order of execution."""

from __future__ import annotations

from torch.fx import Node
from torchao.quantization.pt2e.quantizer.quantizer import Q_ANNOTATION_KEY


def is_quantized(node: Node) -> bool:
    """Whether the node's value has quantization parameters already."""
    annotation = node.meta.get(Q_ANNOTATION_KEY)
    return annotation is not None and annotation.output_qspec is not None


def is_float_result(node: Node) -> bool:
    """Whether the value comes out of a call that stays float."""
    return node.op == "call_function" and not is_quantized(node)
