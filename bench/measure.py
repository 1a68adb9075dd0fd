# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Instructions, flash and RAM on the emulated rv32imac core, as bench/qemu_riscv32.csv has them.

    ./run bench            measure and rewrite the CSV
    ./run bench --check    measure and compare: more than the CSV says is an error

Counts are exact and repeatable for one compiler; the CSV's first line names it.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import executorch_espressif as ee
import torch
from executorch_espressif import emulator, native, sizes
from executorch_espressif.image import FirmwareResult
from torch import Tensor, nn

ROOT = Path(__file__).parents[1]
CSV = Path(__file__).with_name("qemu_riscv32.csv")
# Of sizes only: constants may be rounded otherwise on processors that train or calibrate, and the
# order in which the linker meets objects of equal weight moves a few bytes of alignment.
SLACK = 1.002
GAPS = 8
SIZES = ("flash/", "ram/")

sys.path.insert(0, str(ROOT / "examples" / "digits"))


class Row(NamedTuple):
    """metric: "flash/<group>", "ram/<use>", "load", "instructions", or "macs".

    flash/app: an application's whole image (images/app.cpp) over an empty one.
    """

    subject: str
    metric: str
    value: int


class Sum(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x + y


class Product(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x * y


class Both(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        return x + y, x * y


def digit_net() -> nn.Module:
    """The demo's network, untrained: what it costs does not depend on what it knows."""
    import model

    torch.manual_seed(0)
    return model.DigitNet().eval()


# Shapes that ESP-NN and its users measure too; inputs are [n, channels, height, width].
LAYERS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "conv 1x1 10x10x64->64": (lambda: nn.Conv2d(64, 64, 1), (1, 64, 10, 10)),
    "conv 1x1 6x6x128->128": (lambda: nn.Conv2d(128, 128, 1), (1, 128, 6, 6)),
    "conv 3x3 16x16x16->16": (lambda: nn.Conv2d(16, 16, 3, padding=1), (1, 16, 16, 16)),
    "conv 3x3 48x48x3->16 stride 2": (
        lambda: nn.Conv2d(3, 16, 3, stride=2, padding=1),
        (1, 3, 48, 48),
    ),
    "depthwise 3x3 24x24x32": (
        lambda: nn.Conv2d(32, 32, 3, padding=1, groups=32),
        (1, 32, 24, 24),
    ),
    "linear 256->64": (lambda: nn.Linear(256, 64), (1, 256)),
    "max pool 3x3 24x24x16": (lambda: nn.MaxPool2d(3, 1), (1, 16, 24, 24)),
    "average pool 3x3 24x24x16": (lambda: nn.AvgPool2d(3, 1), (1, 16, 24, 24)),
    "softmax 10": (lambda: nn.Softmax(-1), (1, 10)),
}
# Around every layer, in the rows of the whole program only.
EDGES = {"esp_nn::quantize.out", "esp_nn::dequantize.out", "esp_nn::permute.out"}


def programs() -> Iterator[tuple[str, ee.Artifact, tuple[Tensor, ...]]]:
    torch.manual_seed(0)
    pair = (torch.randn(2, 3), torch.randn(2, 3))
    yield "smoke add", ee.export(Sum(), pair, quantize=False), pair
    yield "smoke mul", ee.export(Product(), pair, quantize=False), pair
    yield "smoke add+mul", ee.export(Both(), pair, quantize=False), pair
    images = [(torch.rand(1, 1, 8, 8),) for _ in range(16)]
    yield "digits", ee.export(digit_net(), images[0], images), images[0]


def measure() -> list[Row]:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for subject, art, inputs in programs():
            firmware = ee.firmware(art, name)
            run = firmware.run(inputs)
            rows += [Row(subject, f"flash/{n}", size) for n, size in firmware.flash.items()]
            if subject.startswith("smoke"):
                rows.append(Row(subject, "flash/app", app(firmware, Path(name))))
            rows += [Row(subject, f"ram/{n}", size) for n, size in firmware.ram.items()]
            rows.append(Row(subject, "load", sum(firmware.load_instructions.values())))
            rows.append(Row(subject, "instructions", run.instructions))
            rows.append(Row(subject, "macs", art.report.macs))
    return rows + measure_layers()


def app(firmware: FirmwareResult, folder: Path) -> int:
    """Bytes that the smallest application of a firmware's model has over the empty image."""
    options = native.emulator_options(
        EE_MODEL=str(firmware.pte),
        EE_BUNDLE=str(firmware.bundle),
        EE_METHOD_BYTES=str(firmware.ram["method"]),
        EE_PLANNED_BYTES=str(firmware.ram["planned"]),
        EXECUTORCH_ENABLE_LOGGING="OFF",
    )
    sizes_of = {}
    for target in ("ee_app", "ee_empty"):
        product, linked = f"images/{target}.elf", f"images/{target}.map"
        copies = {product: folder / f"{target}.elf", linked: folder / f"{target}.map"}
        native.build("qemu_riscv32_firmware", options, target, product, copies)
        sizes_of[target] = sizes.flash(folder / f"{target}.map")["total"]
    # Raises unless the image ends with status 0, which says that its output is right.
    list(emulator.start(folder / "ee_app.elf", folder, 60))
    return sizes_of["ee_app"] - sizes_of["ee_empty"]


def measure_layers() -> list[Row]:
    jobs = []
    for make, shape in LAYERS.values():
        torch.manual_seed(0)
        inputs = [(torch.randn(shape),) for _ in range(4)]
        jobs.append((ee.export(make().eval(), inputs[0], inputs), inputs[0]))
    rows = []
    runs = ee.run_batch(jobs, count_operators=True)
    for subject, (art, _), run in zip(LAYERS, jobs, runs, strict=True):
        if isinstance(run, ee.RunError):
            raise run
        counts = [count for op, count in run.instructions_per_operator if op not in EDGES]
        rows.append(Row(subject, "instructions", sum(counts)))
        rows.append(Row(subject, "macs", art.report.macs))
    return rows


def compiler() -> str:
    text = subprocess.run(
        ["riscv64-unknown-elf-gcc", "-dumpfullversion"], capture_output=True, text=True, check=True
    ).stdout
    return f"riscv64-unknown-elf-gcc {text.strip()}, rv32imac, nn -O2, the rest -Os, no messages"


def write(rows: list[Row]) -> None:
    with CSV.open("w", newline="") as file:
        file.write(f"# {compiler()}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)


def read() -> tuple[str, dict[tuple[str, str], int]]:
    """The compiler that the CSV was made with, and its values."""
    first, *rest = CSV.read_text().splitlines()
    rows = {(row["subject"], row["metric"]): int(row["value"]) for row in csv.DictReader(rest)}
    return first.removeprefix("# "), rows


def over_budget(rows: list[Row], budget: dict[tuple[str, str], int]) -> list[str]:
    """One line for each value above the CSV's, and for each that the CSV does not have."""
    lines = []
    for row in rows:
        limit = budget.get((row.subject, row.metric))
        if limit is None:
            lines.append(f"{row.subject}, {row.metric}: {row.value}, not in {CSV.name}")
        elif row.value > (limit * SLACK + GAPS if row.metric.startswith(SIZES) else limit):
            lines.append(f"{row.subject}, {row.metric}: {row.value}, {CSV.name} says {limit}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the CSV")
    check = parser.parse_args().check
    rows = measure()
    if not check:
        write(rows)
        print(f"Written: {CSV.relative_to(ROOT)}")
        return 0
    lines = over_budget(rows, read()[1])
    print("\n".join(lines) or f"{len(rows)} values, none above {CSV.name}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
