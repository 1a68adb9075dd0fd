# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Small image classifiers with branches, and a convolution over time."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from networks.blocks import conv, head


class InvertedResidual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int, expansion: int) -> None:
        super().__init__()
        width = inputs * expansion
        wide = [] if expansion == 1 else [conv(inputs, width, activation=nn.ReLU6)]
        self.layers = nn.Sequential(
            *wide,
            conv(width, width, 3, stride, groups=width, activation=nn.ReLU6),
            conv(width, outputs, activation=None),
        )
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        return x + self.layers(x) if self.adds else self.layers(x)


def mobilenet_v2(classes: int = 10) -> nn.Module:
    """Width 0.35."""

    def scaled(channels: int) -> int:
        return max(8, int(channels * 0.35 + 4) // 8 * 8)

    layers: list[nn.Module] = [conv(3, scaled(32), 3, 2, activation=nn.ReLU6)]
    width = scaled(32)
    settings = (
        (1, 16, 1, 1),
        (6, 24, 2, 2),
        (6, 32, 3, 2),
        (6, 64, 4, 2),
        (6, 96, 3, 1),
        (6, 160, 3, 2),
        (6, 320, 1, 1),
    )
    for expansion, channels, count, stride in settings:
        for index in range(count):
            output = scaled(channels)
            layers.append(InvertedResidual(width, output, 1 if index else stride, expansion))
            width = output
    return nn.Sequential(*layers, conv(width, 1280, activation=nn.ReLU6), head(1280, classes))


class Fire(nn.Module):
    def __init__(self, inputs: int, squeezed: int, each: int) -> None:
        super().__init__()
        self.squeeze = nn.Conv2d(inputs, squeezed, 1)
        self.one = nn.Conv2d(squeezed, each, 1)
        self.three = nn.Conv2d(squeezed, each, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        x = torch.relu(self.squeeze(x))
        return torch.cat([torch.relu(self.one(x)), torch.relu(self.three(x))], 1)


def squeezenet(classes: int = 10) -> nn.Module:
    """Version 1.1."""

    def pool() -> nn.Module:
        return nn.MaxPool2d(3, 2, ceil_mode=True)

    return nn.Sequential(
        nn.Sequential(nn.Conv2d(3, 64, 3, 2), nn.ReLU(), pool()),
        *(Fire(64, 16, 64), Fire(128, 16, 64), pool()),
        *(Fire(128, 32, 128), Fire(256, 32, 128), pool()),
        *(Fire(256, 48, 192), Fire(384, 48, 192), Fire(384, 64, 256), Fire(512, 64, 256)),
        *(nn.Dropout(), nn.Conv2d(512, classes, 1), nn.ReLU()),
        *(nn.AdaptiveAvgPool2d(1), nn.Flatten()),
    )


class Shuffle(nn.Module):
    """One unit; stride 2 takes all channels through both branches."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        half, self.halves = outputs // 2, stride == 1
        first = half if self.halves else inputs
        self.skip = nn.Identity()
        if stride == 2:
            depthwise = conv(inputs, inputs, 3, 2, inputs, activation=None)
            self.skip = nn.Sequential(depthwise, conv(inputs, half))
        self.layers = nn.Sequential(
            conv(first, half), conv(half, half, 3, stride, half, activation=None), conv(half, half)
        )

    def forward(self, x: Tensor) -> Tensor:
        left, right = x.chunk(2, 1) if self.halves else (x, x)
        x = torch.cat([self.skip(left), self.layers(right)], 1)
        return nn.functional.channel_shuffle(x, 2)


def shufflenet_v2(classes: int = 10) -> nn.Module:
    """Width 0.5."""
    layers: list[nn.Module] = [conv(3, 24, 3, 2), nn.MaxPool2d(3, 2, 1)]
    width = 24
    for outputs, count in ((48, 4), (96, 8), (192, 4)):
        for index in range(count):
            layers.append(Shuffle(width, outputs, 1 if index else 2))
            width = outputs
    return nn.Sequential(*layers, conv(width, 1024), head(1024, classes))


def keywords_1d(classes: int = 12) -> nn.Module:
    """A convolution over time: [N, 40, 98] to 12."""
    layers: list[nn.Module] = []
    for inputs, outputs, dilation in ((40, 32, 1), (32, 32, 2), (32, 48, 4), (48, 48, 8)):
        layers += [
            nn.Conv1d(inputs, outputs, 3, padding=dilation, dilation=dilation),
            nn.BatchNorm1d(outputs),
            nn.ReLU(),
        ]
    return nn.Sequential(*layers, nn.AvgPool1d(98), nn.Flatten(), nn.Linear(48, classes))
