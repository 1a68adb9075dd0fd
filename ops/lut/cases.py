# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of lut: activations, arithmetic with scalars, chains, and other quantization parameters."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from executorch_espressif.ops._common.case import Call, Case, normal, together, uniform
from torch import Tensor, nn


def call(function: Callable[..., Tensor]) -> Callable[[], nn.Module]:
    return lambda: Call(function)


WIDE = normal(3, 37, std=4)
POSITIVE = uniform(3, 37, low=0.05, high=4)
UNIT = uniform(3, 37, low=-1, high=1)

# Everywhere defined.
SMOOTH = {
    "abs": torch.abs,
    "atan": torch.atan,
    "celu": lambda x: F.celu(x, 0.7),
    "cos": torch.cos,
    "elu": F.elu,
    "elu_alpha": lambda x: F.elu(x, 0.3),
    "erf": torch.erf,
    "exp": torch.exp,
    "exp2": torch.exp2,
    "expm1": torch.expm1,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "leaky_relu": F.leaky_relu,
    "leaky_relu_above_1": lambda x: F.leaky_relu(x, 1.5),
    "logsigmoid": F.logsigmoid,
    "mish": F.mish,
    "neg": torch.neg,
    "pow_2": lambda x: x**2,
    "pow_3": lambda x: x**3,
    "power_of_2": lambda x: 2**x,
    "selu": F.selu,
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "sin": torch.sin,
    "softplus": F.softplus,
    "softplus_beta": lambda x: F.softplus(x, 2.0, 5.0),
    "square": torch.square,
    "tanh": torch.tanh,
    "threshold": lambda x: F.threshold(x, 0.5, -2.0),
}

# Where the float model jumps, so that a code of the input may decide.
STEPS = {
    "ceil": torch.ceil,
    "floor": torch.floor,
    "remainder": lambda x: x % 3,
    "round": torch.round,
    "sign": torch.sign,
    "trunc": torch.trunc,
    "div_floor": lambda x: torch.div(x, 0.7, rounding_mode="floor"),
    "div_trunc": lambda x: torch.div(x, 0.7, rounding_mode="trunc"),
    "floor_divide": lambda x: x // 2,
}

SCALARS = {
    "add": lambda x: x + 1.5,
    "add_integer": lambda x: x + 1,
    "add_alpha": lambda x: torch.add(x, 2.0, alpha=3),
    "sub": lambda x: x - 0.75,
    "rsub": lambda x: 1.5 - x,
    "rsub_alpha": lambda x: torch.rsub(x, 2.0, alpha=-3),
    "mul": lambda x: x * 2.5,
    "mul_by_negative": lambda x: -0.3 * x,
    "mul_by_0": lambda x: x * 0.0,
    "mul_by_1e6": lambda x: x * 1e6,
    "div": lambda x: x / 3,
    "maximum": lambda x: torch.maximum(x, torch.tensor(-1.0)),
    "minimum": lambda x: torch.minimum(torch.tensor([1.5]), x),
    "number_on_the_left": lambda x: torch.tensor(2.0) * x,
}


