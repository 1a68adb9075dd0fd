# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Passes that join tables, on graphs of a few nodes."""

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
    same,
)
from executorch_espressif.passes.collapse_tables import collapse_tables
from executorch_espressif.passes.fold_constants import fold_constants
from executorch_espressif.passes.requantize_pairs import requantize_pairs
from executorch_espressif.passes.sink_permutes import sink_permutes
from torch import Tensor

NHWC = [0, 2, 3, 1]


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(7)


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
