# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of dequantize: what the values at a model's edge become."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.case import Case, normal, uniform
from torch import nn


def every_code() -> tuple[torch.Tensor, ...]:
    return (torch.arange(-128, 128).reshape(4, 64).float() * 0.37,)


CASES = [
    Case("every_code", lambda: nn.Hardtanh(-1e3, 1e3), every_code),
    Case("rank_1", nn.ReLU, normal(23)),
    Case("rank_4", nn.ReLU, normal(2, 3, 4, 5)),
    Case("one_element", nn.ReLU, lambda: (torch.tensor([[0.3]]),)),
    Case("zero_point_low_end", nn.ReLU, uniform(7, 9, low=0, high=3)),
    Case("zero_point_high_end", lambda: nn.Hardtanh(-9, 9), uniform(7, 9, low=-3, high=0)),
    Case("tiny_scale", lambda: nn.Hardtanh(-1, 1), normal(5, 9, std=1e-5)),
    Case("huge_scale", lambda: nn.Hardtanh(-1e30, 1e30), normal(5, 9, std=1e20)),
]
