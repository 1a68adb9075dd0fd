# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the calls of elementwise operators have in common."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import EVERY, Buffer, Draw, out
from torch import Tensor

Number = bool | int | float


def kind_of(dtype: torch.dtype) -> int:
    return 0 if dtype == torch.bool else 2 if dtype.is_floating_point else 1


def order_like(*operands: Tensor) -> tuple[int, ...] | None:
    return next((tuple([0, 2, 3, 1]) for x in operands if not x.is_contiguous()), None)


def drawn_shapes(draw: Draw, count: int) -> tuple[list[tuple[int, ...]], bool]:
    """Shapes that broadcast, and whether the tensors are to be channels last."""
    shape = draw.shape(largest=20) if draw.random() < 0.1 else draw.shape()
    # What the official kernels broadcast in channels last, they write in another order.
    if draw.random() < 0.15:
        shape = draw.shape(low=4)
        return [shape] * count, 0 not in shape
    if draw.random() < 0.4:
        return [shape] * count, False
    return [draw.broadcastable(shape) for _ in range(count)], False


def tensors(
    draw: Draw,
    dtypes: Sequence[torch.dtype],
    *,
    low: float = -300,
    high: float = 300,
    special: bool = True,
) -> list[Tensor]:
    shapes, last = drawn_shapes(draw, len(dtypes))
    return [
        draw.tensor(dtype, shape, low=low, high=high, special=special, channels_last=last)
        for dtype, shape in zip(dtypes, shapes, strict=True)
    ]


def result_of(draw: Draw, dtype: torch.dtype, *operands: Tensor, wrong: bool = False) -> Buffer:
    """Of the sizes that the operands broadcast to or larger; if wrong, too small or too large."""
    sizes = list(torch.broadcast_shapes(*[x.shape for x in operands]))
    order = order_like(*operands)
    if wrong and sizes:
        sizes[draw.randrange(len(sizes))] += 1
        return out(dtype, sizes, dynamic=False, dim_order=order)
    if wrong:
        return out(dtype, [1])
    room = 0 if order else draw.choice([0, 0, 1])
    return out(dtype, [size + room for size in sizes], dim_order=order)


def wider(draw: Draw, common: torch.dtype) -> torch.dtype:
    """A dtype that `common` casts to, mostly itself."""
    if draw.random() < 0.5:
        return common
    return draw.dtype([d for d in EVERY if kind_of(d) >= kind_of(common)])


def spoiled_pair(draw: Draw, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Two operands of sizes that do not broadcast."""
    return draw.tensor(a.dtype, (2, 3)), draw.tensor(b.dtype, (2, 4))


def drawn_number(draw: Draw, low: float = -300, high: float = 300) -> Number:
    kind = draw.randrange(5)
    if kind == 0:
        return draw.random() < 0.5
    if kind < 3:
        return draw.randint(int(low), int(high))
    return draw.choice([draw.uniform(low, high), float(draw.randint(int(low), int(high)))])


def with_number(dtype: torch.dtype, number: Number) -> torch.dtype:
    kind = 0 if isinstance(number, bool) else 1 if isinstance(number, int) else 2
    if kind <= kind_of(dtype):
        return dtype
    return torch.int64 if kind == 1 else torch.float32
