# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of linear."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import nn


def linear(*args, **kwargs) -> Callable[[], nn.Module]:
    return lambda: nn.Linear(*args, **kwargs)


def then(activation: nn.Module) -> Callable[[], nn.Module]:
    return lambda: nn.Sequential(nn.Linear(12, 10), activation)


def with_features(*, scale: list[float], bias: list[float]) -> Callable[[], nn.Module]:
    def make() -> nn.Module:
        module = nn.Linear(16, len(scale))
        with torch.no_grad():
            module.weight *= torch.tensor(scale).reshape(-1, 1)
            module.bias.copy_(torch.tensor(bias))
        return module

    return make


CASES = [
    Case("16_to_8", linear(16, 8), normal(1, 16)),
    Case("1_to_1", linear(1, 1), normal(1, 1)),
    Case("1_to_7", linear(1, 7), normal(3, 1)),
    Case("13_to_5", linear(13, 5), normal(2, 13)),
    Case("1000_to_10", linear(1000, 10), normal(1, 1000)),
    Case("batch_6", linear(20, 9), normal(6, 20)),
    Case("rank_1", linear(9, 4), normal(9)),
    Case("rank_3", linear(10, 6), normal(2, 3, 10)),
    Case("rank_4", linear(7, 3), normal(2, 2, 3, 7)),
    Case("batch_0", linear(4, 2), normal(0, 4)),
    Case("no_bias", linear(16, 8, bias=False), normal(2, 16)),
    Case("relu", then(nn.ReLU()), normal(4, 12)),
    Case("relu6", then(nn.ReLU6()), normal(4, 12, std=9)),
    Case("hardtanh", then(nn.Hardtanh(-0.2, 0.6)), normal(4, 12)),
    Case("input_all_positive", linear(16, 8), uniform(2, 16, low=0, high=1)),
    Case("input_all_negative", linear(16, 8), uniform(2, 16, low=-1, high=0)),
    Case(
        "zero_and_tiny_features",
        with_features(scale=[1, 0, 1e-7, 1e-30], bias=[0.1, 0.7, -0.9, 1.1]),
        normal(3, 16),
    ),
    Case(
        "uneven_features",
        with_features(scale=[1e-3, 1, 1e3, 30], bias=[1e-3, -1, 500, 0]),
        normal(3, 16),
    ),
    Case(
        "two_layers",
        lambda: nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 4)),
        normal(2, 12),
        calls=2,
    ),
    Case(
        "after_flatten",
        lambda: nn.Sequential(nn.Conv2d(2, 3, 3), nn.Flatten(), nn.Linear(3 * 3 * 4, 5)),
        normal(2, 2, 5, 6),
    ),
    Case(
        "saturates",
        linear(16, 8),
        normal(4, 16, std=5),
        calibration=lambda: [(torch.randn(4, 16),)],
        float_tolerance=None,
    ),
]
