# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The package as `pip install` of a wheel leaves it: away from any checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

USE = """
import executorch_espressif as ee
import torch
from executorch_espressif import cli

layers = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU())
inputs = (torch.randn(1, 1, 8, 8),)
art = ee.export(layers, inputs, [inputs])
art.save("model.pte")
assert cli.main(["kernels", "model.pte", "-o", "bundle"]) == 0
print(ee.__file__)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def _environment(site: Path, cache: Path) -> dict[str, str]:
    return dict(os.environ) | {"PYTHONPATH": str(site), "XDG_CACHE_HOME": str(cache)}


def test_exports_and_makes_a_bundle(site: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", USE],
        cwd=tmp_path,
        env=_environment(site, tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(site / "executorch_espressif" / "__init__.py")
    assert "esp_nn::conv2d" in (tmp_path / "bundle" / "kernels.json").read_text()


def test_holds_the_sources_of_the_host_runtime(site: Path, tmp_path: Path) -> None:
    """Configured only: the sources are those of the checkout, whose build others test."""
    script = (
        "from executorch_espressif import native; print(native.source_root(), native.build_root())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=_environment(site, tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    package = site / "executorch_espressif"
    version = (ROOT / "VERSION").read_text().strip()
    assert done.stdout.split() == [
        str(package),
        str(tmp_path / "executorch-espressif" / version),
    ]
    subprocess.run(
        ["cmake", "-S", str(package), "-B", str(tmp_path / "build")],
        check=True,
        capture_output=True,
    )
