# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The main job on real input: train, quantize, export, cross-compile, run on an emulated chip.

Writes build/demo/: summary.json, model.pte, bundle/, firmware.elf and report.html.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import executorch_espressif as ee
import model
import report
import torch
from torch import Tensor

CALIBRATION_IMAGES = 64
PLACE = "rv32imac (ESP32-C3/C6/H2 class) on qemu-system-riscv32, kernels -O2, the rest -Os"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("build/demo"), help="folder to write to")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()

    step("Train a small convolutional network on 1,437 scans of handwritten digits")
    digits = model.load()
    net = model.train(digits, progress=lambda line: print(f"   {line}", flush=True))

    step(f"Quantize to int8 on {CALIBRATION_IMAGES} training images and export")
    calibration = [(image.unsqueeze(0),) for image in digits.train_images[:CALIBRATION_IMAGES]]
    art = ee.export(net, calibration[0], calibration, backend="ops", target="esp32c6")
    print(indent(str(art.report)))

    images = [(image.unsqueeze(0),) for image in digits.test_images]
    step(f"Run {len(images)} test images in PyTorch, the official runtime and ours on the host")
    with torch.no_grad():
        logits = {"PyTorch, float32": net(digits.test_images)}
    logits["PyTorch, convert_pt2e graph"] = torch.cat([art.reference(*i)[0] for i in images])
    logits["official ExecuTorch runtime, int8"] = stack(ee.run(art, images, on="executorch"))
    logits["our runtime on the host, int8"] = stack(ee.run(art, images, on="host"))

    step("Cross-compile the firmware: the model in flash and only its kernels")
    firmware = ee.firmware(art, out)
    print(f"   {relative(firmware.elf)}: {firmware.flash['total']:,} bytes of flash")

    step(f"Run {len(images)} test images on the emulated chip")
    runs = firmware.run(images, progress=Progress(len(images)))
    logits["emulated chip, int8"] = stack(runs)

    summary = summarize(art, firmware, runs, logits, digits.test_labels)
    show(art, firmware, runs, logits, digits, summary)
    (out / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    write_page(out / "report.html", art, firmware, runs, logits, digits, summary)

    files = "summary.json, report.html, model.pte, bundle/, firmware.elf"
    print(f"\nWritten to {relative(out)}/: {files}")
    print(f"Done in {time.monotonic() - start:.0f} s.")
    if summary["identical_outputs"] != summary["images"]:
        print("The runtimes disagree; that is a bug. Please report it.", file=sys.stderr)
        return 1
    return 0


def step(text: str) -> None:
    print(f"\n== {text}", flush=True)


def indent(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.splitlines())


def relative(path: Path) -> Path:
    path = path.resolve()
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def stack(runs: Any) -> Tensor:
    return torch.cat([run[0] for run in runs])


class Progress:
    """Prints one line every so many images while the emulator works."""

    def __init__(self, total: int, every: int = 60) -> None:
        self.done, self.total, self.every = 0, total, every

    def __call__(self, _: dict[str, Any]) -> None:
        self.done += 1
        if self.done % self.every == 0 or self.done == self.total:
            print(f"   {self.done}/{self.total} images", flush=True)


def summarize(
    art: Any, firmware: Any, runs: Any, logits: dict[str, Tensor], labels: Tensor
) -> dict[str, Any]:
    """What `summary.json` holds; bytes and instructions are those of the emulated chip."""
    chip = logits["emulated chip, int8"]
    int8 = [values.numpy() for place, values in logits.items() if place.endswith("int8")]
    identical = sum(
        all(row.tobytes() == rows[i].tobytes() for rows in int8) for i, row in enumerate(int8[-1])
    )
    return {
        "images": len(labels),
        "accuracy_float": model.accuracy(logits["PyTorch, float32"], labels),
        "accuracy_int8": model.accuracy(chip, labels),
        "accuracy": {place: model.accuracy(v, labels) for place, v in logits.items()},
        "identical_outputs": identical,
        "instructions_per_inference": runs.instructions,
        "macs": art.report.macs,
        "flash_bytes": firmware.flash["total"],
        "ram_bytes": sum(firmware.ram.values()),
        "flash": firmware.flash,
        "ram": firmware.ram,
        "place": PLACE,
    }


def operator_rows(art: Any, runs: Any) -> list[tuple[str, str, int, int, str]]:
    """(layer, operator, MACs, instructions, instructions per MAC) in order of execution."""
    rows = []
    for row, (operator, count) in zip(
        art.report.operators, runs.instructions_per_operator, strict=True
    ):
        assert operator == row.operator
        per_mac = f"{count / row.macs:.2f}" if row.macs else ""
        rows.append((row.module or row.node, operator, row.macs, count, per_mac))
    return rows


HEADER_OPERATORS = ("layer", "operator", "MACs", "instructions", "per MAC")
HEADER_ACCURACY = ("where", "accuracy %")
HEADER_BYTES = ("part", "bytes")


def accuracy_rows(summary: dict[str, Any]) -> list[tuple[str, float]]:
    return list(summary["accuracy"].items())


def byte_rows(sizes: dict[str, int]) -> list[tuple[str, int]]:
    """Groups, largest first, and their total; parts of a group ("kernels/nn") are left out."""
    rows = [(n, size) for n, size in sizes.items() if "/" not in n and n != "total" and size]
    rows.sort(key=lambda row: -row[1])
    return [*rows, ("total", sum(size for _, size in rows))]


def show(
    art: Any,
    firmware: Any,
    runs: Any,
    logits: dict[str, Tensor],
    digits: model.Digits,
    summary: dict[str, Any],
) -> None:
    read = logits["emulated chip, int8"].argmax(1)
    step("What the chip read")
    pictures = [report.as_text(image) for image in digits.test_images[:3]]
    captions = [f"the chip read {int(r)}" for r in read[:3]]
    print(indent(report.side_by_side(pictures, captions)))
    step("Accuracy")
    print(indent(report.table(HEADER_ACCURACY, accuracy_rows(summary))))
    print(
        f"   outputs identical byte for byte in official runtime, host and chip: "
        f"{summary['identical_outputs']} of {summary['images']} images"
    )
    step(f"Instructions ({PLACE})")
    print(indent(report.table(HEADER_OPERATORS, operator_rows(art, runs))))
    print(
        f"   {runs.instructions:,} instructions per inference, {art.report.macs:,} MACs: "
        f"{runs.instructions / art.report.macs:.2f} per MAC"
    )
    step("Flash")
    print(indent(report.table(HEADER_BYTES, byte_rows(firmware.flash))))
    step("RAM")
    print(indent(report.table(HEADER_BYTES, byte_rows(firmware.ram))))


def write_page(
    path: Path,
    art: Any,
    firmware: Any,
    runs: Any,
    logits: dict[str, Tensor],
    digits: model.Digits,
    summary: dict[str, Any],
) -> None:
    report.write_html(
        path,
        "Handwritten digits on an emulated ESP32-C6-class core",
        f"{summary['images']} scans that the network never saw, read in int8 by firmware of "
        f"{summary['flash_bytes']:,} bytes with {summary['ram_bytes']:,} bytes of RAM, in "
        f"{summary['instructions_per_inference']:,} instructions each. {PLACE}.",
        digits.test_images,
        logits["emulated chip, int8"].argmax(1).tolist(),
        digits.test_labels.tolist(),
        [
            ("Accuracy", report.html_table(HEADER_ACCURACY, accuracy_rows(summary))),
            (
                "Instructions",
                report.html_table(HEADER_OPERATORS, operator_rows(art, runs), bar=3),
            ),
            ("Flash", report.html_table(HEADER_BYTES, byte_rows(firmware.flash)[:-1], bar=1)),
            ("RAM", report.html_table(HEADER_BYTES, byte_rows(firmware.ram)[:-1], bar=1)),
        ],
    )


if __name__ == "__main__":
    sys.exit(main())
