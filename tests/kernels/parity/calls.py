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

Arguments are Python values in the order of the schema: None, bool, int, float, str, lists of int,
float or bool, torch.dtype (as its number), Tensor (its bytes, sizes and dim order), lists of Tensor
(`Tensors`), lists of Tensor or None (`OptionalTensors`), and `out(...)` for a tensor to be written.

Equal means: both refuse, or both accept with the same sizes and values of every tensor argument,
inputs included. Our program runs under AddressSanitizer and UndefinedBehaviorSanitizer: whatever
they report fails the call, and so does an abort.
"""

from __future__ import annotations

import functools
import random
import struct
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from executorch_espressif import native
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
REAL = (*INTEGERS, torch.float32, torch.float64)
EVERY = (*INTEGERS, *FLOATS, torch.bool)

_NO_KERNEL = 0xFFFFFFFF
_STATIC, _DYNAMIC = 0, 1
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


@dataclass(frozen=True)
class Operator:
    """rtol, atol: of float values, as torch.allclose; 0 means the same bits but for NaN.
    half_ulps: the least rtol of float16 and bfloat16 values, in the distance of neighbours at 1.0.
    values: whether values are compared at all, or shapes only.
    wrong_official: says of a call why the official kernel's answer is wrong, or None; ours then has
    to refuse it."""

    names: tuple[str, ...]
    draw: Callable[[Draw], list[Argument]]
    calls: int
    rtol: float
    atol: float
    half_ulps: int
    values: bool
    wrong_official: Callable[[list[Argument]], str | None] | None


OPERATORS: dict[str, Operator] = {}


def draws(
    *names: str,
    calls: int = 60,
    rtol: float = 0.0,
    atol: float = 0.0,
    half_ulps: int = 0,
    values: bool = True,
    wrong_official: Callable[[list[Argument]], str | None] | None = None,
) -> Callable[[Callable[..., list[Argument]]], Callable[..., list[Argument]]]:
    """Registers a function for operators of one signature. `names` like "aten::add.out"; a function
    for several takes (draw, name)."""

    def register(function: Callable[..., list[Argument]]) -> Callable[..., list[Argument]]:
        for name in names:
            if name in OPERATORS:
                raise ValueError(f"{name} is drawn twice")
            draw = function if len(names) == 1 else _with_name(function, name)
            OPERATORS[name] = Operator(
                (name,), draw, calls, rtol, atol, half_ulps, values, wrong_official
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


# --- running --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """error: 0, an Error's number, or a text if the process died. tensors: every tensor argument
    after the call, those of lists too, in order."""

    error: int | str
    tensors: list[Tensor] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        return self.error != 0


def run(program: str | Path, calls: Sequence[tuple[str, Sequence[Argument]]]) -> list[Result]:
    """The results of calls (operator name, arguments); program: "ours", "official", or the path of
    one that was built otherwise."""
    if isinstance(program, Path):
        path = program
    else:
        path = native.kernel_calls("kernel_calls" if program == "ours" else "kernel_calls_official")
    encoded = [_encode(name, arguments) for name, arguments in calls]
    dtypes = [[b.dtype for b in buffers(arguments)] for _, arguments in calls]
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        requests, answers = Path(folder) / "calls", Path(folder) / "results"
        requests.write_bytes(b"".join(encoded))
        while len(results) < len(calls):
            answers.write_bytes(b"")
            done = subprocess.run(
                [path, requests, answers, str(len(results))],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
            results += _decode(answers.read_bytes(), dtypes[len(results) :])
            if done.returncode == 2:
                raise RuntimeError(done.stderr)
            if len(results) < len(calls):
                results.append(Result(_died(done)))
            for (name, _), result in zip(calls, results, strict=False):
                if result.error == _NO_KERNEL:
                    raise LookupError(f"{program} has no kernel {name}")
    return results


def _died(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    telling = [line for line in lines if "ERROR" in line or "runtime error" in line]
    return f"the process died ({done.returncode}): " + "\n".join(telling or lines[-3:])


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


def _encode(name: str, arguments: Sequence[Argument]) -> bytes:
    operator = name.encode()
    parts = [struct.pack("<I", len(operator)), operator]
    parts.append(struct.pack("<II", _returns(name), len(arguments)))
    return b"".join(parts + [_argument(argument) for argument in arguments])


def _returns(name: str) -> int:
    """How many values a program appends to the arguments."""
    qualified, _, overload = name.partition(".")
    try:
        schema = torch._C._get_schema(qualified, overload)
    except RuntimeError:
        return 1
    # A list to be written is no return of the schema, but programs append one for it.
    return min(max(len(schema.returns), 1), 2)


def _argument(value: Argument) -> bytes:
    if value is None:
        return b"N"
    if isinstance(value, bool):
        return struct.pack("<cB", b"b", value)
    if isinstance(value, torch.dtype):
        return struct.pack("<cq", b"i", NUMBERS[value])
    if isinstance(value, int):
        return struct.pack("<cq", b"i", value)
    if isinstance(value, float):
        return struct.pack("<cd", b"d", value)
    if isinstance(value, str):
        text = value.encode()
        return struct.pack("<cI", b"s", len(text)) + text
    if isinstance(value, Tensors):
        return struct.pack("<cI", b"T", len(value)) + b"".join(_tensor(item) for item in value)
    if isinstance(value, OptionalTensors):
        items = [b"\0" if item is None else b"\1" + _tensor(item) for item in value]
        return struct.pack("<cI", b"O", len(value)) + b"".join(items)
    if isinstance(value, Tensor | Buffer):
        return b"t" + _tensor(value)
    return _list(list(value))


def _list(items: list[Any]) -> bytes:
    if items and all(isinstance(item, bool) for item in items):
        return struct.pack(f"<cI{len(items)}B", b"B", len(items), *items)
    if any(isinstance(item, float) for item in items):
        return struct.pack(f"<cI{len(items)}d", b"D", len(items), *items)
    return struct.pack(f"<cI{len(items)}q", b"I", len(items), *items)


def _tensor(value: Tensor | Buffer) -> bytes:
    item = value if isinstance(value, Buffer) else buffer(value)
    rank = len(item.sizes)
    dynamism = _DYNAMIC if item.dynamic else _STATIC
    device = -1 if item.device is None else item.device
    head = struct.pack("<bBbB", NUMBERS[item.dtype], dynamism, device, rank)
    sizes = struct.pack(f"<{rank}i{rank}B", *item.sizes, *item.dim_order)
    return head + sizes + struct.pack("<I", len(item.data)) + item.data


def _decode(data: bytes, dtypes: Sequence[Sequence[torch.dtype]]) -> list[Result]:
    results, position = [], 0
    for wanted in dtypes:
        if position + 4 > len(data):
            break
        (size,) = struct.unpack_from("<I", data, position)
        if position + 4 + size > len(data):
            break
        results.append(_result(data[position + 4 : position + 4 + size], wanted))
        position += 4 + size
    return results


def _result(data: bytes, dtypes: Sequence[torch.dtype]) -> Result:
    error, count = struct.unpack_from("<II", data)
    position, tensors = 8, []
    for dtype in dtypes[:count]:
        (rank,) = struct.unpack_from("<I", data, position)
        sizes = struct.unpack_from(f"<{rank}i", data, position + 4)
        position += 4 + 4 * rank
        (size,) = struct.unpack_from("<I", data, position)
        raw = bytearray(data[position + 4 : position + 4 + size])
        position += 4 + size
        used = int(np.prod(sizes, dtype=np.int64)) * dtype.itemsize
        flat = torch.frombuffer(raw, dtype=torch.uint8)[:used] if used else torch.empty(0)
        values = flat.view(dtype) if used else torch.empty(0, dtype=dtype)
        tensors.append(values.reshape(sizes) if used else torch.empty(sizes, dtype=dtype))
    return Result(error, tensors)


# --- comparing ------------------------------------------------------------------------------------


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
    if reason is not None:
        return (
            None if ours.refused else f"ours accepts what the official kernel does wrong: {reason}"
        )
    if ours.refused != official.refused:
        return f"errors: ours {ours.error}, official {official.error}"
    if ours.refused:
        return None
    for index, (a, b) in enumerate(zip(ours.tensors, official.tensors, strict=True)):
        if a.shape != b.shape:
            return f"tensor {index}: ours has sizes {list(a.shape)}, official {list(b.shape)}"
        rtol = operator.rtol
        if a.dtype in (torch.float16, torch.bfloat16):
            rtol = max(rtol, operator.half_ulps * torch.finfo(a.dtype).eps)
        if operator.values and not same(a, b, rtol, operator.atol):
            return f"tensor {index}:\n      ours     {a.tolist()}\n      official {b.tolist()}"
    return None


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
