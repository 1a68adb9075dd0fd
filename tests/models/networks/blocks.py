# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Layers that several networks have."""

from __future__ import annotations

import torch
from torch import Tensor, nn

STEPS = 30
GRID_BITS = 16


def conv(
    inputs: int,
    outputs: int,
    kernel: int = 1,
    stride: int = 1,
    groups: int = 1,
    activation: type[nn.Module] | None = nn.ReLU,
) -> nn.Sequential:
    """Convolution, batch norm and activation."""
    layers: list[nn.Module] = [
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
    ]
    return nn.Sequential(*layers, *([activation()] if activation else []))


def conv_same(inputs: int, outputs: int, stride: int, groups: int = 1) -> nn.Sequential:
    """A 3x3 one padded as TensorFlow does at stride 2: below and on the right alone."""
    pad = (0, 1, 0, 1) if stride == 2 else (1, 1, 1, 1)
    return nn.Sequential(
        nn.ZeroPad2d(pad),
        nn.Conv2d(inputs, outputs, 3, stride, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU6(),
    )


def head(channels: int, classes: int) -> nn.Sequential:
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


def draw(count: int, *shape: int, seed: int = 1) -> list[Tensor]:
    """Inputs of batch 1 that differ from each other: a coarse pattern and a little noise."""
    generator = torch.Generator().manual_seed(seed)
    coarse = [max(1, size // 8) if place else size for place, size in enumerate(shape)]
    found = []
    for _ in range(count):
        pattern = torch.randn(1, *coarse, generator=generator)
        for axis, size in enumerate(shape[1:], start=2):
            index = torch.arange(size) * pattern.shape[axis] // size
            pattern = pattern.index_select(axis, index)
        found.append(pattern + 0.1 * torch.randn(1, *shape, generator=generator))
    return found


def trained(model: nn.Module, inputs: list[Tensor], seed: int = 0) -> nn.Module:
    """Random weights, trained for a moment to tell the inputs apart (or to give them back): without
    an answer to give, a network only amplifies rounding.

    Trained in float64 and rounded to multiples of 2^-GRID_BITS, the weights are the same on every
    processor and with any number of threads: their float32 kernels sum in different orders, and
    training would make another network of that."""
    torch.manual_seed(seed)
    model.double()
    batch = torch.cat(inputs).double()
    for name, parameter in model.named_parameters():
        if parameter.dim() > 1:
            nn.init.kaiming_normal_(parameter)
        elif "bias" in name:
            nn.init.zeros_(parameter)
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for _ in range(STEPS):
        noisy = batch + 0.1 * torch.randn_like(batch)
        result = model(noisy)
        if result.shape == batch.shape:
            loss = nn.functional.mse_loss(result, batch)
        else:
            # The softmax at the end of some is one of a softmax then, which has the same order.
            wanted = torch.arange(len(batch)) % result.shape[1]
            loss = nn.functional.cross_entropy(result * 4, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    norms = [m for m in model.modules() if isinstance(m, nn.modules.batchnorm._BatchNorm)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, nn.Dropout):
                module.eval()
        for _ in range(4):
            model(batch + 0.1 * torch.randn_like(batch))
        for value in (*model.parameters(), *model.buffers()):
            if value.is_floating_point():
                value.mul_(2**GRID_BITS).round_().div_(2**GRID_BITS)
    return model.float().eval()
