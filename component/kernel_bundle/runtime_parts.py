# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The parts of the runtime that only some programs need (runtime/src/executor/selected_parts.cpp).

The runtime refuses, at load, a program that needs a part which its bundle has not selected.
"""

from __future__ import annotations

from collections.abc import Collection

from . import pte

ALL = (
    "call_checks",
    "constant_inputs",
    "control_flow",
    "delegates",
    "external_data",
    "initial_state",
    "lists",
    "segments",
)

_LISTS = ("String", "IntList", "DoubleList", "BoolList", "TensorList", "OptionalTensorList")
_CONTROL_FLOW = {"MoveCall", "JumpFalseCall", "FreeCall"}
# Its result gets its memory when the operator runs.
_VIEW = "executorch_prim::et_view.default"


def needed(program: pte.Program) -> set[str]:
    """The names in ALL that a program needs."""
    found: set[str] = set()
    stored = any(segment.size for segment in program.segments)
    if stored or program.named_data or program.mutable_segments:
        found.add("segments")
    for plan in program.plans:
        if any(value.kind in _LISTS for value in plan.values):
            found.add("lists")
        if any(plan.values[index].kind != "Tensor" for index in plan.inputs):
            found.add("constant_inputs")
        if any(value.external for value in plan.values):
            found.add("external_data")
        planned = [v for v in plan.values if v.memory_id is not None and not v.external]
        if any(value.buffer_index > 0 for value in planned):
            found.add("initial_state")
        if plan.delegates:
            found.add("delegates")
        kinds = {step.kind for chain in plan.chains for step in chain}
        if kinds & _CONTROL_FLOW:
            found.add("control_flow")
        if _VIEW in plan.operators or kinds & {"MoveCall", "FreeCall"} or _changes(plan):
            found.add("call_checks")
    return found


def _changes(plan: pte.Plan) -> bool:
    """Whether a value may change its kind while the method runs, or lack memory."""
    for number, value in enumerate(plan.values):
        stored = value.buffer_index > 0 or value.external
        without_memory = value.memory_id is None and not stored and value.numel > 0
        if value.kind == "Tensor" and without_memory and number not in plan.inputs:
            return True
    calls = [step for chain in plan.chains for step in chain if step.kind == "KernelCall"]
    # By convention the last argument is what an operator returns.
    results = [plan.values[call.args[-1]].kind for call in calls if call.args]
    return any(kind not in ("Tensor", "TensorList") for kind in results)


def header(selected: Collection[str]) -> str:
    """The macros of selected_runtime_parts.h."""
    return "".join(
        f"#define EXECUTORCH_SELECTED_{part.upper()} {int(part in selected)}\n" for part in ALL
    )
