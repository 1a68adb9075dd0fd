# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::layer_norm: (x - mean) / sqrt(variance + epsilon) * weight + bias over the last axis.

With n entries of codes x in a row, n x - sum(x) over sqrt(n sum(x^2) - sum(x)^2 + epsilon') is the
normalized value: the input's scale only enters epsilon' = epsilon n^2 / scale^2, its zero point
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.activations import argument
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten

NORMAL_BITS = 22
BIAS_BITS = 15
ROOT_BITS = 8
LARGEST_EPSILON = 2**61


def out_of_range(width: int) -> str | None:
    widths = layer_norm.limit("weight_bias", "width")
    if widths.low <= width <= widths.high:
        return None
    return f"normalizes {width} values; {widths.low} to {widths.high} are taken"


def refusal(node: fx.Node) -> str | None:
    reason = out_of_range(prod(node.args[1]))
    if reason is not None:
        return reason
    for name in ("weight", "bias"):
        value = argument(node, name)
        if value is not None and value.op != "get_attr":
            return f"argument '{name}' is computed, not a constant"
    return None


def round_shift(x: Tensor, exponent: int) -> Tensor:
    """x / 2**exponent, halves up."""
    return (x + (1 << (exponent - 1))) >> exponent


def fixed_epsilon(epsilon: float, width: int, input_scale: float) -> int:
    return round(epsilon * (width / input_scale) ** 2 * 4**ROOT_BITS)


def fixed_weights(weight: Tensor, bias: Tensor, output_scale: float) -> tuple[torch.Tensor, int]:
    """weight_bias and weight_shift of float64 rows; Refuse where they do not fit."""
    gains, offsets = weight / output_scale, bias / output_scale * 2**BIAS_BITS
    if offsets.abs().max() >= 2**31 - 1:
        raise Refuse("a bias is more than 65535 times the output's scale")
    # As many bits as fit, so that the largest gain lies below 2^31.
    bits = min(30 - math.frexp(gains.abs().max().item())[1], 62 - NORMAL_BITS + BIAS_BITS)
    shift = NORMAL_BITS + bits - BIAS_BITS
    if shift < 1:
        raise Refuse("a weight is more than 2^36 times the output's scale")
    rows = torch.stack([torch.round(gains * 2.0**bits), torch.round(offsets)])
    return rows.to(torch.int32), shift


class LayerNorm(Operator):
    name = "layer_norm"
    patterns = (
        Pattern(
            targets=(aten.layer_norm.default,),
            inputs={"input": Role.ACTIVATION},
            when=refusal,
        ),
    )
    edge_targets = (aten.native_layer_norm.default,)
    parameters = ("weight_bias",)
    instructions_per_element = 70.0

    def reference(
        self,
        input: Tensor,
        weight_bias: Tensor,
        epsilon: int,
        weight_shift: int,
        output_zero_point: int,
    ) -> Tensor:
        width = weight_bias.shape[1]
        x = input.to(torch.int64).reshape(-1, width)
        total = x.sum(dim=1)
        variances = (width * (x * x).sum(dim=1) - total * total).tolist()
        normal = torch.empty_like(x)
        for row, variance in enumerate(variances):
            padded = max((variance << 2 * ROOT_BITS) + epsilon, 1)
            doublings = (62 - padded.bit_length()) // 2
            reciprocal = 2**61 // math.isqrt(padded << 2 * doublings)
            shift = 61 - NORMAL_BITS - ROOT_BITS - doublings
            normal[row] = round_shift((width * x[row] - total[row]) * reciprocal, shift)
        weight, bias = weight_bias.to(torch.int64)
        scaled = round_shift(normal * weight, weight_shift) + bias
        codes = round_shift(scaled, BIAS_BITS) + output_zero_point
        return torch.clamp(codes, -128, 127).to(torch.int8).reshape(input.shape)

    def lower(self, site: Site) -> fx.Node:
        shape, width = site.shape("input"), prod(site.arg("normalized_shape"))
        if (reason := out_of_range(width)) is not None:
            raise Refuse(reason)
        weight, bias = self._row(site, "weight", 1.0, width), self._row(site, "bias", 0.0, width)
        scale = site.qparams("input").scale
        epsilon = fixed_epsilon(site.arg("eps"), width, scale)
        if epsilon > LARGEST_EPSILON:
            raise Refuse(f"epsilon {site.arg('eps')} is too large for an input of scale {scale:g}")
        weight_bias, shift = fixed_weights(weight, bias, site.output.scale)
        rows = site.view(site.input("input"), [prod(shape) // width, width])
        if len(site.arg("normalized_shape")) == 1:
            rows = site.input("input")
        result = site.call(
            "layer_norm",
            rows,
            site.parameter("weight_bias", weight_bias),
            epsilon,
            shift,
            site.output.zero_point,
        )
        return site.view(result, list(shape))

    def _row(self, site: Site, name: str, absent: float, width: int) -> Tensor:
        node = site.arg(name)
        if node is None:
            return torch.full((width,), absent, dtype=torch.float64)
        value = site.graph.constant(node)
        if value is None:
            raise Refuse(f"argument '{name}' is not a constant")
        return value.detach().double().reshape(width)

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...] | None:
        return args if dims[-1] == len(dims) - 1 else None


layer_norm = LayerNorm()
