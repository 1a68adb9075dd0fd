# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Random small graphs over what models call, each from its own seed: layers, arithmetic, movement.

`./run py tests/models/random_graphs.py 17` checks the graph of seed 17 and prints it;
`--count 20000 --from 0` checks many and counts them. What is checked: graph_checks.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from random import Random

import torch
from executorch_espressif.ops._common.case import Call
from graph_layers import JOINS, LAYERS
from torch import Tensor, nn

LARGEST_VALUE = 1e4
MOST_ELEMENTS = 900
INPUT_RANKS = (1, 2, 2, 3, 3, 4, 4, 4, 4, 5)


@dataclass(frozen=True)
class Step:
    """One call: its name, and which earlier values it takes."""

    name: str
    operands: tuple[int, ...]


class RandomGraph(nn.Module):
    """Values are numbered: the inputs first, then the result of each step."""

    def __init__(self, inputs: int, steps: list[Step], layers: list[nn.Module], outputs: list[int]):
        super().__init__()
        self.inputs = inputs
        self.steps = steps
        self.layers = nn.ModuleList(layers)
        self.outputs = outputs

    def forward(self, *inputs: Tensor) -> list[Tensor]:
        values = list(inputs)
        for step, layer in zip(self.steps, self.layers, strict=True):
            values.append(layer(*(values[operand] for operand in step.operands)))
        return [values[place] for place in self.outputs]

    def __str__(self) -> str:
        lines = [f"{self.inputs} inputs"]
        for place, (step, layer) in enumerate(zip(self.steps, self.layers, strict=True)):
            operands = ", ".join(f"%{operand}" for operand in step.operands)
            detail = "" if isinstance(layer, Call) else " ".join(str(layer).split())
            lines.append(f"%{self.inputs + place} = {step.name}({operands})  {detail}".rstrip())
        return "\n".join([*lines, "outputs " + ", ".join(f"%{place}" for place in self.outputs)])


@dataclass(frozen=True)
class Sample:
    """A graph and inputs: those that it is calibrated with, and others. kept: layers that are to
    stay in float."""

    seed: int
    module: RandomGraph
    calibration: list[tuple[Tensor, ...]]
    others: tuple[Tensor, ...]
    kept: tuple[int, ...] = ()


def sample(seed: int) -> Sample:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return _sample(seed, Random(seed))


def _sample(seed: int, r: Random) -> Sample:
    makers = [_input(r) for _ in range(r.choice((1, 1, 1, 2)))]
    if len(makers) == 2 and r.random() < 0.6:
        # Of one shape, so that they can meet.
        makers[1] = _input(r, makers[0]().shape)
    calibration = [tuple(make() for make in makers) for _ in range(2)]
    values = [list(pair) for pair in zip(*calibration, strict=True)]
    steps: list[Step] = []
    layers: list[nn.Module] = []
    wanted = r.randint(1, 7)
    for _ in range(8 * wanted):
        if len(steps) == wanted:
            break
        made = _step(r, values)
        if made is None:
            continue
        step, layer = made
        layer.eval()
        try:
            with torch.no_grad():
                results = [layer(*(values[o][i] for o in step.operands)) for i in range(2)]
        except (RuntimeError, ValueError, IndexError):
            # A shape that PyTorch does not take for this call.
            continue
        if all(_usable(result) for result in results):
            values.append(results)
            steps.append(step)
            layers.append(layer)
    used = {operand for step in steps for operand in step.operands}
    outputs = [place for place in range(len(makers), len(values)) if place not in used]
    if r.random() < 0.15:
        # A value that is read and also given; an input now and then.
        outputs.append(r.randrange(len(values)))
    outputs = list(dict.fromkeys(outputs)) or [0]
    module = RandomGraph(len(makers), steps, layers, outputs).eval()
    kept = (r.randrange(len(layers)),) if layers and r.random() < 0.08 else ()
    return Sample(seed, module, calibration, tuple(make() for make in makers), kept)


def _usable(value: Tensor) -> bool:
    if not 1 <= value.numel() <= MOST_ELEMENTS or value.dim() > 6:
        return False
    return bool(value.isfinite().all()) and float(value.double().abs().max()) <= LARGEST_VALUE


def _input(r: Random, shape: tuple[int, ...] | None = None) -> Callable[[], Tensor]:
    if shape is None:
        rank = r.choice(INPUT_RANKS)
        largest = {1: 40, 2: 12, 3: 8, 4: 9, 5: 4}[rank]
        while True:
            shape = tuple(r.choice((1, r.randint(1, largest), largest)) for _ in range(rank))
            if prod(shape) <= MOST_ELEMENTS:
                break
    size = 10 ** r.choice((r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-4, 3)))
    centre = r.choice((0, 0, 0, r.uniform(-3, 3)))
    return lambda: (torch.randn(shape) + centre) * size


def _step(r: Random, values: list[list[Tensor]]) -> tuple[Step, nn.Module] | None:
    """A call of what is there; the newest value most often, so that graphs grow deep."""

    def one() -> int:
        return len(values) - 1 if r.random() < 0.7 else r.randrange(len(values))

    if r.random() < 0.3:
        name, make = r.choice(JOINS)
        operands = (one(), r.randrange(len(values)))
        if r.random() < 0.5:
            operands = operands[::-1]
        made = make(r, *(values[operand][0].shape for operand in operands))
    else:
        name, make = r.choice(LAYERS)
        operands = (one(),)
        made = make(r, values[operands[0]][0].shape)
    if made is None:
        return None
    if isinstance(made, tuple):
        text, made = made
        name = f"{name} {text}"
    return Step(name, operands), made if isinstance(made, nn.Module) else Call(made)


class Together(nn.Module):
    """Several graphs as one program, with the inputs and outputs of all."""

    def __init__(self, samples: list[Sample]) -> None:
        super().__init__()
        self.graphs = nn.ModuleList(s.module for s in samples)

    def forward(self, *inputs: Tensor) -> list[Tensor]:
        given, results = list(inputs), []
        for graph in self.graphs:
            results += graph(*given[: graph.inputs])
            given = given[graph.inputs :]
        return results


if __name__ == "__main__":
    import sys

    from graph_checks import main

    sys.exit(main())
