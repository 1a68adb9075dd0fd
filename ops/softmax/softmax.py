# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::softmax: TFLite's SOFTMAX on int8, last axis; permutes bring another one there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.masks import behind_mask
from executorch_espressif.ops._common import softmax as fixed_point
from executorch_espressif.ops._common.fixed_point import quantize_multiplier, to_int8
from executorch_espressif.ops._common.operator import Operator, Pattern, QParams, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

PROBABILITY = QParams(scale=1 / 256, zero_point=-128)
# A scale of 16 puts the next code at exp(-16), which already rounds to 0.
LARGEST_SCALE = 2**30 - 1


def unsupported(shape: Sequence[int], dim: int) -> str | None:
    if not shape:
        return "softmax of a scalar"
    # The sum of exponentials has 12 integer bits.
    widest = softmax.limit("input", "width").high
    if shape[dim] > widest:
        return f"softmax over {shape[dim]} entries; at most {widest} are taken"
    return None


def _refusal(node: fx.Node) -> str | None:
    if behind_mask(node):
        return "its input is masked"
    return unsupported(node.args[0].meta["val"].shape, node.args[1])


def scaling(input_scale: float) -> tuple[int, int, int]:
    """multiplier, shift and diff_min that bring a difference of input codes to Q5.26."""
    multiplier, shift = quantize_multiplier(
        min(input_scale * 2**fixed_point.INPUT_FRACTION_BITS, LARGEST_SCALE)
    )
    if shift < 0:
        raise Refuse(f"softmax of an input of scale {input_scale:g}; at least 2^-27 is taken")
    largest = (2**fixed_point.INPUT_INTEGER_BITS - 1) * 2**fixed_point.INPUT_FRACTION_BITS
    return multiplier, shift, -math.floor(largest / 2**shift)


class Softmax(Operator):
    name = "softmax"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.softmax.int, torch.ops.aten._softmax.default),
            inputs={"self": Role.ACTIVATION},
            output=PROBABILITY,
            when=_refusal,
        ),
    )
    edge_targets = (torch.ops.aten._softmax.default,)
    instructions_per_element = 210.0

    def reference(self, input: Tensor, multiplier: int, shift: int, diff_min: int) -> Tensor:
        return to_int8(fixed_point.softmax(input, multiplier, shift, diff_min))

    def lower(self, site: Site) -> fx.Node:
        reason = unsupported(site.shape("self"), site.arg("dim"))
        if reason:
            raise Refuse(reason)
        if (site.output.scale, site.output.zero_point) != (
            PROBABILITY.scale,
            PROBABILITY.zero_point,
        ):
            raise Refuse(f"the output's quantization is {site.output}, not scale 1/256 from -128")
        rank = len(site.shape("self"))
        # Exchanging two axes is its own inverse.
        dims = list(range(rank))
        axis = site.arg("dim") % rank
        dims[axis], dims[-1] = dims[-1], dims[axis]
        rows = site.permute(site.input("self"), dims)
        result = site.call("softmax", rows, *scaling(site.qparams("self").scale))
        return site.permute(result, dims)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...] | None:
        return args if dims[-1] == len(dims) - 1 else None

    def scratch(self, input: Tensor, *rest) -> int:
        """ESP-NN's tuned versions keep one row of exponentials, int32."""
        return 4 * input.shape[-1]


softmax = Softmax()
