# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""From a trained model to a `.pte`: quantize, lower, emit, report."""

from __future__ import annotations

import copy
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sized
from difflib import get_close_matches

import torch
from executorch.exir import EdgeCompileConfig, EdgeProgramManager, to_edge
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e

from executorch_espressif import passes
from executorch_espressif.activations import CLAMPS, overload
from executorch_espressif.artifact import Artifact
from executorch_espressif.costs import operator_rows
from executorch_espressif.emit import emit
from executorch_espressif.errors import ExportError
from executorch_espressif.graph import Graph
from executorch_espressif.int8_io import input_qparams, output_qparams, remove_float_io
from executorch_espressif.kernel_bundle import pte
from executorch_espressif.kernels import missing, nearest
from executorch_espressif.memory import program_memory
from executorch_espressif.ops import operators
from executorch_espressif.passes.fold_qparams import QUANTIZE
from executorch_espressif.quantization import TRAINED, Inputs, calibrate, trained_graphs
from executorch_espressif.quantizer import EspNNQuantizer
from executorch_espressif.report import OperatorRow, Report
from executorch_espressif.upstream import without_chatter

BACKENDS = ("ops", "portable")
Progress = Callable[[int, int | None], None]
TARGETS = (
    "esp32",
    "esp32s2",
    "esp32s3",
    "esp32c2",
    "esp32c3",
    "esp32c5",
    "esp32c6",
    "esp32c61",
    "esp32h2",
    "esp32p4",
)


def export(
    model: torch.nn.Module,
    example_inputs: Inputs,
    calibration: Iterable[Inputs] | None = None,
    backend: str = "ops",
    target: str = "esp32c6",
    quantize: bool = True,
    int8_io: bool = False,
    keep_float: Iterable[str] = (),
    progress: bool | Progress = False,
) -> Artifact:
    """Quantize a model to int8 and lower it.

    model: taken in eval mode; it is not changed. One that `prepare_qat` gave has its ranges from
    training and takes no calibration. example_inputs: a tuple of tensors with the shapes
    of inference. calibration: an iterable of such tuples with typical values; None takes
    example_inputs, with a warning. backend: "ops" uses the operators of esp_nn, "portable" only the
    portable kernels. quantize=False gives a float program.

    int8_io: inputs and outputs are int8 codes, by the artifact's input_qparams and output_qparams,
    so that no float is left where all calls are int8. keep_float: paths of modules, such as "head"
    or "blocks.3", whose calls stay in float. progress: True prints a line for each calibration
    item, a function is called with the number of items done, and with how many there are or None.

    Inputs and outputs of the program are those of the model: float (but for int8_io), NCHW,
    contiguous. Raises ExportError for inputs that do not fit, and for operators that no kernel
    library has; warns of calibrated ranges that look wrong.
    """
    _check_choice(backend, target)
    inputs = _check_inputs(example_inputs, "example_inputs")
    trained = isinstance(model, torch.fx.GraphModule) and TRAINED in model.meta
    if trained and (calibration is not None or keep_float or not quantize):
        raise ExportError(
            "the model comes from prepare_qat: its ranges and what stays float are part of it, so "
            "that calibration, keep_float and quantize=False have no meaning"
        )
    if quantize and calibration is None and not trained:
        warnings.warn(
            "no calibration data: ranges come from example_inputs alone. Pass calibration=, an "
            "iterable of input tuples with typical values, for a model that is to be accurate",
            stacklevel=2,
        )
        calibration = [inputs]
    lowered = quantize and backend == "ops"
    if int8_io and not lowered:
        raise ExportError("int8_io needs quantize=True and backend='ops'")
    if trained:
        with without_chatter():
            settled, source = trained_graphs(model)
            return _export(source, settled, inputs, backend, target, quantize, int8_io)
    evaluated = _evaluated(model)
    kept = _check_modules(evaluated, keep_float)
    quantizer = EspNNQuantizer(keep_float=kept)
    with without_chatter():
        source, calibrated = evaluated, None
        if quantize and calibration is not None:
            items = _calibration(inputs, calibration, progress)
            calibrated = calibrate(evaluated, inputs, items, quantizer)
            # Conversion takes the observers away, and accuracy() needs the float graph.
            source = convert_pt2e(copy.deepcopy(calibrated))
        return _export(source, calibrated, inputs, backend, target, quantize, int8_io)


def _export(
    source: torch.nn.Module,
    calibrated: torch.fx.GraphModule | None,
    inputs: Inputs,
    backend: str,
    target: str,
    quantize: bool,
    int8_io: bool,
) -> Artifact:
    edge = _to_edge(source, inputs, quantize)
    graph = Graph(edge.exported_program())
    lowered = quantize and backend == "ops"
    passes.run(passes.OPS if lowered else passes.PORTABLE, graph)
    if int8_io:
        taken, given = remove_float_io(graph)
        graph.clean()
    else:
        taken, given = input_qparams(graph), output_qparams(graph)

    program = copy.deepcopy(edge.exported_program())
    emitted, _ = emit(edge)
    plan = pte.read(emitted.pte).plan()
    rows = operator_rows(plan, graph, _why_portable(backend, quantize))
    _check_operators(plan, rows)
    report = Report(
        target=target,
        backend=backend,
        operators=rows,
        memory=program_memory(plan, max((row.scratch for row in rows), default=0)),
        flash=len(emitted.pte),
        values_before=emitted.values_before,
        values_after=emitted.values_after,
    )
    return Artifact(emitted.pte, report, taken, given, int8_io, program, source, calibrated)


