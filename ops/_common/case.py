# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One case of an operator: a float module around it and inputs, built from a seed of its own.

`ops/<op>/cases.py` holds `CASES`; tests, emulators and benchmarks walk the same ones.
"""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor, nn

Inputs = tuple[Tensor, ...]


@dataclass(frozen=True)
class Case:
    """`module` and `inputs` may use torch's random numbers: `build` seeds them from the id.

    `calibration` defaults to the inputs. `refused` is text of the reason in the export report when
    the library must not take the operator: it then runs in float, and right. `tolerance` is in
    output codes against the convert_pt2e graph; more than one needs a `why`.
    """

    id: str
    module: Callable[[], nn.Module]
    inputs: Callable[[], Inputs]
    calibration: Callable[[], list[Inputs]] | None = None
    refused: str | None = None
    tolerance: int = 1
    why: str = ""
    expected: Callable[[], Inputs] | None = None
    """The right outputs where the convert_pt2e graph is no judge."""
    float_tolerance: int | None = 8
    """Output codes from the float module: the judge of quantizer and lowering together."""
    calls: int | None = None
    """How many times the operator appears, where that is the point of the case; 0: not needed."""

    def __post_init__(self) -> None:
        if self.tolerance != 1 and not self.why:
            raise ValueError(f"case {self.id}: tolerance {self.tolerance} without a reason")

    def build(self) -> Built:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(zlib.crc32(self.id.encode()))
            module = self.module().eval()
            inputs = self.inputs()
            calibration = self.calibration() if self.calibration else [inputs]
        return Built(module, inputs, calibration)


@dataclass(frozen=True)
class Built:
    module: nn.Module
    inputs: Inputs
    calibration: list[Inputs] = field(default_factory=list)


class Call(nn.Module):
    """A function of the inputs as a module."""

    def __init__(self, function: Callable[..., Tensor]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Tensor:
        return self.function(*inputs)


def normal(*shape: int, mean: float = 0.0, std: float = 1.0) -> Callable[[], Inputs]:
    """One normally distributed input."""
    return lambda: (torch.randn(shape) * std + mean,)


def uniform(*shape: int, low: float = -1.0, high: float = 1.0) -> Callable[[], Inputs]:
    """One input that spreads over [low, high] and reaches both ends."""

    def make() -> Inputs:
        x = torch.empty(shape).uniform_(low, high)
        if x.numel() > 1:
            x.view(-1)[0], x.view(-1)[-1] = low, high
        return (x,)

    return make


def together(*inputs: Callable[[], Inputs]) -> Callable[[], Inputs]:
    """Several inputs of one call."""
    return lambda: tuple(tensor for make in inputs for tensor in make())


def broadcasts(ratio: float) -> dict[str, Callable[[], Inputs]]:
    """Pairs of inputs for every way in which dimensions meet; the second is `ratio` times larger,
    and its values are of one sign, so that its zero point is at an end."""
    shapes = {
        "last": ((2, 3, 4), (4,)),
        "first": ((5,), (2, 3, 5)),
        "middle": ((2, 3, 4), (2, 1, 4)),
        "columns": ((2, 3, 70), (2, 3, 1)),
        "rows_and_columns": ((3, 1), (1, 130)),
        "channels": ((1, 4, 3, 3), (1, 4, 1, 1)),
        "both": ((2, 1, 3, 1, 5), (1, 4, 1, 2, 1)),
        "image_by_row": ((2, 3, 4, 5), (4, 1)),
        "one_element": ((2, 3, 4), (1, 1)),
        "one_element_to_larger_rank": ((3, 4), (1, 1, 1)),
        "no_elements": ((0, 3), (1, 3)),
    }

    def inputs(left: tuple[int, ...], right: tuple[int, ...]) -> Callable[[], Inputs]:
        return together(normal(*left), uniform(*right, low=0.1 * ratio, high=ratio))

    return {name: inputs(*pair) for name, pair in shapes.items()}


def cases() -> dict[str, list[Case]]:
    """The cases of every operator folder, by operator."""
    found: dict[str, list[Case]] = {}
    for path in sorted(Path(__file__).parent.parent.glob("*/cases.py")):
        name = path.parent.name
        module = importlib.import_module(f"executorch_espressif.ops.{name}.cases")
        ids = [case.id for case in module.CASES]
        if len(set(ids)) != len(ids):
            raise ValueError(f"{path}: two cases share an id")
        found[name] = list(module.CASES)
    return found
