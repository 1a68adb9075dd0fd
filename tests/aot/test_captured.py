# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rewrites ahead of quantization, and buffers that a program writes, on graphs of a few nodes."""

from __future__ import annotations

import pytest
import torch
from aot_support import dequantize, edge, names, quantize
from executorch_espressif.captured import fixed_values
from executorch_espressif.graph import Graph
from executorch_espressif.passes import run
from executorch_espressif.passes.int8_state import int8_state
from executorch_espressif.passes.replace_qdq import replace_qdq
from executorch_espressif.passes.sink_permutes import sink_permutes
from executorch_espressif.pooling import decompose_pooling
from executorch_espressif.quantization import capture
from executorch_espressif.recurrent import decompose_recurrent
from executorch_espressif.transposed import decompose_transposed
from torch import Tensor, nn
from torch.fx import GraphModule

esp_nn = torch.ops.esp_nn


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(3)


def captured(model: nn.Module, *inputs: Tensor) -> GraphModule:
    return capture(model.eval(), inputs).module(check_guards=False)


def targets(module: GraphModule) -> set[str]:
    return {str(n.target) for n in module.graph.nodes if n.op == "call_function"}


LAYERS = {
    "gru": nn.GRU(4, 5),
    "gru_of_two_layers_both_ways": nn.GRU(4, 5, 2, bidirectional=True, batch_first=True),
    "gru_without_bias": nn.GRU(4, 5, bias=False),
    "lstm": nn.LSTM(4, 5, 2, bidirectional=True),
    "elman_tanh": nn.RNN(4, 5),
    "elman_relu": nn.RNN(4, 5, nonlinearity="relu", bidirectional=True),
}


@pytest.mark.parametrize("name", LAYERS)
def test_recurrent_layers_are_their_steps(name: str) -> None:
    layer, x = LAYERS[name], torch.randn(3, 2, 4)
    module = captured(layer, x)
    fixed_values(module)
    decompose_recurrent(module)
    module.recompile()
    assert not any(word in target for target in targets(module) for word in ("gru", "lstm", "rnn"))
    found = torch.utils._pytree.tree_leaves(module(x))
    right = torch.utils._pytree.tree_leaves(layer(x))
    for a, b in zip(found, right, strict=True):
        torch.testing.assert_close(a, b)


@pytest.mark.parametrize("kind", [nn.GRUCell, nn.RNNCell, nn.LSTMCell])
def test_recurrent_cells_are_their_equations(kind: type[nn.RNNCellBase]) -> None:
    cell, x = kind(4, 5), torch.randn(2, 4)
    module = captured(cell, x)
    fixed_values(module)
    decompose_recurrent(module)
    module.recompile()
    assert not any("cell" in target for target in targets(module))
    found, right = (torch.utils._pytree.tree_leaves(call(x)) for call in (module, cell))
    for a, b in zip(found, right, strict=True):
        torch.testing.assert_close(a, b)


def test_an_lstm_with_projection_stays_whole() -> None:
    module = captured(nn.LSTM(4, 5, proj_size=2), torch.randn(3, 1, 4))
    fixed_values(module)
    decompose_recurrent(module)
    assert "aten.lstm.input" in targets(module)


@pytest.mark.parametrize("sizes", [(7, 9, (2, 3)), (3, 4, (5, 2)), (5, 6, (5, 4))])
def test_uneven_adaptive_pooling_is_a_product(sizes: tuple[int, int, tuple[int, int]]) -> None:
    height, width, out = sizes
    pool, x = nn.AdaptiveAvgPool2d(out), torch.randn(2, 3, height, width)
    module = captured(pool, x)
    decompose_pooling(module)
    module.recompile()
    assert "aten.linear.default" in targets(module)
    torch.testing.assert_close(module(x), pool(x))


class Accumulator(nn.Module):
    """Codes of scale 1/2 and zero point 3 that go round."""

    def __init__(self, written_scale: float) -> None:
        super().__init__()
        self.register_buffer("state", torch.tensor([1.0, -2.0]))
        self.written_scale = written_scale

    def forward(self, x: Tensor) -> Tensor:
        held = quantize(self.state, 0.5, 3)
        total = esp_nn.maximum(held, x)
        self.state.copy_(dequantize(total, self.written_scale, 3))
        return total


def stateful(written_scale: float) -> Graph:
    graph = edge(Accumulator(written_scale), torch.zeros(2, dtype=torch.int8))
    run((replace_qdq, int8_state), graph)
    return graph


GROUPED = {
    "2d": nn.ConvTranspose2d(6, 4, 3, groups=2),
    "stride_and_output_padding": nn.ConvTranspose2d(6, 4, 3, 2, 1, 1, groups=2),
    "each_axis": nn.ConvTranspose2d(
        6, 3, (2, 3), (3, 2), (1, 0), (2, 1), groups=3, dilation=(1, 2)
    ),
    "crops": nn.ConvTranspose2d(6, 6, 1, 2, 1, 1, groups=2, bias=False),
    "depthwise": nn.ConvTranspose2d(6, 6, 4, 2, 1, groups=6),
    "1d": nn.ConvTranspose1d(6, 4, 3, 2, 1, 1, groups=2, dilation=2),
}


@pytest.mark.parametrize("name", GROUPED)
def test_grouped_transposed_convolutions_are_convolutions(name: str) -> None:
    layer = GROUPED[name]
    x = torch.randn(2, 6, *(5, 4)[: layer.weight.dim() - 2])
    module = captured(layer, x)
    decompose_transposed(module)
    module.recompile()
    assert not any("transpose" in target for target in targets(module))
    torch.testing.assert_close(module(x), layer(x))


def test_int8_state_holds_codes_and_begins_with_the_models_values() -> None:
    graph = stateful(0.5)
    assert names(graph) == ["esp_nn.maximum"]
    (written, given) = graph.graph.output_node().args[0]
    assert written is given
    buffer = graph.buffer("state")
    assert buffer.meta["val"].dtype is torch.int8 and buffer.meta["et_init_buffer"]
    # 1 / 0.5 + 3 and -2 / 0.5 + 3.
    assert graph.program.state_dict["state"].tolist() == [5, -1]


def test_int8_state_requantizes_what_is_written_in_other_codes() -> None:
    graph = stateful(0.25)
    assert names(graph) == ["esp_nn.maximum", "esp_nn.lut"]
    (table,) = (n for n in graph.calls(esp_nn.lut.default))
    codes = graph.constant(table.args[1])
    # Code 13 is (13 - 3) / 4 = 2.5, and that is 5 halves and 3.
    assert codes[13 + 128] == 8


def test_sink_permutes_leaves_calls_of_several_results_alone() -> None:
    def function(x: Tensor) -> Tensor:
        first, second = torch.split(esp_nn.permute(x, [1, 0]), 2)
        return first + second

    graph = edge(function, torch.zeros(3, 4, dtype=torch.int8))
    before = names(graph)
    sink_permutes(graph)
    assert names(graph) == before
