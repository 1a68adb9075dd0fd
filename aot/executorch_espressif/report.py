# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What export says about a program: where each call runs, what it costs, what memory it needs."""

from __future__ import annotations

from dataclasses import dataclass, field

from executorch_espressif.memory import Memory


@dataclass(frozen=True)
class OperatorRow:
    """One call of the program, in order of execution.

    node: name in the lowered graph; module: path of the model's module that it comes from.
    operator: as in the .pte, "ns::name.overload". reason: why it is not an operator of ours.
    macs, instructions: multiply-accumulates, and an estimate for rv32imac with the builtin kernels.
    scratch: most bytes the kernel asks of the temp allocator.
    """

    node: str
    module: str
    operator: str
    library: str
    reason: str | None
    macs: int
    instructions: int
    scratch: int


@dataclass(frozen=True)
class Report:
    """`flash`: bytes of the .pte, which stays in flash. `ram`: bytes, the sum of `memory`."""

    target: str
    backend: str
    operators: list[OperatorRow] = field(repr=False)
    memory: Memory
    flash: int
    values_before: int
    values_after: int

    @property
    def ram(self) -> int:
        return self.memory.total

    @property
    def macs(self) -> int:
        return sum(row.macs for row in self.operators)

    @property
    def instructions(self) -> int:
        return sum(row.instructions for row in self.operators)

    @property
    def fallbacks(self) -> list[OperatorRow]:
        return [row for row in self.operators if row.reason is not None]

    def __str__(self) -> str:
        head = ("module", "operator", "library", "MACs", "instructions", "reason")
        rows = [
            (
                row.module or row.node,
                row.operator,
                row.library,
                f"{row.macs:,}",
                f"{row.instructions:,}",
                row.reason or "",
            )
            for row in self.operators
        ]
        widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
        right = (False, False, False, True, True, False)
        lines = [
            "  ".join(
                cell.rjust(width) if to_right else cell.ljust(width)
                for cell, width, to_right in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in [head, *rows]
        ]
        memory = self.memory
        lines += [
            "",
            f"{self.macs:,} MACs, about {self.instructions:,} instructions (estimate)",
            f"flash: {self.flash:,} bytes (.pte)",
            f"RAM:   {self.ram:,} bytes = {memory.planned:,} planned + {memory.method:,} method "
            f"allocator + {memory.scratch:,} scratch",
        ]
        if self.fallbacks:
            lines.append(f"{len(self.fallbacks)} of {len(rows)} calls are not operators of esp_nn")
        return "\n".join(lines)
