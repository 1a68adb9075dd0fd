# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import importlib.util

import pytest

PACKAGES = "pytest-embedded-idf pytest-embedded-serial-esp (pytest-embedded-qemu for the emulator)"


@pytest.fixture
def board(request: pytest.FixtureRequest):
    """What runs the app: a board, Espressif's emulator, or the linux target's program."""
    if importlib.util.find_spec("pytest_embedded") is None:
        pytest.skip(f"no board: pytest-embedded is not installed; pip install {PACKAGES}")
    if not request.config.getoption("embedded_services"):
        pytest.skip("no board: give --embedded-services, as examples/esp_idf_digits/README.md says")
    return request.getfixturevalue("dut")
