# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What random graphs have to hold, each named in `Fault`; and the command line of random_graphs.py.

Several graphs are exported as one program, which takes a fraction of the time.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import multiprocessing
import re
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import executorch_espressif as ee
import torch
from executorch_espressif import passes
from executorch_espressif.accuracy import without_observers
from executorch_espressif.graph import Graph
from executorch_espressif.passes.fold_qparams import DEQUANTIZE
from layers import InFloat64
from random_graphs import Sample, Together, sample
from torch import Tensor
from torch.fx import Interpreter, Node
from torch.utils._pytree import tree_leaves

LOWERING = importlib.import_module("executorch_espressif.passes.lower_operators")

# Output codes between an operator and the quantized call of convert_pt2e on the same codes.
CODES_APART = 1
PROBABILITY = (1 / 256, -128)
# Of the error that one way to compute a float32 value has, that of another.
ROUNDED_OTHERWISE = 8


class Fault(AssertionError):
    """A graph that is neither refused by name nor right."""


@dataclass
class Outcome:
    """Seeds of graphs by what became of them: int8 throughout, in part float for these reasons,
    refused with this text, at fault."""

    whole: list[int] = field(default_factory=list)
    partly: dict[int, set[str]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)

    def add(self, other: Outcome) -> None:
        self.whole += other.whole
        self.partly |= other.partly
        self.refused |= other.refused
        self.faults |= other.faults


@dataclass
class Lowered:
    """The graph as it is while lowering: quantized calls and the operators that replaced them side
    by side, so that both read the same codes. pairs: a call, its quantize node, the operator."""

    values: list[dict[Node, Tensor]]
    pairs: list[tuple[Node, Node, Node]]
    outputs: list[list[Tensor]]


class _Values(Interpreter):
    def __init__(self, module: torch.fx.GraphModule) -> None:
        super().__init__(module, garbage_collect_values=False)
        self.values: dict[Node, Tensor] = {}

    def run_node(self, node: Node) -> object:
        self.values[node] = result = super().run_node(node)
        return result


@contextmanager
def _lowering_seen(inputs: list[tuple[Tensor, ...]]) -> Iterator[list[Lowered]]:
    """Evaluates every graph that is exported meanwhile, in the middle of its lowering."""
    found: list[Lowered] = []
    replace = LOWERING._replace

    def lower(graph: Graph) -> None:
        pairs: list[tuple[Node, Node, Node]] = []

        def record(graph: Graph, node: Node, replacement: Node) -> None:
            for quantize in LOWERING.quantizers(LOWERING.tail_of(node)):
                pairs.append((quantize.args[0], quantize, replacement))
            replace(graph, node, replacement)

        LOWERING._replace = record
        try:
            LOWERING.lower_operators(graph)
        finally:
            LOWERING._replace = replace
        runs = [_evaluated(graph, item) for item in inputs]
        found.append(Lowered([v for v, _ in runs], pairs, [o for _, o in runs]))

    before = passes.OPS
    passes.OPS = tuple(lower if p is LOWERING.lower_operators else p for p in before)
    try:
        yield found
    finally:
        passes.OPS = before


def _evaluated(graph: Graph, inputs: tuple[Tensor, ...]) -> tuple[dict[Node, Tensor], list[Tensor]]:
    given = iter(inputs)
    placeholders = [n for n in graph.graph.nodes if n.op == "placeholder"]
    constants = [graph.constant(node) for node in placeholders]
    interpreter = _Values(graph.module)
    with torch.no_grad():
        outputs = interpreter.run(*(next(given) if c is None else c for c in constants))
    return interpreter.values, list(outputs)


def check(samples: list[Sample]) -> Outcome:
    """All as one program; without those that export refuses; where something is wrong, in ever
    smaller parts."""
    try:
        return _check_together(samples)
    except ee.ExportError as error:
        text = str(error)
        named = {int(place) for place in re.findall(r"graphs\.(\d+)", text)}
        outcome = Outcome(refused={samples[place].seed: text for place in named})
        if not named:
            outcome.faults = {s.seed: f"refused without a name: {text}" for s in samples}
        elif rest := [s for place, s in enumerate(samples) if place not in named]:
            outcome.add(check(rest))
        return outcome
    except Exception as error:
        if len(samples) == 1:
            text = str(error) if isinstance(error, Fault) else traceback.format_exc()
            return Outcome(faults={samples[0].seed: text})
    half = len(samples) // 2
    outcome = check(samples[:half])
    outcome.add(check(samples[half:]))
    return outcome


