# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Rewrites ahead of quantization, and buffers that a program writes, on graphs of a few nodes."""

from __future__ import annotations

import pytest
import torch
from aot_support import dequantize, edge, names, quantize
from executorch_espressif.captured import fixed_values, prepare_captured
from executorch_espressif.graph import Graph
from executorch_espressif.ops._common.case import Call
from executorch_espressif.passes import run
from executorch_espressif.passes.int8_state import int8_state
from executorch_espressif.passes.replace_qdq import replace_qdq
from executorch_espressif.passes.sink_permutes import sink_permutes
from executorch_espressif.pooling import decompose_pooling
from executorch_espressif.quantization import capture
from executorch_espressif.recurrent import decompose_recurrent
from torch import Tensor, nn
from torch.fx import GraphModule
from torch.nn.utils.parametrizations import spectral_norm, weight_norm

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


def norm(kind: type[nn.Module], channels: int) -> nn.Module:
    made = kind(channels)
    for value in (made.running_mean, made.weight, made.bias):
        value.data.normal_()
    made.running_var.uniform_(0.3, 3)
    return made


class ReadTwice(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.norm = norm(nn.BatchNorm2d, 3)

    def forward(self, x: Tensor) -> Tensor:
        x = self.conv(x)
        return x + self.norm(x)


def slopes(*values: float) -> nn.Module:
    made = nn.PReLU(len(values))
    made.weight.data = torch.tensor(values)
    return made


def transposed(*args: object, **kwargs: object) -> tuple[nn.Module, tuple[int, ...], str]:
    return nn.ConvTranspose2d(6, *args, **kwargs), (2, 6, 5, 4), "conv2d"


# A model, the shapes of its inputs, and which ATen calls are left of it.
REWRITTEN = {
    "groups": transposed(4, 3, groups=2),
    "groups_stride_output_padding": transposed(4, 3, 2, 1, 1, groups=2),
    "groups_each_axis": transposed(3, (2, 3), (3, 2), (1, 0), (2, 1), groups=3, dilation=(1, 2)),
    "groups_crops": (
        nn.ConvTranspose2d(6, 6, 1, 2, 1, 1, groups=2, bias=False),
        (2, 6, 5, 4),
        "slice conv2d",
    ),
    "groups_depthwise": transposed(6, 4, 2, 1, groups=6),
    "groups_1d": (
        nn.ConvTranspose1d(6, 4, 3, 2, 1, 1, groups=2, dilation=2),
        (2, 6, 5),
        "conv1d",
    ),
    "norm_first": (
        nn.Sequential(norm(nn.BatchNorm2d, 3), nn.ReLU()),
        (2, 3, 4, 5),
        "conv2d relu",
    ),
    "norm_of_rows": (norm(nn.BatchNorm1d, 5), (4, 5), "conv1d"),
    "norm_of_sequences": (norm(nn.BatchNorm1d, 3), (2, 3, 5), "conv1d"),
    "norm_of_volumes": (norm(nn.BatchNorm3d, 3), (1, 3, 2, 3, 2), "conv1d"),
    "norm_of_what_is_read_twice": (ReadTwice(), (1, 3, 4, 4), "conv2d add"),
    "norm_behind_linear_of_sequences": (
        nn.Sequential(nn.Linear(5, 4), norm(nn.BatchNorm1d, 3)),
        (2, 3, 5),
        "linear conv1d",
    ),
    "weight_norm": (weight_norm(nn.Conv1d(3, 4, 2)), (1, 3, 6), "conv1d"),
    "spectral_norm": (spectral_norm(nn.Linear(5, 4)), (2, 5), "linear"),
    "image_without_batch": (
        nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.MaxPool2d(2)),
        (3, 6, 6),
        "conv2d relu max_pool2d",
    ),
    "sequence_without_batch": (
        nn.Sequential(nn.ConvTranspose1d(3, 4, 3), nn.ReLU6(), nn.AdaptiveAvgPool1d(2)),
        (3, 6),
        "conv_transpose1d hardtanh adaptive_avg_pool2d",
    ),
    "glu": (nn.GLU(1), (2, 6, 3), "slice sigmoid mul"),
    "prelu_below_1": (slopes(0.1, -2, 1), (2, 3, 4), "mul maximum"),
    "prelu_above_1": (slopes(1.5, 2, 1), (2, 3, 4, 2), "mul minimum"),
    "prelu_mixed": (slopes(1.5, 0.5, 1), (2, 3, 4), "prelu"),
    "lerp": (Call(lambda x: torch.lerp(x, x.neg(), 0.3)), (2, 3), "neg sub mul add"),
    "addcmul": (Call(lambda x: torch.addcmul(x, x, x, value=0.5)), (2, 3), "mul add"),
    "adaptive_max_pool2d": (nn.AdaptiveMaxPool2d((2, 1)), (1, 3, 4, 5), "max_pool2d"),
    "adaptive_max_pool1d": (nn.AdaptiveMaxPool1d(3), (1, 3, 6), "max_pool2d"),
    "uneven_adaptive_max_pool": (
        nn.AdaptiveMaxPool2d(3),
        (1, 3, 5, 5),
        "adaptive_max_pool2d",
    ),
    "upsample_1d": (nn.Upsample(scale_factor=1.5), (1, 3, 6), "upsample_nearest2d"),
    "upsample_1d_exact": (nn.Upsample(size=7, mode="nearest-exact"), (1, 3, 5), "index_select"),
    "upsample_exact": (
        nn.Upsample(scale_factor=(1.7, 0.6), mode="nearest-exact"),
        (2, 3, 7, 11),
        "index_select",
    ),
    "upsample_1d_linear": (
        nn.Upsample(scale_factor=2, mode="linear", align_corners=True),
        (1, 3, 5),
        "upsample_bilinear2d",
    ),
    "memory_format": (
        Call(lambda x: x.to(memory_format=torch.channels_last).relu()),
        (1, 3, 4, 4),
        "relu",
    ),
}
VIEWS = {"reshape", "squeeze", "unsqueeze", "pad", "_assert_tensor_metadata"}


@pytest.mark.parametrize("name", REWRITTEN)
def test_rewrites_keep_the_values(name: str) -> None:
    model, shape, left = REWRITTEN[name]
    x = torch.randn(shape)
    module = captured(model, x)
    prepare_captured(module)
    found = {target.split(".")[1] for target in targets(module) if target.startswith("aten.")}
    assert found - VIEWS == set(left.split())
    torch.testing.assert_close(module(x), model(x))


def test_the_first_step_of_a_recurrent_layer_is_whole() -> None:
    """Though its state is a constant: the other steps are quantized like it."""
    module = captured(nn.GRU(4, 5), torch.randn(3, 2, 4))
    prepare_captured(module)
    calls = [n.target for n in module.graph.nodes if n.target is torch.ops.aten.linear.default]
    # Of all inputs at once, and of the state before each step.
    assert len(calls) == 1 + 3


def test_constants_that_the_model_writes_are_not_folded() -> None:
    class Counts(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("count", torch.zeros(3))

        def forward(self, x: Tensor) -> Tensor:
            self.count.add_(1)
            return x * self.count.exp()

    module = captured(Counts(), torch.randn(2, 3))
    prepare_captured(module)
    assert "aten.exp.default" in targets(module)


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
