# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Window arguments of ATen's 2-d pooling, as padding of a pooling that rounds down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.activations import argument, overload
from executorch_espressif.ops._common.operator import Operator, Refuse
from executorch_espressif.ops._common.wide import along_width
from executorch_espressif.ops._common.windows import output_shape
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten


class Pooling(Operator):
    """What windows over NHWC give, and cost."""

    def meta(
        self,
        input: Tensor,
        kernel_size: list[int],
        stride: list[int],
        padding: list[int],
        activation_min: int,
        activation_max: int,
    ) -> Sequence[int]:
        height, width = output_shape(input.shape, kernel_size, stride, padding)
        return [input.shape[0], height, width, input.shape[3]]

    def macs(self, input: Tensor, kernel_size: list[int], *rest) -> int:
        return prod(self.meta(input, kernel_size, *rest)) * prod(kernel_size)


def pair(value: int | Sequence[int]) -> tuple[int, int]:
    """An `int[2]` argument, which may hold one entry for both axes."""
    values = (value,) if isinstance(value, int) else tuple(value)
    return (values[0], values[-1])


def whole_image(node: fx.Node) -> bool:
    """Whether an average pooling has one window that is the image; what it gives is a mean."""
    plane = tuple(node.args[0].meta["val"].shape[-2:])
    if overload(node) is not aten.avg_pool2d.default:
        return pair(argument(node, "output_size")) == (1, 1)
    padded = any(pair(argument(node, "padding")))
    kernel, divisor = pair(argument(node, "kernel_size")), argument(node, "divisor_override")
    return kernel == plane and not padded and divisor is None


@dataclass(frozen=True)
class Window:
    kernel: tuple[int, int]
    stride: tuple[int, int]
    padding: tuple[int, int, int, int]
    """As asked for, equal on both sides of an axis."""
    overhang: tuple[int, int, int, int]
    """What `ceil_mode` adds at the bottom and on the right. It never counts in a mean."""

    @property
    def total(self) -> list[int]:
        return [asked + extra for asked, extra in zip(self.padding, self.overhang, strict=True)]


def _overhang(out: int, size: int, kernel: int, stride: int, padding: int) -> int:
    return max(0, (out - 1) * stride + kernel - size - 2 * padding)


def window(
    kernel: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    input_shape: Sequence[int],
    output_shape: Sequence[int],
) -> Window:
    """The windows over an NCHW input; `output_shape` is ATen's own, so that its rounding holds."""
    if len(input_shape) != 4:
        raise Refuse(f"pooling takes a batch of images (rank 4), not rank {len(input_shape)}")
    kernel = pair(kernel)
    stride = pair(stride) if stride else kernel
    vertical, horizontal = pair(padding)
    return Window(
        kernel,
        stride,
        (vertical, vertical, horizontal, horizontal),
        (
            0,
            _overhang(output_shape[2], input_shape[2], kernel[0], stride[0], vertical),
            0,
            _overhang(output_shape[3], input_shape[3], kernel[1], stride[1], horizontal),
        ),
    )


def pooled(site: Site, name: str, images: fx.Node, area: Window, padding: Sequence[int]) -> fx.Node:
    """The windows of `area` over NHWC images, as operator `name` pools them."""
    kernel, stride = list(area.kernel), list(area.stride)

    def call(input: fx.Node, padding: list[int]) -> fx.Node:
        return site.call(name, input, kernel, stride, padding, *site.activation)

    return along_width(site, name, images, kernel, stride, padding, (1, 1), call)
