# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Windows over sequences that are longer than kernels take, such as seconds of sound: in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from executorch_espressif.ops import operator
from executorch_espressif.ops._common.windows import output_size
from torch import fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site


def pieces(
    size: int, kernel: int, stride: int, before: int, after: int, dilation: int, most: int
) -> Iterator[tuple[int, int, int, int]]:
    """Start, end and padding on both sides of parts of an axis, whose windows are those of the
    whole one after the other. No part has more than `most` places, nor more windows."""
    reach = dilation * (kernel - 1) + 1
    count = (most - reach) // stride + 1
    total = output_size(size, kernel, stride, before, after, dilation)
    for first in range(0, total, count):
        start = first * stride - before
        end = (min(first + count, total) - 1) * stride - before + reach
        yield max(start, 0), min(end, size), max(-start, 0), max(end - size, 0)


def along_width(
    site: Site,
    name: str,
    images: fx.Node,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    call: Callable[[fx.Node, list[int]], fx.Node],
) -> fx.Node:
    """`call(images, padding)`, which slides the windows of operator `name` over NHWC images; over
    pieces of those that are too wide for it, as long as each piece has something of the image."""
    top, bottom, left, right = padding
    width, most = images.meta["val"].shape[2], operator(name).limit("input", "width").high
    numbers = (width, kernel[1], stride[1], left, right, dilation[1])
    reach = dilation[1] * (kernel[1] - 1) + 1
    if max(width, output_size(*numbers)) <= most or reach > most:
        return call(images, list(padding))
    parts = list(pieces(*numbers, most))
    if any(start >= end for start, end, _, _ in parts):
        return call(images, list(padding))
    results = [
        call(site.call("slice", images, 2, start, end, 1), [top, bottom, before, after])
        for start, end, before, after in parts
    ]
    return site.call("cat", results, 2)
