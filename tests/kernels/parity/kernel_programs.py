# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The programs that call kernels: ours and the official ones, and their protocol (calls.cpp)."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from arguments import NUMBERS, Argument, Buffer, OptionalTensors, Tensors, buffer, buffers
from executorch_espressif import native
from torch import Tensor

_NO_KERNEL = 0xFFFFFFFF
_STATIC, _DYNAMIC = 0, 1


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
