# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::mean: means and sums over any dimensions, global pooling among them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.activations import argument, overload
from executorch_espressif.ops._common.fixed_point import (
    fits_left_shift,
    multiply_by_quantized_multiplier,
    requantization,
    to_int8,
    wrap_int32,
)
from executorch_espressif.ops._common.operator import Operator, Pattern, Refuse, Role
from executorch_espressif.ops._common.pooling import whole_image
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten

MEANS = (aten.mean.dim, aten.mean.default)
POOLS = (aten.avg_pool2d.default, aten.adaptive_avg_pool2d.default)
SUMS = (aten.sum.dim_IntList, aten.sum.default)
NOT_WHOLE = "windows that are not the whole image; avg_pool2d takes them"
LARGEST_CODE = 255


def refusal(node: fx.Node) -> str | None:
    shape = node.args[0].meta["val"].shape
    largest = mean.limit("input", "rank").high
    if len(shape) > largest:
        return f"rank {len(shape)}; at most {largest} is taken"
    if node.target in POOLS and not whole_image(node):
        return NOT_WHOLE
    if node.target not in SUMS and prod(shape[dim] for dim in summed(node)) == 0:
        return "the mean of no values"
    return None


def summed(node: fx.Node) -> list[int]:
    """The dimensions that a call sums over. PyTorch names none for all."""
    rank = node.args[0].meta["val"].dim()
    if overload(node) in POOLS:
        return [rank - 2, rank - 1]
    overall = overload(node) in (aten.mean.default, aten.sum.default)
    dims = None if overall else argument(node, "dim")
    return sorted({dim % rank for dim in dims}) if dims else list(range(rank))


class Mean(Operator):
    name = "mean"
    # Pooling over a whole image too: with a scale of its own the mean keeps all 8 bits and does not
    # fall half-way between codes.
    patterns = (
        Pattern(
            targets=(*MEANS, *POOLS, *SUMS),
            inputs={"self": Role.ACTIVATION},
            fuses_activation=True,
            when=refusal,
        ),
    )
    edge_targets = (*MEANS, *POOLS, *SUMS)
    instructions_per_mac = 5.0
    instructions_per_element = 60.0

    def meta(self, input: Tensor, dims: list[int], *rest: int) -> Sequence[int]:
        return [1 if axis in dims else size for axis, size in enumerate(input.shape)]

    def reference(
        self,
        input: Tensor,
        dims: list[int],
        input_zero_point: int,
        output_zero_point: int,
        output_multiplier: int,
        output_shift: int,
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        total = input.to(torch.int64) - input_zero_point
        for dim in dims:
            total = total.sum(dim=dim, keepdim=True)
        scaled = multiply_by_quantized_multiplier(
            wrap_int32(total), output_multiplier, output_shift
        )
        return to_int8(scaled + output_zero_point, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        shape = site.shape("self")
        if site.target in POOLS and not whole_image(site.node):
            raise Refuse(NOT_WHOLE)
        dims = summed(site.node)
        count = prod(shape[dim] for dim in dims)
        source = site.qparams("self")
        factor = source.scale / site.output.scale
        if site.target not in SUMS:
            if count == 0:
                raise Refuse("the mean of no values")
            factor /= count
        try:
            multiplier, shift = requantization(factor)
        except ValueError as error:
            raise Refuse(str(error)) from error
        if not fits_left_shift(count * LARGEST_CODE, shift):
            raise Refuse(
                f"a sum of {count} codes, shifted left by {max(shift, 0)}, does not fit int32"
            )
        result = site.call(
            "mean",
            site.input("self"),
            dims,
            source.zero_point,
            site.output.zero_point,
            multiplier,
            shift,
            *site.activation,
        )
        return site.view(result, list(site.output_shape))

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...]:
        input, summed, *rest = args
        return input, [axis for axis, dim in enumerate(dims) if dim in summed], *rest

    def macs(self, input: Tensor, *rest) -> int:
        return prod(input.shape)


mean = Mean()
