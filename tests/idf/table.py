# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The component's table through real ESP-IDF builds: `./run idf --idf <checkout>`.

Runs every row for the target `linux`, whose program runs here; and builds the empty app and an app
of two models for a chip whose compiler is there. Logs and sizes are in build/idf/.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import environment
import shipped
from project import Project, Wrong
from rows import ROWS, Check, declared, outputs

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CHIP_COMPILER = {
    "esp32": "xtensa-esp32-elf-gcc",
    "esp32s2": "xtensa-esp32s2-elf-gcc",
    "esp32s3": "xtensa-esp32s3-elf-gcc",
}


def main() -> int:
    options = arguments()
    work = options.out.resolve()
    work.mkdir(parents=True, exist_ok=True)
    try:
        step("An environment for idf.py")
        env = environment.of(options.idf.resolve(), options.env, work)
        print(f"   ESP-IDF in {env['IDF_PATH']}")
        step("The component and the models")
        component = work / "executorch"
        command = [sys.executable, str(ROOT / "tools/build_idf_component"), "-o", str(component)]
        subprocess.run(command, check=True)
        models = make_models(work / "models")
        step("The table, target linux")
        project = Project(work / "linux", "linux", env, component, models, work / "logs-linux")
        failed = run_rows(project, options.only)
        step("What is shipped")
        failed += run_shipped(project, env, component, work, options.only)
        step(f"The chip {options.chip}")
        failed += run_chip(options, env, work, component, models)
    except environment.NoEnvironment as error:
        print(f"run idf: {error}", file=sys.stderr)
        return 2
    print(f"\nSizes, one file a build: {work}/logs-*/size-*.txt")
    print(f"{failed} failed" if failed else "All hold.")
    return 1 if failed else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run idf", description=__doc__.splitlines()[0])
    parser.add_argument("--idf", type=Path, required=True, help="a checkout of ESP-IDF")
    parser.add_argument(
        "--env",
        type=Path,
        metavar="SCRIPT",
        help="bash script that makes idf.py available, if not <idf>/export.sh",
    )
    parser.add_argument("--chip", default="esp32c6", help="a chip to build for too, or none")
    parser.add_argument(
        "--chip-env",
        type=Path,
        metavar="SCRIPT",
        help="the same for the chip, if its compiler needs another environment",
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="rows with this in their name")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "idf")
    return parser.parse_args()


def step(text: str) -> None:
    print(f"\n== {text}", flush=True)


def make_models(folder: Path) -> Path:
    """Made anew when one of the files that they come from is newer."""
    sources = [
        HERE / "make_models.py",
        *(ROOT / "aot").rglob("*.py"),
        *(ROOT / "ops").rglob("*.py"),
    ]
    stamp = folder / "expected.json"
    newest = max(path.stat().st_mtime for path in sources)
    if not stamp.is_file() or stamp.stat().st_mtime < newest:
        print("   exporting the models", flush=True)
        command = [sys.executable, str(HERE / "make_models.py"), str(folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"make_models.py failed:\n{done.stderr[-3000:]}")
    return folder


def run_rows(project: Project, only: str) -> int:
    """Prints a line per row; the number of rows that do not hold."""
    failed = 0
    for number, (name, what, check) in enumerate(ROWS, 1):
        if only not in name:
            continue
        failed += not holds(project, f"{number:02}-{name}", what, check)
    return failed


def run_shipped(
    project: Project, env: dict[str, str], component: Path, work: Path, only: str
) -> int:
    failed = 0
    if only in "archive":
        log = project.log / "archive.log"
        failed += not told(
            "compote component pack takes the component whole",
            "archive",
            lambda: shipped.archive(env, component, work, log),
        )
    if only in "unpacked" and (work / "unpacked").is_dir():
        whole, project.component = project.component, work / "unpacked"
        failed += not holds(project, "unpacked", "the archive, unpacked, builds", built)
        project.component = whole
    if only in "example":
        # The example's component is at the tool's own place.
        subprocess.run([sys.executable, str(ROOT / "tools/build_idf_component")], check=True)
        log = project.log / "example.log"
        failed += not told(
            "examples/esp_idf_digits reads its scans",
            "example",
            lambda: shipped.example(project.env, work, log),
        )
    return failed


def holds(project: Project, row: str, what: str, check: Check) -> bool:
    project.row = row
    (project.log / f"{row}.log").unlink(missing_ok=True)

    def checked() -> str | None:
        project.fresh()
        return check(project)

    return told(what, row, checked)


def told(what: str, row: str, check: Callable[[], str | None]) -> bool:
    """Prints the line of a row; whether it holds."""
    start = time.monotonic()
    try:
        note = check()
    except (Wrong, subprocess.SubprocessError) as error:
        print(f"   FAIL {what}\n        {row}: {error}", flush=True)
        return False
    seconds = time.monotonic() - start
    print(f"   ok   {what}{f': {note}' if note else ''} ({seconds:.0f} s)", flush=True)
    return True


def run_chip(
    options: argparse.Namespace, env: dict[str, str], work: Path, component: Path, models: Path
) -> int:
    if options.chip == "none":
        print("   skipped: --chip none")
        return 0
    if options.chip_env is not None:
        env = environment.sourced(options.chip_env)
    compiler = CHIP_COMPILER.get(options.chip, "riscv32-esp-elf-gcc")
    if not shutil.which(compiler, path=env["PATH"]):
        print(f"   skipped: there is no {compiler}; give its environment with --chip-env")
        return 0
    chip = Project(
        work / options.chip, options.chip, env, component, models, work / f"logs-{options.chip}"
    )
    rows = {name: (what, check) for name, what, check in ROWS}
    failed = 0
    for name in ("nothing_declared", "unbundled_app"):
        failed += not holds(chip, name, *rows[name])
    return failed + (not holds(chip, "two_models", "an app of two models builds", chip_models))


def built(project: Project) -> None:
    declared(project)
    project.builds()
    outputs(project)


def chip_models(project: Project) -> str:
    declared(project)
    project.builds()
    project.size_log(project.log / "size-two-models.txt", "two models and their bundle")
    return f"image of {project.image_bytes()} bytes"


if __name__ == "__main__":
    sys.exit(main())
