# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of layer_norm."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from executorch_espressif.ops._common.case import Call, Case, normal, uniform
from torch import Tensor, nn


def norm(*shape: int, scale: float = 1.0, eps: float = 1e-5) -> Callable[[], nn.Module]:
    """Weights of both signs, and biases."""

    def make() -> nn.Module:
        module = nn.LayerNorm(shape, eps=eps)
        with torch.no_grad():
            module.weight.normal_().mul_(scale)
            module.bias.normal_().mul_(scale)
        return module

    return make


def flat_rows() -> tuple[Tensor]:
    """Rows of one value each, where only epsilon divides."""
    x = torch.randn(6, 8)
    x[:4] = torch.tensor([0.0, 1.5, -2.0, 0.01])[:, None]
    return (x,)


class Encoder(nn.Module):
    """Attention with one head and a small network, both normalized and added."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(16), nn.LayerNorm(16)
        self.q, self.k, self.v = (nn.Linear(16, 16) for _ in range(3))
        self.mlp = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 16))

    def forward(self, x: Tensor) -> Tensor:
        y = self.first(x)
        weights = torch.softmax(self.q(y) @ self.k(y).transpose(1, 2), dim=-1)
        x = x + weights @ self.v(y)
        return x + self.mlp(self.second(x))


CASES = [
    Case("last", norm(16), normal(2, 5, 16)),
    Case("rank_1", norm(9), normal(9)),
    Case("two_dimensions", norm(3, 5), normal(2, 4, 3, 5)),
    Case("three_dimensions", norm(2, 3, 4), normal(5, 2, 3, 4)),
    Case("without_weights", lambda: nn.LayerNorm(12, elementwise_affine=False), normal(3, 12)),
    Case("without_bias", lambda: nn.LayerNorm(12, bias=False), normal(3, 12)),
    Case("one_value", norm(1), normal(4, 1)),
    Case("two_values", norm(2), normal(40, 2)),
    Case("wide", norm(700), normal(2, 700)),
    Case("outlier", norm(600), lambda: (F.one_hot(torch.tensor([3, 9]), 600) * 40.0 + 1,)),
    Case("flat_rows", norm(8), flat_rows),
    Case("large_epsilon", norm(8, eps=1.0), normal(5, 8, std=0.3)),
    Case("small_inputs", norm(8), normal(5, 8, std=1e-3)),
    Case("tiny_inputs", norm(8), normal(5, 8, std=1e-6)),
    Case("large_inputs", norm(8), normal(5, 8, std=1e5)),
    Case("far_from_zero", norm(8), uniform(5, 8, low=90, high=100)),
    Case("large_weights", norm(8, scale=1e4), normal(5, 8)),
    Case("small_weights", norm(8, scale=1e-4), normal(5, 8)),
    Case(
        "relu_behind",
        lambda: nn.Sequential(nn.LayerNorm(8), nn.ReLU()),
        normal(5, 8),
    ),
    Case(
        "over_channels",
        lambda: Call(lambda x: F.layer_norm(x.permute(0, 2, 3, 1), (6,)).permute(0, 3, 1, 2)),
        normal(1, 6, 4, 3),
    ),
    Case(
        "encoder_block",
        Encoder,
        normal(1, 7, 16),
        calls=2,
        tolerance=3,
        why="differences of one code add up over the layers",
    ),
]
