# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::avg_pool2d: TFLite's AVERAGE_POOL_2D on int8, NHWC; ops/mean has whole images."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import torch
from executorch_espressif.activations import argument, overload
from executorch_espressif.ops._common.fixed_point import fits_left_shift, requantization, to_int8
from executorch_espressif.ops._common.operator import SHARED, Pattern, Refuse, Role
from executorch_espressif.ops._common.pooling import (
    Pooling,
    Window,
    pair,
    pooled,
    whole_image,
    window,
)
from executorch_espressif.ops._common.wide import along_width
from executorch_espressif.ops._common.windows import windows
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

aten = torch.ops.aten
NO_PADDING = (0, 0, 0, 0)
LARGEST_CODE = 255
POOLS = (aten.avg_pool2d.default, aten.adaptive_avg_pool2d.default)


def refusal(node: fx.Node) -> str | None:
    return "the mean of a whole image" if whole_image(node) else None


def shares(node: fx.Node) -> str | None:
    """Why a pooling does not keep its input's scale; None if it does."""
    divisor = constant_divisor(node)
    if divisor is not None and divisor % 2 == 0:
        return "its windows have an even number of values"
    return refusal(node)


def constant_divisor(node: fx.Node) -> int | None:
    """What the sum of each window is divided by, None if that differs between windows."""
    height, width = node.args[0].meta["val"].shape[-2:]
    rows, columns = node.meta["val"].shape[-2:]
    if overload(node) is not aten.avg_pool2d.default:
        uneven = height % rows or width % columns
        return None if uneven else (height // rows) * (width // columns)
    divisor = argument(node, "divisor_override")
    if divisor is not None:
        return divisor
    kernel, padding = pair(argument(node, "kernel_size")), pair(argument(node, "padding"))
    stride = pair(argument(node, "stride") or kernel)
    overhangs = argument(node, "ceil_mode") and any(
        (out - 1) * s + k > size + 2 * p
        for out, size, k, s, p in zip(
            (rows, columns), (height, width), kernel, stride, padding, strict=True
        )
    )
    counted = argument(node, "count_include_pad") or not any(padding)
    return prod(kernel) if counted and not overhangs else None


class AvgPool2d(Pooling):
    name = "avg_pool2d"
    # The mean of an even number of codes is often half-way between two of them, where PyTorch's
    # float arithmetic rounds by chance: 12 % of the codes of 2x2 windows would differ by one. Sums
    # with a factor to a scale of their own do not meet the middle.
    patterns = (
        Pattern(POOLS, inputs={"self": Role.ACTIVATION}, output=SHARED, when=shares),
        Pattern(POOLS, inputs={"self": Role.ACTIVATION}, fuses_activation=True, when=refusal),
    )
    edge_targets = (
        aten.avg_pool2d.default,
        aten.adaptive_avg_pool2d.default,
        aten._adaptive_avg_pool2d.default,
    )
    instructions_per_mac = 9.0

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
        shape = site.shape("self")
        if len(shape) != 4:
            raise Refuse(f"pooling takes a batch of images (rank 4), not rank {len(shape)}")
        if (reason := refusal(site.node)) is not None:
            raise Refuse(reason)
        source = site.qparams("self")
        shared = (source.scale, source.zero_point) == (site.output.scale, site.output.zero_point)
        divisor = constant_divisor(site.node)
        if divisor is not None and divisor < 1:
            raise Refuse(f"divisor_override {divisor}; positive ones are taken")
        area = self._area(site)
        exact = divisor == prod(area.kernel) and not any(area.overhang)
        if divisor is not None and not (shared and exact):
            return self._scaled(site, area, source.scale / site.output.scale / divisor)
        site.require_shared()
        input = site.nhwc(site.input("self"))
        if area.padding == NO_PADDING or not (divisor or site.arg("count_include_pad")):
            return site.nchw(pooled(site, self.name, input, area, area.total))
        return self._padded(site, input, area)

    def _area(self, site: Site) -> Window:
        if site.target is aten.avg_pool2d.default:
            places = (site.arg(name) for name in ("kernel_size", "stride", "padding"))
            return window(*places, site.shape("self"), site.output_shape)
        size, out = site.shape("self")[2:], pair(site.arg("output_size"))
        if size[0] % out[0] or size[1] % out[1]:
            raise Refuse(f"adaptive pooling of {tuple(size)} to {out}: the windows are uneven")
        kernel = (size[0] // out[0], size[1] // out[1])
        return Window(kernel, kernel, NO_PADDING, NO_PADDING)

    def _scaled(self, site: Site, area: Window, factor: float) -> fx.Node:
        """Sums with a factor of their own: a depthwise convolution with ones, in which padding
        counts as 0."""
        channels = site.shape("self")[1]
        try:
            constant = torch.tensor([0, *requantization(factor)], dtype=torch.int32)
        except ValueError as error:
            raise Refuse(str(error)) from error
        if not fits_left_shift(LARGEST_CODE * prod(area.kernel), int(constant[2])):
            raise Refuse(f"sums of {prod(area.kernel)} codes times {factor:g} do not fit int32")
        parameters = (
            site.parameter("ones", torch.ones(1, *area.kernel, channels, dtype=torch.int8)),
            site.parameter("per_channel", constant.reshape(3, 1).expand(3, channels)),
        )
        codes = (site.qparams("self").zero_point, site.output.zero_point, *site.activation)
        name, input = "depthwise_conv2d", site.nhwc(site.input("self"))
        stride, dilation = list(area.stride), [1, 1]

        def call(input: fx.Node, padding: list[int]) -> fx.Node:
            return site.call(name, input, *parameters, stride, padding, dilation, 1, *codes)

        geometry = (area.kernel, stride, area.total, dilation)
        return site.nchw(along_width(site, name, input, *geometry, call))

    def _padded(self, site: Site, input: fx.Node, area: Window) -> fx.Node:
        """Padding that counts in the mean becomes data: codes of 0."""
        top, bottom, left, right = area.padding
        padded = site.call(
            "pad", input, [0, top, left, 0], [0, bottom, right, 0], site.output.zero_point
        )
        return site.nchw(pooled(site, self.name, padded, area, area.overhang))


avg_pool2d = AvgPool2d()
