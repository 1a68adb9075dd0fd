# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Firmware of one model: only its kernels, memory of the exact size, and what is where."""

from __future__ import annotations

import json
from pathlib import Path

import executorch_espressif as ee
import pytest
import torch
from executorch_espressif.image import FirmwareResult


@pytest.fixture(scope="module")
def built(add_mul: bytes, tmp_path_factory: pytest.TempPathFactory) -> FirmwareResult:
    return ee.firmware(add_mul, tmp_path_factory.mktemp("firmware"))


def test_computes_what_pytorch_does(built: FirmwareResult) -> None:
    generator = torch.Generator().manual_seed(5)
    runs = [
        (torch.randn(2, 3, generator=generator), torch.randn(2, 3, generator=generator))
        for _ in range(2)
    ]
    told: list[dict] = []
    for (x, y), (total, product) in zip(runs, built.run(runs, told.append), strict=True):
        assert torch.equal(total, x + y)
        assert torch.equal(product, x * y)
    assert [message["run"] for message in told if "run" in message] == [1, 2]


def test_holds_the_kernels_of_its_bundle_only(built: FirmwareResult) -> None:
    manifest = json.loads((built.bundle / "kernels.json").read_text())
    assert {row["name"] for row in manifest["operators"]} == {"aten::add.out", "aten::mul.out"}
    text = built.map.read_text().partition("Linker script and memory map")[2]
    assert "op_add.cpp" in text and "op_mul.cpp" in text
    assert "conv2d" not in text


def test_same_memory_as_in_the_generic_image(built: FirmwareResult, add_mul: bytes) -> None:
    generic = ee.run(add_mul, (torch.zeros(2, 3), torch.zeros(2, 3)), on="qemu-riscv32")
    for use in ("planned", "method", "temp"):
        assert built.ram[use] == generic.ram[use]


def test_sizes_name_everything(built: FirmwareResult, add_mul: bytes) -> None:
    flash = built.sizes["flash"]
    assert flash["model"] in range(len(add_mul), len(add_mul) + 16)
    assert flash["total"] == sum(
        flash[name] for name in ("runtime", "kernels", "libc", "model", "runner", "other")
    )
    # Upstream's smallest build of these two operators takes 52,020 bytes over the empty image.
    assert flash["total"] < 52020
    assert all(flash[name] > 0 for name in ("runtime", "kernels", "libc", "runner"))
    assert built.load_instructions["method"] > 0


def test_a_pool_one_alignment_smaller_does_not_load(
    built: FirmwareResult, add_mul: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from executorch_espressif import image

    build = image._build

    def short(out: Path, planned: int, room: dict[str, int], logging: bool) -> Path:
        less = {"EE_METHOD_BYTES": built.ram["method"] - 4}
        return build(out, planned, room | less, logging)

    monkeypatch.setattr(image, "_build", short)
    with pytest.raises(ee.RunError, match="0x21 MemoryAllocationFailed"):
        ee.firmware(add_mul, tmp_path)


@pytest.fixture(scope="module")
def int8_model() -> tuple[object, tuple[torch.Tensor]]:
    """A quantized convolution and linear layer, and an input of it."""
    torch.manual_seed(11)
    model = torch.nn.Sequential(
        torch.nn.Conv2d(2, 5, 3, stride=2, padding=1),
        torch.nn.ReLU(),
        torch.nn.Flatten(),
        torch.nn.Linear(5 * 4 * 4, 3),
    )
    inputs = [(torch.randn(1, 2, 8, 8),) for _ in range(4)]
    return ee.export(model.eval(), inputs[0], calibration=inputs), inputs[1]


def test_int8_firmware_gives_the_official_runtimes_bits(
    int8_model: tuple[object, tuple[torch.Tensor]], tmp_path: Path
) -> None:
    art, inputs = int8_model
    built = ee.firmware(art, tmp_path)
    outputs = built.run(inputs)
    (official,) = ee.run(art, inputs, on="executorch")
    assert torch.equal(outputs[0], official)
    assert torch.equal(ee.run(art, inputs, on="host")[0], official)
    generic = ee.run(art, inputs, on="qemu-riscv32")
    assert torch.equal(generic[0], official)

    names = [name for name, _ in outputs.instructions_per_operator]
    assert names == [name for name, _ in generic.instructions_per_operator]
    assert "esp_nn::conv2d.out" in names and "esp_nn::linear.out" in names
    assert built.flash["kernels/nn"] > 0 and built.flash["kernels/ops"] > 0
    assert built.ram["planned"] == generic.ram["planned"]
    assert built.ram["method"] == generic.ram["method"]
