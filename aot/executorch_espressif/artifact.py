# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The result of `export`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils import _pytree as pytree

from executorch_espressif.report import Report


@dataclass(frozen=True)
class Artifact:
    """A program in its three forms: bytes, lowered graph, and what it was lowered from.

    pte: the bytes of the program. output_scales: one entry per output, the scale of one int8 code,
    or None where the output is float all the way.
    """

    pte: bytes = field(repr=False)
    report: Report
    output_scales: list[float | None]
    program: ExportedProgram = field(repr=False)
    source: Callable[..., Any] = field(repr=False)

    def save(self, path: str | Path) -> None:
        """Write the .pte."""
        Path(path).write_bytes(self.pte)

    def reference(self, *inputs: torch.Tensor) -> list[torch.Tensor]:
        """Outputs of the convert_pt2e graph (of the float model without quantization)."""
        with torch.no_grad():
            return _tensors(self.source(*inputs))

    def integer_reference(self, *inputs: torch.Tensor) -> list[torch.Tensor]:
        """Outputs of the lowered graph with the operators' integer references: bit for bit what the
        kernels compute, where all calls are operators of ours."""
        program = self.program
        given = iter(inputs)
        values = []
        for spec in program.graph_signature.input_specs:
            if spec.kind is InputKind.USER_INPUT:
                values.append(next(given).contiguous())
            elif spec.target in program.state_dict:
                values.append(program.state_dict[spec.target])
            else:
                values.append(program.constants[spec.target])
        with torch.no_grad():
            outputs = torch.fx.Interpreter(program.graph_module).run(*values)
        kinds = [spec.kind for spec in program.graph_signature.output_specs]
        return _tensors(
            [o for o, kind in zip(outputs, kinds, strict=True) if kind is OutputKind.USER_OUTPUT]
        )


def _tensors(outputs: Any) -> list[torch.Tensor]:
    return [leaf for leaf in pytree.tree_leaves(outputs) if isinstance(leaf, torch.Tensor)]
