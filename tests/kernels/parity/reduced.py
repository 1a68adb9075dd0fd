# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the calls of reductions and of operators along a dimension have in common."""

from __future__ import annotations

import torch
from arguments import FLOATS, INTEGERS, Buffer, Draw, out

NUMBERS = (*INTEGERS, *FLOATS)


def drawn_dim(draw: Draw, rank: int) -> int:
    known = max(rank, 1)
    return draw.randrange(-known, known)


def spoil(draw: Draw, sizes: list[int]) -> list[int]:
    """Another rank, or, for a static tensor, other sizes."""
    if not sizes or draw.random() < 0.5:
        return [*sizes, 1]
    other = list(sizes)
    other[draw.randrange(len(other))] += 1
    return other


def result(draw: Draw, dtype: torch.dtype, sizes: list[int], wrong: bool) -> Buffer:
    if wrong:
        return out(dtype, spoil(draw, sizes), dynamic=False)
    room = draw.choice([0, 0, 1])
    return out(dtype, [size + room for size in sizes])


def filled(draw: Draw, low: int = 0) -> tuple[int, ...]:
    """A shape without an empty dimension."""
    return tuple(max(size, 1) for size in draw.shape(low=low))
