# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The demo, whole: what `./run demo` promises holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict]:
    out = tmp_path_factory.mktemp("demo")
    subprocess.run(
        [sys.executable, "examples/digits/demo.py", "--out", str(out)], cwd=ROOT, check=True
    )
    return out, json.loads((out / "summary.json").read_text())


def test_every_test_image_has_the_same_bytes_everywhere(demo: tuple[Path, dict]) -> None:
    _, summary = demo
    assert summary["images"] == 360
    assert summary["identical_outputs"] == 360


def test_int8_loses_at_most_one_point(demo: tuple[Path, dict]) -> None:
    _, summary = demo
    assert summary["accuracy_float"] > 97.0
    assert summary["accuracy_int8"] >= summary["accuracy_float"] - 1.0


def test_macs_are_those_of_the_network(demo: tuple[Path, dict]) -> None:
    _, summary = demo
    pointwise = 64 * (16 * 32 + 32 * 32) + 16 * 32 * 64
    depthwise = 9 * (64 * 16 + 64 * 32 + 16 * 32)
    stem, linear = 64 * 9 * 16, 64 * 10
    weights_used = pointwise + depthwise + stem + linear
    # Pooling adds at most one operation an input element.
    assert weights_used <= summary["macs"] <= weights_used + 64 * 32 + 16 * 64


def test_everything_is_written(demo: tuple[Path, dict]) -> None:
    out, summary = demo
    assert (out / "firmware.elf").read_bytes()[:4] == b"\x7fELF"
    assert (out / "model.pte").read_bytes()[4:8] == b"ET12"
    manifest = json.loads((out / "bundle" / "kernels.json").read_text())
    assert {row["library"] for row in manifest["operators"]} == {"esp_nn"}
    page = (out / "report.html").read_text()
    assert page.count("<svg") >= 12
    assert "http" not in page
    groups = [n for n in summary["flash"] if "/" not in n and n != "total"]
    # Without messages: with them the runtime takes more than twice as much.
    assert summary["flash"]["runtime"] < 16_000
    assert summary["flash_bytes"] == sum(summary["flash"][name] for name in groups)
    assert summary["ram_bytes"] == sum(summary["ram"].values())
