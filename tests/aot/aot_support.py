# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Tiny graphs and models for the tests of the exporter."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch.exir import EdgeCompileConfig, to_edge
from executorch_espressif.activations import overload
from executorch_espressif.graph import Graph
from executorch_espressif.ops import operators
from executorch_espressif.ops._common.case import Call
from torch import Tensor, nn

esp_nn = torch.ops.esp_nn
decomposed = torch.ops.quantized_decomposed

INT8 = (-128, 127, torch.int8)


def edge(module: nn.Module | Callable[..., Tensor], *inputs: Tensor) -> Graph:
    """The edge graph of a module or function, ready for passes."""
    operators()
    if not isinstance(module, nn.Module):
        module = Call(module)
    exported = torch.export.export(module.eval(), inputs, strict=False)
    config = EdgeCompileConfig(
        _check_ir_validity=False, preserve_ops=[torch.ops.aten.linear.default]
    )
    program = to_edge(exported, compile_config=config).exported_program()
    return Graph(program)


def apply(graph: Graph, *passes: Callable[[Graph], None]) -> Graph:
    for step in passes:
        step(graph)
        graph.clean()
    return graph


def names(graph: Graph) -> list[str]:
    """What a graph calls, such as "esp_nn.conv2d" or "aten.relu"."""
    found = []
    for node in graph.graph.nodes:
        target = overload(node)
        if target is not None:
            namespace, name = target._schema.name.split("::")
            found.append(f"{namespace}.{name}")
    return found


def evaluate(graph: Graph, *inputs: Tensor) -> list[Tensor]:
    """The graph's outputs, computed node by node."""
    given = iter(inputs)
    values = []
    for node in graph.graph.nodes:
        if node.op == "placeholder":
            constant = graph.constant(node)
            values.append(next(given) if constant is None else constant)
    return list(torch.fx.Interpreter(graph.module).run(*values))


def quantize(x: Tensor, scale: float, zero_point: int) -> Tensor:
    return decomposed.quantize_per_tensor(x, scale, zero_point, *INT8)


def dequantize(x: Tensor, scale: float, zero_point: int) -> Tensor:
    return decomposed.dequantize_per_tensor(x, scale, zero_point, *INT8)


def requantize(x: Tensor, scale: float, zero_point: int) -> Tensor:
    """Quantize and dequantize, as PT2E puts them on an edge."""
    return dequantize(quantize(x, scale, zero_point), scale, zero_point)


def codes(*shape: int) -> Tensor:
    return torch.randint(-128, 128, shape, dtype=torch.int8)


def conv_bn_relu(inputs: int, outputs: int, kernel: int = 3, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Demo(nn.Module):
    """A depthwise-separable residual network with every pooling, for [N, 1, 8, 8]."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv_bn_relu(1, 16)
        self.depthwise = conv_bn_relu(16, 16, groups=16)
        self.pointwise = nn.Sequential(nn.Conv2d(16, 16, 1, bias=False), nn.BatchNorm2d(16))
        self.max = nn.MaxPool2d(2)
        self.second = nn.Sequential(conv_bn_relu(16, 16, groups=16), conv_bn_relu(16, 32, 1))
        self.average = nn.AvgPool2d(2)
        self.all = nn.AdaptiveAvgPool2d(1)
        self.classify = nn.Linear(32, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        x = torch.relu(x + self.pointwise(self.depthwise(x)))
        x = self.average(self.second(self.max(x)))
        return self.classify(torch.flatten(self.all(x), 1))


def with_statistics(model: nn.Module, *shape: int) -> nn.Module:
    """Run the batch norms over random batches, so that folding them is not the identity."""
    model.train()
    with torch.no_grad():
        for _ in range(3):
            model(torch.randn(16, *shape))
    return model.eval()


def same(graph, before: list[Tensor], *inputs: Tensor) -> None:
    """The graph gives what it gave before a pass."""
    after = evaluate(graph, *inputs)
    assert len(after) == len(before)
    for left, right in zip(before, after, strict=True):
        assert torch.equal(left, right)
