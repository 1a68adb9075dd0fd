# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The demo's network and data: scikit-learn's 1,797 scans of handwritten digits, 8x8 pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import Tensor, nn

TEST_IMAGES = 360
SEED = 0


class Digits(NamedTuple):
    """Images are float32 [n, 1, 8, 8] in 0..1, labels int64 [n]."""

    train_images: Tensor
    train_labels: Tensor
    test_images: Tensor
    test_labels: Tensor


def load() -> Digits:
    """The fixed split: 1,437 scans to train, 360 to test, every digit in the same proportion."""
    scans = load_digits()
    images = torch.tensor(scans.images / 16.0, dtype=torch.float32).unsqueeze(1)
    labels = torch.tensor(scans.target, dtype=torch.int64)
    train, test = train_test_split(
        range(len(labels)), test_size=TEST_IMAGES, random_state=SEED, stratify=scans.target
    )
    return Digits(images[train], labels[train], images[test], labels[test])


class DepthwiseSeparable(nn.Sequential):
    """3x3 depthwise and 1x1 convolution, each with batch normalization and ReLU."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(
            nn.Conv2d(inputs, inputs, 3, padding=1, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.ReLU(),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(),
        )


class DigitNet(nn.Module):
    """float32 [n, 1, 8, 8] -> logits [n, 10]."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU()
        )
        self.widen = DepthwiseSeparable(16, 32)
        self.residual = DepthwiseSeparable(32, 32)
        self.down = nn.MaxPool2d(2)
        self.deepen = DepthwiseSeparable(32, 64)
        self.global_pool = nn.AdaptiveAvgPool2d(1)
        self.classify = nn.Linear(64, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = self.widen(self.stem(x))
        x = self.down(x + self.residual(x))
        x = self.global_pool(self.deepen(x))
        return self.classify(x.flatten(1))


def train(digits: Digits, epochs: int = 24, progress: Callable[[str], None] = print) -> DigitNet:
    """Train from a fixed seed; returns the network in eval mode."""
    torch.manual_seed(SEED)
    net = DigitNet().train()
    batches = torch.utils.data.DataLoader(
        torch.utils.data.TensorDataset(digits.train_images, digits.train_labels),
        batch_size=32,
        shuffle=True,
        generator=torch.Generator().manual_seed(SEED),
    )
    optimizer = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=1e-2, total_steps=epochs * len(batches)
    )
    for epoch in range(1, epochs + 1):
        total = 0.0
        for images, labels in batches:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(net(images), labels, label_smoothing=0.05)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(labels)
        if epoch % 4 == 0 or epoch == epochs:
            progress(f"epoch {epoch}/{epochs}: loss {total / len(digits.train_labels):.3f}")
    return net.eval()


def accuracy(logits: Tensor, labels: Tensor) -> float:
    """Percent of rows whose largest logit is the label's."""
    return 100.0 * (logits.argmax(1) == labels).float().mean().item()