def _check_together(samples: list[Sample]) -> Outcome:
    module = Together(samples).eval()
    calibration = [tuple(x for s in samples for x in s.calibration[item]) for item in range(2)]
    others = tuple(x for s in samples for x in s.others)
    runs = [*calibration, others]
    with _lowering_seen(runs) as found, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kept = [f"graphs.{p}.layers.{i}" for p, s in enumerate(samples) for i in s.kept]
        art = ee.export(module, calibration[0], calibration=calibration, keep_float=kept)
    (lowered,) = found
    _float_graph_is_the_model(art, module, runs)
    _ranges_hold_the_values(art, calibration)
    _operators_are_within_a_code(lowered)
    partly = _graphs_with_float_parts(art)
    _bytes_are_the_same(art, lowered, samples, runs, partly)
    whole = [s.seed for place, s in enumerate(samples) if place not in partly]
    return Outcome(whole, {samples[place].seed: reasons for place, reasons in partly.items()})


def _rounding(module: torch.fx.GraphModule, runs: list) -> list[float]:
    """Of each output: how far float32 is from float64. A mean of normalized values is nothing else,
    and a norm of nearly equal values makes much of it."""
    exact, rounding = InFloat64(module), []
    for inputs in runs:
        with torch.no_grad():
            results = tree_leaves(module(*inputs)), tree_leaves(exact.run(*inputs))
            pairs = zip(*results, strict=True)
            rounding.append([float((a.double() - b.double()).abs().max()) for a, b in pairs])
    return [max(errors) for errors in zip(*rounding, strict=True)]


def _float_graph_is_the_model(art: ee.Artifact, module: torch.nn.Module, runs: list) -> None:
    """What is rewritten ahead of quantization gives the model's own values."""
    real = without_observers(art.calibrated)
    rounding = _rounding(real, runs)
    for inputs in runs:
        with torch.no_grad():
            expected, found = module(*inputs), real(*inputs)
        for place, (a, b) in enumerate(zip(expected, found, strict=True)):
            if a.shape != b.shape or a.dtype != b.dtype:
                raise Fault(f"float output {place} is {b.dtype} {b.shape}, not {a.dtype} {a.shape}")
            a, b = a.double(), b.double()
            largest = float(a.abs().max())
            absolute = max(1e-4 * largest, ROUNDED_OTHERWISE * rounding[place])
            if not torch.allclose(a, b, rtol=1e-3, atol=absolute, equal_nan=True):
                apart = (a - b).abs().max()
                raise Fault(f"float output {place} is {apart} from the model's, of {largest}")


def _ranges_hold_the_values(art: ee.Artifact, calibration: list) -> None:
    """Every value that calibration saw is within half a code of one of its codes."""
    real = without_observers(art.calibrated)
    names = {node.name: node for node in real.graph.nodes}
    known = _Values(real)
    for inputs in calibration:
        with torch.no_grad():
            known.run(*inputs)
        for node in art.source.graph.nodes:
            if node.target is not DEQUANTIZE or node.args[0].op != "call_function":
                continue
            source = node.args[0].args[0]
            if source.name not in names:
                continue
            value = known.values[names[source.name]]
            scale, zero_point = node.args[1:3]
            codes = value.double() / scale + zero_point
            # The fixed range of softmax ends one code short of 1.
            past = 1.0 if (scale, zero_point) == PROBABILITY else 0.0
            if codes.min() < -128.51 or codes.max() > 127.51 + past:
                raise Fault(
                    f"{source.name} goes from code {codes.min():.2f} to {codes.max():.2f} at scale "
                    f"{scale:g}, zero point {zero_point}"
                )


def _operators_are_within_a_code(lowered: Lowered) -> None:
    for values in lowered.values:
        for real, quantized, replacement in lowered.pairs:
            right, found = values[quantized], values[replacement]
            if right.shape != found.shape:
                raise Fault(f"{replacement}: {found.shape}, expected {right.shape}")
            # 0 / 0 has no code; an operator may give any.
            numbers = ~values[real].isnan()
            apart = ((right.int() - found.int()).abs() * numbers).max()
            if apart > CODES_APART:
                raise Fault(f"{quantized} is {apart} codes from {replacement}: {replacement.args}")


