# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the calls of kernels/cadence are drawn from."""

from __future__ import annotations

import math
import random
from typing import Any

import torch
from torch import Tensor

Arguments = list[Any]

BYTES = (torch.int8, torch.uint8)
WIDE = (torch.int8, torch.uint8, torch.int16)
FOUR = (*WIDE, torch.uint16)


class Draw(random.Random):
    """Arguments from a seed."""

    def generator(self) -> torch.Generator:
        return torch.Generator().manual_seed(self.getrandbits(32))

    def codes(self, *shape: int, dtype: torch.dtype = torch.int8) -> Tensor:
        info = torch.iinfo(dtype)
        codes = torch.randint(info.min, info.max + 1, shape, generator=self.generator())
        return codes.to(dtype)

    def biases(self, count: int) -> Tensor:
        return torch.randint(-20000, 20000, (count,), dtype=torch.int32, generator=self.generator())

    def reals(self, *shape: int) -> Tensor:
        return torch.randn(shape, generator=self.generator()) * self.scale(1)

    def zero_point(self, dtype: torch.dtype = torch.int8) -> int:
        info = torch.iinfo(dtype)
        return self.choice((info.min, info.max, 0, self.randint(info.min, info.max)))

    def scale(self, around: float) -> float:
        return around * math.exp(self.uniform(-1.5, 1.5))

    def multiplier(self, around: float) -> tuple[int, int]:
        fraction, exponent = math.frexp(self.scale(around))
        return min(round(fraction * 2**31), 2**31 - 1), exponent

    def shape(self) -> tuple[int, ...]:
        return self.choice(((7,), (2, 3, 5), (1, 1, 1), (0, 4), (1, 4, 5, 2)))


def spread(dtype: torch.dtype) -> float:
    """The standard deviation of random codes."""
    return 18918.0 if dtype in (torch.int16, torch.uint16) else 74.0


def integers(value: int, dtype: torch.dtype = torch.int32) -> Tensor:
    return torch.tensor([value], dtype=dtype)


def pairs_of(draw: Draw, only: torch.dtype | None) -> tuple[torch.dtype, torch.dtype]:
    """Dtypes of activations and weights."""
    if only is not None:
        return only, only
    wide = torch.int16
    return draw.choice(
        ((torch.int8,) * 2, (torch.int8,) * 2, (torch.uint8,) * 2, (wide, wide), (wide, torch.int8))
    )
