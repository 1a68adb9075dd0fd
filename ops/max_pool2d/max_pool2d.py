# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::max_pool2d: TFLite's MAX_POOL_2D on int8, NHWC."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.fixed_point import INT8_MIN, to_int8
from executorch_espressif.ops._common.operator import SHARED, Pattern, Refuse, Role
from executorch_espressif.ops._common.pooling import Pooling, pair, pooled, window
from executorch_espressif.ops._common.windows import windows
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


class MaxPool2d(Pooling):
    name = "max_pool2d"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.max_pool2d.default,),
            inputs={"self": Role.ACTIVATION},
            output=SHARED,
        ),
    )
    edge_targets = (
        torch.ops.aten.max_pool2d.default,
        torch.ops.aten.max_pool2d_with_indices.default,
    )
    instructions_per_mac = 14.0

    def reference(
        self,
        input: Tensor,
        kernel_size: list[int],
        stride: list[int],
        padding: list[int],
        activation_min: int,
        activation_max: int,
    ) -> Tensor:
        taps = windows(input.to(torch.int64), kernel_size, stride, padding, fill=INT8_MIN)
        return to_int8(taps.amax(dim=(4, 5)), activation_min, activation_max)

    def lower(self, site: Site) -> fx.Node:
        site.require_shared()
        if pair(site.arg("dilation")) != (1, 1):
            return self._dilated(site)
        area = window(
            site.arg("kernel_size"),
            site.arg("stride"),
            site.arg("padding"),
            site.shape("self"),
            site.output_shape,
        )
        return site.nchw(pooled(site, self.name, site.nhwc(site.input("self")), area, area.total))

    def _dilated(self, site: Site) -> fx.Node:
        """Maxima of the entries that are one tap apart, along one axis and then the other."""
        shape = site.shape("self")
        if len(shape) != 4:
            raise Refuse(f"pooling takes a batch of images (rank 4), not rank {len(shape)}")
        kernel, dilation, padding = (
            pair(site.arg(name)) for name in ("kernel_size", "dilation", "padding")
        )
        stride = pair(site.arg("stride")) if site.arg("stride") else kernel
        value = site.input("self")
        for axis in (0, 1):
            starts = torch.arange(site.output_shape[2 + axis]) * stride[axis] - padding[axis]
            places = starts[:, None] + torch.arange(kernel[axis]) * dilation[axis]
            inside = (places >= 0) & (places < shape[2 + axis])
            if not inside.any(1).all():
                raise Refuse("a window lies outside the input")
            # A place in the padding counts as another one of its window.
            first = places.gather(1, inside.int().argmax(1, keepdim=True))
            taps = torch.where(inside, places, first).to(torch.int32).unbind(1)
            values = [
                site.call("index_select", value, site.parameter("places", tap), 2 + axis)
                for tap in taps
            ]
            value = values[0]
            for other in values[1:]:
                value = site.call("maximum", value, other)
        return value


max_pool2d = MaxPool2d()
