# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Geometry of sliding windows over NHWC tensors, for the references of the spatial operators."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


def output_size(
    size: int, kernel: int, stride: int, before: int, after: int, dilation: int = 1
) -> int:
    """Places a window can take: a remainder of the stride is dropped, never padded."""
    return (size + before + after - dilation * (kernel - 1) - 1) // stride + 1


def output_shape(
    shape: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int] = (1, 1),
) -> tuple[int, int]:
    """Height and width of the output for an NHWC `shape`; padding is [top, bottom, left, right]."""
    top, bottom, left, right = padding
    height = output_size(shape[1], kernel[0], stride[0], top, bottom, dilation[0])
    width = output_size(shape[2], kernel[1], stride[1], left, right, dilation[1])
    return height, width


def windows(
    x: Tensor,
    kernel: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int] = (1, 1),
    fill: int = 0,
) -> Tensor:
    """[N, H, W, C] -> [N, out_h, out_w, C, kernel_h, kernel_w], padded places holding `fill`."""
    top, bottom, left, right = padding
    x = torch.nn.functional.pad(x, (0, 0, left, right, top, bottom), value=fill)
    x = x.unfold(1, dilation[0] * (kernel[0] - 1) + 1, stride[0])
    x = x.unfold(2, dilation[1] * (kernel[1] - 1) + 1, stride[1])
    return x[..., :: dilation[0], :: dilation[1]]
