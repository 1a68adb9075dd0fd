# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The result of `export`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, OutputKind
from torch.fx import GraphModule
from torch.nn import Module
from torch.utils import _pytree as pytree

from executorch_espressif.ops._common.operator import QParams
from executorch_espressif.report import Report

Outputs = list[torch.Tensor]


@dataclass(frozen=True)
class Artifact:
    """A program in its three forms: bytes, lowered graph, and what it was lowered from.

    pte: the bytes of the program. input_qparams, output_qparams: one entry per input and output,
    scale and zero point of its int8 codes (real = scale * (code - zero_point)), or None where it is
    float all the way. int8_io: whether inputs and outputs are these codes, or floats.
    """

    pte: bytes = field(repr=False)
    report: Report
    input_qparams: list[QParams | None]
    output_qparams: list[QParams | None]
    int8_io: bool
    program: ExportedProgram = field(repr=False)
    source: Callable[..., Any] = field(repr=False)
    calibrated: GraphModule | None = field(repr=False, default=None)
    """The float graph that `source` was converted from; None without quantization."""

    @property
    def output_scales(self) -> list[float | None]:
        """The scale of one int8 code of each output, None where it is float all the way."""
        return [None if qparams is None else qparams.scale for qparams in self.output_qparams]

    def quantize_inputs(self, *inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Float inputs as a program with int8 inputs takes them."""
        pairs = zip(inputs, self.input_qparams, strict=True)
        return tuple(x if q is None else _codes(x, q) for x, q in pairs)

    def dequantize_outputs(self, outputs: Iterable[torch.Tensor]) -> list[torch.Tensor]:
        """The int8 outputs of a program as real values."""
        pairs = zip(outputs, self.output_qparams, strict=True)
        return [
            x if q is None else (x.to(torch.float32) - q.zero_point) * q.scale for x, q in pairs
        ]

    def save(self, path: str | Path) -> None:
        """Write the .pte."""
        Path(path).write_bytes(self.pte)

    def reference(self, *inputs: torch.Tensor) -> list[torch.Tensor]:
        """Outputs of the convert_pt2e graph (of the float model without quantization). Takes and
        gives floats also with int8_io. A model with state begins with its initial one."""
        return self.reference_steps([inputs])[0]

    def reference_steps(self, steps: Iterable[tuple[torch.Tensor, ...]]) -> list[Outputs]:
        """`reference` of one call after another, the state kept in between."""
        buffers = dict(self.source.named_buffers()) if isinstance(self.source, Module) else {}
        initial = {name: value.clone() for name, value in buffers.items()}
        with torch.no_grad():
            results = [_tensors(self.source(*inputs)) for inputs in steps]
            for name, value in buffers.items():
                value.copy_(initial[name])
        return results

    def integer_reference(self, *inputs: torch.Tensor) -> list[torch.Tensor]:
        """Outputs of the lowered graph with the operators' integer references: bit for bit what the
        kernels compute, where all calls are operators of ours. A model with state begins with its
        initial one."""
        return self.integer_reference_steps([inputs])[0]

    def integer_reference_steps(self, steps: Iterable[tuple[torch.Tensor, ...]]) -> list[Outputs]:
        """`integer_reference` of one call after another, the state kept in between."""
        program = self.program
        held = {**program.constants, **program.state_dict}
        results = []
        for inputs in steps:
            given = iter(inputs)
            values = [
                next(given).contiguous() if spec.kind is InputKind.USER_INPUT else held[spec.target]
                for spec in program.graph_signature.input_specs
            ]
            with torch.no_grad():
                outputs = torch.fx.Interpreter(program.graph_module).run(*values)
            kept = []
            for spec, value in zip(program.graph_signature.output_specs, outputs, strict=True):
                if spec.kind is OutputKind.BUFFER_MUTATION:
                    held[spec.target] = value
                elif spec.kind is OutputKind.USER_OUTPUT:
                    kept.append(value)
            results.append(_tensors(kept))
        return results


def _tensors(outputs: Any) -> list[torch.Tensor]:
    return [leaf for leaf in pytree.tree_leaves(outputs) if isinstance(leaf, torch.Tensor)]


def _codes(x: torch.Tensor, qparams: QParams) -> torch.Tensor:
    # As PyTorch quantizes: by the reciprocal, half to even.
    codes = torch.round(x * (1.0 / qparams.scale)) + qparams.zero_point
    return codes.clamp(qparams.quant_min, qparams.quant_max).to(torch.int8)
