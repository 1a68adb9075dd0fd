# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""examples/esp_idf_digits, built before, on what `--embedded-services` names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[2] / "examples" / "esp_idf_digits" / "main"


def labels() -> list[str]:
    """Of the scans that are in the app, in their order."""
    return re.findall(r"^ +\{(\d), \{", (APP / "scans.h").read_text(), re.MULTILINE)


def test_the_app_has_three_scans_and_less_than_60_lines() -> None:
    assert labels() == ["7", "6", "3"]
    assert len((APP / "app_main.c").read_text().splitlines()) < 60


@pytest.mark.board
def test_reads_its_scans(board) -> None:
    board.expect(r"(\d+) bytes of model; (\d+) and (\d+) bytes of RAM", timeout=30)
    for label in labels():
        board.expect(rf"a {label}, read as {label}, in (\d+) us", timeout=30)
    board.expect_exact("done", timeout=5)
