# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the quantizer asks about an elementwise operator of two tensors."""

from __future__ import annotations

from torch import Tensor, fx


def equal_shapes(node: fx.Node) -> str | None:
    """Why the operands of a call are not two float tensors of one shape; None if they are."""
    operands = node.args[:2]
    values = [operand.meta.get("val") for operand in operands if isinstance(operand, fx.Node)]
    if len(values) < 2 or not all(isinstance(value, Tensor) for value in values):
        return "an operand is not a tensor"
    if values[0].shape != values[1].shape:
        shapes = " and ".join(str(tuple(value.shape)) for value in values)
        return f"the operands' shapes {shapes} differ; they are not broadcast"
    if not all(value.dtype.is_floating_point for value in values):
        return "an operand is not floating point"
    return None
