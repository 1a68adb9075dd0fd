# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Values on their way into and out of a runtime: tensors and scalars as plain records.

The host binding takes a record as a tuple, an image on an emulator as bytes in a stream; the layout
of the stream is that of ports/qemu_riscv32/tensor_records.h.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

import torch

from executorch_espressif.kernel_bundle.pte import DTYPES

NONE, TENSOR, INT, DOUBLE, BOOL = range(5)

_MAX_DIM = 16
_ALIGNMENT = 16
_HEADER = struct.Struct(f"<4I{_MAX_DIM}i{_MAX_DIM}B")
_TORCH_DTYPES = {
    code: getattr(torch, dtype.name) for code, dtype in DTYPES.items() if hasattr(torch, dtype.name)
}
_CODES = {dtype: code for code, dtype in _TORCH_DTYPES.items()}

Scalar = int | float | bool | None
Value = torch.Tensor | Scalar


class Record(NamedTuple):
    """kind: one of NONE, TENSOR, INT, DOUBLE, BOOL. dtype: a scalar type's number."""

    kind: int
    dtype: int
    sizes: list[int]
    dim_order: list[int]
    data: bytes


def from_value(value: Value, dim_order: list[int] | None = None) -> Record:
    """`dim_order`: of the bytes; the tensor's own strides must be those (see running.py)."""
    if value is None:
        return Record(NONE, 0, [], [], b"")
    if isinstance(value, bool):
        return Record(BOOL, 0, [], [], struct.pack("<?7x", value))
    if isinstance(value, int):
        return Record(INT, 0, [], [], struct.pack("<q", value))
    if isinstance(value, float):
        return Record(DOUBLE, 0, [], [], struct.pack("<d", value))
    tensor = value.detach()
    order = list(range(tensor.dim())) if dim_order is None else list(dim_order)
    flat = tensor.permute(order).contiguous().reshape(-1).view(torch.uint8)
    return Record(TENSOR, _CODES[tensor.dtype], list(tensor.shape), order, flat.numpy().tobytes())


def to_value(record: Record) -> Value:
    kind, dtype, sizes, dim_order, data = record
    if kind == NONE:
        return None
    if kind == BOOL:
        return bool(data[0])
    if kind == INT:
        return struct.unpack("<q", data[:8])[0]
    if kind == DOUBLE:
        return struct.unpack("<d", data[:8])[0]
    stored = [sizes[axis] for axis in dim_order]
    if not data:
        return torch.empty(sizes, dtype=_TORCH_DTYPES[dtype])
    tensor = torch.frombuffer(bytearray(data), dtype=_TORCH_DTYPES[dtype]).reshape(stored)
    axes = [dim_order.index(axis) for axis in range(len(dim_order))]
    return tensor.permute(axes)


def pack(records: list[Record]) -> bytes:
    """The stream of `records`."""
    parts = []
    for kind, dtype, sizes, dim_order, data in records:
        fill = [0] * (_MAX_DIM - len(sizes))
        parts.append(
            _HEADER.pack(kind, dtype, len(sizes), len(data), *sizes, *fill, *dim_order, *fill)
        )
        parts.append(data)
        parts.append(bytes(-len(data) % _ALIGNMENT))
    return b"".join(parts)


def unpack(stream: bytes) -> Iterator[Record]:
    position = 0
    while position < len(stream):
        kind, dtype, dim, size, *numbers = _HEADER.unpack_from(stream, position)
        position += _HEADER.size
        yield Record(
            kind,
            dtype,
            numbers[:dim],
            numbers[_MAX_DIM : _MAX_DIM + dim],
            stream[position : position + size],
        )
        position += size + -size % _ALIGNMENT
