# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Post-training quantization with PT2E: capture, calibrate, convert."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Iterable

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e import MinMaxObserver
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

from executorch_espressif.captured import WEIGHTED, prepare_captured
from executorch_espressif.errors import ExportError
from executorch_espressif.quantizer import BIAS_LIMIT, EspNNQuantizer
from executorch_espressif.ranges import warn_of_ranges

Inputs = tuple[torch.Tensor, ...]


def capture(model: torch.nn.Module, inputs: Inputs) -> torch.export.ExportedProgram:
    """The functional graph of a model in eval mode."""
    exported = torch.export.export(model, inputs, strict=False)
    return exported.run_decompositions({})


def quantize_model(
    model: torch.nn.Module,
    example_inputs: Inputs,
    calibration: Iterable[Inputs],
    quantizer: EspNNQuantizer,
) -> GraphModule:
    """The calibrated convert_pt2e graph."""
    return convert_pt2e(calibrate(model, example_inputs, calibration, quantizer))


def calibrate(
    model: torch.nn.Module,
    example_inputs: Inputs,
    calibration: Iterable[Inputs],
    quantizer: EspNNQuantizer,
) -> GraphModule:
    """The float graph with observers that have seen the calibration data."""
    # With guards, the module would refuse graph edits.
    captured = capture(model, example_inputs).module(check_guards=False)
    prepare_captured(captured)
    prepared = prepare_pt2e(captured, quantizer)
    with torch.no_grad():
        for inputs in calibration:
            prepared(*inputs)
    check_ranges(prepared)
    warn_of_ranges(prepared)
    widen_empty_ranges(prepared)
    widen_tiny_weight_channels(prepared)
    return prepared


def check_ranges(prepared: GraphModule) -> None:
    """ExportError for values that calibration saw as NaN or infinite: they have no scale."""
    for node in prepared.graph.nodes:
        observer = _observer(prepared, node)
        low, high = getattr(observer, "min_val", None), getattr(observer, "max_val", None)
        if low is None or high is None or (low > high).any():
            # Not an observer of ranges, or one that has seen nothing: from inf to -inf.
            continue
        if not (low.isfinite() & high.isfinite()).all():
            raise ExportError(
                f"calibration: {node.args[0]} goes from {low.min().item():g} to "
                f"{high.max().item():g}; expected finite values. Keep to inputs for which the "
                "model is defined, or clamp in front of this call"
            )


def widen_empty_ranges(prepared: GraphModule) -> None:
    """Values that calibration only saw as 0 get the range [0, 1], not the smallest scale there is,
    for which the factors of requantization would leave their range."""
    for module in prepared.modules():
        if isinstance(module, MinMaxObserver) and not module.min_val and not module.max_val:
            module.max_val = torch.ones_like(module.max_val)


def widen_tiny_weight_channels(prepared: GraphModule) -> None:
    """Raise the weight scale of channels whose bias would leave int32 at scale input * weight.

    Such channels have weights near zero; their output is the bias, which then stays exact, while
    the weights round to zero.
    """
    for node in prepared.graph.nodes:
        if node.target not in WEIGHTED or len(node.args) < 3 or node.args[2] is None:
            continue
        source, weight = (_observer(prepared, argument) for argument in node.args[:2])
        bias = _constant(prepared, node.args[2])
        values = _constant(prepared, node.args[1])
        if source is None or weight is None or bias is None or values is None:
            continue
        input_scale = source.calculate_qparams()[0].double()
        limit = bias.double().abs() / (input_scale * (BIAS_LIMIT / 2)) * 127
        weight(values)
        short = limit > weight.max_val.abs().maximum(weight.min_val.abs())
        weight.max_val = torch.where(short, limit.to(weight.max_val.dtype), weight.max_val)


def _observer(module: GraphModule, node: Node) -> torch.nn.Module | None:
    return module.get_submodule(str(node.target)) if node.op == "call_module" else None


def _constant(module: GraphModule, node: Node) -> torch.Tensor | None:
    while node.op == "call_module":
        node = node.args[0]
    if node.op != "get_attr":
        return None
    return python_operator.attrgetter(str(node.target))(module).detach()
