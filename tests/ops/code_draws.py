# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Codes and numbers of calls, drawn from a seed, and how far a code may be from the real value."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.fixed_point import quantize_multiplier
from torch import Tensor

# High multiply, then right shift: each rounds, which leaves a code at most 3/4 from the real value.
TWICE_ROUNDED = 0.75 + 1e-3
SEEDS = range(40)


def codes(generator: torch.Generator, *shape: int) -> Tensor:
    return torch.randint(-128, 128, shape, generator=generator, dtype=torch.int8)


def integers(generator: torch.Generator, low: int, high: int, count: int = 1) -> list[int]:
    """Integers of low..high."""
    return torch.randint(low, high + 1, (count,), generator=generator).tolist()


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def zero_point(generator: torch.Generator) -> int:
    """Any, and often one of the ends."""
    return [-128, 127, 0, *integers(generator, -128, 127)][integers(generator, 0, 3)[0]]


def limits(generator: torch.Generator) -> tuple[int, int]:
    low, high = sorted(integers(generator, -128, 127, 2))
    return [(-128, 127), (low, high)][integers(generator, 0, 1)[0]]


def assert_near(actual: Tensor, real: Tensor, low: int, high: int, bound: float) -> None:
    assert actual.dtype == torch.int8
    error = (actual.double() - real.double().clamp(low, high)).abs().max().item()
    assert error <= bound, f"{error} codes from the real value"


def per_channel(generator: torch.Generator, channels: int, magnitude: float):
    """A [3, channels] constant and its real factors; factors bring `magnitude` to about 128."""
    factors = 128 / magnitude * torch.exp(torch.randn(channels, generator=generator))
    bias = torch.randint(-1000, 1000, (channels,), generator=generator)
    pairs = [quantize_multiplier(factor) for factor in factors.tolist()]
    multiplier, shift = zip(*pairs, strict=True)
    constant = torch.tensor([bias.tolist(), multiplier, shift], dtype=torch.int32)
    return constant, bias.double(), factors.double()