def _check_choice(backend: str, target: str) -> None:
    if backend == "delegate":
        raise ExportError(
            "backend 'delegate' is not part of this version; use backend='ops', which computes the "
            "same int8 results operator by operator"
        )
    if backend not in BACKENDS:
        raise ExportError(f"backend '{backend}' is unknown; choose one of {', '.join(BACKENDS)}")
    if target not in TARGETS:
        raise ExportError(f"target '{target}' is unknown; choose one of {', '.join(TARGETS)}")


def _check_inputs(inputs: Inputs, what: str, like: Inputs | None = None) -> Inputs:
    """A tuple of contiguous tensors, of the shapes and dtypes of `like`."""
    if not isinstance(inputs, tuple | list):
        raise ExportError(
            f"{what} is a {type(inputs).__name__}; expected a tuple of tensors, one for each "
            "argument of the model's forward, such as (x,)"
        )
    for index, value in enumerate(inputs):
        if not isinstance(value, torch.Tensor):
            raise ExportError(f"{what}[{index}] is a {type(value).__name__}; expected a tensor")
        if value.is_floating_point() and not torch.isfinite(value).all():
            raise ExportError(f"{what}[{index}] holds NaN or infinity")
    if like is not None:
        found = [(tuple(value.shape), value.dtype) for value in inputs]
        expected = [(tuple(value.shape), value.dtype) for value in like]
        if found != expected:
            raise ExportError(
                f"{what} has {_shapes(found)}; expected {_shapes(expected)} as in example_inputs"
            )
    return tuple(value.detach().contiguous() for value in inputs)


def _shapes(tensors: list[tuple[tuple[int, ...], torch.dtype]]) -> str:
    return ", ".join(f"{str(dtype).removeprefix('torch.')}{list(s)}" for s, dtype in tensors)


def _check_modules(model: torch.nn.Module, paths: Iterable[str]) -> tuple[str, ...]:
    if isinstance(paths, str):
        raise ExportError(f"keep_float is the text '{paths}'; expected a list of module paths")
    known = [name for name, _ in model.named_modules() if name]
    for path in (paths := tuple(paths)):
        if path not in known:
            near = get_close_matches(path, known, n=3, cutoff=0.4)
            raise ExportError(
                f"keep_float: the model has no module '{path}'; it has {', '.join(near or known)}"
            )
    return paths


def _calibration(
    example_inputs: Inputs, calibration: Iterable[Inputs], progress: bool | Progress
) -> Iterator[Inputs]:
    if isinstance(calibration, torch.Tensor):
        raise ExportError("calibration is a tensor; expected an iterable of input tuples")
    total = len(calibration) if isinstance(calibration, Sized) else None
    count = 0
    for count, item in enumerate(calibration, start=1):
        yield _check_inputs(item, f"calibration item {count - 1}", example_inputs)
        if callable(progress):
            progress(count, total)
        elif progress:
            print(f"calibration: {count}{f' of {total}' if total else ''}", file=sys.stderr)
    if count == 0:
        raise ExportError("calibration is empty; expected at least one tuple of inputs")


def _evaluated(model: torch.nn.Module) -> torch.nn.Module:
    if not isinstance(model, torch.nn.Module):
        raise ExportError(f"model is a {type(model).__name__}; expected a torch.nn.Module")
    model = copy.deepcopy(model).eval()
    # A model in channels_last would bring its dim orders into the program.
    return model.to(memory_format=torch.contiguous_format)


def _to_edge(model: torch.nn.Module, inputs: Inputs, quantized: bool) -> EdgeProgramManager:
    exported = torch.export.export(model, inputs, strict=False)
    # Linear is one call in the quantized graph and is matched as one; what is left is decomposed.
    kept = [torch.ops.aten.linear.default, *_whole(exported)] if quantized else []
    config = EdgeCompileConfig(_check_ir_validity=False, preserve_ops=kept)
    return to_edge(exported, compile_config=config)


def _whole(exported: torch.export.ExportedProgram) -> list[torch._ops.OpOverload]:
    """The calls that an operator takes whole, where none of them stays in float: there is no kernel
    for those, but for what they are decomposed into."""
    wanted = {target for op in operators().values() for target in op.whole}
    calls: dict[torch._ops.OpOverload, list[bool]] = {}
    for node in exported.graph.nodes:
        if node.target in wanted:
            read = [overload(user) in (QUANTIZE, *CLAMPS) for user in node.users]
            calls.setdefault(node.target, []).append(all(read))
    return [target for target, quantized in calls.items() if all(quantized)]


def _why_portable(backend: str, quantize: bool) -> str:
    if not quantize:
        return "exported with quantize=False"
    if backend == "portable":
        return "exported with backend='portable'"
    return ""


def _check_operators(plan: pte.Plan, rows: list[OperatorRow]) -> None:
    absent = missing(plan)
    if not absent:
        return
    lines = []
    for operator in absent:
        calls = [row for row in rows if row.operator == operator]
        nodes = ", ".join(row.module or row.node for row in calls)
        reasons = "; ".join(sorted({row.reason for row in calls if row.reason}))
        why = f" ({reasons})" if reasons else ""
        near = nearest(operator)
        hint = f"; the nearest that exists is {near}" if near else ""
        lines.append(f"{operator} at {nodes or 'no named node'}{why}{hint}")
    raise ExportError(
        "no kernel library has these operators, so no firmware could run the program: "
        + "; ".join(lines)
        + ". Replace them in the model, or add a kernel to a library"
    )
