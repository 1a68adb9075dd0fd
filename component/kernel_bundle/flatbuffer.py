# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Bounds-checked access to a flatbuffer, as far as a ``.pte`` needs it.

Every offset is checked against the end of the flatbuffer before it is followed, so that a damaged
file ends in a `PteError` and never in an exception of another kind.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_U16 = struct.Struct("<H")
_I32 = struct.Struct("<i")
_U32 = struct.Struct("<I")


class PteError(ValueError):
    """A ``.pte`` that cannot be read; the text says what is wrong, and where in the file."""


class Buffer:
    """The bytes of one flatbuffer, from the start of the file to `end`."""

    # Tables of a damaged file may share one huge vector between them. A sound file reads each
    # byte about once, so a small multiple of the file bounds the work.
    _READS_PER_BYTE = 4

    def __init__(self, data: bytes, end: int) -> None:
        self.data = data
        self.end = end
        self._budget = self._READS_PER_BYTE * end + 4096

    def check(self, pos: int, size: int, where: str) -> None:
        if pos < 0 or pos + size > self.end:
            raise PteError(
                f"{where}: {size} bytes at offset {pos} are outside the program of {self.end} bytes"
            )

    def u32(self, pos: int, where: str) -> int:
        self.check(pos, 4, where)
        return _U32.unpack_from(self.data, pos)[0]

    def follow(self, pos: int, where: str) -> int:
        """The position that the unsigned 32-bit offset stored at `pos` points to."""
        offset = self.u32(pos, where)
        if offset == 0:
            raise PteError(f"{where}: null offset at {pos}")
        return pos + offset

    def vector(self, pos: int, item_size: int, where: str) -> tuple[int, int]:
        """Start and item count of the vector at `pos`."""
        count = self.u32(pos, where)
        size = count * item_size
        if pos + 4 + size > self.end:
            raise PteError(
                f"{where}: a vector of {count} items at offset {pos} runs past the end of the "
                f"program of {self.end} bytes"
            )
        self._budget -= size
        if self._budget < 0:
            raise PteError(f"{where}: tables share vectors beyond reason; the file is damaged")
        return pos + 4, count

    def string(self, pos: int, where: str) -> str:
        start, count = self.vector(pos, 1, where)
        try:
            return self.data[start : start + count].decode()
        except UnicodeDecodeError as error:
            raise PteError(f"{where}: a string at offset {pos} is not UTF-8") from error


class Table:
    """One flatbuffer table; fields are addressed by their number in the schema."""

    __slots__ = ("_fields", "_vtable", "buffer", "pos", "where")

    def __init__(self, buffer: Buffer, pos: int, where: str) -> None:
        self.buffer = buffer
        self.pos = pos
        self.where = where
        buffer.check(pos, 4, where)
        vtable = pos - _I32.unpack_from(buffer.data, pos)[0]
        buffer.check(vtable, 4, where)
        vtable_size = _U16.unpack_from(buffer.data, vtable)[0]
        if vtable_size < 4 or vtable_size % 2:
            raise PteError(f"{where}: the table at offset {pos} has no valid vtable")
        buffer.check(vtable, vtable_size, where)
        self._vtable = vtable
        self._fields = (vtable_size - 4) // 2

    def field(self, number: int, size: int, name: str) -> int:
        """Position of field `number`, `size` bytes long; 0 if the table does not have it."""
        if number >= self._fields:
            return 0
        offset = _U16.unpack_from(self.buffer.data, self._vtable + 4 + 2 * number)[0]
        if offset == 0:
            return 0
        # Against the end of the file: the table's size in its vtable is wrong in files of exporters
        # with an older flatbuffers package, which shares vtables of tables that differ in size.
        if offset < 4:
            raise PteError(f"{self.where}.{name}: the field lies outside its table at {self.pos}")
        self.buffer.check(self.pos + offset, size, f"{self.where}.{name}")
        return self.pos + offset

    def scalar(self, number: int, code: str, name: str, default: int = 0) -> int | float | bool:
        """A number; `code` is its `struct` format letter."""
        pos = self.field(number, struct.calcsize("<" + code), name)
        return struct.unpack_from("<" + code, self.buffer.data, pos)[0] if pos else default

    def scalars(self, number: int, code: str, name: str) -> list:
        """A vector of numbers; empty if absent."""
        where = f"{self.where}.{name}"
        pos = self.field(number, 4, name)
        if not pos:
            return []
        start, count = self.buffer.vector(
            self.buffer.follow(pos, where), struct.calcsize("<" + code), where
        )
        return list(struct.unpack_from(f"<{count}{code}", self.buffer.data, start))

    def span(self, number: int, name: str) -> tuple[int, int]:
        """Position and length of a byte vector, unread; (0, 0) if absent."""
        where = f"{self.where}.{name}"
        pos = self.field(number, 4, name)
        return self.buffer.vector(self.buffer.follow(pos, where), 1, where) if pos else (0, 0)

    def string(self, number: int, name: str) -> str:
        """A string; empty if absent."""
        where = f"{self.where}.{name}"
        pos = self.field(number, 4, name)
        return self.buffer.string(self.buffer.follow(pos, where), where) if pos else ""

    def table(self, number: int, name: str) -> Table | None:
        where = f"{self.where}.{name}"
        pos = self.field(number, 4, name)
        return Table(self.buffer, self.buffer.follow(pos, where), where) if pos else None

    def tables(self, number: int, name: str) -> Iterator[Table]:
        """The tables of a vector of tables; none if absent."""
        where = f"{self.where}.{name}"
        pos = self.field(number, 4, name)
        if not pos:
            return
        start, count = self.buffer.vector(self.buffer.follow(pos, where), 4, where)
        for index in range(count):
            item = f"{where}[{index}]"
            yield Table(self.buffer, self.buffer.follow(start + 4 * index, item), item)

    def union(self, number: int, name: str) -> tuple[int, Table]:
        """Type number and table of the union whose type is field `number`."""
        kind = int(self.scalar(number, "B", name + "_type"))
        table = self.table(number + 1, name)
        if kind == 0 or table is None:
            raise PteError(f"{self.where}.{name}: the union is empty")
        return kind, table
