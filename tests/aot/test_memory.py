# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Bytes of the method allocator on a 32-bit chip, counted by hand."""

from __future__ import annotations

import re

from executorch_espressif import memory
from executorch_espressif.kernel_bundle import libraries
from executorch_espressif.kernel_bundle.pte import Delegate, Instruction, Plan, Span, Value
from executorch_espressif.memory import method_bytes, planned_bytes, program_memory

IMAGE = Value("Tensor", dtype="int8", sizes=[1, 8, 8, 4], dim_order=[0, 1, 2, 3])
TURNED = Value("Tensor", dtype="int8", sizes=[1, 8, 8, 4], dim_order=[0, 2, 3, 1])
VECTOR = Value("Tensor", dtype="int8", sizes=[4], dim_order=[0])
INT = Value("Int", value=1)


def plan(*values: Value, chains=(), inputs=(), delegates=(), buffers=(0,)) -> Plan:
    return Plan(
        "forward", list(values), list(inputs), [], [list(c) for c in chains], [], list(delegates),
        list(buffers),
    )  # fmt: skip


def test_tables() -> None:
    calls = [
        Instruction("KernelCall", 0, (0, 1, 2, 2)),
        Instruction("MoveCall", 0, (0, 1)),
        Instruction("KernelCall", 0, (0, 1)),
    ]
    # Three values of 16, three instructions of 8, four argument pointers of 4, two inputs of 1.
    assert method_bytes(plan(INT, INT, INT, chains=[calls], inputs=[0, 1])) == 48 + 24 + 16 + 2


def test_static_tensors_of_one_shape_share_their_strides() -> None:
    assert method_bytes(plan(IMAGE)) == 16 + 32 + 16
    assert method_bytes(plan(IMAGE, IMAGE)) == 2 * (16 + 32) + 16
    assert method_bytes(plan(IMAGE, TURNED)) == 2 * (16 + 32 + 16)
    assert method_bytes(plan(VECTOR)) == 16 + 32


def test_dynamic_tensors_have_sizes_and_strides_of_their_own() -> None:
    moving = Value("Tensor", sizes=[1, 8], dim_order=[0, 1], dynamism="dynamic_bound")
    assert method_bytes(plan(moving, moving)) == 2 * (16 + 32 + 16)


def test_lists() -> None:
    ints = Value("IntList", items=[0, 0, 0])
    tensors = Value("TensorList", items=[1, 1])
    # Per item a value and a pointer, and 12 for the list.
    assert method_bytes(plan(INT, ints)) == 32 + 3 * (8 + 4) + 12
    assert method_bytes(plan(INT, VECTOR, tensors)) == 48 + 32 + 2 * (4 + 4) + 12
    assert method_bytes(plan(Value("String", value="x"))) == 16 + 8


def test_padding_in_front_of_int_lists() -> None:
    """One input flag of a byte puts the list at the next multiple of 8."""
    assert method_bytes(plan(Value("IntList", items=[0]), INT, inputs=[1])) == 32 + 8 + 12 + 12


def test_delegates_and_their_specs() -> None:
    delegate = Delegate("Backend", Span(0, 0), [("key", b"value")])
    assert method_bytes(plan(delegates=[delegate])) == 32 + 12


def test_constants_outside_the_program() -> None:
    """A buffer of 32, aligned to 8, for each name: here behind the tensor of its first constant."""
    first = Value("Tensor", sizes=[4], dim_order=[0], external=True, fqn="a")
    second = Value("Tensor", sizes=[4], dim_order=[0], external=True, fqn="b")
    planned = Value("Tensor", sizes=[4], dim_order=[0], external=True, fqn="c", memory_id=1)
    assert method_bytes(plan(first, second)) == 32 + 2 * (32 + 32)
    assert method_bytes(plan(first, first, planned)) == 48 + 32 + 32 + 32 + 32
    # Three values and an input flag: the tensor begins at 52 and ends at 84.
    assert method_bytes(plan(INT, INT, first, inputs=[0])) == 88 + 32


def test_the_constants_are_those_that_the_runtime_states() -> None:
    """method_loader.cpp states the formula; its tables line holds four of the sizes."""
    loader = libraries.find_root() / "runtime/src/executor/method_loader.cpp"
    tables = r"tables +(\d+) V \+ (\d+) D \+ (\d+) I \+ (\d+) A \+ N"
    (found,) = re.findall(tables, loader.read_text())
    stated = tuple(int(number) for number in found)
    assert stated == (memory.EVALUE, memory.DELEGATE, memory.INSTRUCTION, memory.POINTER)


def test_planned_buffers_without_the_unused_first() -> None:
    assert planned_bytes(plan(buffers=(0, 4096, 128))) == 4224
    found = program_memory(plan(INT, buffers=(0, 100)), 24)
    assert (found.planned, found.method, found.scratch, found.total) == (100, 16, 24, 140)
