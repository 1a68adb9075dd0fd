# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Passes that move permutes and views, on graphs of a few nodes."""

from __future__ import annotations

import pytest
import torch
from aot_support import apply, codes, edge, esp_nn, evaluate, names, same
from executorch_espressif.passes.cancel_permutes import cancel_permutes
from executorch_espressif.passes.fold_pad_into_convolution import fold_pad_into_convolution
from executorch_espressif.passes.fold_permute_into_linear import fold_permute_into_linear
from executorch_espressif.passes.permutes_to_views import permutes_to_views
from executorch_espressif.passes.simplify_views import simplify_views
from executorch_espressif.passes.sink_permutes import inverse, sink_permutes
from executorch_espressif.passes.views_before_permutes import views_before_permutes
from torch import Tensor, nn

NHWC = [0, 2, 3, 1]
NCHW = [0, 3, 1, 2]


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(7)


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


def test_inverse_undoes() -> None:
    x = codes(2, 3, 4, 5)
    assert torch.equal(x.permute(NHWC).permute(inverse(NHWC)), x)


def test_sink_permutes_turns_operands_that_stay_in_place_in_memory() -> None:
    def function(x: Tensor, gate: Tensor) -> Tensor:
        return esp_nn.minimum(esp_nn.permute(x, NCHW), gate)

    x, gate = codes(2, 4, 5, 3), codes(2, 3, 1, 1)
    graph = edge(function, x, gate)
    before = evaluate(graph, x, gate)
    apply(graph, sink_permutes, permutes_to_views)
    assert names(graph) == ["aten.view_copy", "esp_nn.minimum", "esp_nn.permute"]
    same(graph, before, x, gate)
