# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Functions of one value, and arithmetic with a constant."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from graph_layers.makers import Made, Makers, Shape

MAKERS = Makers()

FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "relu6": F.relu6,
    "clamp": lambda x: x.clamp(-0.4, 0.9),
    "clamp_min": lambda x: x.clamp(min=0.3),
    "clamp_max": lambda x: x.clamp(max=-0.1),
    "hardtanh": lambda x: F.hardtanh(x, -2.0, 0.5),
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "silu": F.silu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "elu": F.elu,
    "leaky_relu": lambda x: F.leaky_relu(x, 0.2),
    "softplus": F.softplus,
    "softsign": F.softsign,
    "exp": lambda x: torch.exp(x.clamp(max=4)),
    "abs": torch.abs,
    "neg": torch.neg,
    "square": lambda x: x**2,
    "cube": lambda x: x**3,
    "self_product": lambda x: x * x,
    "self_sum": lambda x: x + x,
    "sqrt": lambda x: torch.sqrt(x.abs()),
    "rsqrt": lambda x: torch.rsqrt(x.abs() + 1),
    "reciprocal": lambda x: 1 / (x.abs() + 0.5),
    "sin": torch.sin,
    "plus": lambda x: x + 1.5,
    "minus": lambda x: x - 0.3,
    "from_number": lambda x: 2 - x,
    "times": lambda x: x * -0.7,
    "over": lambda x: x / 3,
    "affine": lambda x: x * 2 + 1,
    "swish_by_hand": lambda x: x * torch.sigmoid(x),
    "hardswish_by_hand": lambda x: x * F.relu6(x + 3) / 6,
    "dropout": lambda x: F.dropout(x, training=False),
    "clone": lambda x: x.clone(),
    "round": torch.round,
    "log1p": lambda x: torch.log1p(x.abs()),
    "relu_relu6": lambda x: F.relu6(F.relu(x)),
}


@MAKERS.of(10)
def function(r: Random, shape: Shape) -> Made:
    name = r.choice(list(FUNCTIONS))
    return name, FUNCTIONS[name]


@MAKERS.of(2)
def softmax(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape)) - r.choice((0, len(shape)))
    return f"{dim}", lambda x: F.softmax(x, dim)


@MAKERS.of(2)
def constant(r: Random, shape: Shape) -> Made:
    """Arithmetic with a constant tensor, broadcast either way."""
    sizes = [r.choice((1, n)) for n in shape][r.randint(0, len(shape)) :]
    value = torch.randn(sizes) * r.choice((1, 0.1, 20))
    kind = r.choice(("add", "sub", "rsub", "mul", "max", "min"))

    class Constant(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.value = nn.Parameter(value)

        def forward(self, x: Tensor) -> Tensor:
            calls = {
                "add": lambda: x + self.value,
                "sub": lambda: x - self.value,
                "rsub": lambda: self.value - x,
                "mul": lambda: self.value * x,
                "max": lambda: torch.maximum(x, self.value),
                "min": lambda: torch.minimum(self.value, x),
            }
            return calls[kind]()

        def extra_repr(self) -> str:
            return f"{kind} {list(sizes)}"

    return Constant()
