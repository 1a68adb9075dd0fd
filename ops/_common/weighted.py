# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the operators with int8 weights share: patterns and the [3, C] requantization tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.fixed_point import fits_left_shift, requantizations
from executorch_espressif.ops._common.operator import OWN, Pattern, Refuse, Role

if TYPE_CHECKING:
    from executorch_espressif.site import Site


LARGEST_BIAS = 2**30


def weighted_pattern(
    *targets: torch._ops.OpOverload,
    when: Callable[[torch.fx.Node], str | None] = lambda node: None,
    axis: int = 0,
) -> Pattern:
    """Input, weight (output channels on `axis`), bias, and a clamp fused behind."""
    return Pattern(
        targets=targets,
        inputs={"input": Role.ACTIVATION, "weight": Role.WEIGHT, "bias": Role.BIAS},
        output=OWN,
        fuses_activation=True,
        weight_axis=axis,
        when=when,
    )


def per_channel(site: Site, axis: int = 0) -> torch.Tensor:
    """int32 [3, output channels]: bias, multiplier, shift; `axis` of the weight is the output.

    Refuses where some input could drive the accumulator, or its left shift, out of int32.
    """
    weight = site.constant("weight").to(torch.int64)
    channels = weight.shape[axis]
    source, weights = site.qparams("input"), site.qparams("weight")
    if weights.zero_point != 0 or (weights.scales is not None and weights.axis != axis):
        raise Refuse("the weight is not symmetric per output channel")
    scales = [source.scale * scale for scale in weights.channel_scales(channels)]
    bias = _bias(site, scales)
    multipliers, shifts = _multipliers([scale / site.output.scale for scale in scales])

    largest = max(127 - source.zero_point, source.zero_point + 128)
    weight = weight.movedim(axis, 0).reshape(channels, -1)
    magnitudes = weight.abs().sum(dim=1) * largest + bias.abs()
    for channel, (magnitude, shift) in enumerate(zip(magnitudes.tolist(), shifts, strict=True)):
        if not fits_left_shift(magnitude, shift):
            raise Refuse(
                f"output channel {channel}: an accumulator of up to {magnitude}, shifted left by "
                f"{max(shift, 0)}, does not fit int32"
            )
    rows = [bias, torch.tensor(multipliers), torch.tensor(shifts)]
    return torch.stack(rows).to(torch.int32)


def _bias(site: Site, scales: list[float]) -> torch.Tensor:
    """Codes of the bias in the accumulator's scale (zeros without a bias)."""
    if site.arg("bias") is None:
        return torch.zeros(len(scales), dtype=torch.int64)
    real = site.graph.constant(site.arg("bias"))
    if real is not None:
        # Quantizers may leave the bias in float; as codes it is exact to a fraction of an output's.
        codes = torch.round(real.detach().double() / torch.tensor(scales, dtype=torch.float64))
        if codes.abs().max() > LARGEST_BIAS:
            raise Refuse(
                f"the bias is up to {codes.abs().max():g} times input scale * weight scale"
            )
        return codes.to(torch.int64)
    found = site.qparams("bias").channel_scales(len(scales))
    # Other quantizers multiply the scales in float32, hence the relative tolerance.
    if not torch.allclose(torch.tensor(found), torch.tensor(scales), rtol=1e-5, atol=0.0):
        raise Refuse("the bias does not have the scale input * weight")
    return site.constant("bias").to(torch.int64)


def _multipliers(reals: list[float]) -> tuple[list[int], list[int]]:
    try:
        return requantizations(reals)
    except ValueError as error:
        raise Refuse(str(error)) from error