def behind_clamp(function: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    return lambda x: torch.clamp(function(x), -2, 3)


# With an infinity at an end of the codes: 0 always is in the range of an activation.
AT_AN_END = {
    "log": torch.log,
    "log2": torch.log2,
    "log10": torch.log10,
    "rsqrt": torch.rsqrt,
    "reciprocal": torch.reciprocal,
    "scalar_over": lambda x: 3 / x,
    "pow_minus_half": lambda x: x**-0.5,
}


class Learned(nn.Module):
    """A scale of one element: the codes stay as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([[1.7]]))

    def forward(self, x: Tensor) -> Tensor:
        return self.scale * x


class BetweenConvolutions(nn.Module):
    def __init__(self, activation: nn.Module) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 5, 3), nn.Conv2d(5, 4, 1)
        self.activation = activation

    def forward(self, x: Tensor) -> Tensor:
        return self.second(self.activation(self.first(x)))


class TwoUsers(nn.Module):
    """A value that a table and a float call read."""

    def forward(self, x: Tensor) -> Tensor:
        y = torch.tanh(x)
        return torch.sigmoid(y) + y


def wild() -> tuple[Tensor]:
    """Zero point at an end, a wide range."""
    return (torch.cat([torch.zeros(3), torch.logspace(-6, 6, 50)]),)


def uneven_prelu() -> nn.Module:
    """Slopes below and above 1: of neither the larger nor the smaller of two values."""
    module = nn.PReLU(3)
    module.weight.data = torch.tensor([0.5, 1.0, 1.5])
    return module


CASES = [
    *(Case(name, call(function), WIDE) for name, function in SMOOTH.items()),
    *(Case(name, call(function), WIDE, float_tolerance=None) for name, function in STEPS.items()),
    # The clamp keeps the table from being that of the identity, which needs no call.
    *(
        Case(f"scalar_{name}", call(behind_clamp(function)), WIDE, calls=1)
        for name, function in SCALARS.items()
    ),
    *(
        Case(
            name,
            call(function),
            POSITIVE,
            # Steep beside 0, where one code of the input is many of the output.
            float_tolerance=None,
        )
        for name, function in AT_AN_END.items()
    ),
    Case("sqrt", call(torch.sqrt), POSITIVE, float_tolerance=None),
    Case("pow_half", call(lambda x: x**0.5), POSITIVE, float_tolerance=None),
    Case("log1p", call(torch.log1p), POSITIVE),
    Case("asin", call(torch.asin), uniform(3, 37, low=-0.9, high=0.9)),
    Case("prelu", lambda: nn.PReLU(), WIDE),
    Case("prelu_negative", lambda: nn.PReLU(init=-0.5), WIDE),
    Case("learned_scale", Learned, WIDE, calls=0),
    Case("asin_beyond_1", call(torch.asin), UNIT, refused="not a number for 1 codes"),
    Case("log_behind_scalar", call(lambda x: torch.log(x + 2)), UNIT, float_tolerance=None),
    Case("same_tensor_added", call(lambda x: x + x), WIDE, calls=0),
    Case("same_tensor_multiplied", call(lambda x: x * x), WIDE),
    Case("same_tensor_subtracted", call(lambda x: x - x), WIDE),
    Case("relu_behind", call(lambda x: torch.relu(torch.tanh(x))), WIDE, calls=1),
    Case("relu6_behind_scalar", call(lambda x: F.relu6(x + 3)), WIDE, calls=1),
    Case(
        "chain",
        call(lambda x: torch.exp(-torch.abs(x) * 0.5)),
        WIDE,
        calls=1,
        tolerance=2,
        why="the quantized graph rounds after each call of the chain, as the table does",
    ),
    Case("swish_by_hand", call(lambda x: x * torch.sigmoid(x)), WIDE, calls=1),
    Case("hardswish_by_hand", call(lambda x: x * F.relu6(x + 3) / 6), WIDE, calls=1),
    Case(
        "gelu_by_hand", call(lambda x: x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))), WIDE, calls=1
    ),
    Case("squared_difference", call(lambda x: (x - 1) ** 2), WIDE, calls=1),
    Case("two_users", TwoUsers, WIDE, calls=1),
    Case(
        "two_branches",
        call(lambda x, y: torch.sigmoid(x) + torch.tanh(y)),
        together(WIDE, normal(3, 37)),
        calls=2,
    ),
    Case(
        "between_convolutions",
        lambda: BetweenConvolutions(nn.SiLU()),
        normal(1, 3, 6, 6),
        tolerance=2,
        why="differences of one code add up over three layers",
    ),
    Case(
        "hardswish_between_convolutions",
        lambda: BetweenConvolutions(nn.Hardswish(inplace=True)),
        normal(1, 3, 6, 6),
        tolerance=2,
        why="differences of one code add up over three layers",
    ),
    Case("all_positive", call(torch.sigmoid), uniform(4, 9, low=2, high=3)),
    Case("all_negative", call(torch.sigmoid), uniform(4, 9, low=-3, high=-2)),
    Case("wide_range", call(torch.tanh), wild, float_tolerance=None),
    Case("overflow", call(torch.exp), uniform(4, 9, low=-1, high=88), float_tolerance=None),
    Case("rank_1", call(torch.tanh), normal(13)),
    Case("rank_6", call(torch.tanh), normal(2, 1, 3, 1, 2, 2)),
    Case("one_element", call(torch.tanh), normal(1)),
    Case("no_elements", call(torch.tanh), normal(0, 3), calibration=lambda: [(torch.zeros(0, 3),)]),
    Case("zeros", call(torch.sigmoid), lambda: (torch.zeros(2, 3),)),
    Case("pole_inside", call(torch.reciprocal), uniform(3, 37), refused="infinite inside"),
    Case(
        "softsign",
        call(F.softsign),
        WIDE,
        calls=1,
        tolerance=2,
        why="the quantized graph rounds after each call of the chain, as the table does",
    ),
    Case(
        "division_of_tensors",
        call(lambda x, y: torch.div(x, y, rounding_mode="floor")),
        together(UNIT, POSITIVE),
        refused="div.Tensor_mode of 2 tensors",
    ),
    Case("prelu_per_channel", lambda: nn.PReLU(3), normal(2, 3, 4)),
    Case("prelu_uneven", uneven_prelu, normal(2, 3, 4), refused="prelu.default of 2"),
]
