# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cadence's int8 flow of the ExecuTorch wheel: programs and the references to judge them by.

The flow's Python references of relu, linear, fully_connected and matmul negate out_multiplier,
while its quantizer writes positive ones: as they are, they give the mirrored result. Tests turn the
sign, and so the references agree with the fake-quantized graph.
"""

from __future__ import annotations

import typing
from collections.abc import Callable

import torch
import typing_extensions
from torch import Tensor, nn

if not hasattr(typing, "override"):
    typing.override = typing_extensions.override  # the wheel takes it from Python 3.12's typing

import executorch.backends.cadence.aot.ops_registrations
import executorch.backends.cadence.aot.ref_implementations  # noqa: F401
from executorch.backends.cadence.aot.compiler import (
    CompileMode,
    _lower_ep_to_cadence,
    quantize_pt2,
)
from executorch.backends.cadence.aot.quantizer.quantizer import CadenceWakeWordQuantizer

MIRRORED = {
    "quantized_relu": 3,
    "quantized_linear": 5,
    "quantized_fully_connected": 5,
    "quantized_matmul": 5,
}
"""Position of out_multiplier in the operators whose reference takes it with the other sign."""


class Turned(torch.fx.Interpreter):
    """Runs a graph of the flow with the sign turned."""

    def call_function(
        self, target: Callable, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> object:
        schema = getattr(target, "_schema", None)
        if schema is not None and schema.name.removeprefix("cadence::") in MIRRORED:
            # The flow passes it by name.
            kwargs = kwargs | {"out_multiplier": -kwargs["out_multiplier"]}
        return super().call_function(target, args, kwargs)


class Keywords(nn.Module):
    """A small separable convolution network over a spectrogram, with a residual connection."""

    def __init__(self, channels: int = 16) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, channels, (5, 3), stride=2, padding=(2, 1))
        self.depthwise = nn.Conv2d(channels, channels, 3, padding=1, groups=channels)
        self.pointwise = nn.Conv2d(channels, channels, 1)
        self.classify = nn.Linear(channels * 8 * 4, 6)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = torch.relu(self.first(x))
        y = torch.relu(self.depthwise(x))
        y = torch.relu(self.pointwise(y))
        logits = self.classify((x + y).flatten(1))
        return logits, torch.softmax(logits, -1)


class Keyword(typing.NamedTuple):
    pte: bytes
    inputs: list[tuple[Tensor]]
    logits: list[Tensor]
    """By the flow's own operators, one code is `scale`."""
    scale: float
    real: list[Tensor]
    """Logits of the float model."""


def keyword_program(mode: str) -> Keyword:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(20)
        model = Keywords().eval()
        batches = [(torch.randn(1, 1, 16, 8),) for _ in range(8)]
        inputs = [(torch.randn(1, 1, 16, 8),) for _ in range(5)]
    quantized = quantize_pt2(
        model, batches[0], quantizer=CadenceWakeWordQuantizer(), calibration_data=batches
    )
    module = quantized.module()
    logits = [Turned(module).run(*x)[0] for x in inputs]
    scales = [
        node.args[1] for node in module.graph.nodes if "dequantize_per_tensor" in str(node.target)
    ]
    with torch.no_grad():
        real = [model(*x)[0] for x in inputs]
    lowered = _lower_ep_to_cadence(quantized, mode=getattr(CompileMode, mode))
    return Keyword(lowered.to_executorch().buffer, inputs, logits, scales[-1], real)
