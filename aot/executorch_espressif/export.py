# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""From a trained model to a `.pte`: quantize, lower, emit, report."""

from __future__ import annotations

import copy
import re
import warnings
from collections.abc import Iterable
from difflib import get_close_matches

import torch
from executorch.exir import EdgeCompileConfig, EdgeProgramManager, to_edge
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.utils import _pytree as pytree
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e

from executorch_espressif import passes
from executorch_espressif.activations import CLAMPS, overload
from executorch_espressif.artifact import Artifact
from executorch_espressif.costs import module_of, operator_rows
from executorch_espressif.emit import emit
from executorch_espressif.errors import ExportError, stage, told
from executorch_espressif.graph import Graph
from executorch_espressif.inputs import Inputs, Items, Progress, check_inputs, described
from executorch_espressif.int8_io import input_qparams, output_qparams, remove_float_io
from executorch_espressif.kernel_bundle import pte
from executorch_espressif.kernels import missing, nearest, unfit
from executorch_espressif.memory import program_memory
from executorch_espressif.ops import operators
from executorch_espressif.passes.fold_qparams import QUANTIZE
from executorch_espressif.quantization import TRAINED, calibrate, trained_graphs
from executorch_espressif.quantizer import EspNNQuantizer
from executorch_espressif.report import OperatorRow, Report
from executorch_espressif.upstream import rare_collections, without_chatter

BACKENDS = ("ops", "portable")
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
    contiguous; of named tuples only the order stays. Raises ExportError for inputs that do not fit,
    for models that torch.export cannot capture, and for calls that no kernel library has; warns of
    calibrated ranges that look wrong.
    """
    _check_choice(backend, target)
    inputs = check_inputs(example_inputs, "example_inputs")
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
    if calibration is not None and not quantize:
        warnings.warn("calibration is not used: quantize=False gives a float program", stacklevel=2)
    lowered = quantize and backend == "ops"
    if int8_io and not lowered:
        raise ExportError("int8_io needs quantize=True and backend='ops'")
    if trained:
        with without_chatter(), rare_collections():
            settled, source = trained_graphs(model)
            return _export(source, settled, inputs, backend, target, quantize, int8_io)
    evaluated = _evaluated(model)
    _try(evaluated, inputs)
    kept = _check_modules(evaluated, keep_float)
    quantizer = EspNNQuantizer(keep_float=kept)
    with without_chatter(), rare_collections():
        source, calibrated = evaluated, None
        if quantize and calibration is not None:
            items = Items(calibration, "calibration", inputs, progress)
            with stage(lambda error: _not_calibrated(error, inputs, items)):
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

    _check_ranks(graph)
    program = copy.deepcopy(edge.exported_program())
    with stage(lambda error: _not_emitted(error, graph)):
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


def _evaluated(model: torch.nn.Module) -> torch.nn.Module:
    if not isinstance(model, torch.nn.Module) or isinstance(model, torch.jit.ScriptModule):
        hint = ", such as its module()" if isinstance(model, torch.export.ExportedProgram) else ""
        raise ExportError(f"model is a {type(model).__name__}; expected a torch.nn.Module{hint}")
    with stage(lambda error: f"the model cannot be copied: {told(error)}"):
        model = copy.deepcopy(model).eval()
    # A model in channels_last would bring its dim orders into the program.
    return model.to(memory_format=torch.contiguous_format)


def _try(model: torch.nn.Module, inputs: Inputs) -> None:
    """What the model itself says of inputs that it does not take is clearer than what torch.export
    says, which does not even see all of it: with two dtypes in one product it goes on."""
    with (
        torch.no_grad(),
        torch.random.fork_rng(devices=[]),
        stage(lambda error: f"model(*example_inputs) fails {_with(inputs)}: {told(error)}"),
    ):
        # A copy, because a model may write its buffers.
        copy.deepcopy(model)(*inputs)


def _with(inputs: Inputs) -> str:
    return f"with {described(inputs)}" if inputs else "without inputs"


def _to_edge(model: torch.nn.Module, inputs: Inputs, quantized: bool) -> EdgeProgramManager:
    with stage(lambda error: _not_captured(error, inputs)):
        exported = torch.export.export(model, inputs, strict=False)
    # ExecuTorch cannot write down the types of named tuples.
    signature = exported.module_call_graph[0].signature
    signature.out_spec = _plain(signature.out_spec)
    # Linear is one call in the quantized graph and is matched as one; what is left is decomposed.
    kept = [torch.ops.aten.linear.default, *_whole(exported)] if quantized else []
    config = EdgeCompileConfig(_check_ir_validity=False, preserve_ops=kept)
    with stage(lambda error: f"to_edge does not take the captured model: {told(error)}"):
        return to_edge(exported, compile_config=config)


def _plain(spec: pytree.TreeSpec) -> pytree.TreeSpec:
    """With tuples instead of named tuples."""

    def plain(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(plain, value))
        if isinstance(value, list):
            return [plain(item) for item in value]
        return {key: plain(item) for key, item in value.items()} if type(value) is dict else value

    return pytree.tree_structure(plain(pytree.tree_unflatten([0] * spec.num_leaves, spec)))


def _not_captured(error: Exception, inputs: Inputs) -> str:
    if isinstance(error, GuardOnDataDependentSymNode):
        return (
            "the model decides by the values of a tensor what it computes, while a program is the "
            f"same for all values. Write it with torch.where, or fix the decision ({told(error)})"
        )
    return (
        f"torch.export cannot capture the model {_with(inputs)}: {told(error)}. Write what it "
        "names in another way; all of its text is the cause of this error"
    )


def _not_calibrated(error: Exception, inputs: Inputs, items: Items) -> str:
    if items.taken == 0:
        return _not_captured(error, inputs)
    if items.finished:
        return f"the calibrated model cannot be quantized: {told(error)}"
    return f"the model fails at calibration item {items.taken - 1}: {told(error)}"


def _not_emitted(error: Exception, graph: Graph) -> str:
    # ExecuTorch looks for a variant that writes into planned memory before it looks for kernels.
    missing = re.match(r"Missing out variants: \{(.*)\}", str(error))
    if missing is None:
        return f"to_executorch does not take the lowered graph: {told(error)}"
    names = re.findall(r"'([^']+)'", missing[1])
    nodes = [n for n in graph.graph.nodes if (op := overload(n)) and op._schema.name in names]
    places = ", ".join(dict.fromkeys(module_of(node) or node.name for node in nodes))
    return (
        f"no kernel library can have {', '.join(names)} at {places or 'no named node'}: it has no "
        f"variant with out ({told(error)}). Replace it in the model"
    )


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


def _check_ranks(graph: Graph) -> None:
    """Calls of operators that there are, which would fail in every run."""
    calls = [node for node in graph.graph.nodes if node.op == "call_function"]
    lines = [f"{module_of(n) or n.name}: {reason}" for n in calls if (reason := unfit(n))]
    if lines:
        raise ExportError(
            f"no kernel computes these calls: {'; '.join(lines)}. Replace them in the model"
        )


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
