# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Calls of two values."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor

from graph_layers.makers import Made, Makers, Shape

MAKERS = Makers()

ELEMENTWISE: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "add": torch.add,
    "add_twice": lambda x, y: torch.add(x, y, alpha=2),
    "add_less": lambda x, y: torch.add(x, y, alpha=-0.5),
    "sub": torch.sub,
    "rsub": torch.rsub,
    "mul": torch.mul,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "add_relu": lambda x, y: F.relu(x + y),
    "mul_relu6": lambda x, y: F.relu6(x * y),
    "gate": lambda x, y: x * torch.sigmoid(y),
}


@MAKERS.of(8)
def elementwise(r: Random, left: Shape, right: Shape) -> Made:
    name = r.choice(list(ELEMENTWISE))
    return name, ELEMENTWISE[name]


@MAKERS.of(2)
def by_mean(r: Random, left: Shape, right: Shape) -> Made:
    """What squeeze and excitation do: each by a mean of the other over trailing dimensions."""
    if len(left) < 2 or left[:2] != right[:2] or len(left) != len(right):
        return None
    dims = list(range(2, len(left))) or [1]
    return f"{dims}", lambda x, y: x * torch.sigmoid(y.mean(dims, keepdim=True))


@MAKERS.of(4)
def cat(r: Random, left: Shape, right: Shape) -> Made:
    if len(left) != len(right):
        return None
    odd = [d for d, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    if len(odd) > 1 or not left:
        return None
    dim = odd[0] if odd else r.randrange(len(left))
    if r.random() < 0.2:
        return f"{dim} three", lambda x, y: torch.cat([x, y, x], dim)
    return f"{dim}", lambda x, y: torch.cat([x, y], dim)


@MAKERS.of(2)
def stack(r: Random, left: Shape, right: Shape) -> Made:
    if left != right:
        return None
    dim = r.randint(0, len(left))
    return f"{dim}", lambda x, y: torch.stack([x, y], dim)


@MAKERS.of(4)
def matmul(r: Random, left: Shape, right: Shape) -> Made:
    if not left or not right:
        return None
    if len(right) > 1 and left[-1] == right[-2]:
        return torch.matmul
    if len(right) > 1 and left[-1] == right[-1]:
        return "turned", lambda x, y: torch.matmul(x, y.transpose(-1, -2))
    if len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
        return "both", lambda x, y: torch.matmul(x.transpose(-1, -2), y)
    return None
