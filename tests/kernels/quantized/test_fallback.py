# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Quantized models that no backend has lowered: their codes are the quantized library's."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import executorch.kernels.quantized  # noqa: F401  the operators, and their official kernels
import executorch_espressif as ee
import pytest
import torch
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.exir import to_edge
from executorch_espressif.kernel_bundle import pte
from executorch_espressif.kernels import library_of
from torch import Tensor, nn
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

Inputs = list[tuple[Tensor]]


class Small(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 6, 3, stride=2, padding=1)
        self.second = nn.Conv2d(6, 8, 3, groups=2, padding=1)
        self.last = nn.Linear(8 * 4 * 4, 5)

    def forward(self, x: Tensor) -> Tensor:
        x = torch.relu(self.first(x))
        x = self.second(x) + x.mean(1, keepdim=True)
        return self.last(nn.functional.avg_pool2d(x, 2).flatten(1))


@dataclass
class Quantized:
    """A program of plain ExecuTorch, its graph, and the step of the output's codes."""

    pte: bytes
    graph: nn.Module
    scale: float


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    generator = torch.Generator().manual_seed(4)
    return [(torch.randn(1, 3, 16, 16, generator=generator),) for _ in range(6)]


@pytest.fixture(scope="module")
def quantized(inputs: Inputs) -> Quantized:
    torch.manual_seed(3)
    config = get_symmetric_quantization_config(is_per_channel=True)
    model = torch.export.export(Small().eval(), inputs[0], strict=False).module()
    prepared = prepare_pt2e(model, XNNPACKQuantizer().set_global(config))
    for each in inputs:
        prepared(*each)
    graph = convert_pt2e(prepared)
    program = to_edge(torch.export.export(graph, inputs[0], strict=False)).to_executorch()
    last = [node for node in graph.graph.nodes if "dequantize_per_tensor" in str(node.target)][-1]
    return Quantized(program.buffer, graph, last.args[1])


def test_the_libraries_have_the_operators(quantized: Quantized) -> None:
    libraries = {name: library_of(name) for name in pte.read(quantized.pte).plan().operators}
    codes = {name for name in libraries if name.startswith("quantized_decomposed::")}
    assert {
        "quantized_decomposed::quantize_per_tensor.out",
        "quantized_decomposed::dequantize_per_tensor.out",
        "quantized_decomposed::dequantize_per_channel.out",
    } <= codes
    assert {libraries[name] for name in codes} == {"quantized"}
    assert set(libraries.values()) == {"quantized", "portable"}


def test_host_gives_what_the_quantized_graph_does(quantized: Quantized, inputs: Inputs) -> None:
    # Sums of the official kernels, and of PyTorch, have an order of their own: a code may differ.
    near = quantized.scale * (1 + 1e-3)
    for each in inputs:
        (ours,) = ee.run(quantized.pte, each, on="host")
        (official,) = ee.run(quantized.pte, each, on="executorch")
        graph = quantized.graph(*each)
        assert (ours - official).abs().max().item() <= near
        assert (ours - graph).abs().max().item() <= near
        assert ours.abs().max().item() > 5 * near


def test_emulator_with_the_kernels_of_the_bundle(
    quantized: Quantized, inputs: Inputs, tmp_path: Path
) -> None:
    """The bundle is built for the dtypes of the program alone."""
    firmware = ee.firmware(quantized.pte, tmp_path)
    manifest = json.loads((firmware.bundle / "kernels.json").read_text())
    libraries = {row["name"]: row["library"] for row in manifest["operators"]}
    assert libraries["quantized_decomposed::dequantize_per_channel.out"] == "quantized"
    for each, outputs in zip(inputs, firmware.run(inputs), strict=True):
        assert torch.equal(outputs[0], ee.run(quantized.pte, each, on="host")[0])


class Codes(nn.Module):
    """What esp_nn does not take: uint8 codes, and parameters that the input decides."""

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        ops = torch.ops.quantized_decomposed
        fixed = ops.quantize_per_tensor(x, 0.05, 128, 0, 255, torch.uint8)
        scale, zero = ops.choose_qparams.tensor(x, -128, 127, 1e-6, torch.int8)
        chosen = ops.quantize_per_tensor.tensor(x, scale, zero, -128, 127, torch.int8)
        return (
            ops.dequantize_per_tensor(fixed, 0.05, 128, 0, 255, torch.uint8),
            ops.dequantize_per_tensor.tensor(chosen, scale, zero, -128, 127, torch.int8),
        )


def test_export_falls_back_on_it(inputs: Inputs) -> None:
    artifact = ee.export(Codes(), inputs[0], quantize=False)
    names = {row.operator for row in artifact.report.operators if row.library == "quantized"}
    assert names == {
        "quantized_decomposed::quantize_per_tensor.out",
        "quantized_decomposed::dequantize_per_tensor.out",
        "quantized_decomposed::choose_qparams.Tensor_out",
        "quantized_decomposed::quantize_per_tensor.Tensor_out",
        "quantized_decomposed::dequantize_per_tensor.Tensor_out",
    }
    for each in inputs:
        ours = ee.run(artifact, each, on="host")
        for one, expected in zip(ours, Codes()(*each), strict=True):
            torch.testing.assert_close(one, expected, rtol=1e-6, atol=1e-7)


class Channels(nn.Module):
    """int32 zero points, which the official kernel reads as int64."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scales", torch.tensor([0.5, 0.25, 2.0]))
        self.register_buffer("zeros", torch.tensor([3, -4, 100], dtype=torch.int32))

    def forward(self, codes: Tensor) -> Tensor:
        return torch.ops.quantized_decomposed.dequantize_per_channel(
            codes, self.scales, self.zeros, 1, -128, 127, torch.int8
        )


def test_int32_zero_points_of_channels() -> None:
    codes = torch.arange(-12, 12, dtype=torch.int8).reshape(2, 3, 4)
    artifact = ee.export(Channels(), (codes,), quantize=False)
    (ours,) = ee.run(artifact, (codes,), on="host")
    assert torch.equal(ours, Channels()(codes))
    assert ours[0, 1, 0] == (-8 + 4) * 0.25
