# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which layer costs accuracy: each value of the int8 graph against the float one."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf, log10

import torch
from torch.fx import GraphModule, Interpreter, Node

from executorch_espressif.artifact import Artifact
from executorch_espressif.costs import module_of
from executorch_espressif.errors import ExportError, stage, told
from executorch_espressif.inputs import Inputs, Items
from executorch_espressif.passes.fold_qparams import DEQUANTIZE, QUANTIZE
from executorch_espressif.upstream import without_chatter


@dataclass(frozen=True)
class LayerAccuracy:
    """One quantized value. sqnr: 10 log10 of the float value's power over that of the error, in dB;
    inf where the two are equal. error: the largest difference; scale: of the value's int8 codes.
    own_sqnr: the same if all layers before this one were float: what the layer itself costs."""

    node: str
    module: str
    operator: str
    sqnr: float
    own_sqnr: float
    error: float
    scale: float


@dataclass(frozen=True)
class Accuracy:
    """Rows in order of execution."""

    rows: list[LayerAccuracy] = field(repr=False)

    @property
    def worst(self) -> LayerAccuracy:
        """The layer that costs most."""
        return min(self.rows, key=lambda row: row.own_sqnr)

    def __str__(self) -> str:
        head = ("module", "node", "operator", "SQNR dB", "own dB", "largest error", "in codes")
        lines = [
            (
                row.module,
                row.node,
                row.operator,
                f"{row.sqnr:.1f}",
                f"{row.own_sqnr:.1f}",
                f"{row.error:.4g}",
                f"{row.error / row.scale:.1f}",
            )
            for row in self.rows
        ]
        widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if place < 3 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in [head, *lines]
        )


class _Sums:
    """Power of values and of errors, over all inputs."""

    def __init__(self) -> None:
        self.signal = self.noise = self.own_noise = self.largest = 0.0

    def add(self, real: torch.Tensor, quantized: torch.Tensor, own: torch.Tensor) -> None:
        error = quantized.double() - real.double()
        self.signal += real.double().square().sum().item()
        self.noise += error.square().sum().item()
        self.own_noise += (own.double() - real.double()).square().sum().item()
        self.largest = max(self.largest, error.abs().max().item() if error.numel() else 0.0)


def accuracy(art: Artifact, inputs: Iterable[Inputs]) -> Accuracy:
    """The values of the int8 graph against those of the float graph that it was converted from,
    over `inputs`, an iterable of input tuples such as the calibration data. ExportError for items
    that are not like the inputs it was exported with.

    art: of `export` with quantization. Int8 is the convert_pt2e graph here, from which the kernels
    are at most one code away in each layer.
    """
    if art.calibrated is None or not isinstance(art.source, GraphModule):
        raise ExportError("accuracy compares int8 with float: export the model with quantize=True")
    with without_chatter():
        real = without_observers(art.calibrated)
    compared = _compared(art.source, real)
    sums = {node: _Sums() for node in compared}
    taken = [node.meta["val"] for node in art.source.graph.nodes if node.op == "placeholder"]
    items = Items(inputs, "accuracy: inputs", taken)
    for item in items:
        failed = f"the model fails at item {items.taken - 1} of accuracy's inputs"
        with torch.no_grad(), stage(lambda error, failed=failed: f"{failed}: {told(error)}"):
            floats = _Values(real, None)
            floats.run(*item)
            known = {node: floats.values[name] for node, name in compared.items()}
            quantized, own = _Values(art.source, None), _Values(art.source, known)
            quantized.run(*item)
            own.run(*item)
        for node, total in sums.items():
            total.add(known[node], quantized.values[node.name], own.values[node.name])
    return Accuracy([_row(node, compared[node], total) for node, total in sums.items()])


def without_observers(calibrated: GraphModule) -> GraphModule:
    module = copy.deepcopy(calibrated)
    for node in list(module.graph.nodes):
        if node.op == "call_module":
            node.replace_all_uses_with(node.args[0])
            module.graph.erase_node(node)
    module.recompile()
    return module


def _compared(converted: GraphModule, real: GraphModule) -> dict[Node, str]:
    """The dequantized values of the int8 graph, and the float graph's node of the same value."""
    names = {node.name for node in real.graph.nodes}
    found = {}
    for node in converted.graph.nodes:
        if node.target is not DEQUANTIZE or node.args[0].target is not QUANTIZE:
            continue
        source = node.args[0].args[0]
        if source.name in names and source not in [n.args[0].args[0] for n in found]:
            found[node] = source.name
    return found


class _Values(Interpreter):
    """Keeps every tensor; with `known`, what reads a dequantized value gets the float one."""

    def __init__(self, module: GraphModule, known: dict[Node, torch.Tensor] | None) -> None:
        super().__init__(module, garbage_collect_values=False)
        self.known = known or {}
        self.values: dict[str, torch.Tensor] = {}

    def run_node(self, node: Node) -> object:
        result = super().run_node(node)
        if isinstance(result, torch.Tensor):
            self.values[node.name] = result
        return self.known.get(node, result)


def _row(node: Node, name: str, sums: _Sums) -> LayerAccuracy:
    source = node.args[0].args[0]
    target = str(source.target).removeprefix("aten.") if source.op == "call_function" else source.op
    return LayerAccuracy(
        node=name,
        module=module_of(source),
        operator=target.split(".")[0],
        sqnr=_decibels(sums.signal, sums.noise),
        own_sqnr=_decibels(sums.signal, sums.own_noise),
        error=sums.largest,
        scale=float(node.args[1]),
    )


def _decibels(signal: float, noise: float) -> float:
    if noise == 0:
        return inf
    return 10 * log10(signal / noise) if signal > 0 else -inf
