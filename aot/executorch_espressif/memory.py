# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Bytes of RAM that a program needs on a 32-bit chip, worked out from the .pte.

What a method takes from its allocator is written in runtime/src/executor/method_loader.cpp;
`method_bytes` is that text in Python, for a buffer that starts 8-byte aligned.
"""

from __future__ import annotations

from dataclasses import dataclass

from executorch_espressif.kernel_bundle.pte import Plan, Value

EVALUE = 16
DELEGATE = 32
INSTRUCTION = 8
POINTER = 4
TENSOR_IMPL = 32
BOXED_LIST = 12
ARRAY_REF = 8
COMPILE_SPEC = 12
EXTERNAL_DATA = 32
BOXED_ITEM = {"IntList": 8, "TensorList": 4, "OptionalTensorList": 8}


@dataclass(frozen=True)
class Memory:
    """planned: activations, inputs, outputs; method: the method allocator; scratch: the temp one.

    All in bytes. Not in it: the stack, the runtime's static data, and what delegates take.
    """

    planned: int
    method: int
    scratch: int

    @property
    def total(self) -> int:
        return self.planned + self.method + self.scratch


def program_memory(plan: Plan, scratch: int) -> Memory:
    return Memory(planned_bytes(plan), method_bytes(plan), scratch)


def planned_bytes(plan: Plan) -> int:
    """Sum of the planned buffers; entry 0 of the list is unused by the format."""
    return sum(plan.buffer_sizes[1:])


def method_bytes(plan: Plan) -> int:
    """What the method allocator hands out while the method loads, on a 32-bit chip."""
    calls = [step for chain in plan.chains for step in chain]
    most_arguments = max(
        (len(step.args) for step in calls if step.kind in ("KernelCall", "DelegateCall")), default=0
    )
    used = (
        EVALUE * len(plan.values)
        + DELEGATE * len(plan.delegates)
        + INSTRUCTION * len(calls)
        + POINTER * most_arguments
        + len(plan.inputs)
    )
    strided: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    external: set[str] = set()
    for value in plan.values:
        size, alignment = _block(value, strided)
        if size:
            used = _align(used, alignment) + size
        # Constants of one name share their data.
        if value.external and value.memory_id is None and value.fqn not in external:
            external.add(value.fqn)
            used = _align(used, 8) + EXTERNAL_DATA
    for delegate in plan.delegates:
        if delegate.specs:
            used = _align(used, POINTER) + COMPILE_SPEC * len(delegate.specs)
    return used


def _block(value: Value, strided: set[tuple[tuple[int, ...], tuple[int, ...]]]) -> tuple[int, int]:
    """Bytes and alignment of what one value takes beside its EValue; `strided` collects the shapes
    whose strides exist already."""
    if value.kind == "Tensor":
        rank = len(value.sizes)
        if value.dynamism != "static":
            return TENSOR_IMPL + 8 * rank, POINTER
        shape = (tuple(value.sizes), tuple(value.dim_order))
        if rank < 2 or shape in strided:
            return TENSOR_IMPL, POINTER
        strided.add(shape)
        return TENSOR_IMPL + 4 * rank, POINTER
    if value.kind in BOXED_ITEM:
        item = BOXED_ITEM[value.kind]
        count = len(value.items)
        return item * count + BOXED_LIST + POINTER * count, 8 if value.kind == "IntList" else 4
    if value.kind in ("String", "DoubleList", "BoolList"):
        return ARRAY_REF, POINTER
    return 0, 1


def _align(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
