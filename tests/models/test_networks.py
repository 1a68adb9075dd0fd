# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Whole networks: int8 throughout, the same bytes everywhere, and close to their references."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log10

import executorch_espressif as ee
import pytest
import torch
from layers import InFloat64, layer_by_layer
from networks import attentive, classifiers, mlperf_tiny, sequences
from networks.blocks import draw, trained
from torch import Tensor, nn
from torch.utils._pytree import tree_leaves

INPUTS = 8
ROUNDED = ("add", "avg_pool2d", "bmm", "mean", "mul", "sub")
NEAR = ("_softmax", "native_layer_norm")
LEAST_SQNR = 15  # dB


@dataclass(frozen=True)
class Network:
    """macs: counted by hand, of convolutions and linear layers. emulated: it also has to run on the
    emulated chip."""

    make: Callable[[], nn.Module]
    shape: tuple[int, ...]
    macs: int | None = None
    emulated: bool = False


NETWORKS = {
    "ds_cnn": Network(mlperf_tiny.ds_cnn, (1, 49, 10), 2_656_768, True),
    "mobilenet_v1": Network(mlperf_tiny.mobilenet_v1, (3, 96, 96), 7_489_664, True),
    "resnet_8": Network(mlperf_tiny.resnet_8, (3, 32, 32), 12_501_632, True),
    "autoencoder": Network(mlperf_tiny.autoencoder, (640,), 264_192, True),
    "person_detection": Network(lambda: mlperf_tiny.mobilenet_v1(1), (1, 96, 96), 7_157_888, True),
    "mobilenet_v2": Network(classifiers.mobilenet_v2, (3, 96, 96)),
    "squeezenet": Network(classifiers.squeezenet, (3, 64, 64)),
    "shufflenet_v2": Network(classifiers.shufflenet_v2, (3, 64, 64)),
    "keywords_1d": Network(classifiers.keywords_1d, (40, 98)),
    "resnet_18": Network(attentive.resnet_18, (3, 64, 64)),
    "mobilenet_v3_small": Network(attentive.mobilenet_v3_small, (3, 64, 64)),
    "efficientnet_b0": Network(attentive.efficientnet_b0, (3, 64, 64)),
    "keywords_gru": Network(sequences.KeywordsGru, (8, 10)),
    "encoder_block": Network(sequences.EncoderBlock, (16, 32)),
}
EVERY = pytest.mark.parametrize("name", NETWORKS)


@dataclass(frozen=True)
class Exported:
    model: nn.Module
    art: ee.Artifact
    inputs: list[tuple[Tensor, ...]]
    host: Tensor


@cache
def exported(name: str) -> Exported:
    network = NETWORKS[name]
    inputs = draw(INPUTS, *network.shape)
    model = trained(network.make(), inputs)
    runs = [(x,) for x in inputs]
    art = ee.export(model, runs[0], calibration=runs)
    host = torch.cat([output for (output,) in ee.run(art, runs, on="host")])
    return Exported(model, art, runs, host)


def converted(result: Exported) -> Tensor:
    return torch.cat([result.art.reference(*inputs)[0] for inputs in result.inputs])


def in_float64(result: Exported) -> Tensor:
    """What convert_pt2e's graph gives where float32 does not round its sums."""
    run = InFloat64(result.art.source).run
    with torch.no_grad():
        outputs = [tree_leaves(run(*inputs))[0] for inputs in result.inputs]
    return torch.cat(outputs).reshape(result.host.shape)


def codes_apart(result: Exported, reference: Tensor) -> Tensor:
    """How many codes each output is away from a reference's."""
    (scale,) = result.art.output_scales
    return ((result.host - reference) / scale).abs().round()


def sqnr(result: Exported) -> float:
    """Of the outputs against the float model's, in dB."""
    with torch.no_grad():
        real = torch.cat([result.model(*inputs) for inputs in result.inputs]).double()
    noise = (result.host.double() - real).square().sum().item()
    return 10 * log10(real.square().sum().item() / noise)


@EVERY
def test_is_int8_throughout(name: str) -> None:
    report = exported(name).art.report
    assert {row.library for row in report.operators} == {"esp_nn"}
    assert report.fallbacks == []
    kinds = [row.operator.split("::")[1] for row in report.operators]
    assert (kinds.count("quantize.out"), kinds.count("dequantize.out")) == (1, 1)


@pytest.mark.parametrize("name", [name for name in NETWORKS if NETWORKS[name].macs])
def test_counts_macs(name: str) -> None:
    weighted = ("conv2d", "depthwise_conv2d", "linear")
    rows = exported(name).art.report.operators
    total = sum(row.macs for row in rows if row.operator.split("::")[1][:-4] in weighted)
    assert total == NETWORKS[name].macs


@EVERY
def test_official_runtime_gives_the_same_bytes(name: str) -> None:
    result = exported(name)
    (output,) = ee.run(result.art, result.inputs[0], on="executorch")
    assert torch.equal(output, result.host[:1])


@pytest.mark.parametrize("name", [name for name in NETWORKS if NETWORKS[name].emulated])
def test_emulated_chip_gives_the_same_bytes(name: str) -> None:
    result = exported(name)
    output = ee.run(result.art, result.inputs[0], on="qemu-riscv32")
    assert torch.equal(output[0], result.host[:1])
    assert output.instructions > 0


@EVERY
def test_each_layer_gives_the_codes_of_convert_pt2e(name: str) -> None:
    """Layers with weights, tables and movement exactly. Where the scales leave no choice of an
    exact factor, one code of a million may be half-way between two; exponentials and square roots
    in fixed point are near."""
    result = exported(name)
    layers = layer_by_layer(result.art, result.inputs[:1])
    assert max(layer.largest for layer in layers) <= 1
    for layer in layers:
        operator = layer.operator.split(".")[1] if "." in layer.operator else layer.operator
        if operator in NEAR:
            assert layer.different <= max(1, 0.01 * layer.codes), layer
        else:
            assert layer.different <= (operator in ROUNDED), layer


@EVERY
def test_gives_the_outputs_of_convert_pt2e(name: str) -> None:
    """With its arithmetic in float64: float32 rounds some codes otherwise itself."""
    result = exported(name)
    reference = in_float64(result)
    apart = codes_apart(result, reference)
    print(f"{name}: {int((apart > 0).sum())} of {apart.numel()} codes differ")
    assert apart.max() <= 1
    if name != "autoencoder":
        assert torch.equal(reference.argmax(1), result.host.argmax(1))


@EVERY
def test_follows_the_float_model(name: str) -> None:
    result = exported(name)
    found = sqnr(result)
    print(
        f"{name}: {found:.1f} dB, {result.art.report.flash} B flash, {result.art.report.ram} B RAM"
    )
    assert found >= LEAST_SQNR
