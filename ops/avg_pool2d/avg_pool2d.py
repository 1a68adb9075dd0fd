# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::avg_pool2d: TFLite's AVERAGE_POOL_2D on int8, NHWC; also means over an image."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.fixed_point import quantize_multiplier, to_int8
from executorch_espressif.ops._common.operator import SHARED, Operator, Pattern, Refuse, Role
from executorch_espressif.ops._common.pooling import Window, pair, window
from executorch_espressif.ops._common.windows import output_shape, windows
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten
NO_PADDING = (0, 0, 0, 0)


def not_spatial_mean(node: fx.Node) -> str | None:
    """Why a mean.dim is not the mean of an image's height and width; None if it is."""
    rank = node.args[0].meta["val"].dim()
    dims = node.args[1] if len(node.args) > 1 else node.kwargs.get("dim")
    if rank != 4 or dims is None or {dim % rank for dim in dims} != {2, 3}:
        return f"mean over {dims} of rank {rank}; avg_pool2d takes the mean over (2, 3) of rank 4"
    return None


class AvgPool2d(Operator):
    name = "avg_pool2d"
    patterns = (
        Pattern(
            targets=(aten.avg_pool2d.default, aten.adaptive_avg_pool2d.default),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
        ),
        Pattern(
            targets=(aten.mean.dim,),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
            when=not_spatial_mean,
        ),
    )
    edge_targets = (
        aten.avg_pool2d.default,
        aten.mean.dim,
        aten.adaptive_avg_pool2d.default,
        aten._adaptive_avg_pool2d.default,
    )
    instructions_per_mac = 9.0

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

    def reference(
        self,
        input: Tensor,
        kernel_size: list[int],
        stride: list[int],
        padding: list[int],
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        x = input.to(torch.int64)
        total = windows(x, kernel_size, stride, padding).sum(dim=(4, 5))
        count = windows(torch.ones_like(x), kernel_size, stride, padding).sum(dim=(4, 5))
        half = torch.where(total > 0, count // 2, -(count // 2))
        mean = torch.div(total + half, count, rounding_mode="trunc")
        return to_int8(mean, activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        shape = site.shape("self")
        if len(shape) != 4:
            raise Refuse(f"pooling takes a batch of images (rank 4), not rank {len(shape)}")
        input = site.nhwc(site.input("self"))
        if site.target is aten.avg_pool2d.default:
            return self._windows(site, input)
        if site.target is aten.mean.dim:
            return self._mean(site, input)
        return self._adaptive(site, input)

    def _pool(self, site: Site, input: fx.Node, kernel, stride, padding) -> fx.Node:
        pooled = site.call(
            "avg_pool2d", input, list(kernel), list(stride), list(padding), *site.activation
        )
        return site.nchw(pooled)

    def _windows(self, site: Site, input: fx.Node) -> fx.Node:
        area = window(
            site.arg("kernel_size"),
            site.arg("stride"),
            site.arg("padding"),
            site.shape("self"),
            site.output_shape,
        )
        counts_padding = site.arg("count_include_pad")
        divisor = site.arg("divisor_override")
        if divisor is not None:
            if divisor < 1:
                raise Refuse(f"divisor_override {divisor}; positive ones are taken")
            if divisor != prod(area.kernel) or any(area.overhang):
                return self._divided(site, input, area, divisor)
            counts_padding = True
        if not counts_padding or area.padding == NO_PADDING:
            return self._pool(site, input, area.kernel, area.stride, area.total)
        return self._padded(site, input, area)

    def _divided(self, site: Site, input: fx.Node, area: Window, divisor: int) -> fx.Node:
        """A sum with a divisor of its own is a depthwise convolution with ones."""
        channels = site.shape("self")[1]
        factor = torch.tensor([0, *quantize_multiplier(1 / divisor)], dtype=torch.int32)
        zero_point = site.output.zero_point
        result = site.call(
            "depthwise_conv2d",
            input,
            site.parameter("ones", torch.ones(1, *area.kernel, channels, dtype=torch.int8)),
            site.parameter("per_channel", factor.reshape(3, 1).expand(3, channels)),
            list(area.stride),
            area.total,
            [1, 1],
            1,
            zero_point,
            zero_point,
            *site.activation,
        )
        return site.nchw(result)

    def _padded(self, site: Site, input: fx.Node, area: Window) -> fx.Node:
        """Padding that counts in the mean becomes data: codes of 0."""
        top, bottom, left, right = area.padding
        padded = site.call(
            "pad", input, [0, top, left, 0], [0, bottom, right, 0], site.output.zero_point
        )
        return self._pool(site, padded, area.kernel, area.stride, area.overhang)

    def _mean(self, site: Site, input: fx.Node) -> fx.Node:
        dims = site.arg("dim")
        if dims is None or {dim % 4 for dim in dims} != {2, 3}:
            raise Refuse(f"mean over {dims}; avg_pool2d takes the mean over (2, 3)")
        pooled = self._pool(site, input, site.shape("self")[2:], (1, 1), NO_PADDING)
        return pooled if site.arg("keepdim") else site.view(pooled, list(site.output_shape))

    def _adaptive(self, site: Site, input: fx.Node) -> fx.Node:
        size, out = site.shape("self")[2:], pair(site.arg("output_size"))
        if size[0] % out[0] or size[1] % out[1]:
            raise Refuse(f"adaptive pooling of {tuple(size)} to {out}: the windows are uneven")
        kernel = (size[0] // out[0], size[1] // out[1])
        return self._pool(site, input, kernel, kernel, NO_PADDING)

    def macs(self, input: Tensor, kernel_size: list[int], *rest) -> int:
        return prod(self.meta(input, kernel_size, *rest)) * prod(kernel_size)


avg_pool2d = AvgPool2d()
