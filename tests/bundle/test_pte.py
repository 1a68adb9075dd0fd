# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The .pte reader against ExecuTorch's own deserializer, and against damaged files."""

import random
import time

import pytest
import torch
from executorch.exir import to_edge
from executorch.exir._serialize._program import deserialize_pte_binary
from kernel_bundle import pte

PROGRAMS = [
    "add_mul",
    "complex",
    "lists",
    "state",
    "branch",
    "resize",
    "delegate",
    "inline_delegate",
    "add_demo",
]


def _expected_value(value):
    """Kind and fields of one of ExecuTorch's deserialized values, as `pte.Value` has them."""
    kind = type(value).__name__
    if kind == "Tensor":
        info, extra = value.allocation_info, value.extra_tensor_info
        return {
            "kind": kind,
            "scalar_type": int(value.scalar_type),
            "sizes": list(value.sizes),
            "dim_order": [int(dim) for dim in value.dim_order],
            "storage_offset": value.storage_offset,
            "dynamism": pte.DYNAMISM[int(value.shape_dynamism)],
            "buffer_index": value.data_buffer_idx,
            "memory_id": info.memory_id if info else None,
            "memory_offset": info.memory_offset_low if info else 0,
            "mutable_segment": extra.mutable_data_segments_idx if extra else 0,
            "fqn": (extra.fully_qualified_name or "") if extra else "",
        }
    for name in ("int_val", "bool_val", "double_val", "string_val"):
        if hasattr(value, name):
            return {"kind": kind, "value": getattr(value, name)}
    return {"kind": kind, "items": list(getattr(value, "items", []))}


def _expected_step(instruction):
    args = instruction.instr_args
    kind = type(args).__name__
    if kind == "KernelCall":
        return (kind, args.op_index, tuple(args.args))
    if kind == "DelegateCall":
        return (kind, args.delegate_index, tuple(args.args))
    if kind == "MoveCall":
        return (kind, 0, (args.move_from, args.move_to))
    if kind == "JumpFalseCall":
        return (kind, args.destination_instruction, (args.cond_value_index,))
    return (kind, 0, (args.value_index,))


@pytest.mark.parametrize("name", PROGRAMS)
def test_equals_executorch_deserializer(programs, name):
    data = programs[name]
    ours, file = pte.read(data), deserialize_pte_binary(data)
    theirs = file.program
    assert ours.version == theirs.version
    assert [plan.name for plan in ours.plans] == [plan.name for plan in theirs.execution_plan]
    for plan, expected in zip(ours.plans, theirs.execution_plan, strict=True):
        for value, entry in zip(plan.values, expected.values, strict=True):
            fields = _expected_value(entry.val)
            assert {key: getattr(value, key) for key in fields} == fields
        assert plan.inputs == expected.inputs
        assert plan.outputs == expected.outputs
        assert plan.buffer_sizes == expected.non_const_buffer_sizes
        assert plan.operators == [
            f"{op.name}.{op.overload}" if op.overload else op.name for op in expected.operators
        ]
        for chain, listed in zip(plan.chains, expected.chains, strict=True):
            assert [tuple(step) for step in chain] == [
                _expected_step(step) for step in listed.instructions
            ]
        for delegate, listed in zip(plan.delegates, expected.delegates, strict=True):
            blob = theirs.backend_delegate_data[listed.processed.index].data
            assert delegate.id == listed.id
            assert ours.bytes_at(delegate.data) == bytes(blob)
            assert delegate.specs == [(spec.key, spec.value) for spec in listed.compile_specs]
        for value in plan.values:
            stored = ours.tensor_data(value)
            if stored is not None:
                pool = theirs.constant_buffer if value.memory_id is None else file.mutable_data
                assert stored == bytes(pool[value.buffer_index].storage)[: value.nbytes]


