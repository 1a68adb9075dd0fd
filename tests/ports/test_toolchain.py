# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The bare-metal toolchain by itself: start-up, C library, counter, stack measure, traps, map."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from executorch_espressif import emulator, native, sizes


@pytest.fixture(scope="module")
def smoke() -> Path:
    return native.emulator_image("ee_smoke")


def lines_of(elf: Path, directory: Path) -> list[str]:
    """What an image that must end with status 3 (a trap) prints."""
    lines = []
    with pytest.raises(RuntimeError, match="ended with status 3"):
        for line in emulator.start(elf, directory, timeout=60):
            lines.append(line)
    return lines


def test_image_computes_counts_and_measures(smoke: Path, tmp_path: Path) -> None:
    told = json.loads(lines_of(smoke, tmp_path)[0])
    assert told["sum"] == sum(i * i for i in range(10))
    # Multiply, add, increment, branch.
    assert told["per_iteration"] == 4
    assert told["fill"] == 7
    # An array of 1000 bytes, and what the ABI rounds and saves.
    assert 1000 <= told["stack"] <= 1064


def test_trap_is_reported(smoke: Path, tmp_path: Path) -> None:
    trap = lines_of(smoke, tmp_path)[-1]
    # 2: illegal instruction; in the flash of the memory map.
    match = re.fullmatch(r"trap: mcause 2 mepc (\d+) mtval \d+", trap)
    assert match is not None, trap
    assert 0x80000000 <= int(match[1]) < 0x82000000


def test_same_output_in_every_run(smoke: Path, tmp_path: Path) -> None:
    assert lines_of(smoke, tmp_path) == lines_of(smoke, tmp_path)


def test_image_without_work_is_small_and_ends(tmp_path: Path) -> None:
    elf = native.emulator_image("ee_empty")
    assert list(emulator.start(elf, tmp_path, timeout=60)) == []
    assert sizes.flash(elf.with_suffix(".map"))["total"] < 1024


def test_groups_of_the_map_add_up_to_the_image(smoke: Path) -> None:
    size = subprocess.run(
        [native.tool("riscv64-unknown-elf-size"), "-A", smoke],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    section = {
        match[1]: int(match[2]) for match in re.finditer(r"^(\.\S+)\s+(\d+)", size, re.MULTILINE)
    }
    flash = sizes.flash(smoke.with_suffix(".map"))
    assert flash["total"] == sum(section.get(name, 0) for name in sizes.FLASH_SECTIONS)
    groups = ("runtime", "kernels", "libc", "model", "runner", "other")
    assert flash["total"] == sum(flash[name] for name in groups)
    # snprintf with floats is most of it.
    assert flash["libc"] > flash["total"] // 2
    ram = sizes.static_ram(smoke.with_suffix(".map"))
    assert ram["total"] == sum(section.get(name, 0) for name in sizes.RAM_SECTIONS)


def test_missing_tool_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(native.NativeError, match="apt-get install gcc-riscv64-unknown-elf"):
        native.tool("riscv64-unknown-elf-g++")
    with pytest.raises(native.NativeError, match="qemu-system-misc"):
        native.tool("qemu-system-riscv32")
