# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Running a program: in our runtime, in the official one, or on an emulated chip."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch

from executorch_espressif.kernel_bundle import pte

from . import emulator, native, values

PLACES = ("host", "executorch", "qemu-riscv32")
_OURS = "esp_nn::"


class RunError(RuntimeError):
    """A program did not run. The text names the operator or the input, and what would be right."""


class Outputs(tuple):
    """The outputs of one run, in the program's order.

    instructions: of this run; instructions_per_operator: (operator, instructions) in order of
    execution, dispatch included; ram: bytes by use (planned, method, temp, stack). All three are
    None where the program did not run on an emulator, and the second where it was not asked for.
    """

    instructions: int | None
    instructions_per_operator: list[tuple[str, int]] | None
    ram: dict[str, int] | None

    def __new__(
        cls,
        items: Iterable[values.Value],
        instructions: int | None = None,
        instructions_per_operator: list[tuple[str, int]] | None = None,
        ram: dict[str, int] | None = None,
    ) -> Outputs:
        outputs = super().__new__(cls, items)
        outputs.instructions = instructions
        outputs.instructions_per_operator = instructions_per_operator
        outputs.ram = ram
        return outputs


class Runs(list[Outputs]):
    """The outputs of several runs; instructions: of the last one, total_instructions: of all."""

    @property
    def instructions(self) -> int | None:
        return self[-1].instructions if self else None

    @property
    def total_instructions(self) -> int | None:
        counts = [run.instructions for run in self]
        return None if None in counts else sum(counts)

    @property
    def instructions_per_operator(self) -> list[tuple[str, int]] | None:
        return self[-1].instructions_per_operator if self else None

    @property
    def ram(self) -> dict[str, int] | None:
        return self[-1].ram if self else None


class Prepared(NamedTuple):
    """A program and inputs that fit it. single: the caller gave one set of inputs, not a list."""

    data: bytes
    plan: pte.Plan
    runs: list[tuple[values.Value, ...]]
    records: list[list[values.Record]]
    single: bool


def run(
    art_or_path: Any,
    inputs: Any,
    on: str = "host",
    method: str = "forward",
    *,
    progress: emulator.Progress | None = None,
    timeout: float = 600,
) -> Outputs | Runs:
    """Runs a program and returns its outputs.

    art_or_path: what `export` returned, the path of a ``.pte``, or its bytes.
    inputs: a tuple of tensors and Python scalars, as the model takes them; or a list of such
        tuples for several runs, whose outputs then come as a list.
    on: "host" (our runtime in this process), "executorch" (the official runtime with our
        operators), "qemu-riscv32" (our runtime on an emulated rv32imac core).
    progress: called with a dict for every line of progress that the emulator prints.
    timeout: seconds that the emulator may take.

    Raises RunError when the inputs do not fit or the program fails.
    """
    prepared = prepare(art_or_path, inputs, method)
    if on == "host":
        runs = _run_on_host(prepared)
    elif on == "executorch":
        runs = _run_on_executorch(prepared)
    elif on == "qemu-riscv32":
        check_outputs(prepared.plan)
        job = _job(prepared, count_operators=True)
        (result,) = emulator.run_jobs([job], timeout, progress)
        runs = collect(prepared, result)
    else:
        raise _no_such_place(on)
    return runs[0] if prepared.single else runs


def run_batch(
    jobs: Sequence[tuple[Any, Any]],
    on: str = "qemu-riscv32",
    *,
    count_operators: bool = False,
    timeout: float = 600,
) -> list[Outputs | Runs | RunError]:
    """Runs many (art_or_path, inputs) pairs, on the emulator with a single start of it.

    A pair that fails gives its RunError in place of outputs.
    """
    results: list[Outputs | Runs | RunError] = []
    prepared = []
    for program, inputs in jobs:
        try:
            if on == "qemu-riscv32":
                item = prepare(program, inputs, "forward")
                check_outputs(item.plan)
                prepared.append((len(results), item))
                results.append(Outputs(()))
            else:
                results.append(run(program, inputs, on))
        except RunError as error:
            results.append(error)
    told = emulator.run_jobs([_job(item, count_operators) for _, item in prepared], timeout)
    for (place, item), result in zip(prepared, told, strict=True):
        try:
            runs = collect(item, result)
            results[place] = runs[0] if item.single else runs
        except RunError as error:
            results[place] = error
    return results


