# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Kernels called one by one, ours and the official ones, with the same random arguments.

A group of operators is a file ``draw_<group>.py`` in this folder. In it, a function per operator
(or per family) draws the arguments of one call from a seed::

    @draws("aten::add.out", calls=80, rtol=1e-6)
    def add(draw: Draw) -> list[Argument]:
        a = draw.tensor(draw.dtype(), draw.shape())
        ...
        return [a, b, alpha, out(torch.float32, (2, 3))]

What the arguments are: arguments.py. Equal means: both refuse, or both accept with the same sizes
and values of every tensor argument, inputs included. Our program runs under AddressSanitizer and
UndefinedBehaviorSanitizer: whatever they report fails the call, and so does an abort.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from arguments import Argument, Buffer, Draw, OptionalTensors, Tensors
from kernel_programs import Result, run
from torch import Tensor


@dataclass(frozen=True)
class Operator:
    """rtol, atol: of float values, as torch.allclose; 0 means the same bits but for NaN.
    half_ulps: the least rtol of float16 and bfloat16 values, in the distance of neighbours at 1.0.
    values: whether values are compared at all, or shapes only.
    wrong_official: says of a call why the official kernel's answer is wrong, or None; ours then has
    to refuse it, or if there is `right`, to write what that returns, unless both refuse the call.
    """

    draw: Callable[[Draw], list[Argument]]
    calls: int
    rtol: float
    atol: float
    half_ulps: int
    values: bool
    wrong_official: Callable[[list[Argument]], str | None] | None
    right: Callable[[list[Argument]], Tensor] | None


OPERATORS: dict[str, Operator] = {}


def draws(
    *names: str,
    calls: int = 60,
    rtol: float = 0.0,
    atol: float = 0.0,
    half_ulps: int = 0,
    values: bool = True,
    wrong_official: Callable[[list[Argument]], str | None] | None = None,
    right: Callable[[list[Argument]], Tensor] | None = None,
) -> Callable[[Callable[..., list[Argument]]], Callable[..., list[Argument]]]:
    """Registers a function for operators of one signature. `names` like "aten::add.out"; a function
    for several takes (draw, name)."""

    def register(function: Callable[..., list[Argument]]) -> Callable[..., list[Argument]]:
        for name in names:
            if name in OPERATORS:
                raise ValueError(f"{name} is drawn twice")
            draw = function if len(names) == 1 else _with_name(function, name)
            OPERATORS[name] = Operator(
                draw, calls, rtol, atol, half_ulps, values, wrong_official, right
            )
        return function

    return register


def _with_name(function: Callable[..., list[Argument]], name: str) -> Callable[..., Any]:
    return lambda draw: function(draw, name)


def calls_of(name: str) -> list[list[Argument]]:
    """The arguments of an operator's calls, the same every time."""
    return [OPERATORS[name].draw(Draw(f"{name} {i}")) for i in range(OPERATORS[name].calls)]


@functools.cache
def results(name: str) -> tuple[list[list[Argument]], list[Result], list[Result]]:
    """An operator's calls, and what our kernel and the official one did with them."""
    arguments = calls_of(name)
    calls = [(name, each) for each in arguments]
    return arguments, run("ours", calls), run("official", calls)


def differences(name: str) -> list[str]:
    """One line for each call of an operator whose results differ, with its arguments."""
    operator = OPERATORS[name]
    lines = []
    for number, (each, ours, official) in enumerate(zip(*results(name), strict=True)):
        told = difference(operator, each, ours, official)
        if told is not None:
            lines.append(f"call {number}: {told}\n    {describe(each)}")
    return lines


def difference(
    operator: Operator, arguments: list[Argument], ours: Result, official: Result
) -> str | None:
    """What differs between the results of one call."""
    reason = operator.wrong_official(arguments) if operator.wrong_official else None
    if isinstance(ours.error, str):
        return ours.error
    if reason is not None and operator.right is None:
        return (
            None if ours.refused else f"ours accepts what the official kernel does wrong: {reason}"
        )
    if ours.refused != official.refused:
        return f"errors: ours {ours.error}, official {official.error}"
    if ours.refused:
        return None
    wanted, whose = official.tensors, "official"
    if reason is not None and operator.right is not None:
        whose = "right, as " + reason
        wanted = [*wanted[:-1], in_memory(operator.right(arguments), arguments[-1])]
    for index, (a, b) in enumerate(zip(ours.tensors, wanted, strict=True)):
        if a.shape != b.shape:
            return f"tensor {index}: ours has sizes {list(a.shape)}, {whose} {list(b.shape)}"
        rtol = operator.rtol
        if a.dtype in (torch.float16, torch.bfloat16):
            rtol = max(rtol, operator.half_ulps * torch.finfo(a.dtype).eps)
        if operator.values and not same(a, b, rtol, operator.atol):
            return f"tensor {index}:\n      ours     {a.tolist()}\n      {whose} {b.tolist()}"
    return None


def in_memory(result: Tensor, into: Buffer) -> Tensor:
    """As the programs say what is in `into`: the values in the order of its memory."""
    return result.to(into.dtype).permute(into.dim_order).reshape(result.shape)


def same(a: Tensor, b: Tensor, rtol: float, atol: float) -> bool:
    """Integers exactly; floats within the tolerance, NaN at the same places."""
    if not (a.dtype.is_floating_point or a.dtype.is_complex):
        return torch.equal(a, b)
    if a.dtype.is_complex:
        a, b = torch.view_as_real(a), torch.view_as_real(b)
    return torch.allclose(a.double(), b.double(), rtol=rtol, atol=atol, equal_nan=True)


def describe(arguments: Sequence[Argument]) -> str:
    return ", ".join(_short(argument) for argument in arguments)


def _short(argument: Argument) -> str:
    if isinstance(argument, Tensor):
        values = "" if argument.numel() > 8 else f" {argument.tolist()}"
        return f"{argument.dtype}{list(argument.shape)}{values}".removeprefix("torch.")
    if isinstance(argument, Buffer):
        kind = "out" if argument.dynamic else "static out"
        return f"{kind} {argument.dtype}{list(argument.sizes)}"
    if isinstance(argument, Tensors | OptionalTensors):
        return "[" + describe(argument) + "]"
    return repr(argument)
