# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""How the layers of random graphs are listed, and what draws them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from torch import Tensor, nn

Shape = Sequence[int]
Made = nn.Module | Callable[..., Tensor] | tuple[str, Callable[..., Tensor]] | None
Maker = Callable[..., Made]


class Makers(list[tuple[str, Maker]]):
    """Names and functions; one of weight 3 stands there three times."""

    def of(self, weight: int) -> Callable[[Maker], Maker]:
        def add(maker: Maker) -> Maker:
            self.extend([(maker.__name__.strip("_"), maker)] * weight)
            return maker

        return add


def ints(r: Random, low: int, high: int, count: int) -> list[int]:
    return [r.randint(low, high) for _ in range(count)]


def divisor(r: Random, number: int) -> int:
    return r.choice([n for n in range(1, number + 1) if number % n == 0])
