# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the lowerings of aten.convolution share: a sequence is an image of height 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.operator import Refuse
from executorch_espressif.ops._common.pooling import pair
from executorch_espressif.ops._common.weighted import per_channel
from executorch_espressif.ops._common.wide import along_width
from torch import fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

NLC = (0, 2, 1)


def require_batch(site: Site) -> None:
    """A batch of images or of sequences, with a kernel of the same rank."""
    rank, kernel = len(site.shape("input")), len(site.shape("weight"))
    if rank not in (3, 4) or kernel != rank:
        raise Refuse(
            f"an input of rank {rank} and a weight of rank {kernel}; a batch of images (rank 4) or "
            "of sequences (rank 3) is taken"
        )


def images(site: Site) -> fx.Node:
    """The input as NHWC."""
    node, shape = site.input("input"), site.shape("input")
    if len(shape) == 4:
        return site.nhwc(node)
    batch, channels, length = shape
    return site.view(site.permute(node, NLC), [batch, 1, length, channels])


def from_images(site: Site, node: fx.Node) -> fx.Node:
    """An NHWC result as PyTorch has it."""
    if len(site.output_shape) == 4:
        return site.nchw(node)
    batch, channels, length = site.output_shape
    return site.permute(site.view(node, [batch, length, channels]), NLC)


def weights(site: Site) -> torch.Tensor:
    """The weight with a height and a width."""
    weight = site.constant("weight")
    return weight if weight.dim() == 4 else weight.unsqueeze(2)


def by_axis(site: Site, name: str, absent: int) -> list[int]:
    """An argument for height and width; a sequence has `absent` for its height."""
    value: int | Sequence[int] = site.arg(name)
    if len(site.shape("input")) == 4:
        return list(pair(value))
    return [absent, pair(value)[1]]


def sides(site: Site) -> list[int]:
    """Padding on each side."""
    vertical, horizontal = by_axis(site, "padding", 0)
    return [vertical, vertical, horizontal, horizontal]


def convolved(site: Site, op: str, weight: torch.Tensor, factor: int) -> fx.Node:
    """The convolution as operator `op`. weight: as `op` has it; factor: its groups, or how many
    outputs an input channel has."""
    parameters = (
        site.parameter("weight", weight),
        site.parameter("per_channel", per_channel(site)),
    )
    stride, dilation = by_axis(site, "stride", 1), by_axis(site, "dilation", 1)
    rest = (
        factor,
        site.qparams("input").zero_point,
        site.output.zero_point,
        *site.activation,
    )

    def call(input: fx.Node, padding: list[int]) -> fx.Node:
        return site.call(op, input, *parameters, stride, padding, dilation, *rest)

    kernel = weight.shape[1:3]
    result = along_width(site, op, images(site), kernel, stride, sides(site), dilation, call)
    return from_images(site, result)
