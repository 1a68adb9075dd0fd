# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""From the edge program to the bytes of a `.pte`, with each literal argument kept once."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

from executorch.exir import EdgeProgramManager, ExecutorchBackendConfig, ExecutorchProgramManager
from executorch.exir._serialize._serialize import serialize_for_executorch
from executorch.exir.memory_planning import MemoryPlanningAlgorithmSuite
from executorch.exir.passes import MemoryPlanningPass
from executorch.exir.schema import (
    Bool,
    BoolList,
    DelegateCall,
    Double,
    DoubleList,
    ExecutionPlan,
    FreeCall,
    Int,
    IntList,
    JumpFalseCall,
    KernelCall,
    MoveCall,
    Null,
    OptionalTensorList,
    String,
    TensorList,
)

from executorch_espressif.planning import first_fit

# Constants are read in place by SIMD kernels: 16 bytes, in a file that is itself placed at 16.
ALIGNMENT = 16


def backend_config() -> ExecutorchBackendConfig:
    planning = MemoryPlanningPass(MemoryPlanningAlgorithmSuite([first_fit]))
    return ExecutorchBackendConfig(
        memory_planning_pass=planning,
        segment_alignment=ALIGNMENT,
        constant_tensor_alignment=ALIGNMENT,
    )


@dataclass(frozen=True)
class Emitted:
    """`values_before` and `values_after`: EValues of the plan around sharing."""

    pte: bytes
    values_before: int
    values_after: int


def emit(edge: EdgeProgramManager) -> tuple[Emitted, ExecutorchProgramManager]:
    config = backend_config()
    manager = edge.to_executorch(config)
    program = manager.executorch_program
    before = sum(len(plan.values) for plan in program.execution_plan)
    for plan in program.execution_plan:
        share_literals(plan)
        drop_nameless_trees(plan)
    after = sum(len(plan.values) for plan in program.execution_plan)
    pte, data = serialize_for_executorch(
        manager._emitter_output, config, manager._data_serializer, manager._named_data
    )
    if data:
        raise ValueError(f"constants outside the .pte are not supported: {', '.join(data)}")
    return Emitted(bytes(pte), before, after), manager


def share_literals(plan: ExecutionPlan) -> None:
    """Equal literals of a plan become one value.

    Every EValue costs RAM in the runtime and 20 bytes or more in the file, and each call's zero
    points, shifts and strides come as values of their own. Values that an instruction may write,
    and the plan's inputs and outputs, stay as they are; values that nothing reads go.
    """
    pinned = _written(plan) | set(plan.inputs) | set(plan.outputs)
    # List items refer to Int values, so lists are compared after their items are shared.
    rounds = ((Int, Bool, Double, Null, String), (IntList, DoubleList, BoolList, TensorList))
    for kinds in rounds:
        kept: dict[Any, int] = {}
        target = list(range(len(plan.values)))
        for index, value in enumerate(plan.values):
            if isinstance(value.val, kinds) and index not in pinned:
                target[index] = kept.setdefault(_key(value.val), index)
        pinned = _renumber(plan, target, pinned)
    read = pinned | _read(plan)
    _renumber(plan, [index if index in read else -1 for index in range(len(plan.values))], pinned)


def drop_nameless_trees(plan: ExecutionPlan) -> None:
    """The pytrees of inputs and outputs go where all they say is how tuples nest.

    That is some 500 bytes which nothing on a chip reads. One with a dict stays: et_model.h has the
    names of inputs and outputs from it.
    """
    meta = plan.container_meta_type
    for field in ("encoded_inp_str", "encoded_out_str"):
        text = getattr(meta, field)
        if text and not _has_names(json.loads(text)[1]):
            setattr(meta, field, "")


def _has_names(tree: dict[str, Any]) -> bool:
    nests = tree["type"] in (None, "builtins.tuple", "builtins.list")
    # Of keyword arguments there are none.
    nothing = tree["type"] == "builtins.dict" and not tree["children_spec"]
    return not (nests or nothing) or any(map(_has_names, tree["children_spec"]))


def _key(literal: Any) -> tuple:
    if isinstance(literal, Double):
        # Bits, so that 0.0 and -0.0 stay apart and NaN equals itself.
        return Double, struct.pack("<d", float(literal.double_val))
    if isinstance(literal, IntList | BoolList | TensorList):
        return type(literal), tuple(literal.items)
    if isinstance(literal, DoubleList):
        return DoubleList, struct.pack(f"<{len(literal.items)}d", *literal.items)
    return type(literal), *vars(literal).values()


def _written(plan: ExecutionPlan) -> set[int]:
    """Values that instructions may write: results of calls, targets of moves, freed values."""
    written: set[int] = set()
    for chain in plan.chains:
        for instruction in chain.instructions:
            call = instruction.instr_args
            if isinstance(call, KernelCall):
                operator = plan.operators[call.op_index]
                if operator.name.startswith("executorch_prim::"):
                    # Prim operators write scalars in place; which one depends on the operator.
                    written.update(call.args)
                elif call.args:
                    written.add(call.args[-1])
            elif isinstance(call, DelegateCall):
                written.update(call.args)
            elif isinstance(call, MoveCall):
                written.update((call.move_from, call.move_to))
            elif isinstance(call, FreeCall):
                written.add(call.value_index)
    return written


def _read(plan: ExecutionPlan) -> set[int]:
    """Values that instructions take, themselves or as items of lists."""
    read: set[int] = set()
    for chain in plan.chains:
        for instruction in chain.instructions:
            call = instruction.instr_args
            if isinstance(call, KernelCall | DelegateCall):
                read.update(call.args)
            elif isinstance(call, JumpFalseCall):
                read.add(call.cond_value_index)
    for index in list(read):
        value = plan.values[index].val
        if isinstance(value, IntList | TensorList | OptionalTensorList):
            read.update(item for item in value.items if item >= 0)
    return read


def _renumber(plan: ExecutionPlan, target: list[int], pinned: set[int]) -> set[int]:
    """Keep the values that `target` maps to themselves, let references follow it, give `pinned` in
    new numbers. -1: nothing refers to the value."""
    number: dict[int, int] = {-1: -1}
    for index, kept in enumerate(target):
        if kept == index:
            number[index] = len(number) - 1
    new = [number[kept] for kept in target]

    plan.values = [value for index, value in enumerate(plan.values) if target[index] == index]
    for value in plan.values:
        if isinstance(value.val, IntList | TensorList):
            value.val.items = [new[item] for item in value.val.items]
        elif isinstance(value.val, OptionalTensorList):
            value.val.items = [item if item < 0 else new[item] for item in value.val.items]
    plan.inputs = [new[index] for index in plan.inputs]
    plan.outputs = [new[index] for index in plan.outputs]
    for chain in plan.chains:
        chain.inputs = [new[index] for index in chain.inputs]
        chain.outputs = [new[index] for index in chain.outputs]
        for instruction in chain.instructions:
            call = instruction.instr_args
            if isinstance(call, KernelCall | DelegateCall):
                call.args = [new[index] for index in call.args]
            elif isinstance(call, MoveCall):
                call.move_from, call.move_to = new[call.move_from], new[call.move_to]
            elif isinstance(call, JumpFalseCall):
                call.cond_value_index = new[call.cond_value_index]
            elif isinstance(call, FreeCall):
                call.value_index = new[call.value_index]
    return {new[index] for index in pinned}
