# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a GoogleTest program and says what became of each test, also when the program dies."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_STARTED = re.compile(r"^\[ RUN      \] (\S+)$", re.MULTILINE)
_ENDED = re.compile(
    r"^\[ +(OK|FAILED|SKIPPED) +\] ([\w./]+)(?:, where .*)? \(\d+ ms\)$", re.MULTILINE
)
_TIMEOUT = 300


@dataclass
class Outcome:
    """Names by what became of them; `error` if the program ran no test or ended wrongly."""

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    error: str = ""


def run(program: Path, log: Path, environment: Mapping[str, str]) -> Outcome:
    """Runs until every test has ended: one that kills the program is failed, the others follow."""
    outcome = Outcome()
    log.write_text("", encoding="utf-8")
    done: list[str] = []
    while True:
        command = [str(program), "--gtest_brief=0", "--gtest_color=no"]
        if done:
            command.append(f"--gtest_filter=-{':'.join(done)}")
        try:
            process = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=program.parent,
                env=dict(environment),
                timeout=_TIMEOUT,
                check=False,
            )
            text, code = process.stdout.decode(errors="replace"), process.returncode
        except subprocess.TimeoutExpired as error:
            text, code = (error.stdout or b"").decode(errors="replace"), None
        with log.open("a", encoding="utf-8") as file:
            file.write(text)
        ended = _ENDED.findall(text)
        lists = {"OK": outcome.passed, "FAILED": outcome.failed, "SKIPPED": outcome.skipped}
        for verdict, name in ended:
            lists[verdict].append(name)
        names = {name for _, name in ended}
        killed = [name for name in _STARTED.findall(text) if name not in names]
        done += [*names, *killed]
        if killed:
            outcome.failed += killed
            continue
        if code is None:
            outcome.error = f"not ended after {_TIMEOUT} s"
        elif code not in (0, 1) or (code == 1 and not outcome.failed):
            outcome.error = f"the program ended with {code} outside of a test"
        elif not done:
            outcome.error = "the program holds no test"
        return outcome
