# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One program in every place: the same outputs, and refusals that say what is wrong."""

from __future__ import annotations

from random import Random

import executorch_espressif as ee
import numpy
import pytest
import torch
from executorch.exir import to_edge
from executorch_espressif import emulator, native, values
from float_programs import AddMul, program

PLACES = ("host", "executorch", "qemu-riscv32")
EVERYWHERE = pytest.mark.parametrize("place", PLACES)
OURS = pytest.mark.parametrize("place", ("host", "qemu-riscv32"))


def pairs(count: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
    generator = torch.Generator().manual_seed(20)
    return [
        (torch.randn(2, 3, generator=generator), torch.randn(2, 3, generator=generator))
        for _ in range(count)
    ]


@EVERYWHERE
def test_add_mul(place: str, add_mul: bytes) -> None:
    x = torch.tensor([[0.5, -1.0, 2.0], [3.0, -4.0, 8.0]])
    y = torch.tensor([[0.25, 1.0, -2.0], [0.0, 0.5, 2.0]])
    total, product = ee.run(add_mul, (x, y), on=place)
    assert total.tolist() == [[0.75, 0.0, 0.0], [3.0, -3.5, 10.0]]
    assert product.tolist() == [[0.125, -1.0, -4.0], [0.0, -2.0, 16.0]]


@EVERYWHERE
def test_several_runs_equal_pytorch_bit_for_bit(place: str, add_mul: bytes) -> None:
    runs = ee.run(add_mul, pairs(3), on=place)
    assert len(runs) == 3
    for (x, y), (total, product) in zip(pairs(3), runs, strict=True):
        assert torch.equal(total, x + y)
        assert torch.equal(product, x * y)


def test_instruction_counts_repeat_and_add_up(add_mul: bytes) -> None:
    first = ee.run(add_mul, pairs(2), on="qemu-riscv32")
    second = ee.run(add_mul, pairs(2), on="qemu-riscv32")
    assert [run.instructions for run in first] == [run.instructions for run in second]
    assert first.total_instructions == sum(run.instructions for run in first)
    assert first.instructions_per_operator == second.instructions_per_operator
    assert [name for name, _ in first.instructions_per_operator] == [
        "aten::add.out",
        "aten::mul.out",
    ]
    steps = sum(count for _, count in first.instructions_per_operator)
    # The same operators, but for what execute() and step() do around them.
    assert abs(steps - first.instructions) < 1000


def test_memory_is_counted_on_the_emulator_only(add_mul: bytes) -> None:
    ram = ee.run(add_mul, pairs(1)[0], on="qemu-riscv32").ram
    # Four tensors of 24 bytes, which the planner puts at multiples of 16.
    assert ram["planned"] == 128
    assert 0 < ram["method"] < 1024
    assert 0 < ram["stack"] < 8192
    outputs = ee.run(add_mul, pairs(1)[0], on="host")
    assert outputs.ram is None and outputs.instructions is None


@OURS
def test_missing_operator_is_named(place: str, unknown_operator: bytes) -> None:
    with pytest.raises(ee.RunError, match=r"aten::sort\.values"):
        ee.run(unknown_operator, (torch.zeros(2, 3),), on=place)


@EVERYWHERE
@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ((torch.zeros(2, 3),), r"takes 2 input\(s\), got 1"),
        ((torch.zeros(2, 3), torch.zeros(3, 2)), r"input 1: shape is \[3, 2\].*\[2, 3\]"),
        ((torch.zeros(2, 3), torch.zeros(2, 3).int()), "input 1: dtype is int32.*float32"),
        ((torch.zeros(3, 2).T, torch.zeros(2, 3)), r"input 0: strides are \[1, 2\].*contiguous"),
        ((torch.zeros(2, 3), 1.0), "input 1: the program takes a tensor.*got a float"),
        ([], "empty list of runs"),
        ("x", "got a str"),
    ],
)
def test_inputs_that_do_not_fit(place: str, inputs: object, message: str, add_mul: bytes) -> None:
    with pytest.raises(ee.RunError, match=message):
        ee.run(add_mul, inputs, on=place)


