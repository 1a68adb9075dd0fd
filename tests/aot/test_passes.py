# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One test or more for each pass, on graphs of a few nodes."""

from __future__ import annotations

import pytest
import torch
from aot_support import (
    apply,
    codes,
    dequantize,
    edge,
    esp_nn,
    evaluate,
    names,
    quantize,
    requantize,
)
from executorch_espressif.passes import run
from executorch_espressif.passes.cancel_permutes import cancel_permutes
from executorch_espressif.passes.collapse_tables import collapse_tables
from executorch_espressif.passes.decompose_linear import decompose_linear
from executorch_espressif.passes.fold_constants import fold_constants
from executorch_espressif.passes.fold_pad_into_convolution import fold_pad_into_convolution
from executorch_espressif.passes.fold_permute_into_linear import fold_permute_into_linear
from executorch_espressif.passes.fold_qparams import fold_qparams
from executorch_espressif.passes.fuse_activations import fuse_activations
from executorch_espressif.passes.lower_operators import lower_operators
from executorch_espressif.passes.permutes_to_views import permutes_to_views
from executorch_espressif.passes.prune_constants import prune_constants
from executorch_espressif.passes.replace_qdq import replace_qdq
from executorch_espressif.passes.requantize_pairs import requantize_pairs
from executorch_espressif.passes.simplify_views import simplify_views
from executorch_espressif.passes.sink_permutes import inverse, sink_permutes
from executorch_espressif.passes.views_before_permutes import views_before_permutes
from torch import Tensor, nn

aten = torch.ops.aten
NHWC = [0, 2, 3, 1]
NCHW = [0, 3, 1, 2]


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(7)


def same(graph, before: list[Tensor], *inputs: Tensor) -> None:
    after = evaluate(graph, *inputs)
    assert len(after) == len(before)
    for left, right in zip(before, after, strict=True):
        assert torch.equal(left, right)


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


def test_sink_permutes_passes_elementwise_operators() -> None:
    def function(x: Tensor) -> Tensor:
        return esp_nn.clamp(esp_nn.permute(x, NCHW), -5, 9)

    x = codes(1, 2, 3, 4)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, sink_permutes)
    assert names(graph) == ["esp_nn.clamp", "esp_nn.permute"]
    same(graph, before, x)


def test_sink_permutes_reorders_a_pad() -> None:
    def function(x: Tensor) -> Tensor:
        return esp_nn.pad(esp_nn.permute(x, NCHW), [0, 1, 2, 3], [1, 0, 3, 5], -9)

    x = codes(1, 2, 3, 4)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, sink_permutes)
    assert names(graph) == ["esp_nn.pad", "esp_nn.permute"]
    pad = next(graph.calls(esp_nn.pad.default))
    assert pad.args[1:3] == ([0, 2, 3, 1], [1, 3, 5, 0])
    same(graph, before, x)


@pytest.mark.parametrize("axis", [0, 1, 3, -1])
def test_sink_permutes_renumbers_the_axis_of_cat_and_slice(axis: int) -> None:
    def function(x: Tensor, y: Tensor) -> Tensor:
        joined = torch.cat([esp_nn.permute(x, NCHW), esp_nn.permute(y, NCHW)], axis)
        return joined.narrow(axis, 1, 1)

    x, y = codes(2, 2, 3, 4), codes(2, 2, 3, 4)
    graph = edge(function, x, y)
    before = evaluate(graph, x, y)
    apply(graph, sink_permutes)
    assert names(graph) == ["aten.cat", "aten.slice_copy", "esp_nn.permute"]
    same(graph, before, x, y)


