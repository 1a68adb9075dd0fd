# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""ResNet-18, and image classifiers whose channels are weighted by squeeze and excitation."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from networks.blocks import conv, head


class BasicBlock(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            conv(inputs, outputs, 3, stride), conv(outputs, outputs, 3, activation=None)
        )
        same = stride == 1 and inputs == outputs
        self.skip = nn.Identity() if same else conv(inputs, outputs, 1, stride, activation=None)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.skip(x) + self.layers(x))


def resnet_18(classes: int = 10) -> nn.Module:
    layers: list[nn.Module] = [conv(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)]
    width = 64
    for outputs in (64, 128, 256, 512):
        layers += [
            BasicBlock(width, outputs, 1 if outputs == 64 else 2),
            BasicBlock(outputs, outputs, 1),
        ]
        width = outputs
    return nn.Sequential(*layers, head(width, classes))


class Excited(nn.Module):
    """Channels times a gate of their means."""

    def __init__(
        self, channels: int, squeezed: int, activation: type[nn.Module], gate: type[nn.Module]
    ) -> None:
        super().__init__()
        self.gate = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            *(nn.Conv2d(channels, squeezed, 1), activation()),
            *(nn.Conv2d(squeezed, channels, 1), gate()),
        )

    def forward(self, x: Tensor) -> Tensor:
        return x * self.gate(x)


class Residual(nn.Module):
    """Layers around which the input goes, where the shapes allow it."""

    def __init__(self, layers: list[nn.Module], adds: bool) -> None:
        super().__init__()
        self.layers = nn.Sequential(*layers)
        self.adds = adds

    def forward(self, x: Tensor) -> Tensor:
        return x + self.layers(x) if self.adds else self.layers(x)


def mobilenet_v3_small(classes: int = 10) -> nn.Module:
    # kernel, expansion, outputs, excited, activation, stride
    settings = (
        (3, 16, 16, True, nn.ReLU, 2),
        (3, 72, 24, False, nn.ReLU, 2),
        (3, 88, 24, False, nn.ReLU, 1),
        (5, 96, 40, True, nn.Hardswish, 2),
        (5, 240, 40, True, nn.Hardswish, 1),
        (5, 240, 40, True, nn.Hardswish, 1),
        (5, 120, 48, True, nn.Hardswish, 1),
        (5, 144, 48, True, nn.Hardswish, 1),
        (5, 288, 96, True, nn.Hardswish, 2),
        (5, 576, 96, True, nn.Hardswish, 1),
        (5, 576, 96, True, nn.Hardswish, 1),
    )
    layers: list[nn.Module] = [conv(3, 16, 3, 2, activation=nn.Hardswish)]
    width = 16
    for kernel, wide, outputs, excited, activation, stride in settings:
        block = [] if wide == width else [conv(width, wide, activation=activation)]
        block.append(conv(wide, wide, kernel, stride, wide, activation))
        if excited:
            squeezed = max(8, (wide // 4 + 4) // 8 * 8)
            block.append(Excited(wide, squeezed, nn.ReLU, nn.Hardsigmoid))
        block.append(conv(wide, outputs, activation=None))
        layers.append(Residual(block, stride == 1 and width == outputs))
        width = outputs
    return nn.Sequential(
        *layers,
        conv(width, 576, activation=nn.Hardswish),
        *(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(576, 1024), nn.Hardswish()),
        *(nn.Dropout(0.2), nn.Linear(1024, classes)),
    )


def efficientnet_b0(classes: int = 10) -> nn.Module:
    # expansion, kernel, stride, outputs, count
    settings = (
        (1, 3, 1, 16, 1),
        (6, 3, 2, 24, 2),
        (6, 5, 2, 40, 2),
        (6, 3, 2, 80, 3),
        (6, 5, 1, 112, 3),
        (6, 5, 2, 192, 4),
        (6, 3, 1, 320, 1),
    )
    layers: list[nn.Module] = [conv(3, 32, 3, 2, activation=nn.SiLU)]
    width = 32
    for expansion, kernel, first, outputs, count in settings:
        for index in range(count):
            stride, wide = 1 if index else first, width * expansion
            block = [] if expansion == 1 else [conv(width, wide, activation=nn.SiLU)]
            block.append(conv(wide, wide, kernel, stride, wide, nn.SiLU))
            block.append(Excited(wide, width // 4, nn.SiLU, nn.Sigmoid))
            block.append(conv(wide, outputs, activation=None))
            layers.append(Residual(block, stride == 1 and width == outputs))
            width = outputs
    return nn.Sequential(
        *layers, conv(width, 1280, activation=nn.SiLU), nn.Dropout(0.2), head(1280, classes)
    )
