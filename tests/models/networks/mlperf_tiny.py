# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The four of MLPerf Tiny, and the person detection of TensorFlow Lite's examples."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from networks.blocks import conv, conv_same, head


def ds_cnn() -> nn.Module:
    """Keywords: [N, 1, 49, 10] to 12."""
    first = nn.Sequential(
        nn.ZeroPad2d((1, 1, 4, 5)),
        nn.Conv2d(1, 64, (10, 4), 2, bias=False),
        nn.BatchNorm2d(64),
        nn.ReLU(),
        nn.Dropout(0.2),
    )
    blocks = [nn.Sequential(conv(64, 64, 3, groups=64), conv(64, 64)) for _ in range(4)]
    return nn.Sequential(first, *blocks, nn.Dropout(0.4), head(64, 12), nn.Softmax(-1))


def mobilenet_v1(channels: int = 3) -> nn.Module:
    """Visual wake words and person detection, width 0.25: [N, channels, 96, 96] to 2."""
    outputs = (16, 32, 32, 64, 64, 128, 128, 128, 128, 128, 128, 256, 256)
    strides = (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1)
    layers, width = [conv_same(channels, 8, 2)], 8
    for output, stride in zip(outputs, strides, strict=True):
        layers.append(conv_same(width, width, stride, groups=width))
        layers.append(conv(width, output, activation=nn.ReLU6))
        width = output
    return nn.Sequential(*layers, head(width, 2), nn.Softmax(-1))


class Residual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            conv(inputs, outputs, 3, stride), conv(outputs, outputs, 3, activation=None)
        )
        self.skip = nn.Identity() if stride == 1 else nn.Conv2d(inputs, outputs, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.layers(x) + self.skip(x))


def resnet_8() -> nn.Module:
    """CIFAR-10: [N, 3, 32, 32] to 10."""
    blocks = [Residual(16, 16, 1), Residual(16, 32, 2), Residual(32, 64, 2)]
    return nn.Sequential(conv(3, 16, 3), *blocks, head(64, 10), nn.Softmax(-1))


def autoencoder() -> nn.Module:
    """Anomalies in sound: [N, 640] to 640."""
    sizes = (640, 128, 128, 128, 128, 8, 128, 128, 128, 128)
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise(sizes):
        layers += [nn.Linear(inputs, outputs), nn.BatchNorm1d(outputs), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(128, 640))