def test_sink_permutes_permutes_constants_the_other_way() -> None:
    class Product(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("factor", codes(1, 4, 2, 3))

        def forward(self, x: Tensor) -> Tensor:
            turned = esp_nn.permute(x, NCHW)
            return esp_nn.mul(turned, self.factor, 1, 2, 3, 1 << 30, -5, -128, 127)

    x = codes(1, 2, 3, 4)
    graph = edge(Product(), x)
    before = evaluate(graph, x)
    apply(graph, sink_permutes)
    assert names(graph) == ["esp_nn.mul", "esp_nn.permute"]
    same(graph, before, x)


def test_sink_permutes_leaves_inputs_of_different_order() -> None:
    def function(x: Tensor, y: Tensor) -> Tensor:
        turned = esp_nn.permute(x, NCHW)
        return esp_nn.mul(turned, y, 1, 2, 3, 1 << 30, -5, -128, 127)

    graph = apply(edge(function, codes(1, 2, 3, 4), codes(1, 4, 2, 3)), sink_permutes)
    assert names(graph) == ["esp_nn.permute", "esp_nn.mul"]


def test_cancel_permutes_composes_and_drops() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        turned = esp_nn.permute(x, NCHW)
        back = esp_nn.permute(turned, NHWC)
        twice = esp_nn.permute(turned, NCHW)
        return esp_nn.clamp(back, -5, 9), esp_nn.clamp(twice, -5, 9)

    x = codes(1, 2, 3, 4)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, cancel_permutes)
    assert names(graph).count("esp_nn.permute") == 1
    same(graph, before, x)


def test_cancel_permutes_shares_equal_ones() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        first, second = esp_nn.permute(x, NCHW), esp_nn.permute(x, NCHW)
        return esp_nn.clamp(first, -5, 9), esp_nn.clamp(second, -6, 9)

    graph = apply(edge(function, codes(1, 2, 3, 4)), cancel_permutes)
    assert names(graph).count("esp_nn.permute") == 1


@pytest.mark.parametrize(
    ("shape", "dims", "joined", "moves"),
    [
        ((2, 3, 4, 5), NCHW, (2, 5, 12), True),
        ((2, 3, 4, 5), NCHW, (10, 12), False),
        ((2, 3, 4, 5), NCHW, (2, 60), False),
        ((2, 3, 4, 5), NCHW, (2, 5, 2, 6), True),
        ((2, 3, 4, 6), NCHW, (2, 2, 3, 3, 4), True),
        ((2, 3, 4, 5), [2, 3, 0, 1], (20, 6), True),
        ((2, 1, 4, 1), NCHW, (2, 1, 4), True),
        ((2, 1, 4, 5), NCHW, (2, 5, 1, 4), True),
    ],
)
def test_views_before_permutes(shape, dims, joined, moves) -> None:
    x = codes(*shape)
    graph = edge(lambda x: esp_nn.permute(x, dims).reshape(joined), x)
    before = evaluate(graph, x)
    apply(graph, views_before_permutes)
    expected = ["aten.view_copy", "esp_nn.permute"]
    assert names(graph) in ([expected] if moves else [expected[::-1], ["esp_nn.permute"]])
    same(graph, before, x)


def test_permutes_on_both_sides_of_a_view_cancel() -> None:
    """Patches of an image as a sequence."""
    x = codes(2, 3, 4, 5)
    graph = edge(lambda x: esp_nn.permute(esp_nn.permute(x, NCHW).flatten(2), [0, 2, 1]), x)
    before = evaluate(graph, x)
    apply(graph, views_before_permutes, cancel_permutes)
    assert names(graph) == ["aten.view_copy"]
    same(graph, before, x)


@pytest.mark.parametrize(
    ("shape", "dims", "is_view"),
    [
        ((1, 1, 5, 4), NHWC, True),
        ((2, 3, 1, 1), NHWC, True),
        ((1, 3, 1, 4), NHWC, False),
        ((1, 3, 5, 4), NHWC, False),
        ((3, 1, 4), [1, 0, 2], True),
    ],
)
def test_permutes_to_views_only_where_no_byte_moves(shape, dims, is_view) -> None:
    x = codes(*shape)
    graph = edge(lambda x: esp_nn.permute(x, dims), x)
    before = evaluate(graph, x)
    apply(graph, permutes_to_views)
    assert names(graph) == (["aten.view_copy"] if is_view else ["esp_nn.permute"])
    same(graph, before, x)


