# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One test or more for each pass, on graphs of a few nodes. test_passes_layout.py has those that
move permutes and views, test_passes_tables.py those of tables."""

from __future__ import annotations

import pytest
import torch
from aot_support import (
    apply,
    codes,
    dequantize,
    edge,
    evaluate,
    names,
    quantize,
    requantize,
    same,
)
from executorch_espressif.passes import run
from executorch_espressif.passes.decompose_linear import decompose_linear
from executorch_espressif.passes.fold_constants import fold_constants
from executorch_espressif.passes.fold_qparams import fold_qparams
from executorch_espressif.passes.fuse_activations import fuse_activations
from executorch_espressif.passes.lower_operators import lower_operators
from executorch_espressif.passes.prune_constants import prune_constants
from executorch_espressif.passes.replace_qdq import replace_qdq
from torch import Tensor, nn

aten = torch.ops.aten


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(7)


def test_fold_qparams_reads_both_sides() -> None:
    graph = edge(lambda x: quantize(torch.relu(dequantize(x, 0.5, 3)), 0.25, -7), codes(2, 3))
    apply(graph, fold_qparams)
    relu = next(graph.calls(aten.relu.default))
    (source,) = relu.meta["input_qparams"].values()
    assert (source.scale, source.zero_point) == (0.5, 3)
    assert (relu.meta["output_qparams"].scale, relu.meta["output_qparams"].zero_point) == (0.25, -7)


def test_fold_qparams_leaves_out_values_that_a_float_call_reads() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        y = torch.relu(dequantize(x, 0.5, 3))
        return quantize(y, 0.25, 0), y

    graph = apply(edge(function, codes(2, 3)), fold_qparams)
    assert "output_qparams" not in next(graph.calls(aten.relu.default)).meta


def test_fold_qparams_ignores_narrow_codes() -> None:
    def function(x: Tensor) -> Tensor:
        y = torch.relu(dequantize(x, 0.5, 3))
        return torch.ops.quantized_decomposed.quantize_per_tensor(y, 0.25, 0, 0, 127, torch.int8)

    graph = apply(edge(function, codes(2, 3)), fold_qparams)
    assert "output_qparams" not in next(graph.calls(aten.relu.default)).meta


@pytest.mark.parametrize(
    ("activation", "codes_of_bounds"),
    [
        (torch.relu, (-28, 127)),
        (nn.functional.relu6, (-28, 32)),
        (lambda x: torch.clamp(x, -1.0, 2.0), (-38, -8)),
        (lambda x: torch.clamp(x, max=100.0), (-128, 127)),
    ],
)
def test_fuse_activations_gives_codes_at_the_zero_point(activation, codes_of_bounds) -> None:
    def function(x: Tensor, y: Tensor) -> Tensor:
        return quantize(activation(dequantize(x, 0.1, 0) + dequantize(y, 0.2, 0)), 0.1, -28)

    graph = edge(function, codes(2, 3), codes(2, 3))
    apply(graph, fold_qparams, fuse_activations)
    add = next(graph.calls(aten.add.Tensor))
    assert add.meta["activation"] == codes_of_bounds


def test_fuse_activations_needs_the_only_user() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        y = dequantize(x, 0.1, 0) + dequantize(x, 0.1, 0)
        return quantize(torch.relu(y), 0.1, 0), quantize(y, 0.1, 0)

    graph = apply(edge(function, codes(2, 3)), fold_qparams, fuse_activations)
    assert "activation" not in next(graph.calls(aten.add.Tensor)).meta


def test_lower_operators_replaces_the_call_and_its_activation() -> None:
    def function(x: Tensor, y: Tensor) -> Tensor:
        z = torch.relu(dequantize(x, 0.5, 3) + dequantize(y, 0.5, 3))
        return quantize(z, 1.0, -7)

    x, y = codes(2, 3), codes(2, 3)
    graph = edge(function, x, y)
    before = evaluate(graph, x, y)
    apply(graph, fold_qparams, fuse_activations, lower_operators)
    assert names(graph) == ["esp_nn.add"]
    (after,) = evaluate(graph, x, y)
    # PyTorch rounds half to even, the kernel away from 0.
    assert (after.int() - before[0].int()).abs().max() <= 1


def test_lower_operators_keeps_what_is_refused_with_the_reason() -> None:
    def function(x: Tensor) -> Tensor:
        return quantize(torch.sqrt(dequantize(x, 0.5, 3)), 0.25, -7)

    x = codes(2, 3).abs() // 2 + 3
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, fold_qparams, fuse_activations, lower_operators)
    assert "aten.sqrt" in names(graph)
    sqrt = next(graph.calls(aten.sqrt.default))
    assert "not a number for 131 codes from -128 on" in graph.reason(sqrt)
    same(graph, before, x)


def test_lower_operators_takes_a_clamp_with_other_parameters_as_a_table() -> None:
    def function(x: Tensor) -> Tensor:
        return quantize(torch.relu(dequantize(x, 0.5, 3)), 0.25, -7)

    x = torch.arange(-128, 128).to(torch.int8)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, fold_qparams, fuse_activations, lower_operators)
    assert names(graph) == ["esp_nn.lut"]
    same(graph, before, x)


def test_lower_operators_moves_codes_through_data_movement() -> None:
    def function(x: Tensor) -> Tensor:
        return quantize(dequantize(x, 0.5, 3)[:, 1:], 0.5, 3)

    x = codes(2, 3)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, fold_qparams, lower_operators)
    assert names(graph) == ["esp_nn.slice"]
    same(graph, before, x)


def test_replace_qdq_takes_int8_and_drops_pairs() -> None:
    def function(x: Tensor) -> Tensor:
        y = requantize(torch.exp(dequantize(x, 0.05, 1)), 0.1, -2)
        return requantize(y, 0.1, -2)

    x = codes(4, 4)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, replace_qdq)
    assert names(graph) == ["esp_nn.dequantize", "aten.exp", "esp_nn.quantize", "esp_nn.dequantize"]
    same(graph, before, x)


class Weighted(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("weight", codes(4, 6))
        self.register_buffer("unused", codes(9))
        self.bias = nn.Parameter(torch.randn(4))

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.linear(x, dequantize(self.weight, 0.1, 0), self.bias)


def test_fold_constants_computes_weights_once() -> None:
    x = torch.randn(2, 3, 6)
    graph = edge(Weighted(), x)
    before = evaluate(graph, x)
    apply(graph, fold_constants)
    assert names(graph) == ["aten.linear"]
    same(graph, before, x)


def test_decompose_linear_into_what_the_portable_library_has() -> None:
    x = torch.randn(2, 3, 6)
    graph = edge(Weighted(), x)
    before = evaluate(graph, x)
    apply(graph, fold_constants, decompose_linear)
    assert names(graph) == ["aten.view_copy", "aten.addmm", "aten.view_copy"]
    torch.testing.assert_close(evaluate(graph, x), before)


def test_prune_constants_keeps_what_is_read() -> None:
    graph = edge(Weighted(), torch.randn(2, 6))
    apply(graph, fold_constants, prune_constants)
    left = {s.target for s in graph.signature.input_specs if s.target is not None}
    assert left.isdisjoint({"unused", "weight"})
    assert "bias" in left and len(left) == 2
    assert "unused" not in graph.program.state_dict


def test_run_keeps_the_signature_in_step() -> None:
    graph = edge(lambda x: requantize(x, 0.1, 0), torch.randn(3))
    run((replace_qdq,), graph)
    (output,) = graph.graph.output_node().args[0]
    assert graph.signature.output_specs[0].arg.name == output.name
