# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of quantize: what the values at a model's edge become."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import Tensor, nn


def calibrated(*shape: int) -> Callable[[], list[tuple[Tensor, ...]]]:
    """On [-64, 63.5]: scale 1/2, zero point 0."""

    def make() -> list[tuple[Tensor, ...]]:
        x = torch.zeros(shape)
        x.view(-1)[:2] = torch.tensor([-64.0, 63.5])
        return [(x,)]

    return make


def clamp_all() -> nn.Module:
    return nn.Hardtanh(-64.0, 63.5)


CASES = [
    Case("rank_1", nn.ReLU, normal(37)),
    Case("rank_2", nn.ReLU, normal(3, 11)),
    Case("rank_5", nn.ReLU, normal(2, 3, 1, 2, 3)),
    Case("one_element", nn.ReLU, lambda: (torch.tensor([3.0]),)),
    Case("one_zero", nn.ReLU, lambda: (torch.zeros(1),)),
    Case("all_positive", nn.ReLU, uniform(4, 9, low=0, high=7)),
    Case("all_negative", lambda: nn.Hardtanh(-9, 9), uniform(4, 9, low=-7, high=0)),
    Case("tiny_values", lambda: nn.Hardtanh(-1, 1), normal(5, 9, std=1e-5)),
    Case("huge_values", lambda: nn.Hardtanh(-1e30, 1e30), normal(5, 9, std=1e20)),
    Case(
        "half_way",
        clamp_all,
        lambda: ((torch.arange(-130, 130) + 0.5).reshape(2, 130) / 2,),
        calibration=calibrated(2, 130),
        float_tolerance=None,
    ),
    Case(
        "saturates",
        clamp_all,
        lambda: (torch.tensor([[-1e9, -64.3, 63.8, 1e9, 3e38, -3e38, 63.74, 63.76]]),),
        calibration=calibrated(1, 8),
        float_tolerance=None,
    ),
    Case(
        "not_a_number",
        clamp_all,
        lambda: (torch.tensor([[math.nan, math.inf, -math.inf, 1.0, -math.nan, -0.0]]),),
        calibration=calibrated(1, 6),
        expected=lambda: (torch.tensor([[0.0, 63.5, -64.0, 1.0, 0.0, 0.0]]),),
        float_tolerance=None,
    ),
]