class Flattened(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("weight", codes(5, 24))
        self.register_buffer("rows", torch.tensor([[7] * 5, [1 << 30] * 5, [-6] * 5]).int())

    def forward(self, x: Tensor) -> Tensor:
        flat = esp_nn.permute(x, NCHW).reshape(2, 24)
        return esp_nn.linear(flat, self.weight, self.rows, 3, -4, -128, 127)


def test_fold_permute_into_linear_reorders_columns() -> None:
    x = codes(2, 2, 3, 4)
    graph = edge(Flattened(), x)
    before = evaluate(graph, x)
    apply(graph, fold_permute_into_linear)
    assert names(graph) == ["aten.view_copy", "esp_nn.linear"]
    same(graph, before, x)


class Convolution(nn.Module):
    def __init__(self, before, after, value) -> None:
        super().__init__()
        self.pad = (before, after, value)
        self.register_buffer("weight", codes(2, 3, 3, 3))
        self.register_buffer("rows", torch.tensor([[7] * 2, [1 << 30] * 2, [-8] * 2]).int())

    def forward(self, x: Tensor) -> Tensor:
        x = esp_nn.permute(esp_nn.pad(x, *self.pad), NHWC)
        return esp_nn.conv2d(
            x, self.weight, self.rows, [1, 2], [1, 0, 0, 2], [1, 1], 1, 3, -4, -128, 127
        )


def test_fold_pad_into_convolution_adds_up() -> None:
    x = codes(2, 3, 6, 5)
    graph = edge(Convolution([0, 0, 1, 2], [0, 0, 0, 3], 3), x)
    before = evaluate(graph, x)
    apply(graph, fold_pad_into_convolution)
    assert names(graph) == ["esp_nn.permute", "esp_nn.conv2d"]
    assert next(graph.calls(esp_nn.conv2d.default)).args[4] == [2, 0, 2, 5]
    same(graph, before, x)


@pytest.mark.parametrize(
    ("before", "value"), [([0, 0, 1, 2], 4), ([1, 0, 0, 0], 3), ([0, 0, 0, 0], 4)]
)
def test_fold_pad_into_convolution_leaves_other_pads(before, value) -> None:
    """Another value than the zero point, and a padded batch."""
    graph = edge(Convolution(before, [0, 0, 0, 3], value), codes(1, 3, 6, 5))
    apply(graph, fold_pad_into_convolution)
    assert "esp_nn.pad" in names(graph)


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


def test_simplify_views_joins_and_drops() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        joined = x.view(3, 8).view(2, 12)
        nothing = x.view(24).view(4, 6)
        return esp_nn.clamp(joined, -5, 9), esp_nn.clamp(nothing, -5, 9)

    x = codes(4, 6)
    graph = edge(function, x)
    before = evaluate(graph, x)
    apply(graph, simplify_views)
    assert names(graph).count("aten.view_copy") == 1
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


def test_inverse_undoes() -> None:
    x = codes(2, 3, 4, 5)
    assert torch.equal(x.permute(NHWC).permute(inverse(NHWC)), x)


def test_run_keeps_the_signature_in_step() -> None:
    graph = edge(lambda x: requantize(x, 0.1, 0), torch.randn(3))
    run((replace_qdq,), graph)
    (output,) = graph.graph.output_node().args[0]
    assert graph.signature.output_specs[0].arg.name == output.name


EVERY_CODE = torch.arange(-128, 128)
SQUARES = (EVERY_CODE * EVERY_CODE // 129).to(torch.int8)
HALVES = (EVERY_CODE // 2).to(torch.int8)
TURNED = (-1 - EVERY_CODE).to(torch.int8)
ONE_CODE = torch.full((1, 1), 17, dtype=torch.int8)


def square_table(x: Tensor) -> Tensor:
    return esp_nn.lut(x, SQUARES)


def half_table(x: Tensor) -> Tensor:
    return esp_nn.lut(x, HALVES)


def collapsed(function, *inputs: Tensor) -> list[str]:
    graph = apply(edge(function, *inputs), fold_constants)
    before = evaluate(graph, *inputs)
    apply(graph, collapse_tables)
    same(graph, before, *inputs)
    return names(graph)


def test_requantize_pairs_is_one_table() -> None:
    x = torch.arange(-128, 128).to(torch.int8)
    graph = edge(lambda x: quantize(dequantize(x, 0.5, 3), 0.3, -7), x)
    before = evaluate(graph, x)
    apply(graph, requantize_pairs)
    assert names(graph) == ["esp_nn.lut"]
    same(graph, before, x)


def test_requantize_pairs_leaves_what_else_reads_the_float() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        y = dequantize(x, 0.5, 3)
        return quantize(y, 0.3, -7), torch.relu(y)

    graph = apply(edge(function, codes(2, 3)), requantize_pairs)
    assert sorted(names(graph)) == [
        "aten.relu",
        "esp_nn.lut",
        "quantized_decomposed.dequantize_per_tensor",
    ]


def test_collapse_tables_joins_chains() -> None:
    function = lambda x: half_table(esp_nn.clamp(square_table(x), -3, 90))  # noqa: E731
    assert collapsed(function, codes(4, 5)) == ["esp_nn.lut"]


def test_collapse_tables_joins_diamonds() -> None:
    def function(x: Tensor) -> Tensor:
        return esp_nn.mul(square_table(x), half_table(x), 3, -2, 1, 2**30, -5, -128, 127)

    assert collapsed(function, codes(4, 5)) == ["esp_nn.lut"]


def test_collapse_tables_takes_in_one_element_constants() -> None:
    def function(x: Tensor) -> Tensor:
        return esp_nn.minimum(ONE_CODE, esp_nn.maximum(x, ONE_CODE))

    assert collapsed(function, codes(4, 5)) == ["esp_nn.lut"]


def test_collapse_tables_removes_the_identity() -> None:
    def function(x: Tensor) -> Tensor:
        return esp_nn.permute(esp_nn.lut(esp_nn.lut(x, TURNED), TURNED), [1, 0])

    assert collapsed(function, codes(4, 5)) == ["esp_nn.permute"]


def test_collapse_tables_keeps_values_with_other_users() -> None:
    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        y = square_table(x)
        return y, half_table(y)

    assert collapsed(function, codes(4, 5)) == ["esp_nn.lut", "esp_nn.lut"]


def test_collapse_tables_keeps_two_values_and_broadcasts() -> None:
    x, y = codes(4, 5), codes(4, 5)
    two = collapsed(lambda x, y: esp_nn.maximum(half_table(x), y), x, y)
    assert two == ["esp_nn.lut", "esp_nn.maximum"]
    row = collapsed(lambda x: esp_nn.maximum(half_table(x), esp_nn.permute(x, [1, 0])), codes(1, 5))
    assert row == ["esp_nn.lut", "esp_nn.permute", "esp_nn.maximum"]


def test_sink_permutes_carries_a_table_along() -> None:
    x = codes(1, 3, 4, 5)
    graph = apply(edge(lambda x: half_table(esp_nn.permute(x, NHWC)), x), fold_constants)
    before = evaluate(graph, x)
    apply(graph, sink_permutes)
    assert names(graph) == ["esp_nn.lut", "esp_nn.permute"]
    same(graph, before, x)


def test_sink_permutes_turns_operands_that_stay_in_place_in_memory() -> None:
    def function(x: Tensor, gate: Tensor) -> Tensor:
        return esp_nn.minimum(esp_nn.permute(x, NCHW), gate)

    x, gate = codes(2, 4, 5, 3), codes(2, 3, 1, 1)
    graph = edge(function, x, gate)
    before = evaluate(graph, x, gate)
    apply(graph, sink_permutes, permutes_to_views)
    assert names(graph) == ["aten.view_copy", "esp_nn.minimum", "esp_nn.permute"]
    same(graph, before, x, gate)
