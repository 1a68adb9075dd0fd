# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Compiling and linking for upstream's tests; ccache, where it is, makes repetition cheap."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_INCLUDE = ROOT / "runtime" / "include"
# Ours come first: what we have is never taken from the checkout.
_INCLUDES = [_INCLUDE, _INCLUDE / "executorch/runtime/core/portable_type/c10"]
_OURS = ["-O1", "-ffp-contract=off", "-fno-exceptions", "-Wno-psabi"]
# Upstream's warnings are not ours to mend; its tests use exceptions.
_THEIRS = ["-O0", "-w"]
_SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g1"]


class BuildError(RuntimeError):
    """A compiler or linker refused; the text is its first error."""


def first_error(output: str) -> str:
    """The line of a compiler's or linker's output that says what is wrong, without places."""
    patterns = (
        r"fatal error: (.*)",
        r"(undefined reference to .*)",
        r"(multiple definition of [^;]*)",
        r"\berror: (.*)",
    )
    for pattern in patterns:
        if match := re.search(pattern, output):
            return match[1].strip()
    return output.strip().splitlines()[-1] if output.strip() else "no message"


class Toolchain:
    """Objects, archives and programs below one folder."""

    def __init__(self, folder: Path, support: Path, sanitize: bool) -> None:
        self.folder = folder
        self._includes = [*_INCLUDES, folder / "generated", support]
        self._common = ["-std=c++17", *(_SANITIZE if sanitize else [])]
        self._sanitize = _SANITIZE if sanitize else []
        self._compiler = [tool for tool in [shutil.which("ccache")] if tool] + ["g++"]
        self._objects: dict[tuple, Path] = {}
        self._running: dict[tuple, threading.Lock] = {}
        self._lock = threading.Lock()
        self._environment = dict(os.environ, CCACHE_SLOPPINESS="pch_defines,time_macros")

    def ours(self, source: Path, flags: Sequence[str] = ()) -> Path:
        """The object of a source of this repository."""
        quoted = [f"-I{ROOT / 'nn' / 'include'}", f"-I{ROOT / 'nn'}"]
        try:
            return self._compile(source, [*_OURS, *quoted, *flags], ROOT)
        except BuildError as error:
            raise BuildError(f"{source.name}: {error}") from None

    def theirs(self, source: Path, root: Path, flags: Sequence[str] = ()) -> Path:
        """The object of a source of the checkout."""
        return self._compile(source, [*_THEIRS, *self._precompiled(), *flags], root)

    def archive(self, name: str, objects: Iterable[Path]) -> Path:
        path = self.folder / f"lib{name}.a"
        path.unlink(missing_ok=True)
        self._run(["ar", "rcs", str(path), *map(str, objects)])
        return path

    def link(self, name: str, inputs: Sequence[Path], libraries: Sequence[str]) -> Path:
        path = self.folder / "bin" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self._run(["g++", *self._sanitize, *map(str, inputs), *libraries, "-o", str(path)])
        return path

    def _compile(self, source: Path, flags: Sequence[str], root: Path) -> Path:
        key = (source, *flags)
        with self._lock:
            one = self._running.setdefault(key, threading.Lock())
        with one:
            if key in self._objects:
                return self._objects[key]
            inside = source.is_relative_to(root)
            relative = str(source.relative_to(root) if inside else source.name).replace("/", "__")
            digest = hashlib.sha256(repr(key).encode()).hexdigest()[:8]
            path = self.folder / "obj" / f"{relative}-{digest}.o"
            path.parent.mkdir(parents=True, exist_ok=True)
            includes = [f"-I{folder}" for folder in self._includes]
            place = ["-c", str(source), "-o", str(path)]
            self._run([*self._compiler, *self._common, *flags, *includes, *place])
            self._objects[key] = path
            return path

    def _precompiled(self) -> list[str]:
        """GoogleTest's headers, which every test includes anyway.

        Made once for a folder: the compiler never writes the same bytes twice, so that made anew
        they would spoil what ccache has of the tests.
        """
        key = ("gtest",)
        header = self.folder / "pch" / "gtest_headers.h"
        place = ["-x", "c++-header", str(header), "-o", f"{header}.gch"]
        command = ["g++", *self._common, *_THEIRS, *place]
        stamp = header.with_suffix(".made")
        with self._lock:
            if key not in self._objects:
                if not stamp.is_file() or stamp.read_text(encoding="utf-8") != str(command):
                    header.parent.mkdir(parents=True, exist_ok=True)
                    header.write_text(
                        "#include <gmock/gmock.h>\n#include <gtest/gtest.h>\n", encoding="utf-8"
                    )
                    self._run(command)
                    stamp.write_text(str(command), encoding="utf-8")
                self._objects[key] = header
        return ["-fpch-preprocess", "-include", str(header)]

    def _run(self, command: list[str]) -> None:
        process = subprocess.run(
            command, capture_output=True, text=True, env=self._environment, check=False
        )
        if process.returncode != 0:
            raise BuildError(first_error(process.stderr))
