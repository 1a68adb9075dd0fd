# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Public programs of ExecuTorch, unmodified, against our runtime/.

    ./run upstream-programs --src <checkout of executorch>

Each is compiled and linked for this computer, and run where it can end by itself. Headers of boards
that are not there are replaced by the few declarations in stand_ins/; what a program includes of
ExecuTorch is ours. The exit code is 0 if all hold.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import suites
from generated import write_if_changed
from toolchain import ROOT, BuildError
from upstream_tests import SYSTEM, Runner

_HERE = Path(__file__).resolve().parent
_ESP = "examples/espressif/executor_runner"
_ZEPHYR = "zephyr/samples/hello-executorch/src"


@dataclass(frozen=True)
class Program:
    """sources: of the checkout; main: ours; model: what model_pte.h holds; says: what it must print
    when it runs, None where it is only built; ends_well: whether it must end with 0."""

    name: str
    sources: tuple[str, ...]
    includes: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    model: str = ""
    flags: tuple[str, ...] = ()
    says: str | None = None
    ends_well: bool = True


_MODEL = "ModuleAddMul.pte"
PROGRAMS = (
    Program(
        f"{_ESP} (public functions)",
        (f"{_ESP}/esp_executor_runner.cpp", f"{_ESP}/esp_pal.cpp", f"{_ESP}/esp_perf_monitor.cpp"),
        (_ESP,),
        ("esp_runner_main.cpp",),
        _MODEL,
        says="",
    ),
    Program(
        f"{_ESP} (ET_BUNDLE_IO)",
        (f"{_ESP}/esp_executor_runner.cpp", f"{_ESP}/esp_pal.cpp", f"{_ESP}/esp_perf_monitor.cpp"),
        (_ESP,),
        ("esp_runner_demo.cpp",),
        "ModuleAddMul.bpte",
        # Once: the plan lets the output take the memory of the input, which is set once.
        ("-DET_BUNDLE_IO", "-DET_NUM_INFERENCES=1"),
        says="Test_result: PASS",
    ),
    Program(
        "examples/arduino/ETModel.h",
        (),
        ("examples/arduino",),
        ("arduino_main.cpp",),
        _MODEL,
        says="",
    ),
    Program(
        "examples/raspberry_pi/pico2/main.cpp",
        ("examples/raspberry_pi/pico2/main.cpp", "examples/raspberry_pi/pico2/model_pte.c"),
        main=("stand_ins/pico_sdk.cpp",),
    ),
    Program(
        f"{_ZEPHYR}/arm_executor_runner.cpp",
        (
            f"{_ZEPHYR}/arm_executor_runner.cpp",
            "examples/arm/executor_runner/arm_memory_allocator.cpp",
        ),
        model=_MODEL,
        # The default is 160 MB in an image for a computer.
        flags=("-DET_ARM_METHOD_ALLOCATOR_POOL_SIZE=0x10000",),
        says="SUCCESS: Program complete",
        # At its end it gives free() what did not come from malloc().
        ends_well=False,
    ),
)
# Headers of programs, beside those of tests, that programs may take from the checkout.
_HEADERS = ("examples/arm/executor_runner",)

_BUNDLE = """\
import sys, torch
from executorch.devtools import BundledProgram
from executorch.devtools.bundled_program.config import MethodTestCase, MethodTestSuite
from executorch.devtools.bundled_program.serialize import (
    serialize_from_bundled_program_to_flatbuffer,
)
from executorch.exir import to_edge
from torch.export import export

class AddMul(torch.nn.Module):
    def forward(self, x):
        return x * 3.0 + 2.0

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
program = to_edge(export(AddMul(), (x,))).to_executorch()
cases = [MethodTestCase(inputs=(x,), expected_outputs=(AddMul()(x),))]
bundle = BundledProgram(program, [MethodTestSuite(method_name="forward", test_cases=cases)])
open(sys.argv[1], "wb").write(serialize_from_bundled_program_to_flatbuffer(bundle))
"""


def make_bundle(path: Path) -> None:
    """3 * x + 2 with one test of x = (1, 2, 3, 4), by the wheel's exporter."""
    if not path.exists():
        subprocess.run(
            [sys.executable, "-c", _BUNDLE, str(path)], check=True, stderr=subprocess.DEVNULL
        )


def write_model(path: Path, model: Path) -> None:
    """model_pte.h, as upstream's pte_to_header.py names its array."""
    numbers = ", ".join(str(byte) for byte in model.read_bytes())
    write_if_changed(
        path,
        "#pragma once\n#include <cstddef>\n"
        f"alignas(32) static unsigned char model_pte[] = {{{numbers}}};\n"
        "[[maybe_unused]] static size_t model_pte_size = sizeof(model_pte);\n",
    )


def build(program: Program, number: int, runner: Runner, checkout: Path, folder: Path) -> Path:
    includes = [checkout / path for path in program.includes] + [_HERE / "stand_ins"]
    if program.model:
        place = folder / "models" / str(number)
        write_model(place / "model_pte.h", folder / "programs" / program.model)
        includes.append(place)
    flags = [*program.flags, *(f"-I{path}" for path in includes)]
    objects = [runner.tools.theirs(checkout / path, checkout, flags) for path in program.sources]
    objects += [runner.tools.theirs(_HERE / path, ROOT, flags) for path in program.main]
    return runner.tools.link(f"program_{number}", [*objects, *runner.with_programs()], SYSTEM)


def check(program: Program, executable: Path, log: Path) -> str:
    """ "" or what is wrong."""
    try:
        ended = subprocess.run(
            [str(executable)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "not ended after 60 s"
    text = ended.stdout.decode(errors="replace")
    log.write_text(text, encoding="utf-8")
    last = text.strip().splitlines()[-1] if text.strip() else "nothing"
    if ended.returncode != 0 and program.ends_well:
        return f"ended with {ended.returncode}, saying: {last}"
    return "" if (program.says or "") in text else f"did not say '{program.says}', but: {last}"


def run(checkout: Path, folder: Path, jobs: int) -> int:
    runner = Runner(checkout, folder, jobs, sanitize=False)
    for path in _HEADERS:
        link = folder / "support" / "executorch" / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(checkout / path)
    runner.prepare()
    runner.prepare_programs()
    make_bundle(folder / "programs" / "ModuleAddMul.bpte")
    wrong = 0
    for number, program in enumerate(PROGRAMS):
        log = folder / "logs" / f"program_{number}.log"
        try:
            executable = build(program, number, runner, checkout, folder)
            reason = "" if program.says is None else check(program, executable, log)
        except BuildError as error:
            reason = f"not built: {error}"
        wrong += bool(reason)
        done = "built" if program.says is None else "built and run"
        print(f"{program.name:70} {reason or done}")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run upstream-programs", description=__doc__)
    parser.add_argument("--src", type=Path, required=True, help="checkout of executorch")
    parser.add_argument("--build", type=Path, default=ROOT / "build/upstream-tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    checkout = args.src.resolve()
    if not suites.is_checkout(checkout):
        parser.error(f"{checkout} is no checkout of executorch")
    folder = args.build.resolve() / "plain"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return run(checkout, folder, args.jobs)


if __name__ == "__main__":
    sys.exit(main())