def test_every_kind_of_value_and_instruction_is_covered(programs):
    plans = [plan for data in programs.values() for plan in pte.read(data).plans]
    kinds = {value.kind for plan in plans for value in plan.values}
    # No exporter writes a BoolList for these operators.
    assert kinds == set(pte.VALUE_KINDS[1:]) - {"BoolList"}
    steps = {step.kind for plan in plans for chain in plan.chains for step in chain}
    assert steps == set(pte.INSTRUCTION_KINDS[1:]) - {"FreeCall"}


def test_initial_state_of_a_mutable_tensor(programs):
    program = pte.read(programs["state"])
    stored = [
        program.tensor_data(value)
        for value in program.plan().values
        if value.buffer_index and value.memory_id is not None
    ]
    assert stored == [torch.tensor([1.0, 2.0, 3.0]).numpy().tobytes()]


def test_plan_by_name(programs):
    program = pte.read(programs["add_mul"])
    assert program.plan("forward") is program.plans[0]
    with pytest.raises(pte.PteError, match="no method 'backward'; it has: forward"):
        program.plan("backward")


def _extended(data: bytes) -> bool:
    """Whether the file has the header that states its size; without segments it has none."""
    return data[8:12] == b"eh00"


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_truncation_is_an_error(programs, name):
    data = programs[name]
    whole = pte.read(data)
    for size in range(len(data)):
        try:
            cut = pte.read(data[:size])
        except pte.PteError:
            continue
        # Only padding may be missing, and only where no header says how long the file is.
        assert not _extended(data)
        assert len(data) - size < 16
        assert (cut.plans, cut.constants) == (whole.plans, whole.constants)


@pytest.mark.parametrize("name", PROGRAMS)
def test_damaged_bytes_never_end_in_another_exception(programs, name):
    data = bytearray(programs[name])
    rng = random.Random(len(data))
    end = int.from_bytes(data[16:24], "little") if _extended(data) else len(data)
    for place in range(0, end, 3):
        before = data[place]
        data[place] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, before ^ (1 << rng.randrange(8))])
        try:
            pte.read(data)
        except pte.PteError as error:
            assert str(error)
        data[place] = before


def test_random_bytes(programs):
    rng = random.Random(1)
    for _ in range(300):
        with pytest.raises(pte.PteError):
            pte.read(rng.randbytes(rng.randrange(200)))
    head = programs["lists"][:40]
    for _ in range(300):
        with pytest.raises(pte.PteError):
            pte.read(head + rng.randbytes(len(programs["lists"]) - 40))


def test_errors_say_what_and_where(programs, tmp_path):
    data = programs["add_mul"]
    with pytest.raises(pte.PteError, match="file identifier is b'BP08', expected b'ET12'"):
        pte.read(data[:4] + b"BP08" + data[8:])
    path = tmp_path / "broken.pte"
    path.write_bytes(programs["lists"][:100])
    with pytest.raises(pte.PteError, match=r"broken\.pte: header: the program has \d+ bytes"):
        pte.read(path)
    with pytest.raises(FileNotFoundError):
        pte.read(tmp_path / "absent.pte")


def test_constant_larger_than_its_data(programs):
    program = pte.read(programs["lists"])
    weight = next(v for v in program.plan().values if v.is_constant and v.sizes == [16, 8])
    sizes = (16).to_bytes(4, "little") + (8).to_bytes(4, "little")
    assert programs["lists"].count(sizes) >= 1
    data = programs["lists"].replace(sizes, (16000).to_bytes(4, "little") + sizes[4:])
    with pytest.raises(pte.PteError, match=r"values\[\d+\].*a tensor of 512000 bytes"):
        pte.read(data)
    assert weight.nbytes == 16 * 8 * 4


def test_ten_megabytes_in_well_under_two_seconds():
    class Big(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2_700_000))

        def forward(self, x):
            for _ in range(200):
                x = x + self.weight
            return x

    exported = torch.export.export(Big(), (torch.ones(1),))
    data = to_edge(exported).to_executorch().buffer
    assert len(data) > 10_000_000
    start = time.perf_counter()
    program = pte.read(data)
    assert time.perf_counter() - start < 1.0
    assert len(program.plan().chains[0]) == 200
