# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The command ``executorch-espressif``: the verbs of the Python API, one function each."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

# torch takes seconds to import: only the verbs that need it do.
from executorch_espressif.kernel_bundle import command as kernel_command
from executorch_espressif.kernel_bundle import pte


class UsageError(ValueError):
    """What the user gave cannot be used; the text says what would be right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns 0, or 2 after a message on stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["kernels"]:
        return kernel_command.main(given[1:]) and 2
    options = _parser().parse_args(given)
    try:
        options.verb(options)
    except (RuntimeError, ValueError, OSError) as error:
        print(f"executorch-espressif {options.name}: error: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="executorch-espressif", description="PyTorch models on Espressif chips"
    )
    verbs = parser.add_subparsers(required=True, metavar="VERB", dest="name")

    def verb(name: str, function: Callable[[argparse.Namespace], None], text: str) -> Any:
        added = verbs.add_parser(name, help=text, description=text)
        added.set_defaults(verb=function)
        return added

    export = verb("export", _export, "Quantizes and exports a model to a .pte.")
    export.add_argument(
        "factory",
        metavar="FILE.py:FUNCTION",
        help="FUNCTION() returns (model, example inputs) or (model, example inputs, calibration)",
    )
    export.add_argument("-o", "--output", type=Path, required=True, metavar="MODEL.pte")
    export.add_argument("--backend", choices=("ops", "delegate", "portable"), default="ops")
    export.add_argument("--target", default="esp32c6")
    export.add_argument("--no-quantize", action="store_true", help="keep the model in float")
    export.add_argument(
        "--int8-io", action="store_true", help="inputs and outputs are int8 codes, not floats"
    )
    export.add_argument(
        "--keep-float",
        action="append",
        default=[],
        metavar="MODULE",
        help="path of a module, such as head.0, whose calls stay in float; may be given again",
    )
    export.add_argument(
        "--accuracy",
        action="store_true",
        help="print what each layer costs in accuracy, on the calibration data",
    )

    # Its arguments are gen_kernels.py's own; main() hands them over.
    verb("kernels", _export, "Makes the kernel bundle of .pte files (see kernels --help).")

    run = verb("run", _run, "Runs a .pte and prints its outputs.")
    _add_inputs(run)
    run.add_argument("--on", default="host", metavar="host|executorch|qemu-riscv32")
    run.add_argument("--save", type=Path, metavar="FILE.pt", help="keep the outputs, a list")

    inspect = verb("inspect", _inspect, "Prints what a .pte holds.")
    inspect.add_argument("model", type=Path, metavar="MODEL.pte")

    bench = verb("bench", _bench, "Counts a .pte's instructions per operator on rv32imac.")
    _add_inputs(bench)
    return parser


def _add_inputs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", type=Path, metavar="MODEL.pte")
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help=".npy or .pt with one tensor; once for each input",
    )
    parser.add_argument(
        "--random-seed", type=int, metavar="N", help="random inputs instead, from this seed"
    )


def _inputs(options: argparse.Namespace) -> tuple:
    plan = pte.read(options.model).plan()
    if options.random_seed is not None:
        return tuple(_random(plan, options.random_seed))
    if len(options.input) != len(plan.inputs):
        raise UsageError(
            f"{options.model} takes {len(plan.inputs)} input(s), got {len(options.input)}: give "
            "--input FILE for each, or --random-seed N"
        )
    return tuple(_load(path) for path in options.input)


def _random(plan: pte.Plan, seed: int) -> list:
    """Normal floats, integers over a byte's range, plain zeros for scalars."""
    import torch

    generator = torch.Generator().manual_seed(seed)
    inputs: list = []
    for index in plan.inputs:
        value = plan.values[index]
        if value.kind != "Tensor":
            inputs.append({"Int": 0, "Double": 0.0, "Bool": False}.get(value.kind))
            continue
        dtype = getattr(torch, value.dtype)
        if dtype.is_floating_point:
            tensor = torch.randn(value.sizes, generator=generator).to(dtype)
        else:
            low, high = (-128, 128) if dtype.is_signed else (0, 2 if dtype == torch.bool else 256)
            tensor = torch.randint(low, high, value.sizes, generator=generator).to(dtype)
        stored = tensor.permute(value.dim_order).contiguous()
        back = [value.dim_order.index(axis) for axis in range(tensor.dim())]
        inputs.append(stored.permute(back))
    return inputs


def _load(path: Path) -> Any:
    import numpy
    import torch

    if path.suffix == ".npy":
        return torch.from_numpy(numpy.load(path, allow_pickle=False))
    if path.suffix == ".pt":
        tensor = torch.load(path, weights_only=True)
        if isinstance(tensor, torch.Tensor):
            return tensor
        raise UsageError(f"{path} holds a {type(tensor).__name__}, expected one tensor")
    raise UsageError(f"{path}: expected a .npy or a .pt file")


