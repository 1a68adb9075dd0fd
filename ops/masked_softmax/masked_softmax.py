# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::masked_softmax: softmax behind a mask, as masks.py writes every one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from executorch_espressif.activations import overload
from executorch_espressif.masks import behind_mask, is_mask
from executorch_espressif.ops._common import softmax as fixed_point
from executorch_espressif.ops._common.fixed_point import to_int8
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from executorch_espressif.ops.softmax.softmax import PROBABILITY, scaling, unsupported
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten
LOWEST = -128


def _refusal(node: fx.Node) -> str | None:
    """For the call that masks, whose input is what has codes, and for the softmax behind it."""
    if node.target is aten.masked_fill.Scalar:
        return None if is_mask(node) else "not a mask in front of a softmax"
    if not behind_mask(node):
        return "no mask in front of it"
    shape, dim = node.args[0].meta["val"].shape, node.args[1]
    if dim % len(shape) != len(shape) - 1:
        return "a masked softmax over another axis than the last"
    return unsupported(shape, dim)


class MaskedSoftmax(Operator):
    name = "masked_softmax"
    patterns = (
        Pattern(
            targets=(aten.masked_fill.Scalar,),
            inputs={"self": Role.ACTIVATION},
            output=None,
            when=_refusal,
        ),
        Pattern(targets=(aten.softmax.int,), inputs={}, output=PROBABILITY, when=_refusal),
    )
    edge_targets = (aten._softmax.default,)
    parameters = ("mask",)
    instructions_per_element = 220.0

    def reference(
        self, input: Tensor, mask: Tensor, multiplier: int, shift: int, diff_min: int
    ) -> Tensor:
        width = input.shape[-1]
        rows = input.reshape(-1, width)
        masks = mask.expand(input.shape).reshape(-1, width)
        output = torch.full(rows.shape, LOWEST, dtype=torch.int8)
        for row, left_out, result in zip(rows, masks, output, strict=True):
            if not left_out.all():
                probabilities = fixed_point.softmax(row[~left_out], multiplier, shift, diff_min)
                result[~left_out] = to_int8(probabilities)
        return output.reshape(input.shape)

    def lower(self, site: Site) -> fx.Node:
        if (site.output.scale, site.output.zero_point) != (
            PROBABILITY.scale,
            PROBABILITY.zero_point,
        ):
            raise Refuse(f"the output's quantization is {site.output}, not scale 1/256 from -128")
        # to_edge writes masked_fill as where(mask, minus infinity, values).
        masked = site.arg("self")
        if overload(masked) is not aten.where.self:
            raise Refuse("no mask in front of it")
        mask, _, values = masked.args
        qparams = masked.meta["input_qparams"].get(values)
        if qparams is None:
            raise Refuse("what is masked is not quantized")
        source = values.args[0]
        if mask.meta["val"].dim() != source.meta["val"].dim():
            raise Refuse("the mask has another rank than the values")
        return site.call("masked_softmax", source, mask, *scaling(qparams.scale))

    def scratch(self, input: Tensor, *rest) -> int:
        """ESP-NN's row of exponentials, int32."""
        return 4 * input.shape[-1]


masked_softmax = MaskedSoftmax()
