# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rewrites around matrix products and sequences: the graphs that come of them."""

from __future__ import annotations

import executorch_espressif as ee
import pytest
import torch
from aot_support import apply, codes, edge, esp_nn, evaluate
from executorch_espressif.passes.fold_pad_into_convolution import fold_pad_into_convolution
from executorch_espressif.passes.fold_permute_into_matmul import fold_permute_into_matmul
from executorch_espressif.passes.sink_permutes import permute_target
from torch import Tensor, nn

aten = torch.ops.aten
MATMUL = (3, -4, 5, 2**30, -7, -128, 127)


@pytest.mark.parametrize(
    ("shape", "dims", "folds"),
    [
        ((2, 6, 4), [0, 2, 1], True),
        ((6, 1, 4), [1, 2, 0], True),
        ((4, 2, 6), [1, 0, 2], False),
        ((4, 6, 2), [2, 0, 1], False),
    ],
)
def test_fold_permute_into_matmul(shape, dims, folds: bool) -> None:
    def model(x: Tensor, y: Tensor) -> Tensor:
        return esp_nn.matmul(x, esp_nn.permute(y, dims), False, *MATMUL)

    inputs = codes(shape[dims[0]], 3, 4), codes(*shape)
    graph = edge(model, *inputs)
    before = evaluate(graph, *inputs)
    apply(graph, fold_permute_into_matmul)
    assert (list(graph.calls(permute_target())) == []) is folds
    assert torch.equal(evaluate(graph, *inputs)[0], before[0])


def operators(module: nn.Module, *inputs: Tensor) -> list[str]:
    art = ee.export(module.eval(), inputs, calibration=[inputs])
    return [row.operator.removeprefix("esp_nn::") for row in art.report.operators]


def test_a_causal_pad_of_a_sequence_is_the_convolutions_own() -> None:
    model = nn.Sequential(nn.ConstantPad1d((4, 0), 0.0), nn.Conv1d(4, 5, 3, dilation=2))
    assert "pad.out" not in operators(model, torch.randn(1, 4, 12))


def test_a_pad_behind_a_view_and_a_permute() -> None:
    weight, rows = codes(3, 1, 2, 4), torch.tensor([[1] * 3, [2**30] * 3, [-5] * 3]).int()

    def model(x: Tensor) -> Tensor:
        padded = esp_nn.pad(x, [0, 0, 3], [0, 0, 1], 7)
        image = esp_nn.permute(padded.view(1, 4, 1, 9), [0, 2, 3, 1])
        arguments = ([1, 1], [0, 0, 1, 1], [1, 1], 1, 7, 0, -128, 127)
        return esp_nn.conv2d(image, weight, rows, *arguments)

    x = codes(1, 4, 5)
    graph = edge(model, x)
    # The convolution's own padding and the pad's have one value, so both are one padding.
    before = evaluate(graph, x)
    apply(graph, fold_pad_into_convolution)
    (conv,) = graph.calls(torch.ops.esp_nn.conv2d.default)
    assert conv.args[4] == [0, 0, 4, 2]
    assert torch.equal(evaluate(graph, x)[0], before[0])


def test_pooling_of_sequences_stays_in_their_layout() -> None:
    model = nn.Sequential(nn.Conv1d(3, 4, 3), nn.MaxPool1d(2), nn.Conv1d(4, 2, 3), nn.AvgPool1d(3))
    found = operators(model, torch.randn(1, 3, 22))
    wanted = ["conv2d.out", "max_pool2d.out", "conv2d.out", "avg_pool2d.out"]
    assert [name for name in found if name in wanted] == wanted
    assert found.count("permute.out") == 2, found


@pytest.mark.parametrize("batch", [1, 3])
def test_attention_transposes_nothing_for_its_scores(batch: int) -> None:
    found = operators(Scores(), torch.randn(batch, 5, 8))
    assert "permute.out" not in found
    assert found.count("matmul.out") == 2


class Scores(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(8, 8) for _ in range(3))

    def forward(self, x: Tensor) -> Tensor:
        return torch.softmax(self.q(x) @ self.k(x).transpose(1, 2), -1) @ self.v(x)


@pytest.mark.parametrize("mask", ["causal", "bool", "float", "grouped"])
def test_attention_with_a_mask_is_int8_and_sees_nothing_behind_it(mask: str) -> None:
    class Masked(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            kept = torch.ones(4, 4).tril().bool()
            added = torch.zeros(4, 4).masked_fill(~kept, -torch.inf)
            self.register_buffer("mask", kept if mask == "bool" else added)

        def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            attention = nn.functional.scaled_dot_product_attention
            if mask in ("bool", "float"):
                return attention(q, k, v, attn_mask=self.mask)
            return attention(q, k, v, is_causal=True, enable_gqa=mask == "grouped")

    heads = 1 if mask == "grouped" else 2
    shapes = [(1, 2, 4, 8), (1, heads, 4, 8), (1, heads, 4, 8)]
    inputs = tuple(torch.rand(shape) * 2 - 1 for shape in shapes)
    art = ee.export(Masked(), inputs, [inputs])
    assert {row.library for row in art.report.operators} == {"esp_nn"}
    assert sum("masked_softmax" in row.operator for row in art.report.operators) == 1
    (output,) = ee.run(art, inputs, on="host")
    torch.testing.assert_close(output, Masked()(*inputs), rtol=0, atol=0.05)
    # What the mask hides has no influence, not even of a code.
    changed = tuple(value.clone() for value in inputs)
    for value in changed[1:]:
        value[:, :, 2:] = -0.9
    (other,) = ee.run(art, changed, on="host")
    assert torch.equal(other[:, :, :2], output[:, :, :2])
    assert not torch.equal(other[:, :, 3], output[:, :, 3])


def test_an_unsafe_view_behind_a_copy_that_left() -> None:
    """PyTorch writes the reshape of a transposed value as a copy and a view."""

    class Turned(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = nn.Linear(6, 4)

        def forward(self, x: Tensor) -> Tensor:
            return self.linear(x).transpose(1, 2).reshape(2, -1)

    assert "permute.out" in operators(Turned(), torch.randn(2, 3, 6))
