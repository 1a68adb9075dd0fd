# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Every source file of the repository: its licence header, and its length."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEADER = (
    "Copyright (c) the executorch-espressif authors.",
    "SPDX-License-Identifier: BSD-3-Clause",
)
MAX_LINES = 400

SOURCES = {".c", ".cmake", ".cpp", ".h", ".py", ".sh", ".toml", ".yaml", ".yml"}
SOURCE_NAMES = {"CMakeLists.txt", "Kconfig", "build_idf_component", "run"}
# Without a header: documents, formats without comments, what a tool keeps, templates whose header
# would be that of the generated file.
OTHERS = {".csv", ".defaults", ".in", ".json", ".map", ".md"}
OTHER_NAMES = {".clang-format", ".gitignore", "LICENSE", "VERSION"}
# Lists with a paragraph an operator.
TABLES = {".yaml"}


def is_source(path: Path) -> bool:
    return path.name in SOURCE_NAMES or path.suffix in SOURCES


def without_header(paths: Iterable[Path]) -> list[Path]:
    """Those whose first four lines do not have the two of the header, one after the other."""
    wrong = []
    for path in paths:
        lines = path.read_text(encoding="utf-8").splitlines()[:4]
        if not any(HEADER[0] in a and HEADER[1] in b for a, b in pairwise(lines)):
            wrong.append(path)
    return wrong


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """Those that git has, also if only in its index."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no checkout: only git knows which files are the repository's")
    listed = subprocess.run(
        # Whoever the checkout belongs to.
        [git, "-c", f"safe.directory={ROOT}", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return sorted(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def test_each_file_is_of_a_known_kind(files: list[Path]) -> None:
    unknown = [
        path
        for path in files
        if not is_source(path) and path.suffix not in OTHERS and path.name not in OTHER_NAMES
    ]
    assert not unknown, "say above whether such a file is a source"


def test_each_source_has_the_licence_header(files: list[Path]) -> None:
    sources = [path for path in files if is_source(path)]
    assert len(sources) > 500
    assert without_header(sources) == []


def test_no_source_is_too_long(files: list[Path]) -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in files
        if is_source(path) and path.suffix not in TABLES
    }
    assert {name: n for name, n in lengths.items() if n > MAX_LINES} == {}


def test_a_file_without_the_header_is_found(tmp_path: Path) -> None:
    good, swapped, late = tmp_path / "good.py", tmp_path / "swapped.py", tmp_path / "late.py"
    good.write_text(f"#!/bin/sh\n# {HEADER[0]}\n# {HEADER[1]}\n")
    swapped.write_text(f"# {HEADER[1]}\n# {HEADER[0]}\n")
    late.write_text("\n" * 4 + good.read_text())
    assert without_header([good, swapped, late]) == [swapped, late]
