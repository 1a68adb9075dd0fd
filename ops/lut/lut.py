# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::lut: functions of one value by table, built ahead of time with PyTorch's float calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from executorch_espressif.activations import CLAMPS, argument
from executorch_espressif.ops._common.elementwise import number
from executorch_espressif.ops._common.operator import Operator, Pattern, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten

# to_edge would decompose these; whole, they are the calls that the quantized graph computes.
WHOLE = (
    aten.celu.default,
    aten.frac.default,
    aten.hardsigmoid.default,
    aten.hardswish.default,
    aten.log_sigmoid.default,
    aten.logit.default,
    aten.mish.default,
    aten.prelu.default,
    aten.selu.default,
    aten.silu.default,
    aten.softplus.default,
    aten.square.default,
    aten.threshold.default,
)

UNARY = (
    *WHOLE,
    aten.abs.default,
    aten.acos.default,
    aten.asin.default,
    aten.asinh.default,
    aten.atan.default,
    aten.atanh.default,
    aten.ceil.default,
    aten.cos.default,
    aten.cosh.default,
    aten.elu.default,
    aten.erf.default,
    aten.exp.default,
    aten.exp2.default,
    aten.expm1.default,
    aten.floor.default,
    aten.gelu.default,
    aten.leaky_relu.default,
    aten.log.default,
    aten.log10.default,
    aten.log1p.default,
    aten.log2.default,
    aten.neg.default,
    aten.pow.Tensor_Scalar,
    aten.reciprocal.default,
    aten.remainder.Scalar,
    aten.round.default,
    aten.rsqrt.default,
    aten.rsub.Scalar,
    aten.sigmoid.default,
    aten.sign.default,
    aten.sin.default,
    aten.sinh.default,
    aten.sqrt.default,
    aten.tan.default,
    aten.tanh.default,
    aten.trunc.default,
)

# A function of one value where the other is a number.
BINARY = (
    aten.add.Tensor,
    aten.div.Tensor,
    aten.div.Tensor_mode,
    aten.floor_divide.default,
    aten.maximum.default,
    aten.minimum.default,
    aten.mul.Tensor,
    aten.rsub.Tensor,
    aten.sub.Tensor,
)

# What decompositions of the above end with.
LAST_OF_DECOMPOSED = (aten.where.self,)


def function_of(name: str, targets: tuple[torch._ops.OpOverload, ...]) -> Pattern:
    """Calls whose only value that is no number is the argument `name`."""

    def unsuited(node: fx.Node) -> str | None:
        values = [value for value in node.all_input_nodes if number(value) is None]
        if len(values) > 1:
            return f"{node.target} of {len(values)} tensors; a table is a function of one"
        if values != [argument(node, name)]:
            return f"argument '{name}' is a number"
        shape, source = (tuple(value.meta["val"].shape) for value in (node, *values))
        return None if shape == source else f"its shape {shape} is not that of its input, {source}"

    inputs = {name: Role.ACTIVATION}
    return Pattern(targets=targets, inputs=inputs, fuses_activation=True, when=unsuited)


class Lut(Operator):
    name = "lut"
    patterns = (
        function_of("self", UNARY),
        function_of("exponent", (aten.pow.Scalar,)),
        function_of("self", BINARY),
        function_of("other", BINARY),
    )
    edge_targets = (*UNARY, aten.pow.Scalar, *BINARY, *LAST_OF_DECOMPOSED, *CLAMPS)
    whole = WHOLE
    general = True
    elementwise = True
    parameters = ("table",)
    instructions_per_element = 7.0

    def reference(self, input: Tensor, table: Tensor) -> Tensor:
        return table[input.to(torch.int64) + 128]

    def lower(self, site: Site) -> fx.Node:
        source, table = site.table()
        return site.call("lut", source, site.parameter("table", table))


lut = Lut()
