# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What a ``.pte`` holds, as `pte.read` returns it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from .flatbuffer import PteError


class DType(NamedTuple):
    """A scalar type: number in the file, PyTorch's name, C++ enumerator, bytes (0: packed)."""

    code: int
    name: str
    cpp: str
    size: int


DTYPES: dict[int, DType] = {
    row[0]: DType(*row)
    for row in (
        (0, "uint8", "Byte", 1),
        (1, "int8", "Char", 1),
        (2, "int16", "Short", 2),
        (3, "int32", "Int", 4),
        (4, "int64", "Long", 8),
        (5, "float16", "Half", 2),
        (6, "float32", "Float", 4),
        (7, "float64", "Double", 8),
        (8, "complex32", "ComplexHalf", 4),
        (9, "complex64", "ComplexFloat", 8),
        (10, "complex128", "ComplexDouble", 16),
        (11, "bool", "Bool", 1),
        (12, "qint8", "QInt8", 1),
        (13, "quint8", "QUInt8", 1),
        (14, "qint32", "QInt32", 4),
        (15, "bfloat16", "BFloat16", 2),
        (16, "quint4x2", "QUInt4x2", 0),
        (17, "quint2x4", "QUInt2x4", 0),
        (22, "bits16", "Bits16", 2),
        (23, "float8_e5m2", "Float8_e5m2", 1),
        (24, "float8_e4m3fn", "Float8_e4m3fn", 1),
        (25, "float8_e5m2fnuz", "Float8_e5m2fnuz", 1),
        (26, "float8_e4m3fnuz", "Float8_e4m3fnuz", 1),
        (27, "uint16", "UInt16", 2),
        (28, "uint32", "UInt32", 4),
        (29, "uint64", "UInt64", 8),
    )
}

VALUE_KINDS = (
    "",
    "Null",
    "Int",
    "Bool",
    "Double",
    "Tensor",
    "String",
    "IntList",
    "DoubleList",
    "BoolList",
    "TensorList",
    "OptionalTensorList",
)
INSTRUCTION_KINDS = (
    "",
    "KernelCall",
    "DelegateCall",
    "MoveCall",
    "JumpFalseCall",
    "FreeCall",
)
DYNAMISM = ("static", "dynamic_bound", "dynamic_unbound")

# As the runtime: kTensorDimensionLimit.
MAX_DIMENSIONS = 16


class Span(NamedTuple):
    """A piece of the file: absolute offset and size in bytes."""

    offset: int
    size: int


@dataclass
class Value:
    """One EValue. Fields that its kind does not have keep their defaults.

    kind: a name of `VALUE_KINDS`.
    value: of Int, Bool, Double and String.
    items: of lists. DoubleList and BoolList hold the values themselves, IntList, TensorList and
        OptionalTensorList hold indices of the plan's values (-1: None, OptionalTensorList only).
    dtype: PyTorch's name without "torch.", such as "int8"; `scalar_type` is its number.
    sizes, dim_order, storage_offset, dynamism ("static", "dynamic_bound", "dynamic_unbound").
    buffer_index: > 0 for a tensor with data in the program; an external one has any.
    memory_id: planned buffer, counted from 1; None if not planned. memory_offset: bytes into it.
    mutable_segment, fqn, external: the extra tensor info.
    """

    kind: str
    value: int | bool | float | str | None = None
    items: list = field(default_factory=list)
    dtype: str = ""
    scalar_type: int = -1
    sizes: list[int] = field(default_factory=list)
    dim_order: list[int] = field(default_factory=list)
    storage_offset: int = 0
    dynamism: str = "static"
    buffer_index: int = 0
    memory_id: int | None = None
    memory_offset: int = 0
    mutable_segment: int = 0
    fqn: str = ""
    external: bool = False

    @property
    def numel(self) -> int:
        return prod(self.sizes)

    @property
    def nbytes(self) -> int:
        """Bytes of a tensor (its upper bound when dynamic); 0 for sub-byte packed types."""
        return self.numel * DTYPES[self.scalar_type].size if self.kind == "Tensor" else 0

    @property
    def is_constant(self) -> bool:
        """A tensor whose data is read in place from the program."""
        stored = self.buffer_index > 0 and not self.external
        return self.kind == "Tensor" and stored and self.memory_id is None


class Instruction(NamedTuple):
    """One step of a chain.

    kind: a name of `INSTRUCTION_KINDS`.
    index: operator of a KernelCall, delegate of a DelegateCall, destination instruction of a
        JumpFalseCall, else 0.
    args: value indices. MoveCall: (from, to); JumpFalseCall: (condition,); FreeCall: (value,).
    """

    kind: str
    index: int
    args: tuple[int, ...]


@dataclass
class Delegate:
    """One delegated part: backend id, its blob in the file, compile specs (key, bytes)."""

    id: str
    data: Span
    specs: list[tuple[str, bytes]]


@dataclass
class Plan:
    """One method. operators are "ns::name.overload" ("ns::name" without an overload)."""

    name: str
    values: list[Value]
    inputs: list[int]
    outputs: list[int]
    chains: list[list[Instruction]]
    operators: list[str]
    delegates: list[Delegate]
    buffer_sizes: list[int]
    encoded_inputs: str = ""
    encoded_outputs: str = ""


@dataclass
class Program:
    """A whole file. constants[i] holds the data of the tensors whose buffer_index is i and which
    are not planned; its size reaches to the next constant, padding included. named_data maps a key
    to a segment's number."""

    version: int
    plans: list[Plan]
    constants: list[Span]
    segments: list[Span]
    mutable_segments: list[list[Span]]
    named_data: dict[str, int]
    data: bytes = field(repr=False)

    def plan(self, name: str = "forward") -> Plan:
        for plan in self.plans:
            if plan.name == name:
                return plan
        known = ", ".join(plan.name for plan in self.plans)
        raise PteError(f"the program has no method '{name}'; it has: {known}")

    def bytes_at(self, span: Span) -> bytes:
        return bytes(self.data[span.offset : span.offset + span.size])

    def tensor_data(self, value: Value) -> bytes | None:
        """The stored bytes of a tensor, exactly `value.nbytes`; None if it has none here."""
        if value.kind != "Tensor" or value.buffer_index == 0 or value.external:
            return None
        if value.memory_id is None:
            span = self.constants[value.buffer_index]
        else:
            span = self.mutable_segments[value.mutable_segment][value.buffer_index]
        return bytes(self.data[span.offset : span.offset + (value.nbytes or span.size)])
