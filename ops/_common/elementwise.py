# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What elementwise operators of two tensors share: broadcasting, and what is left to tables."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


class Binary(Operator):
    """An elementwise operator whose first two arguments are broadcast against each other."""

    elementwise = True

    def meta(self, left: Tensor, right: Tensor, *rest: int) -> Sequence[int]:
        return list(torch.broadcast_shapes(left.shape, right.shape))


def number(node: fx.Node) -> Tensor | None:
    """The value of a constant of one element in a captured graph, else None."""
    if node.op != "get_attr":
        return None
    value = python_operator.attrgetter(str(node.target))(node.graph.owning_module)
    return value if isinstance(value, Tensor) and value.numel() == 1 else None


def two_values(node: fx.Node) -> str | None:
    """Why the operands of a call are not two different values, of which at most one is a constant;
    None if they are. What has one value is for ops/lut."""
    operands = node.args[:2]
    if not all(isinstance(operand, fx.Node) for operand in operands):
        return "an operand is not a tensor"
    if any(number(operand) is not None for operand in operands):
        return "an operand is a constant of one element"
    if operands[0] is operands[1]:
        return "both operands are one tensor"
    if all(operand.op == "get_attr" for operand in operands):
        return "both operands are constants"
    return None


class Choice(Binary):
    """One of two codes. Operands of other quantization than the output's are requantized first."""

    target: torch._ops.OpOverload
    instructions_per_element = 10.0

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        inputs = {"self": Role.ACTIVATION, "other": Role.ACTIVATION}
        return (Pattern(targets=(self.target,), inputs=inputs, when=two_values),)

    @property
    def edge_targets(self) -> tuple[torch._ops.OpOverload, ...]:
        return (self.target,)

    def lower(self, site: Site) -> fx.Node:
        if site.activation != (site.output.quant_min, site.output.quant_max):
            raise Refuse("it does not clamp its output")
        operands = (site.with_output_qparams(name, site.arg(name)) for name in ("self", "other"))
        return site.call(self.name, *(aligned(site, operand) for operand in operands))


def aligned(site: Site, node: fx.Node) -> fx.Node:
    """An int8 operand with the rank of the output, so that permutes can pass the call."""
    shape = node.meta["val"].shape
    rank = len(site.output_shape)
    if len(shape) == rank:
        return node
    sizes = [1] * (rank - len(shape)) + list(shape)
    constant = site.graph.constant(node)
    if constant is not None:
        return site.parameter(node.name, constant.reshape(sizes))
    return site.view(node, sizes)
