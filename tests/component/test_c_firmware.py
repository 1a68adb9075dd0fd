# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A C program over et_model.h on the emulated chip, its registry sized exactly from the bundle."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import executorch_espressif as ee
import pytest
import torch
from executorch.exir import to_edge
from executorch_espressif import emulator, native
from executorch_espressif.kernel_bundle import pte


class AddMul(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return x + y, x * y


class Classifier(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(2, 4, 3)
        self.linear = torch.nn.Linear(64, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(torch.relu(self.conv(x)).flatten(1))


def _inputs(*shapes: tuple[int, ...]) -> tuple[torch.Tensor, ...]:
    """What the firmware sets: ((31 k) mod 23 - 11) / 8, k counting through all inputs."""
    count = sum(torch.Size(shape).numel() for shape in shapes)
    flat = torch.tensor([(31 * k % 23 - 11) / 8 for k in range(count)])
    parts = flat.split([torch.Size(shape).numel() for shape in shapes])
    return tuple(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))


def _build(folder: Path, program: bytes, slots: str = "") -> Path:
    model = folder / "model.pte"
    model.write_bytes(program)
    elf = folder / "c_firmware.elf"
    native.build(
        "qemu_riscv32_c_firmware",
        native.emulator_options(
            EE_MODEL=str(model), EE_BUNDLE=str(folder / "bundle"), EE_KERNEL_SLOTS=slots
        ),
        "ee_c_firmware",
        "images/ee_c_firmware.elf",
        {"images/ee_c_firmware.elf": elf},
    )
    return elf


def _run(elf: Path) -> list[dict]:
    return [
        json.loads(line)
        for line in emulator.start(elf, elf.parent, timeout=60)
        if line.startswith("{")
    ]


def _outputs(told: list[dict]) -> list[list[float]]:
    rows = [message["output_bits"] for message in told if "output_bits" in message]
    return [
        list(struct.unpack(f"<{len(row)}f", struct.pack(f"<{len(row)}I", *row))) for row in rows
    ]


def _check_memory(told: list[dict], program: bytes) -> None:
    (need,) = (message for message in told if "model_bytes" in message)
    (less,) = (message["one_byte_less"] for message in told if "one_byte_less" in message)
    bytes_ = need["model_bytes"]
    assert less == f"model memory has {bytes_ - 1} bytes, {bytes_} needed"
    assert need["activation_bytes"] == sum(pte.read(program).plan().buffer_sizes[1:])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("c_firmware")


@pytest.fixture(scope="module")
def smoke() -> bytes:
    exported = torch.export.export(AddMul(), (torch.zeros(2, 3), torch.zeros(2, 3)))
    return bytes(to_edge(exported).to_executorch().buffer)


def test_float_model(folder: Path, smoke: bytes) -> None:
    told = _run(_build(folder, smoke))
    x, y = _inputs((2, 3), (2, 3))
    assert _outputs(told) == [(x + y).flatten().tolist(), (x * y).flatten().tolist()]
    assert [row["scale_bits"] for row in told if "scale_bits" in row] == [0, 0]
    assert [row["operator"] for row in told if "operator" in row] == ["aten::add", "aten::mul"]
    _check_memory(told, smoke)


def test_int8_model(folder: Path) -> None:
    torch.manual_seed(2)
    batches = [(torch.randn(1, 2, 6, 6),) for _ in range(4)]
    program = ee.export(Classifier(), batches[0], batches).pte
    told = _run(_build(folder, program))
    inputs = _inputs((1, 2, 6, 6))
    expected = ee.run(program, inputs, on="executorch")
    assert _outputs(told) == [expected[0].flatten().tolist()]
    plan = pte.read(program).plan()
    # The first instruction is quantize(input, scale, zero_point).
    _, scale, zero_point = (plan.values[index].value for index in plan.chains[0][0].args[:3])
    (row,) = (message for message in told if "scale_bits" in message)
    assert row["scale_bits"] == struct.unpack("<I", struct.pack("<f", scale))[0]
    assert row["zero_point_plus_128"] == zero_point + 128
    operators = [message["operator"] for message in told if "operator" in message]
    assert operators[0] == "esp_nn::quantize" and operators[-1] == "esp_nn::dequantize"
    assert "esp_nn::conv2d" in operators and "esp_nn::linear" in operators
    _check_memory(told, program)


def test_registry_with_one_slot_too_few_says_so_at_boot(folder: Path, smoke: bytes) -> None:
    _build(folder, smoke)
    count = json.loads((folder / "bundle" / "kernels.json").read_text())["kernel_count"]
    assert count == 2
    elf = _build(folder, smoke, slots=str(count - 1))
    said = []
    with pytest.raises(RuntimeError, match="ended with status 2"):
        for line in emulator.start(elf, folder, timeout=60):
            said.append(line)
    assert any(
        "no place for kernel 'aten::mul.out'" in line
        and "the limit 1: raise MAX_KERNEL_NUM" in line
        for line in said
    )
    assert not any("model_bytes" in line for line in said)