def prepare(art_or_path: Any, inputs: Any, method: str) -> Prepared:
    """Reads the program and checks the inputs against it; RunError when they do not fit."""
    data = program_bytes(art_or_path)
    try:
        plan = pte.read(data).plan(method)
    except pte.PteError as error:
        raise RunError(str(error)) from None
    single = not isinstance(inputs, list)
    runs = [_as_tuple(item) for item in ([inputs] if single else inputs)]
    if not runs:
        raise RunError("inputs: an empty list of runs; give at least one tuple of inputs")
    return Prepared(data, plan, runs, [_records(plan, item) for item in runs], single)


def program_bytes(art_or_path: Any) -> bytes:
    if isinstance(art_or_path, bytes | bytearray | memoryview):
        return bytes(art_or_path)
    if isinstance(art_or_path, str | os.PathLike):
        try:
            return Path(art_or_path).read_bytes()
        except OSError as error:
            raise RunError(f"{art_or_path}: {error.strerror}") from None
    data = getattr(art_or_path, "pte", None)
    if not isinstance(data, bytes):
        raise RunError(
            f"a {type(art_or_path).__name__} is not a program: give what export() returned, "
            "a path, or the bytes of a .pte"
        )
    return data


def _no_such_place(on: str) -> ValueError:
    if on == "qemu-xtensa":
        return ValueError(
            'on="qemu-xtensa" is not available in this version; there is qemu-riscv32'
        )
    return ValueError(f"on={on!r} is no place to run; there are: {', '.join(PLACES)}")


def _as_tuple(item: Any) -> tuple[values.Value, ...]:
    if isinstance(item, tuple):
        return item
    if isinstance(item, torch.Tensor | int | float | bool):
        return (item,)
    raise RunError(
        f"inputs: got a {type(item).__name__}; give a tuple of tensors, or a list of tuples"
    )


def _records(plan: pte.Plan, items: tuple[values.Value, ...]) -> list[values.Record]:
    if len(items) != len(plan.inputs):
        raise RunError(f"method '{plan.name}' takes {len(plan.inputs)} input(s), got {len(items)}")
    return [
        _record(number, plan.values[index], item)
        for number, (index, item) in enumerate(zip(plan.inputs, items, strict=True))
    ]


def _record(number: int, wanted: pte.Value, item: values.Value) -> values.Record:
    if wanted.kind != "Tensor":
        kinds = {"Int": int, "Double": float, "Bool": bool, "Null": type(None)}
        if type(item) is not kinds.get(wanted.kind):
            raise RunError(
                f"input {number}: the program takes a {wanted.kind}, got a {type(item).__name__}"
            )
        return values.from_value(item)
    described = f"{wanted.dtype} {wanted.sizes}"
    if not isinstance(item, torch.Tensor):
        raise RunError(
            f"input {number}: the program takes a tensor, {described}, got a {type(item).__name__}"
        )
    dtype = str(item.dtype).removeprefix("torch.")
    if dtype != wanted.dtype:
        raise RunError(f"input {number}: dtype is {dtype}, the program takes {described}")
    shape = list(item.shape)
    if wanted.dynamism == "static":
        fits = shape == wanted.sizes
    else:
        fits = len(shape) == len(wanted.sizes) and all(
            size <= bound for size, bound in zip(shape, wanted.sizes, strict=True)
        )
    if not fits:
        bound = "" if wanted.dynamism == "static" else " at most"
        raise RunError(f"input {number}: shape is {shape}, the program takes{bound} {described}")
    if not _has_dim_order(item, wanted.dim_order):
        raise RunError(
            f"input {number}: strides are {list(item.stride())}, which is not the dim order "
            f"{wanted.dim_order} that the program takes. {_remedy(wanted)}"
        )
    return values.from_value(item, wanted.dim_order)


