# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Limits of an operator's arguments, as "limits" of its json has them.

They map an argument, or "out", to [lowest, highest] of a number or of each entry of a list; of a
tensor to the limits of its "rank" and of sizes, by the names that the argument's text has in
brackets, as in "int8 [..., in_features]".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch

RANK = "rank"
# Kernels count elements in int32.
LARGEST_TENSOR = 2**31 - 1


@dataclass(frozen=True)
class Limit:
    """`size` is None for numbers and lists of them, RANK, or the name of a dimension, which is
    `axis` then; a negative one counts from the end."""

    argument: str
    size: str | None
    axis: int | None
    low: int
    high: int

    def __str__(self) -> str:
        return self.argument if self.size is None else f"{self.argument} {self.size}"

    def values(self, argument: Any) -> Iterator[int]:
        """What has to lie between `low` and `high`. Sizes and ranks are those of a tensor, or of
        each in a list."""
        for item in argument if isinstance(argument, list | tuple) else (argument,):
            if self.size is None:
                yield int(item)
            elif self.size == RANK:
                yield len(item.shape)
            elif -len(item.shape) <= self.axis < len(item.shape):
                yield int(item.shape[self.axis])


def limits_of(spec: Mapping[str, Any]) -> tuple[Limit, ...]:
    """Of an operator's json."""
    found = []
    for argument, limits in spec.get("limits", {}).items():
        if isinstance(limits, list):
            found.append(Limit(argument, None, None, *limits))
            continue
        for size, (low, high) in limits.items():
            axis = None if size == RANK else _axis(spec["arguments"][argument], size)
            found.append(Limit(argument, size, axis, low, high))
    return tuple(found)


def _axis(text: str, size: str) -> int:
    brackets = re.search(r"\[(.*?)\]", text)
    names = brackets[1].split(", ") if brackets else []
    if size not in names:
        raise ValueError(f"limits: '{size}' is no dimension of \"{text}\"")
    axis = names.index(size)
    return axis - len(names) if "..." in names[:axis] else axis


def excess(name: str, limits: tuple[Limit, ...], arguments: Mapping[str, Any]) -> str | None:
    """What of the arguments of operator `name` leaves its limits, and the limit; None if nothing
    does. Of tensors only the sizes are looked at."""
    for limit in limits:
        for value in limit.values(arguments[limit.argument]):
            if not limit.low <= value <= limit.high:
                bound = f"most {limit.high}" if value > limit.high else f"least {limit.low}"
                return f"{limit} {value}; {name} takes at {bound}"
    for argument, value in arguments.items():
        for item in value if isinstance(value, list | tuple) else (value,):
            if isinstance(item, torch.Tensor) and item.numel() > LARGEST_TENSOR:
                return f"{argument} has {item.numel()} elements; {name} takes {LARGEST_TENSOR}"
    return None
