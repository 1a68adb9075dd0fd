# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Kernels built for a few dtypes, as a bundle selects them, do with tensors of these dtypes what
the official kernels do.

Every operator is built for the dtypes that bench/kernel_sizes.py measures it with.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

import calls
import pytest
import torch
from arguments import EVERY, Argument, Draw, buffers
from executorch_espressif import native
from kernel_programs import run

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "bench"))
import kernel_sizes  # noqa: E402
from kernel_bundle import libraries  # noqa: E402

for _path in sorted(Path(__file__).parent.glob("draw_*.py")):
    importlib.import_module(_path.stem)

NAMES = {
    torch.uint8: "Byte",
    torch.int8: "Char",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.float16: "Half",
    torch.float32: "Float",
    torch.float64: "Double",
    torch.complex64: "ComplexFloat",
    torch.bool: "Bool",
}
DRAWN = 40
DTYPES = {
    operator.name: kernel_sizes.dtypes(operator)
    for library in libraries.load(ROOT)
    for operator in library.operators.values()
}


def variants() -> str:
    by_dtypes: dict[tuple[str, ...], list[str]] = {}
    for name in calls.OPERATORS:
        by_dtypes.setdefault(DTYPES[name], []).append(name.removeprefix("aten::"))
    body = ""
    for names, operators in by_dtypes.items():
        among = " || ".join(f'name == "{operator}"' for operator in operators)
        types = " || ".join(f"type == ScalarType::{name}" for name in names)
        body += f"  if ({among}) {{\n    return {types};\n  }}\n"
    return (
        "#pragma once\n#include <executorch/runtime/core/exec_aten/exec_aten.h>\n"
        "#include <string_view>\n"
        "constexpr bool should_include_kernel_dtype(const char* operator_name,\n"
        "                                           executorch::aten::ScalarType type) {\n"
        "  using executorch::aten::ScalarType;\n"
        f"  const std::string_view name(operator_name);\n{body}  return false;\n}}\n"
    )


@functools.cache
def program() -> Path:
    folder = native.build_root() / "kernel_calls_selected_dtypes"
    folder.mkdir(parents=True, exist_ok=True)
    header = folder / "selected_op_variants.h"
    if not header.is_file() or header.read_text() != variants():
        header.write_text(variants())
    return native.kernel_calls(
        "kernel_calls",
        "kernel_calls_selected",
        # Quickly built; test_calls.py looks for errors of memory.
        CMAKE_BUILD_TYPE="Debug",
        EE_SANITIZE="OFF",
        CMAKE_CXX_FLAGS=f"-DEXECUTORCH_SELECTIVE_BUILD_DTYPE -I{folder}",
    )


class Narrow(Draw):
    """Draws the dtypes of an operator where it can."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__(f"{name} selected {number}")
        self.names = DTYPES[name]

    def dtype(self, among: Sequence[torch.dtype] = EVERY) -> torch.dtype:
        return super().dtype([each for each in among if NAMES.get(each) in self.names] or among)


def fitting(name: str) -> list[list[Argument]]:
    """Calls of an operator on tensors of its dtypes alone."""
    drawn = [calls.OPERATORS[name].draw(Narrow(name, number)) for number in range(DRAWN)]
    return [
        arguments
        for arguments in drawn
        if all(NAMES.get(each.dtype) in DTYPES[name] for each in buffers(arguments))
    ]


@pytest.mark.parametrize("name", sorted(calls.OPERATORS))
def test_same_in_a_build_for_its_dtypes(name: str) -> None:
    chosen = fitting(name)
    asked = [(name, arguments) for arguments in chosen]
    results = zip(chosen, run(program(), asked), run("official", asked), strict=True)
    for arguments, ours, official in results:
        told = calls.difference(calls.OPERATORS[name], arguments, ours, official)
        assert told is None, f"{told}\n    {calls.describe(arguments)}"


def test_most_operators_have_such_calls() -> None:
    counts = {name: len(fitting(name)) for name in calls.OPERATORS}
    assert sum(counts.values()) > DRAWN * len(counts) / 2
    assert sum(count == 0 for count in counts.values()) < 10