def _has_dim_order(tensor: torch.Tensor, dim_order: list[int]) -> bool:
    """Whether the elements lie densely in this order; axes of size 1 may have any stride."""
    expected = 1
    for axis in reversed(dim_order):
        if tensor.shape[axis] != 1 and tensor.stride(axis) != expected:
            return tensor.numel() == 0
        expected *= tensor.shape[axis]
    return True


def _remedy(wanted: pte.Value) -> str:
    if wanted.dim_order == sorted(wanted.dim_order):
        return "Call .contiguous() on it"
    if wanted.dim_order == [0, 2, 3, 1]:
        return "Call .contiguous(memory_format=torch.channels_last) on it"
    return "Bring it into that order"


def check_outputs(plan: pte.Plan) -> None:
    """The firmware on the emulator gives no memory to outputs."""
    for number, index in enumerate(plan.outputs):
        value = plan.values[index]
        stored = value.buffer_index > 0 or value.memory_id is not None
        if value.nbytes and not stored and index not in plan.inputs:
            raise RunError(
                f"output {number}: the program plans no memory for it, and the firmware on "
                "qemu-riscv32 gives none. Export with MemoryPlanningPass(alloc_graph_output=True), "
                'or run it on="host"'
            )


def _run_on_host(prepared: Prepared) -> Runs:
    module = native.host_module()
    try:
        program = module.Program(prepared.data)
        outputs, _ = program.run(prepared.plan.name, prepared.records, gives_outputs=True)
    except RuntimeError as error:
        raise RunError(str(error)) from None
    return Runs(
        Outputs(values.to_value(values.Record(*record)) for record in items) for items in outputs
    )


def _run_on_executorch(prepared: Prepared) -> Runs:
    from executorch.runtime import Runtime

    names = prepared.plan.operators
    if any(name.startswith(_OURS) for name in names):
        native.register_with_executorch()
    if any(name.startswith("quantized_decomposed::") for name in names):
        import executorch.kernels.quantized  # noqa: F401  registers them
    runtime = Runtime.get()
    missing = sorted(set(names) - set(runtime.operator_registry.operator_names))
    if missing:
        raise RunError(f"the official runtime has no operator {', '.join(missing)}")
    try:
        method = runtime.load_program(prepared.data).load_method(prepared.plan.name)
        return Runs(
            Outputs(
                item.clone() if isinstance(item, torch.Tensor) else item
                for item in method.execute(list(inputs))
            )
            for inputs in prepared.runs
        )
    except RuntimeError as error:
        raise RunError(f"the official runtime: {error}") from None


def _job(prepared: Prepared, count_operators: bool) -> emulator.Job:
    return emulator.Job(prepared.data, prepared.plan.name, prepared.records, count_operators)


def collect(prepared: Prepared, result: emulator.JobResult) -> Runs:
    """What an image reported, as outputs; RunError if it reported an error."""
    if result.error is not None:
        raise RunError(result.error)
    per_operator = None
    if result.operators:
        per_operator = list(zip(step_names(prepared.plan), result.operators, strict=False))
    count = len(prepared.plan.outputs)
    outputs = [values.to_value(record) for record in result.outputs]
    return Runs(
        Outputs(
            outputs[number * count : (number + 1) * count], instructions, per_operator, result.ram
        )
        for number, instructions in enumerate(result.instructions)
    )


def step_names(plan: pte.Plan) -> list[str]:
    """What each step of one execution runs. With jumps the steps differ from run to run, and only
    their numbers are known."""
    steps = [instruction for chain in plan.chains for instruction in chain]
    if any(step.kind == "JumpFalseCall" for step in steps):
        return [f"step {number}" for number in range(100 * len(steps))]
    names = []
    for step in steps:
        if step.kind == "KernelCall":
            names.append(plan.operators[step.index])
        elif step.kind == "DelegateCall":
            names.append(plan.delegates[step.index].id)
        else:
            names.append(step.kind)
    return names
