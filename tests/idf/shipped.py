# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What users get: the archive for the component registry, and the example."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from project import BUILD_TIMEOUT, Wrong

ROOT = Path(__file__).resolve().parents[2]
RUN_TIMEOUT = 30


def run(command: list[str], env: dict[str, str], log: Path, cwd: Path | None = None) -> str:
    done = subprocess.run(
        command,
        env=env,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=BUILD_TIMEOUT,
    )
    log.write_text(f"$ {' '.join(command)}\n{done.stdout}")
    if done.returncode:
        raise Wrong(f"{command[0]} failed; {log.name} ends in: {done.stdout[-700:]}")
    return done.stdout


def archive(env: dict[str, str], component: Path, work: Path, log: Path) -> str:
    """`compote component pack` makes an archive with every file of the component."""
    folder = work / "archive"
    shutil.rmtree(folder, ignore_errors=True)
    command = ["compote", "component", "pack", "--name", "executorch", "--project-dir"]
    command += [str(component), "--dest-dir", str(folder)]
    run(command, env, log)
    version = (component / "VERSION").read_text().split()[0]
    path = folder / f"executorch_{version}.tgz"
    if not path.is_file():
        raise Wrong(f"there is no {path}")
    unpacked = work / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    unpacked.mkdir()
    subprocess.run(["tar", "-xzf", str(path), "-C", str(unpacked)], check=True)
    wrong = [
        name
        for file in sorted(component.rglob("*"))
        if file.is_file()
        and "__pycache__" not in file.parts
        # The registry's tool writes the manifest anew.
        and (name := str(file.relative_to(component))) != "idf_component.yml"
        and not _same(file, unpacked / name)
    ]
    if wrong:
        raise Wrong(f"the archive lacks, or changes, {wrong}")
    return f"{path.name}, {path.stat().st_size} bytes"


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def example(env: dict[str, str], work: Path, log: Path) -> str:
    """Builds the example for linux, with the component by path, and reads its scans."""
    model = ROOT / "build" / "demo" / "model.pte"
    if not model.is_file():
        return f"skipped, there is no {model.relative_to(ROOT)}; ./run demo makes it"
    build = work / "example"
    command = ["idf.py", "--preview", "-B", str(build), "-DIDF_TARGET=linux"]
    command += [f"-DSDKCONFIG={build / 'sdkconfig'}", "build"]
    manager = {**env, "IDF_COMPONENT_MANAGER": "1"}
    run(command, manager, log, ROOT / "examples" / "esp_idf_digits")
    lines = output_until_done(build / "esp_idf_digits.elf")
    read = [re.match(r"a (\d), read as (\d), in \d+ us", line) for line in lines]
    scans = [match.groups() for match in read if match]
    if len(scans) != 3 or any(label != digit for label, digit in scans):
        raise Wrong(f"the app wrote {lines}")
    return " ".join(digit for _, digit in scans)


def output_until_done(program: Path) -> list[str]:
    """Lines up to `done` or `failed`; the program itself goes on, as on a chip."""
    command = ["timeout", str(RUN_TIMEOUT), "stdbuf", "-oL", str(program)]
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1] in ("done", "failed"):
                break
        process.terminate()
    return lines