def _graphs_with_float_parts(art: ee.Artifact) -> dict[int, set[str]]:
    """Numbers of the graphs that hold calls which are not operators of ours, and the reasons."""
    places: dict[int, set[str]] = {}
    for row in art.report.fallbacks:
        if not row.reason:
            raise Fault(f"{row.operator} is not ours, for no reason")
        parts = row.module.split(".")
        if parts[0] != "graphs":
            raise Fault(f"{row.operator} of '{row.module}' has lost its module")
        places.setdefault(int(parts[1]), set()).add(f"{row.operator}: {row.reason}")
    return places


def _bytes_are_the_same(
    art: ee.Artifact, lowered: Lowered, samples: list[Sample], runs: list, partly: Container[int]
) -> None:
    rounding = _rounding(art.source, runs) if partly else []
    host, official = ee.run(art, runs, on="host"), ee.run(art, runs, on="executorch")
    owners = [place for place, s in enumerate(samples) for _ in s.module.outputs]
    for item, inputs in enumerate(runs):
        integer = art.integer_reference(*inputs)
        rows = zip(owners, host[item], official[item], integer, lowered.outputs[item], strict=True)
        for place, (owner, *found) in enumerate(rows):
            names = ("host", "official runtime", "integer reference", "lowered graph")
            if len({(x.dtype, x.shape) for x in found}) != 1:
                raise Fault(f"output {place}: {[(x.dtype, x.shape) for x in found]}")
            for name, value in zip(names, found, strict=True):
                same = _bytes(value) == _bytes(found[0])
                if owner in partly and not same:
                    # Float kernels may round differently.
                    scale = art.output_scales[place] or 0.0
                    pair = value.double(), found[0].double()
                    absolute = max(1e-5, ROUNDED_OTHERWISE * rounding[place]) + 1.01 * scale
                    same = torch.allclose(*pair, rtol=1e-4, atol=absolute)
                if not same:
                    apart = (value.double() - found[0].double()).abs().max()
                    raise Fault(f"output {place} of the {name} differs from the host's by {apart}")


def _bytes(value: Tensor) -> bytes:
    return value.contiguous().numpy().tobytes()


def check_seeds(seeds: Iterable[int]) -> Outcome:
    # An export keeps nearly all that it makes until its end; looking for garbage meanwhile takes a
    # seventh of the time.
    gc.disable()
    try:
        return check([sample(seed) for seed in seeds])
    finally:
        gc.enable()


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks random graphs by their seeds.")
    parser.add_argument("seeds", nargs="*", type=int, help="graphs to check and to print")
    parser.add_argument("--count", type=int, default=0, help="so many, from --from on")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--together", type=int, default=20, help="graphs in one program")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    total = Outcome()
    for seed in options.seeds:
        made = sample(seed)
        print(f"graph {seed}, layers in float: {list(made.kept)}\n{made.module}")
        total.add(check([made]))
    ends = range(options.first, options.first + options.count, options.together)
    blocks = [
        range(start, min(start + options.together, options.first + options.count)) for start in ends
    ]
    with multiprocessing.Pool(options.processes, maxtasksperchild=40) as pool:
        for number, outcome in enumerate(pool.imap_unordered(check_seeds, blocks), start=1):
            total.add(outcome)
            for seed, text in outcome.faults.items():
                print(f"graph {seed}: {text}", flush=True)
            if number % 50 == 0:
                print(f"{number * options.together} graphs", file=sys.stderr, flush=True)
    print(
        f"{len(total.whole)} int8 throughout, {len(total.partly)} with float parts, "
        f"{len(total.refused)} refused, {len(total.faults)} at fault"
    )
    texts = [text.split(" at ")[0] for text in total.refused.values()]
    _print_counts("refused", texts)
    _print_counts("float", [text for reasons in total.partly.values() for text in reasons])
    for seed, text in total.faults.items():
        print(f"graph {seed}: {text}")
    return 1 if total.faults else 0


def _print_counts(what: str, texts: list[str]) -> None:
    """With names and shapes left out, so that like reasons are counted together."""
    alike = Counter(re.sub(r"\([\d, ]*\)|\w*_\d+\b|\d[\d.e-]*", "…", text) for text in texts)
    for text, count in alike.most_common(40):
        print(f"{what} {count}: {text[:160]}")
