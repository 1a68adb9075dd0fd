# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Reads ExecuTorch programs (``.pte``, file identifier ``ET12``) with the standard library only.

`read` checks every offset and every index once; what it returns can be walked without checks. Data
of tensors, delegates and segments is not copied: places in the file are absolute byte offsets.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

from .flatbuffer import Buffer, PteError, Table
from .program import (
    DTYPES,
    DYNAMISM,
    INSTRUCTION_KINDS,
    MAX_DIMENSIONS,
    VALUE_KINDS,
    Delegate,
    Instruction,
    Plan,
    Program,
    Span,
    Value,
)


def read(source: str | os.PathLike[str] | bytes | bytearray | memoryview) -> Program:
    """Reads a program from a path or from its bytes.

    Raises PteError, with the path in its text where there is one, for anything that is not a whole
    and sound program; OSError if the file cannot be read.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return _Reader(bytes(source)).program()
    data = Path(source).read_bytes()
    try:
        return _Reader(data).program()
    except PteError as error:
        raise PteError(f"{source}: {error}") from None


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        size = len(data)
        if size < 8:
            raise PteError(f"header: {size} bytes are too few for a .pte")
        if data[4:8] != b"ET12":
            raise PteError(f"header: file identifier is {data[4:8]!r}, expected b'ET12'")
        self.program_size = size
        self.segment_base = 0
        if data[8:12] == b"eh00":
            self._extended_header(size)
        self.buffer = Buffer(data, self.program_size)

    def _extended_header(self, size: int) -> None:
        if size < 40:
            raise PteError(f"header: the file of {size} bytes ends inside the extended header")
        (length,) = struct.unpack_from("<I", self.data, 12)
        if length < 24:
            raise PteError(f"header: extended header of {length} bytes, expected 24 or more")
        self.program_size, self.segment_base = struct.unpack_from("<QQ", self.data, 16)
        (segment_bytes,) = struct.unpack_from("<Q", self.data, 32) if length >= 32 else (0,)
        if self.program_size > size:
            raise PteError(
                f"header: the program has {self.program_size} bytes, the file only {size}: "
                "truncated"
            )
        if self.segment_base + segment_bytes > size:
            raise PteError(
                f"header: segments end at byte {self.segment_base + segment_bytes}, the file has "
                f"only {size}: truncated"
            )

    def program(self) -> Program:
        root = Table(self.buffer, self.buffer.follow(0, "program"), "program")
        self.segments = [self._segment(table) for table in root.tables(4, "segments")]
        self.inline = [
            Span(*table.span(0, "data")) for table in root.tables(3, "backend_delegate_data")
        ]
        constants = self._constants(root)
        mutable = [self._subsegments(table) for table in root.tables(6, "mutable_data_segments")]
        named = {}
        for table in root.tables(7, "named_data"):
            index = int(table.scalar(1, "I", "segment_index"))
            self._in_range(index, len(self.segments), f"{table.where}.segment_index", "segments")
            named[table.string(0, "key")] = index
        program = Program(
            version=int(root.scalar(0, "I", "version")),
            plans=[],
            constants=constants,
            segments=self.segments,
            mutable_segments=mutable,
            named_data=named,
            data=self.data,
        )
        program.plans = [self._plan(table, program) for table in root.tables(1, "execution_plan")]
        if not program.plans:
            raise PteError("program.execution_plan: the program has no method")
        return program

    @staticmethod
    def _in_range(index: int, count: int, where: str, what: str) -> None:
        if not 0 <= index < count:
            raise PteError(f"{where}: index {index}, but there are {count} {what}")

    def _segment(self, table: Table) -> Span:
        offset = self.segment_base + int(table.scalar(0, "Q", "offset"))
        size = int(table.scalar(1, "Q", "size"))
        if size and self.segment_base == 0:
            raise PteError(f"{table.where}: a segment, but no extended header says where")
        if offset + size > len(self.data):
            raise PteError(
                f"{table.where}: bytes {offset} to {offset + size} are outside the file of "
                f"{len(self.data)} bytes"
            )
        return Span(offset, size)

    def _subsegments(self, table: Table) -> list[Span]:
        offsets = table.scalars(1, "Q", "offsets")
        if not offsets:
            return []
        index = int(table.scalar(0, "I", "segment_index"))
        self._in_range(index, len(self.segments), f"{table.where}.segment_index", "segments")
        base, size = self.segments[index]
        ends = dict(zip(sorted(set(offsets)), [*sorted(set(offsets))[1:], size], strict=True))
        for number, offset in enumerate(offsets):
            if offset > size:
                raise PteError(
                    f"{table.where}.offsets[{number}]: {offset} is past the segment of {size} bytes"
                )
        return [Span(base + offset, ends[offset] - offset) for offset in offsets]

    def _constants(self, root: Table) -> list[Span]:
        inline = [Span(*table.span(0, "storage")) for table in root.tables(2, "constant_buffer")]
        segment = root.table(5, "constant_segment")
        spans = self._subsegments(segment) if segment else []
        if inline and spans:
            raise PteError("program: constants both in constant_buffer and in constant_segment")
        return spans or inline

    def _plan(self, table: Table, program: Program) -> Plan:
        values = [self._value(entry, program) for entry in table.tables(2, "values")]
        self._check_lists(values, table.where)
        operators = []
        for entry in table.tables(6, "operators"):
            name, overload = entry.string(0, "name"), entry.string(1, "overload")
            if not name:
                raise PteError(f"{entry.where}.name: the operator has no name")
            operators.append(f"{name}.{overload}" if overload else name)
        delegates = [self._delegate(entry) for entry in table.tables(7, "delegates")]
        container = table.table(1, "container_meta_type")
        plan = Plan(
            name=table.string(0, "name"),
            values=values,
            inputs=table.scalars(3, "i", "inputs"),
            outputs=table.scalars(4, "i", "outputs"),
            chains=[],
            operators=operators,
            delegates=delegates,
            buffer_sizes=table.scalars(8, "q", "non_const_buffer_sizes"),
            encoded_inputs=container.string(0, "encoded_inp_str") if container else "",
            encoded_outputs=container.string(1, "encoded_out_str") if container else "",
        )
        for name, indices in (("inputs", plan.inputs), ("outputs", plan.outputs)):
            for index in indices:
                self._in_range(index, len(values), f"{table.where}.{name}", "values")
        plan.chains = [self._chain(entry, plan) for entry in table.tables(5, "chains")]
        self._check_memory(plan, table.where)
        return plan

    def _value(self, entry: Table, program: Program) -> Value:
        number, table = entry.union(0, "val")
        if number >= len(VALUE_KINDS):
            raise PteError(f"{entry.where}: value type {number} is unknown")
        kind = VALUE_KINDS[number]
        if kind == "Tensor":
            return self._tensor(table, program)
        if kind == "Int":
            return Value(kind, value=int(table.scalar(0, "q", "int_val")))
        if kind == "Bool":
            return Value(kind, value=bool(table.scalar(0, "B", "bool_val")))
        if kind == "Double":
            return Value(kind, value=float(table.scalar(0, "d", "double_val")))
        if kind == "String":
            return Value(kind, value=table.string(0, "string_val"))
        codes = {"IntList": "q", "DoubleList": "d", "BoolList": "?"}
        if kind != "Null":
            return Value(kind, items=table.scalars(0, codes.get(kind, "i"), "items"))
        return Value(kind)

    def _tensor(self, table: Table, program: Program) -> Value:
        code = int(table.scalar(0, "b", "scalar_type"))
        if code not in DTYPES:
            raise PteError(f"{table.where}.scalar_type: {code} is no known dtype")
        dynamism = int(table.scalar(8, "b", "shape_dynamism"))
        self._in_range(dynamism, len(DYNAMISM), f"{table.where}.shape_dynamism", "kinds")
        value = Value(
            "Tensor",
            dtype=DTYPES[code].name,
            scalar_type=code,
            sizes=table.scalars(2, "i", "sizes"),
            dim_order=table.scalars(3, "B", "dim_order"),
            storage_offset=int(table.scalar(1, "i", "storage_offset")),
            dynamism=DYNAMISM[dynamism],
            buffer_index=int(table.scalar(5, "I", "data_buffer_idx")),
        )
        if len(value.sizes) > MAX_DIMENSIONS or any(size < 0 for size in value.sizes):
            raise PteError(f"{table.where}.sizes: {value.sizes} is no shape")
        if sorted(value.dim_order) != list(range(len(value.sizes))):
            raise PteError(
                f"{table.where}.dim_order: {value.dim_order} is no order of "
                f"{len(value.sizes)} dimensions"
            )
        allocation = table.table(6, "allocation_info")
        if allocation:
            value.memory_id = int(allocation.scalar(0, "I", "memory_id"))
            value.memory_offset = int(allocation.scalar(1, "I", "memory_offset_low")) + (
                int(allocation.scalar(2, "I", "memory_offset_high")) << 32
            )
        extra = table.table(9, "extra_tensor_info")
        if extra:
            value.mutable_segment = int(extra.scalar(0, "Q", "mutable_data_segments_idx"))
            value.fqn = extra.string(1, "fully_qualified_name")
            value.external = extra.scalar(2, "b", "location") == 1
        self._check_tensor_data(value, program, table.where)
        return value

    def _check_tensor_data(self, value: Value, program: Program, where: str) -> None:
        if value.buffer_index == 0 or value.external:
            return
        spans, what = program.constants, "constants"
        if value.memory_id is not None:
            segments = program.mutable_segments
            self._in_range(value.mutable_segment, len(segments), where, "mutable data segments")
            spans, what = segments[value.mutable_segment], "mutable tensors"
        self._in_range(value.buffer_index, len(spans), f"{where}.data_buffer_idx", what)
        span = spans[value.buffer_index]
        if value.nbytes > span.size:
            raise PteError(
                f"{where}: a tensor of {value.nbytes} bytes ({value.dtype} {value.sizes}), but "
                f"its data at offset {span.offset} has only {span.size}"
            )

    def _check_lists(self, values: list[Value], where: str) -> None:
        members = {
            "IntList": ("Int",),
            "TensorList": ("Tensor",),
            "OptionalTensorList": ("Tensor", "Null"),
        }
        for number, value in enumerate(values):
            kinds = members.get(value.kind)
            if kinds is None:
                continue
            here = f"{where}.values[{number}]"
            for index in value.items:
                if index == -1 and value.kind == "OptionalTensorList":
                    continue
                self._in_range(index, len(values), here, "values")
                if values[index].kind not in kinds:
                    raise PteError(f"{here}: {value.kind} has an item of kind {values[index].kind}")

    def _check_memory(self, plan: Plan, where: str) -> None:
        for number, value in enumerate(plan.values):
            if value.memory_id is None or value.dynamism == "dynamic_unbound":
                continue
            here = f"{where}.values[{number}]"
            if not 0 < value.memory_id < len(plan.buffer_sizes):
                raise PteError(
                    f"{here}: memory id {value.memory_id}, but the plan has "
                    f"{len(plan.buffer_sizes)} buffer sizes"
                )
            end, size = value.memory_offset + value.nbytes, plan.buffer_sizes[value.memory_id]
            if end > size:
                raise PteError(
                    f"{here}: ends at byte {end} of planned buffer {value.memory_id}, which has "
                    f"{size}"
                )

    def _delegate(self, table: Table) -> Delegate:
        processed = table.table(1, "processed")
        span = Span(0, 0)
        if processed:
            pool = self.segments if processed.scalar(0, "b", "location") == 1 else self.inline
            index = int(processed.scalar(1, "I", "index"))
            self._in_range(index, len(pool), f"{processed.where}.index", "delegate blobs")
            span = pool[index]
        specs = []
        for spec in table.tables(2, "compile_specs"):
            start, size = spec.span(1, "value")
            specs.append((spec.string(0, "key"), self.data[start : start + size]))
        return Delegate(table.string(0, "id"), span, specs)

    def _chain(self, table: Table, plan: Plan) -> list[Instruction]:
        steps = [self._instruction(entry) for entry in table.tables(2, "instructions")]
        limits = {"KernelCall": (len(plan.operators), "operators")}
        limits["DelegateCall"] = (len(plan.delegates), "delegates")
        # A jump may go just past the end.
        limits["JumpFalseCall"] = (len(steps) + 1, "instructions")
        for number, step in enumerate(steps):
            where = f"{table.where}.instructions[{number}]"
            count, what = limits.get(step.kind, (1, ""))
            self._in_range(step.index, count, where, what)
            for index in step.args:
                self._in_range(index, len(plan.values), f"{where} ({step.kind})", "values")
        return steps

    def _instruction(self, entry: Table) -> Instruction:
        number, table = entry.union(0, "instr_args")
        if number >= len(INSTRUCTION_KINDS):
            raise PteError(f"{entry.where}: instruction type {number} is unknown")
        kind = INSTRUCTION_KINDS[number]
        first = int(table.scalar(0, "i", "index"))
        if kind in ("KernelCall", "DelegateCall"):
            return Instruction(kind, first, tuple(table.scalars(1, "i", "args")))
        if kind == "MoveCall":
            return Instruction(kind, 0, (first, int(table.scalar(1, "i", "move_to"))))
        if kind == "JumpFalseCall":
            destination = int(table.scalar(1, "i", "destination_instruction"))
            return Instruction(kind, destination, (first,))
        return Instruction(kind, 0, (first,))
