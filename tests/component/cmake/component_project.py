# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A small project, configured and built with the RISC-V cross compiler."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
APP = Path(__file__).with_name("app")
TOOL = ROOT / "tools" / "build_idf_component"


def run(*command, check: bool = True, **options) -> subprocess.CompletedProcess:
    """check: a failure's text is the command's own output."""
    words = [str(word) for word in command]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if check and ran.returncode != 0:
        raise AssertionError(f"{' '.join(words)}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran


def touch_later(path: Path) -> None:
    """Newer than anything, on file systems with coarse times too."""
    later = time.time() + 2
    os.utime(path, (later, later))


def build_tree(target: Path) -> Path:
    run(sys.executable, TOOL, "-o", target)
    return target


class Project:
    """folder has the models; build/ is reused, so that a configuration costs half a second."""

    def __init__(self, folder: Path, tree: Path, models: dict[str, bytes]):
        self.folder, self.tree, self.models = folder, tree, models
        self.build_folder = folder / "build"
        self.bundle = folder / "bundle"
        self.declare = folder / "declare.cmake"
        for name in models:
            self.restore(name)

    def restore(self, name: str) -> None:
        (self.folder / f"{name}.pte").write_bytes(self.models[name])

    def make_bundle(self, *names: str, options=()) -> None:
        """Anew, with the generator of the component and a bare interpreter."""
        shutil.rmtree(self.bundle, ignore_errors=True)
        models = [self.folder / f"{name}.pte" for name in names]
        generator = self.tree / "tools" / "gen_kernels.py"
        run(sys.executable, "-I", "-S", generator, *models, "-o", self.bundle, *options)

    def configure(
        self, declare: str, *, world="subdirectory", app="empty.c", tree=None, check=True
    ):
        self.declare.write_text(declare)
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        compiler = [f"-DCMAKE_{c}_COMPILER_LAUNCHER=ccache" for c in ("C", "CXX")]
        return run(
            "cmake",
            *generator,
            *(compiler if shutil.which("ccache") else []),
            f"-S{APP}",
            f"-B{self.build_folder}",
            f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/ports/qemu_riscv32/toolchain.cmake",
            f"-DWORLD={world}",
            f"-DTREE={tree or self.tree}",
            *([f"-Dexecutorch_ROOT={self.tree}"] if world == "package" else []),
            f"-DDECLARE={self.declare}",
            f"-DAPP={app}",
            check=check,
        )

    def words_said_on_qemu(self) -> list[str]:
        """What the built program prints; skips the test where there is no QEMU."""
        if not shutil.which("qemu-system-riscv32"):
            pytest.skip("qemu-system-riscv32 is not installed")
        machine = ["-M", "virt", "-bios", "none", "-nographic"]
        semihosting = ["-semihosting-config", "enable=on,target=native"]
        ran = run("qemu-system-riscv32", *machine, *semihosting, "-kernel", self.elf, timeout=60)
        # Where the console goes depends on the version of QEMU.
        return (ran.stdout + ran.stderr).split()

    def error(self, declare: str, **options) -> str:
        """What a configuration that must fail says, on one line."""
        failed = self.configure(declare, check=False, **options)
        assert failed.returncode != 0, failed.stdout
        return flat(failed.stderr)

    def build(self, check: bool = True) -> subprocess.CompletedProcess:
        # The folders of another run of the tests have other names; what is compiled is the same.
        cache = {"CCACHE_BASEDIR": str(self.folder.parent), "CCACHE_NOHASHDIR": "1"}
        environment = os.environ | cache
        return run("cmake", "--build", self.build_folder, "-j2", check=check, env=environment)

    @property
    def elf(self) -> Path:
        return self.build_folder / "app.elf"


def flat(text: str) -> str:
    """CMake breaks lines where they are full."""
    return " ".join(text.split())


def command_in(text: str) -> str:
    """The command of a message: the only line that starts with python3."""
    (line,) = [line for line in text.splitlines() if line.startswith("    python3 ")]
    return line.strip()


def symbols(elf: Path) -> dict[str, tuple[int, int]]:
    """Name -> address and size, of the symbols that have both."""
    listed = run("riscv64-unknown-elf-nm", "-S", elf).stdout
    rows = (line.split() for line in listed.splitlines())
    return {row[3]: (int(row[0], 16), int(row[1], 16)) for row in rows if len(row) == 4}


def bytes_at(elf: Path, address: int, size: int) -> bytes:
    """What a loader would put there: by the program headers of a 32-bit little-endian ELF."""
    data = elf.read_bytes()
    (start,) = struct.unpack_from("<I", data, 28)
    entry, count = struct.unpack_from("<HH", data, 42)
    for number in range(count):
        _, offset, virtual, _, length = struct.unpack_from("<5I", data, start + number * entry)
        if virtual <= address and address + size <= virtual + length:
            return data[offset + address - virtual : offset + address - virtual + size]
    raise AssertionError(f"no segment has {address:#x}")
