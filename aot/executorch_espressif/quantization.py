# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Post-training quantization with PT2E: capture, calibrate, convert."""

from __future__ import annotations

import copy
import operator as python_operator
import warnings
from collections.abc import Iterable

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e import (
    FakeQuantizeBase,
    MinMaxObserver,
    move_exported_model_to_eval,
)
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e, prepare_qat_pt2e

from executorch_espressif.captured import prepare_captured, without_writes
from executorch_espressif.errors import ExportError
from executorch_espressif.exact_factors import exact_weight_scales
from executorch_espressif.layers import WEIGHTED
from executorch_espressif.linear_norms import fold_norms, spread_norms
from executorch_espressif.quantizer import BIAS_LIMIT, EspNNQuantizer
from executorch_espressif.ranges import observer_of, warn_of_ranges
from executorch_espressif.rewrites import TRAINING

Inputs = tuple[torch.Tensor, ...]
TRAINED = "esp_nn_trained"


def capture(model: torch.nn.Module, inputs: Inputs) -> torch.export.ExportedProgram:
    """The functional graph of a model in eval mode."""
    with warnings.catch_warnings():
        # Recurrent layers of PyTorch keep a list of their parameters.
        warnings.filterwarnings("ignore", message=r"The tensor attributes? self\._flat_weights")
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
    # A state goes on from one item to the next; the program begins with the model's own.
    writes = [n for n in prepared.graph.nodes if n.target is torch.ops.aten.copy_.default]
    state = [_constant(prepared, write.args[0]) for write in writes]
    initial = [value.clone() for value in state]
    with torch.no_grad():
        for inputs in calibration:
            prepared(*inputs)
        for value, old in zip(state, initial, strict=True):
            value.copy_(old)
    check_ranges(prepared)
    warn_of_ranges(prepared)
    widen_empty_ranges(prepared)
    widen_tiny_weight_channels(prepared)
    exact_weight_scales(prepared)
    return prepared


def prepare_qat(
    model: torch.nn.Module, example_inputs: Inputs, keep_float: tuple[str, ...] = ()
) -> GraphModule:
    """The model with fake quantization, to be trained on and then given to `export`.

    model: taken in train mode, and not changed; weights are copied. example_inputs: a tuple of
    tensors with the shapes of training, of which each has to keep its batch size. Dropout is left
    out. keep_float: paths of modules whose calls stay in float.
    """
    model = copy.deepcopy(model).train()
    captured = torch.export.export(model, example_inputs, strict=False).module(check_guards=False)
    captured.meta[TRAINING] = True
    without_writes(captured)
    prepare_captured(captured)
    spread_norms(captured)
    prepared = prepare_qat_pt2e(captured, EspNNQuantizer(keep_float=keep_float, training=True))
    prepared.meta[TRAINED] = True
    return prepared


def trained_graphs(prepared: GraphModule) -> tuple[GraphModule, GraphModule]:
    """Of a `prepare_qat` graph: itself for inference, and the convert_pt2e graph."""
    settled = copy.deepcopy(prepared)
    move_exported_model_to_eval(settled)
    for module in settled.modules():
        if isinstance(module, FakeQuantizeBase):
            module.disable_observer()
    fold_norms(settled)
    return settled, convert_pt2e(copy.deepcopy(settled))


def check_ranges(prepared: GraphModule) -> None:
    """ExportError for values that calibration saw as NaN or infinite: they have no scale."""
    for node in prepared.graph.nodes:
        observer = observer_of(prepared, node)
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
        source, weight = (observer_of(prepared, argument) for argument in node.args[:2])
        bias = _constant(prepared, node.args[2])
        values = _constant(prepared, node.args[1])
        if source is None or weight is None or bias is None or values is None:
            continue
        input_scale = source.calculate_qparams()[0].double()
        limit = bias.double().abs() / (input_scale * (BIAS_LIMIT / 2)) * 127
        weight(values)
        short = limit > weight.max_val.abs().maximum(weight.min_val.abs())
        weight.max_val = torch.where(short, limit.to(weight.max_val.dtype), weight.max_val)


def _constant(module: GraphModule, node: Node) -> torch.Tensor | None:
    while node.op == "call_module":
        node = node.args[0]
    if node.op != "get_attr":
        return None
    return python_operator.attrgetter(str(node.target))(module).detach()