def _factory(text: str) -> Callable[[], tuple]:
    path, colon, name = text.rpartition(":")
    if not colon or not path.endswith(".py"):
        raise UsageError(f"'{text}' is not FILE.py:FUNCTION")
    if not Path(path).is_file():
        raise UsageError(f"{path} does not exist")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(Path(path).resolve().parent))
    spec.loader.exec_module(module)
    function = getattr(module, name, None)
    if not callable(function):
        raise UsageError(f"{path} has no function '{name}'")
    return function


def _export(options: argparse.Namespace) -> None:
    import executorch_espressif as ee

    made = _factory(options.factory)()
    if not isinstance(made, tuple) or len(made) not in (2, 3):
        raise UsageError(
            f"{options.factory} returned a {type(made).__name__}; expected a tuple (model, "
            "example inputs) or (model, example inputs, calibration)"
        )
    model, example_inputs, *given = made
    # Read twice for the accuracy.
    calibration = list(given[0]) if given and options.accuracy else given[0] if given else None
    art = ee.export(
        model,
        example_inputs,
        calibration=calibration,
        backend=options.backend,
        target=options.target,
        quantize=not options.no_quantize,
        int8_io=options.int8_io,
        keep_float=options.keep_float,
    )
    art.save(str(options.output))
    print(art.report)
    if options.int8_io:
        for role, found in (("input", art.input_qparams), ("output", art.output_qparams)):
            for number, qparams in enumerate(found):
                print(f"{role} {number}: {_quantization(qparams)}")
    if options.accuracy:
        report = ee.accuracy(art, [example_inputs] if calibration is None else calibration)
        print(f"\n{report}\n\n{report.worst.node} costs most: {report.worst.own_sqnr:.1f} dB")
    print(f"{options.output}: {len(art.pte)} bytes")


def _quantization(qparams: Any) -> str:
    if qparams is None:
        return "as the model has it"
    return f"int8, real = {qparams.scale!r} * (code - {qparams.zero_point})"


def _run(options: argparse.Namespace) -> None:
    import torch

    from .running import run

    outputs = run(options.model, _inputs(options), on=options.on)
    for number, output in enumerate(outputs):
        if isinstance(output, torch.Tensor):
            print(f"output {number}: {output.dtype} {list(output.shape)}")
        print(output)
    if outputs.ram is not None:
        print(f"instructions: {outputs.instructions}")
        print("RAM: " + ", ".join(f"{use} {size}" for use, size in outputs.ram.items()))
    if options.save:
        torch.save(list(outputs), options.save)


def _bench(options: argparse.Namespace) -> None:
    from .running import run

    outputs = run(options.model, _inputs(options), on="qemu-riscv32")
    print("rv32imac, -Os (nn at -O2), instructions, dispatch included")
    for name, count in outputs.instructions_per_operator or ():
        print(f"{count:14,}  {name}")
    print(f"{outputs.instructions:14,}  one inference")
    print("RAM: " + ", ".join(f"{use} {size:,}" for use, size in outputs.ram.items()))


def _inspect(options: argparse.Namespace) -> None:
    program = pte.read(options.model)
    print(f"{options.model}: {len(program.data)} bytes, {len(program.plans)} method(s)")
    for plan in program.plans:
        print(f"\nmethod {plan.name}: planned buffers {plan.buffer_sizes[1:]} bytes")
        for role, indices in (("input", plan.inputs), ("output", plan.outputs)):
            for number, index in enumerate(indices):
                print(f"  {role} {number}: {_describe(plan.values[index])}")
        for number, chain in enumerate(plan.chains):
            print(f"  chain {number}")
            for step, instruction in enumerate(chain):
                print(f"    {step:4} {_instruction(plan, instruction)}")
        constants = [value for value in plan.values if value.is_constant]
        total = sum(value.nbytes for value in constants)
        print(f"  {len(constants)} constant(s), {total} bytes; {len(plan.values)} values")
        for value in constants:
            print(f"    {_describe(value)}")


def _describe(value: pte.Value) -> str:
    if value.kind != "Tensor":
        return value.kind if value.value is None else f"{value.kind} {value.value}"
    text = f"{value.dtype} {value.sizes}"
    if value.dim_order != sorted(value.dim_order):
        text += f" dim order {value.dim_order}"
    if value.dynamism != "static":
        text += f" {value.dynamism}"
    if value.memory_id is not None:
        text += f" at buffer {value.memory_id} + {value.memory_offset}"
    return text


def _instruction(plan: pte.Plan, instruction: pte.Instruction) -> str:
    if instruction.kind == "KernelCall":
        name = plan.operators[instruction.index]
    elif instruction.kind == "DelegateCall":
        name = f"delegate {plan.delegates[instruction.index].id}"
    elif instruction.kind == "JumpFalseCall":
        name = f"JumpFalseCall to {instruction.index}"
    else:
        name = instruction.kind
    tensors = [plan.values[arg] for arg in instruction.args if plan.values[arg].kind == "Tensor"]
    return f"{name}({', '.join(f'{t.dtype} {t.sizes}' for t in tensors)})"


if __name__ == "__main__":
    sys.exit(main())
