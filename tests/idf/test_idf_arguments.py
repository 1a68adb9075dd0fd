# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What `./run idf` says before it builds; the table itself needs a checkout of ESP-IDF."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TABLE = Path(__file__).resolve().parent / "table.py"


def run_idf(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TABLE), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_folder_that_is_no_checkout_is_named(tmp_path: Path) -> None:
    done = run_idf("--idf", tmp_path, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert f"{tmp_path} is no ESP-IDF checkout: it has no tools/idf.py" in done.stderr


def test_a_script_that_gives_no_idf_py_is_named(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "idf.py").touch()
    script = tmp_path / "env.sh"
    script.write_text("PATH=/usr/bin:/bin\n")
    done = run_idf("--idf", tmp_path, "--env", script, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert f"{script} does not make idf.py available" in done.stderr
