# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Quantization-aware training with the quantizer of post-training quantization."""

from __future__ import annotations

import copy

import executorch_espressif as ee
import pytest
import torch
from layers import layer_by_layer
from torch import Tensor, nn
from torchao.quantization.pt2e import FakeQuantizeBase, move_exported_model_to_eval

CLASSES = 4
aten = torch.ops.aten


class Network(nn.Module):
    """Batch norms behind every kind of convolution, with and without bias and activation."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True)
        )
        self.depthwise = nn.Sequential(
            nn.Conv2d(8, 8, 3, padding=1, groups=8), nn.BatchNorm2d(8), nn.ReLU6()
        )
        self.pointwise = nn.Sequential(nn.Conv2d(8, 8, 1, bias=False), nn.BatchNorm2d(8))
        self.plain = nn.Conv2d(8, 12, 3, stride=2)
        self.head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(12, CLASSES)
        )

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        x = torch.relu(x + self.pointwise(self.depthwise(x)))
        return self.head(torch.relu(self.plain(x)))


def batch(generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Plain, rows, columns or a checkerboard, in noise."""
    wanted = torch.randint(CLASSES, (8,), generator=generator)
    rows = torch.tensor([1.0, -1.0]).repeat(4).reshape(8, 1).expand(8, 8)
    patterns = torch.stack([torch.ones(8, 8), rows, rows.t(), rows * rows.t()])
    noise = 0.2 * torch.randn(8, 1, 8, 8, generator=generator)
    return patterns[wanted].unsqueeze(1) + noise, wanted


@pytest.fixture(scope="module")
def trained() -> tuple[torch.fx.GraphModule, ee.Artifact, Tensor]:
    generator = torch.Generator().manual_seed(3)
    torch.manual_seed(3)
    images, _ = batch(generator)
    model = ee.prepare_qat(Network(), (images,))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(40):
        images, wanted = batch(generator)
        loss = nn.functional.cross_entropy(model(images), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model, ee.export(model, (images,)), images


def test_batch_norms_are_folded_and_all_is_int8(trained) -> None:
    _, art, _ = trained
    assert {row.library for row in art.report.operators} == {"esp_nn"}
    kinds = [row.operator.split("::")[1].removesuffix(".out") for row in art.report.operators]
    layers = ["conv2d", "depthwise_conv2d", "conv2d", "add", "conv2d", "mean", "linear"]
    assert [kind for kind in kinds if kind in layers] == layers
    assert (kinds.count("quantize"), kinds.count("dequantize")) == (1, 1)
    left = {node.target for node in art.source.graph.nodes}
    assert not left & {aten.batch_norm.default, aten.dropout.default}


def test_gives_what_training_saw(trained) -> None:
    """Fake quantization in floats, the converted graph, and the kernels."""
    model, art, images = trained
    settled = copy.deepcopy(model)
    move_exported_model_to_eval(settled)
    for module in settled.modules():
        if isinstance(module, FakeQuantizeBase):
            module.disable_observer()
    with torch.no_grad():
        simulated = settled(images)
    (scale,) = art.output_scales
    (converted,) = art.reference(images)
    (host,) = ee.run(art, (images,), on="host")
    assert ((converted - simulated) / scale).abs().max() <= 1.001
    assert ((host - converted) / scale).abs().max() <= 1.001
    assert torch.equal(host, *art.integer_reference(images))


def test_each_layer_follows_convert_pt2e(trained) -> None:
    _, art, images = trained
    layers = layer_by_layer(art, [(images,)])
    assert max(layer.largest for layer in layers) <= 1
    # A float bias becomes codes of input scale * weight scale, a fraction of an output's code.
    assert sum(x.different for x in layers) <= 0.01 * sum(x.codes for x in layers)


def test_learns(trained) -> None:
    _, art, _ = trained
    images, wanted = batch(torch.Generator().manual_seed(9))
    (logits,) = ee.run(art, (images,), on="host")
    assert (logits.argmax(1) == wanted).sum() >= 7


class Perceptron(nn.Module):
    """Batch norms behind linear layers, with and without bias, affine parameters and activation."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(4, 8, bias=False),
            nn.BatchNorm1d(8),
            nn.ReLU(),
            nn.Linear(8, 8),
            nn.BatchNorm1d(8, affine=False, eps=1e-3),
            nn.Linear(8, 3),
            nn.BatchNorm1d(3),
        )
        # One channel that its norm takes away.
        nn.init.constant_(self.layers[1].weight[:1], 0.0)

    def forward(self, x: Tensor) -> Tensor:
        return self.layers(x)


def test_batch_norms_behind_linear_layers_train_and_are_folded() -> None:
    generator = torch.Generator().manual_seed(4)
    torch.manual_seed(4)
    wanted = torch.randn(4, 3, generator=generator)
    model = ee.prepare_qat(Perceptron(), (torch.zeros(16, 4),))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(150):
        x = torch.randn(16, 4, generator=generator)
        target = x @ wanted
        loss = ((model(x) - (target - target.mean(0)) / target.std(0)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert sum(losses[-10:]) < 0.5 * sum(losses[:10])

    art = ee.export(model, (x,))
    assert [row.operator for row in art.report.operators] == [
        "esp_nn::quantize.out",
        *["esp_nn::linear.out"] * 3,
        "esp_nn::dequantize.out",
    ]
    settled = copy.deepcopy(model)
    move_exported_model_to_eval(settled)
    for module in settled.modules():
        if isinstance(module, FakeQuantizeBase):
            module.disable_observer()
    norms = [node for node in settled.graph.nodes if node.target is aten.batch_norm.default]
    assert len(norms) == 3, "the model that was trained is not to be changed"
    with torch.no_grad():
        simulated = settled(x)
    (scale,) = art.output_scales
    (host,) = ee.run(art, (x,), on="host")
    assert ((host - simulated) / scale).abs().max() <= 1.001
    assert torch.equal(host, *art.integer_reference(x))


def test_grouped_transposed_convolutions_train_with_their_norms() -> None:
    torch.manual_seed(5)
    layer = nn.ConvTranspose2d(4, 8, 4, stride=2, padding=1, groups=2, bias=False)
    network = nn.Sequential(nn.Conv2d(1, 4, 3), layer, nn.BatchNorm2d(8), nn.ReLU())
    x = torch.randn(4, 1, 8, 8)
    model = ee.prepare_qat(network, (x,))
    before = [value.detach().clone() for value in model.parameters()]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    (model(x) - 1).square().mean().backward()
    optimizer.step()
    assert not any(map(torch.equal, before, model.parameters()))
    art = ee.export(model, (x,))
    assert {row.library for row in art.report.operators} == {"esp_nn"}
    assert "esp_nn::clamp.out" not in {row.operator for row in art.report.operators}
    apart = (ee.run(art, (x,), on="host")[0] - art.reference(x)[0]) / art.output_scales[0]
    assert apart.abs().max() <= 1.001


def test_has_its_ranges_from_training(trained) -> None:
    model, _, images = trained
    with pytest.raises(ee.ExportError, match="prepare_qat"):
        ee.export(model, (images,), calibration=[(images,)])