def test_places_that_do_not_exist(add_mul: bytes) -> None:
    with pytest.raises(ValueError, match="not available in this version"):
        ee.run(add_mul, pairs(1)[0], on="qemu-xtensa")
    with pytest.raises(ValueError, match="there are: host, executorch, qemu-riscv32"):
        ee.run(add_mul, pairs(1)[0], on="moon")


def test_program_that_is_none(add_mul: bytes) -> None:
    with pytest.raises(ee.RunError, match="ET12"):
        ee.run(bytes(100), (torch.zeros(1),))
    with pytest.raises(ee.RunError, match="No such file"):
        ee.run("/nonexistent.pte", (torch.zeros(1),))
    with pytest.raises(ee.RunError, match="a int is not a program"):
        ee.run(3, (torch.zeros(1),))
    with pytest.raises(ee.RunError, match="no method 'backward'; it has: forward"):
        ee.run(add_mul, (torch.zeros(1),), method="backward")


def test_batch_goes_on_after_a_failure(add_mul: bytes, unknown_operator: bytes) -> None:
    (x, y), (u, v) = pairs(2)
    jobs = [(add_mul, (x, y)), (unknown_operator, (x,)), (add_mul, (x,)), (add_mul, [(u, v)])]
    first, failed, refused, last = ee.run_batch(jobs)
    assert torch.equal(first[0], x + y)
    assert isinstance(failed, ee.RunError) and "aten::sort.values" in str(failed)
    assert isinstance(refused, ee.RunError) and "got 1" in str(refused)
    assert torch.equal(last[0][1], u * v)


@pytest.mark.parametrize("pool", ["method_bytes", "temp_bytes"])
def test_pool_that_is_too_small_is_an_error(pool: str, add_mul: bytes) -> None:
    program = native.host_module().Program(add_mul)
    inputs = [[values.from_value(tensor) for tensor in pairs(1)[0]]]
    _, used = program.run("forward", inputs)
    assert set(used) == {"method", "planned", "temp"}
    exact = used[pool.removesuffix("_bytes")]
    program.run("forward", inputs, **{pool: exact})
    if exact:
        with pytest.raises(RuntimeError, match="0x21"):
            program.run("forward", inputs, **{pool: exact - 1})


def test_damaged_program_is_an_error_on_the_chip(add_mul: bytes) -> None:
    damaged = add_mul[:4] + b"XXXX" + add_mul[8:]
    inputs = [[values.from_value(tensor) for tensor in pairs(1)[0]]]
    (result,) = emulator.run_jobs([emulator.Job(damaged, "forward", inputs)])
    assert result.error is not None and "0x23 InvalidProgram" in result.error
    with pytest.raises(RuntimeError, match="0x23"):
        native.host_module().Program(damaged)


def test_damaged_programs_end_alike_on_host_and_chip(add_mul: bytes) -> None:
    """Every program is refused or runs, with the same outputs, on 64 and on 32 bits."""
    random = Random(7)
    inputs = [[values.from_value(tensor) for tensor in pairs(1)[0]]]
    programs = []
    for _ in range(200):
        damaged = bytearray(add_mul)
        damaged[random.randrange(len(damaged))] = random.randrange(256)
        programs.append(bytes(damaged))
    results = emulator.run_jobs([emulator.Job(data, "forward", inputs) for data in programs])
    ran = 0
    for data, result in zip(programs, results, strict=True):
        try:
            ((outputs,), _) = native.host_module().Program(data).run("forward", inputs)
        except RuntimeError:
            assert result.error is not None
            continue
        assert result.error is None
        assert [values.Record(*record) for record in outputs] == result.outputs
        ran += 1
    assert 0 < ran < len(programs)


@OURS
def test_operator_name_that_is_no_text(place: str, unknown_operator: bytes) -> None:
    """The binding raised UnicodeDecodeError instead of the runtime's error."""
    damaged = unknown_operator.replace(b"aten::sort", b"aten::\xff\nrt")
    assert damaged != unknown_operator
    inputs = [[values.from_value(torch.zeros(2, 3))]]
    if place == "host":
        with pytest.raises(RuntimeError, match=r"aten::\?\?rt"):
            native.host_module().Program(damaged).run("forward", inputs)
    else:
        (result,) = emulator.run_jobs([emulator.Job(damaged, "forward", inputs)])
        assert result.error is not None and "aten::??rt" in result.error


