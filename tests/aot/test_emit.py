# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The bytes of the .pte: shared literals, alignment, nothing unused; and the official runtime."""

from __future__ import annotations

import pytest
import torch
from aot_support import Demo, with_statistics
from executorch.exir import to_edge
from executorch.exir.schema import (
    Bool,
    Chain,
    ContainerMetadata,
    Double,
    EValue,
    ExecutionPlan,
    Instruction,
    Int,
    IntList,
    JumpFalseCall,
    KernelCall,
    MoveCall,
    Null,
    Operator,
    TensorList,
)
from executorch_espressif.emit import ALIGNMENT, emit, share_literals
from executorch_espressif.export import export
from executorch_espressif.kernel_bundle import pte
from torch import Tensor, nn


@pytest.fixture(scope="module")
def demo():
    torch.manual_seed(5)
    model = with_statistics(Demo(), 1, 8, 8)
    samples = [(torch.randn(1, 1, 8, 8),) for _ in range(8)]
    return export(model, samples[0], calibration=samples)


def plan_of(
    values: list, instructions: list, operators: list[Operator], inputs=(), outputs=()
) -> ExecutionPlan:
    return ExecutionPlan(
        name="forward",
        container_meta_type=ContainerMetadata("", ""),
        values=[EValue(value) for value in values],
        inputs=list(inputs),
        outputs=list(outputs),
        chains=[Chain([], [], [Instruction(call) for call in instructions], None)],
        operators=operators,
        delegates=[],
        non_const_buffer_sizes=[0],
    )


def resolved(plan: ExecutionPlan) -> list[list]:
    """Arguments of each call by value; lists of indices followed."""

    def follow(index: int):
        value = plan.values[index].val
        if isinstance(value, IntList | TensorList):
            return type(value).__name__, [follow(item) for item in value.items]
        return value

    return [
        [follow(index) for index in step.instr_args.args] for step in plan.chains[0].instructions
    ]


def test_share_literals_keeps_what_every_call_sees() -> None:
    values = [
        Int(1), Int(2), IntList([0, 1]), Int(1), Int(2), IntList([3, 4]), Double(0.0), Double(-0.0),
        Double(0.0), Bool(True), Int(1), Null(), Null(), TensorList([]), TensorList([]), Int(77),
    ]  # fmt: skip
    calls = [
        KernelCall(0, [0, 2, 6, 9, 11, 13, 10]),
        KernelCall(0, [3, 5, 7, 9, 12, 14, 10]),
        KernelCall(0, [8, 5, 2, 10]),
    ]
    plan = plan_of(values, calls, [Operator("aten::x", "out")])
    before = resolved(plan)
    share_literals(plan)
    assert resolved(plan) == before
    # 1, 2, one list, 0.0, -0.0, True, Null, one tensor list and the written Int; 77 is not read.
    assert len(plan.values) == 9


def test_share_literals_leaves_values_that_instructions_write() -> None:
    """A counter of a loop starts as the same Int as a literal of another call."""
    values = [Int(0), Int(0), Int(1), Bool(False), Bool(False), Int(0), Int(1)]
    calls = [
        KernelCall(0, [0, 2, 0]),
        KernelCall(1, [1, 6, 4]),
        MoveCall(3, 5),
        JumpFalseCall(3, 0),
    ]
    operators = [Operator("executorch_prim::add", "Scalar"), Operator("aten::y", "out")]
    plan = plan_of(values, calls, operators, outputs=[5])
    share_literals(plan)
    add, other, move, jump = (step.instr_args for step in plan.chains[0].instructions)
    assert len(plan.values) == 7
    assert add.args[0] not in other.args and add.args[1] not in other.args
    assert (move.move_from, jump.cond_value_index) == (3, 3)
    assert plan.outputs == [move.move_to]


class FloatNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3, padding=1)
        self.second = nn.Conv2d(4, 4, 3, padding=1)
        self.last = nn.Linear(64, 5)

    def forward(self, x: Tensor) -> Tensor:
        x = nn.functional.max_pool2d(torch.relu(self.first(x)), 2)
        x = torch.relu(self.second(x)) + x
        return self.last(torch.flatten(x, 1)).softmax(-1)


class Pair(nn.Module):
    def forward(self, x: Tensor, y: list[Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        return x + y[0], {"product": x * y[0]}


def test_trees_go_where_they_have_no_names() -> None:
    """The names of a dict's tensors are in them; of tuples and lists only how they nest."""
    x = torch.ones(2)
    emitted, _ = emit(to_edge(torch.export.export(Pair(), (x, [x]), strict=False)))
    plan = pte.read(emitted.pte).plan()
    assert plan.encoded_inputs == ""
    assert '"context": "[\\"product\\"]"' in plan.encoded_outputs
    named = torch.export.export(FloatNet().eval(), (), {"x": torch.ones(1, 1, 8, 8)}, strict=False)
    plan = pte.read(emit(to_edge(named))[0].pte).plan()
    assert '"context": "[\\"x\\"]"' in plan.encoded_inputs
    assert plan.encoded_outputs == ""


def test_official_runtime_gives_the_same_output_after_sharing() -> None:
    from executorch.runtime import Runtime

    torch.manual_seed(6)
    model, x = FloatNet().eval(), torch.randn(1, 1, 8, 8)
    exported = torch.export.export(model, (x,), strict=False)
    emitted, _ = emit(to_edge(exported))
    assert emitted.values_after < emitted.values_before * 0.6
    method = Runtime.get().load_program(emitted.pte).load_method("forward")
    torch.testing.assert_close(method.execute([x])[0], model(x), rtol=1e-5, atol=1e-6)


def test_sharing_saves_values(demo) -> None:
    """Bytes of RAM on the chip: an EValue each, and more for lists."""
    plan = pte.read(demo.pte).plan()
    assert len(plan.values) == demo.report.values_after
    assert demo.report.values_after < demo.report.values_before * 0.6
    literals = [(v.kind, v.value) for v in plan.values if v.kind in ("Int", "Double", "Bool")]
    assert len(set(literals)) == len(literals)
    lists = [tuple(v.items) for v in plan.values if v.kind == "IntList"]
    assert len(set(lists)) == len(lists)


def test_constants_are_aligned_in_the_file(demo) -> None:
    program = pte.read(demo.pte)
    constants = [value for value in program.plan().values if value.is_constant]
    assert len(constants) == 14
    for value in constants:
        assert program.constants[value.buffer_index].offset % ALIGNMENT == 0


def test_nothing_unused_stays_in_the_file(demo) -> None:
    program = pte.read(demo.pte)
    plan = program.plan()
    read = set(plan.inputs) | set(plan.outputs)
    for step in plan.chains[0]:
        read.update(step.args)
    for index in list(read):
        if plan.values[index].kind in ("IntList", "TensorList"):
            read.update(plan.values[index].items)
    assert read == set(range(len(plan.values)))
    used = {plan.values[index].buffer_index for index in read if plan.values[index].is_constant}
    # Entry 0 of the constants is a placeholder of the format.
    assert used == set(range(1, len(program.constants)))
    # Weights, int32 [3, C] for each of the six layers, and the padding between them. The average
    # of 2x2 is a seventh, with ones as its weights.
    weights = 9 * 16 + 9 * 16 + 16 * 16 + 9 * 16 + 16 * 32 + 32 * 10 + 4 * 32
    rows = 4 * 3 * (16 + 16 + 16 + 16 + 32 + 10 + 32)
    stored = sum(program.constants[index].size for index in used)
    assert weights + rows <= stored < weights + rows + ALIGNMENT * len(used)
