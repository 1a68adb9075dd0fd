# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Arguments of kernel calls, and what draws them.

They are Python values in the order of the schema: None, bool, int, float, str, lists of int,
float or bool, torch.dtype (as its number), Tensor (its bytes, sizes and dim order), lists of Tensor
(`Tensors`), lists of Tensor or None (`OptionalTensors`), and `out(...)` for a tensor to be written.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

NUMBERS = {
    torch.uint8: 0,
    torch.int8: 1,
    torch.int16: 2,
    torch.int32: 3,
    torch.int64: 4,
    torch.float16: 5,
    torch.float32: 6,
    torch.float64: 7,
    torch.complex32: 8,
    torch.complex64: 9,
    torch.complex128: 10,
    torch.bool: 11,
    torch.bfloat16: 15,
    torch.uint16: 27,
    torch.uint32: 28,
    torch.uint64: 29,
}
INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
EVERY = (*INTEGERS, *FLOATS, torch.bool)

# What a buffer that nobody wrote holds.
_FILLER = b"\xa5"


@dataclass(frozen=True)
class Buffer:
    """A tensor argument as the programs take it. device: the number of one that is not the CPU; the
    programs know 0."""

    dtype: torch.dtype
    sizes: tuple[int, ...]
    dim_order: tuple[int, ...]
    data: bytes
    dynamic: bool = False
    device: int | None = None


class Tensors(list):
    """A Tensor[] argument."""


class OptionalTensors(list):
    """A Tensor?[] argument."""


Argument = Any


def out(
    dtype: torch.dtype,
    sizes: Sequence[int],
    *,
    dynamic: bool = True,
    dim_order: Sequence[int] | None = None,
) -> Buffer:
    """A tensor to be written. dynamic: `sizes` is the upper bound, the kernel may resize it."""
    count = int(np.prod(sizes, dtype=np.int64))
    order = tuple(dim_order) if dim_order is not None else tuple(range(len(sizes)))
    return Buffer(dtype, tuple(sizes), order, _FILLER * (count * dtype.itemsize), dynamic)


def buffer(tensor: Tensor) -> Buffer:
    """A tensor's bytes in its own memory order; it must be dense."""
    order = sorted(range(tensor.dim()), key=lambda axis: (-tensor.stride(axis), axis))
    if tensor.is_contiguous():
        order = list(range(tensor.dim()))
    dense = tensor.detach().permute(order).contiguous()
    return Buffer(tensor.dtype, tuple(tensor.shape), tuple(order), _bytes(dense))


def _bytes(dense: Tensor) -> bytes:
    if dense.numel() == 0:
        return b""
    return dense.reshape(-1).view(torch.uint8).numpy().tobytes()


def buffers(arguments: Sequence[Argument]) -> list[Buffer]:
    found: list[Buffer] = []
    for argument in arguments:
        if isinstance(argument, Tensors | OptionalTensors):
            found += buffers(argument)
        elif isinstance(argument, Buffer):
            found.append(argument)
        elif isinstance(argument, Tensor):
            found.append(buffer(argument))
    return found


class Draw(random.Random):
    """Arguments from a seed."""

    def shape(self, low: int = 0, high: int = 4, largest: int = 5) -> tuple[int, ...]:
        """Of rank low to high; a dimension of 0 in about one of ten."""
        sizes = [self.randint(1, largest) for _ in range(self.randint(low, high))]
        if sizes and self.random() < 0.1:
            sizes[self.randrange(len(sizes))] = 0
        return tuple(sizes)

    def broadcastable(self, shape: Sequence[int]) -> tuple[int, ...]:
        """A shape that broadcasts against `shape`: leading dimensions gone, others 1."""
        kept = list(shape[self.randint(0, len(shape)) :]) if self.random() < 0.4 else list(shape)
        return tuple(1 if self.random() < 0.25 else size for size in kept)

    def dtype(self, among: Sequence[torch.dtype] = EVERY) -> torch.dtype:
        return self.choice(list(among))

    def tensor(
        self,
        dtype: torch.dtype,
        shape: Sequence[int],
        *,
        low: float = -10,
        high: float = 10,
        special: bool = False,
        channels_last: bool = False,
    ) -> Tensor:
        """Values from low to high; special: NaN, infinities, 0.0, -0.0 and halves among floats."""
        generator = torch.Generator().manual_seed(self.getrandbits(32))
        if dtype == torch.bool:
            values = torch.randint(0, 2, tuple(shape), generator=generator).to(torch.bool)
        elif dtype.is_floating_point or dtype.is_complex:
            real = torch.rand(tuple(shape), generator=generator, dtype=torch.float64)
            values = (low + (high - low) * real).to(dtype)
            if special and values.numel() > 0 and dtype.is_floating_point:
                flat = values.reshape(-1)
                for value in (float("nan"), float("inf"), float("-inf"), 0.0, -0.0, 0.5, -2.5):
                    if self.random() < 0.5:
                        flat[self.randrange(flat.numel())] = value
                values = flat.reshape(tuple(shape))
        else:
            info = torch.iinfo(dtype)
            first, last = max(int(low), info.min), min(int(high), info.max)
            values = torch.randint(first, last + 1, tuple(shape), generator=generator).to(dtype)
        if channels_last and values.dim() == 4:
            values = values.contiguous(memory_format=torch.channels_last)
        return values

    def wrong(self, share: float = 0.16) -> bool:
        """Whether this call is to be one that must be refused."""
        return self.random() < share
