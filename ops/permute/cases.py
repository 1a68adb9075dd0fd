# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of permute."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import nn


def permuted(*dims: int) -> Callable[[], nn.Module]:
    """With an activation in front: a permute alone has nothing to quantize for."""
    return lambda: Call(lambda x: torch.relu(x).permute(dims))


def transposed(first: int, second: int) -> Callable[[], nn.Module]:
    return lambda: Call(lambda x: torch.relu(x).transpose(first, second))


CASES = [
    Case("1_0", permuted(1, 0), normal(5, 7)),
    Case("2_0_1", permuted(2, 0, 1), normal(3, 4, 5)),
    Case("0_2_3_1", permuted(0, 2, 3, 1), normal(2, 3, 4, 5)),
    Case("0_3_1_2", permuted(0, 3, 1, 2), normal(2, 3, 4, 5)),
    Case("0_3_2_1", permuted(0, 3, 2, 1), normal(1, 3, 4, 5)),
    Case("3_2_1_0", permuted(3, 2, 1, 0), normal(2, 3, 4, 5)),
    Case("negative_dims", permuted(0, -1, -3, -2), normal(2, 3, 4, 5)),
    Case("1_2_0_of_odd_sizes", permuted(1, 2, 0), normal(2, 17, 3)),
    Case("rank_5", permuted(4, 0, 2, 1, 3), normal(2, 3, 2, 3, 4)),
    Case("rank_6", permuted(5, 3, 1, 4, 2, 0), normal(2, 1, 3, 2, 2, 3)),
    Case("transpose", transposed(1, 2), normal(2, 3, 5)),
    Case("transpose_last", transposed(-1, -2), normal(2, 2, 3, 5)),
    Case(
        "around_a_convolution",
        lambda: nn.Conv2d(3, 5, 3),
        normal(1, 3, 5, 6),
        calls=2,
    ),
    Case(
        "none_between_convolutions",
        lambda: nn.Sequential(nn.Conv2d(3, 5, 3), nn.ReLU(), nn.Conv2d(5, 4, 1)),
        normal(1, 3, 5, 6),
        calls=2,
    ),
]
