# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A keyword model quantized with Cadence's flow, from the wheel to the emulated chip."""

from __future__ import annotations

import json
import math

import executorch_espressif as ee
import pytest
import torch
from cadence_flow import Keyword, keyword_program
from executorch_espressif.image import FirmwareResult
from torch import Tensor


@pytest.fixture(scope="module", params=["DEFAULT", "MINIMAL"])
def keyword(request: pytest.FixtureRequest) -> Keyword:
    return keyword_program(request.param)


def assert_right(keyword: Keyword, number: int, outputs: tuple[Tensor, Tensor]) -> None:
    logits, probabilities = outputs
    apart = (logits - keyword.logits[number]).abs().max().item() / keyword.scale
    assert apart <= 1 + 1e-3, f"{apart} codes from the flow's own reference"
    torch.testing.assert_close(probabilities, torch.softmax(logits, -1), rtol=1e-5, atol=1e-6)


def test_the_reference_is_near_the_float_model(keyword: Keyword) -> None:
    # Guards the turned sign: the mirrored reference is far off.
    for right, real in zip(keyword.logits, keyword.real, strict=True):
        assert (right - real).abs().max().item() <= 8 * keyword.scale


def test_host(keyword: Keyword) -> None:
    for number, inputs in enumerate(keyword.inputs):
        assert_right(keyword, number, ee.run(keyword.pte, inputs, on="host"))


@pytest.fixture(scope="module")
def firmware(keyword: Keyword, tmp_path_factory: pytest.TempPathFactory) -> FirmwareResult:
    return ee.firmware(keyword.pte, tmp_path_factory.mktemp("cadence"))


def test_emulator_with_the_registry_of_the_bundle(
    keyword: Keyword, firmware: FirmwareResult
) -> None:
    manifest = json.loads((firmware.bundle / "kernels.json").read_text())
    libraries = {row["name"]: row["library"] for row in manifest["operators"]}
    cadence = {name for name, library in libraries.items() if library == "cadence"}
    assert cadence == {name for name in libraries if name.startswith("cadence::")}
    assert {
        "cadence::quantized_relu.per_tensor_out",
        "cadence::quantized_add.per_tensor_out",
    } < cadence
    assert manifest["kernel_count"] == len(manifest["operators"]) + len(manifest["prim_ops"])
    header = (firmware.bundle / "selected_max_kernel_num.h").read_text()
    assert f"EXECUTORCH_SELECTED_MAX_KERNEL_NUM {manifest['kernel_count']}" in header
    for number, outputs in enumerate(firmware.run(keyword.inputs)):
        assert_right(keyword, number, outputs)
        host = ee.run(keyword.pte, keyword.inputs[number], on="host")
        assert torch.equal(outputs[0], host[0])
        assert math.isclose(outputs[1].sum().item(), 1, rel_tol=1e-5)
