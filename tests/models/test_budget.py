# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Instructions, flash and RAM stay within the committed CSV."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
import measure


def test_over_budget_names_what_grew() -> None:
    budget = {
        ("net", "load"): 1000,
        ("net", "macs"): 500,
        ("net", "flash/libc"): 1000,
        ("net", "ram/method"): 1000,
    }
    rows = [
        measure.Row("net", "load", 1000),
        measure.Row("net", "macs", 501),
        measure.Row("net", "flash/libc", 1010),
        measure.Row("net", "ram/method", 1011),
        measure.Row("net", "ram/stack", 1),
    ]
    # Alignment may move a few bytes, and no instruction.
    assert measure.over_budget(rows, budget) == [
        "net, macs: 501, qemu_riscv32.csv says 500",
        "net, ram/method: 1011, qemu_riscv32.csv says 1000",
        "net, ram/stack: 1, not in qemu_riscv32.csv",
    ]


def test_nothing_grew() -> None:
    made_with, budget = measure.read()
    if made_with != measure.compiler():
        pytest.skip(f"the CSV is of another compiler: {made_with}; here: {measure.compiler()}")
    assert measure.over_budget(measure.measure(), budget) == []