def test_host_and_official_runtime_live_in_one_process(add_mul: bytes) -> None:
    """Both have the same symbols; each must go on with its own registry."""
    x, y = pairs(1)[0]
    for place in ("host", "executorch", "host", "executorch"):
        assert torch.equal(ee.run(add_mul, (x, y), on=place)[0], x + y)
    assert native.host_module().Program(add_mul).methods() == ["forward"]


@pytest.mark.parametrize(
    "value",
    [
        torch.arange(6, dtype=torch.int64).reshape(1, 2, 3),
        torch.tensor([True, False, True]),
        torch.randn(3).to(torch.bfloat16),
        torch.tensor(5, dtype=torch.int8),
        torch.zeros(0, 4),
        7,
        -2.5,
        True,
        None,
    ],
)
def test_records_keep_values(value: values.Value) -> None:
    (record,) = values.unpack(values.pack([values.from_value(value)]))
    back = values.to_value(record)
    if isinstance(value, torch.Tensor):
        assert back.dtype == value.dtype and torch.equal(back, value)
    else:
        assert back == value and type(back) is type(value)


@EVERYWHERE
def test_dynamic_shape_up_to_its_bound(place: str) -> None:
    rows = torch.export.Dim("rows", min=2, max=10)
    example = (torch.zeros(4, 3), torch.zeros(4, 3))
    exported = torch.export.export(AddMul(), example, dynamic_shapes=({0: rows}, {0: rows}))
    data = bytes(to_edge(exported).to_executorch().buffer)
    for size in (10, 2):
        x, y = torch.rand(size, 3), torch.rand(size, 3)
        total, product = ee.run(data, (x, y), on=place)
        assert torch.equal(total, x + y) and torch.equal(product, x * y)
    with pytest.raises(ee.RunError, match=r"shape is \[11, 3\].*at most float32 \[10, 3\]"):
        ee.run(data, (torch.zeros(11, 3), torch.zeros(11, 3)), on=place)


@EVERYWHERE
def test_channels_last_program_refuses_contiguous_inputs(place: str) -> None:
    """Upstream's runtime takes the bytes as they lie: wrong values, no error."""
    x = torch.rand(1, 3, 4, 5).contiguous(memory_format=torch.channels_last)
    data = program(AddMul(), x, x.clone())
    total, _ = ee.run(data, (x, x), on=place)
    assert torch.equal(total, x + x)
    with pytest.raises(ee.RunError, match=r"dim order \[0, 2, 3, 1\].*channels_last"):
        ee.run(data, (x, x.contiguous()), on=place)


def test_image_that_crashes_after_an_error_counts_for_the_next_program() -> None:
    reader = emulator.ResultReader()
    reader.feed('{"error": "the method does not load", "code": 20}')
    reader.feed("trap: mcause 5 mepc 1 mtval 2")
    reader.end("the emulator ended with status 3")
    assert [result.error for result in reader.results] == [
        "the method does not load (error 0x14 OperatorMissing)",
        "the emulator ended with status 3",
    ]


def test_image_that_aborts_fails_once_and_with_its_log() -> None:
    reader = emulator.ResultReader()
    reader.feed("F assertion failed")
    reader.feed('{"error": "the runtime aborted", "code": 1}')
    reader.end("the emulator ended with status 2")
    (result,) = reader.results
    assert result.error == "the runtime aborted (error 0x1 Internal); assertion failed"


def test_records_of_channels_last_tensors() -> None:
    tensor = torch.arange(24.0).reshape(1, 2, 3, 4).contiguous(memory_format=torch.channels_last)
    record = values.from_value(tensor, [0, 2, 3, 1])
    stored = numpy.frombuffer(record.data, numpy.float32)
    assert stored.tolist() == tensor.permute(0, 2, 3, 1).reshape(-1).tolist()
    assert torch.equal(values.to_value(record), tensor)
