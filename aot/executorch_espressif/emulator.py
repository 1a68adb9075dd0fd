# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Images on QEMU's RISC-V `virt` machine: starting them, and reading what they print."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from . import native, values

Progress = Callable[[dict], None]

# executorch::runtime::Error
ERRORS = {
    0x01: "Internal",
    0x02: "InvalidState",
    0x10: "NotSupported",
    0x11: "NotImplemented",
    0x12: "InvalidArgument",
    0x13: "InvalidType",
    0x14: "OperatorMissing",
    0x15: "RegistrationExceedingMaxKernels",
    0x16: "RegistrationAlreadyRegistered",
    0x20: "NotFound",
    0x21: "MemoryAllocationFailed",
    0x22: "AccessFailed",
    0x23: "InvalidProgram",
    0x24: "InvalidExternalData",
    0x25: "OutOfResources",
    0x30: "DelegateInvalidCompatibility",
    0x31: "DelegateMemoryAllocationFailed",
    0x32: "DelegateInvalidHandle",
}


@dataclass
class Job:
    """One program and the sets of inputs to run it on, one after the other."""

    program: bytes
    method: str
    runs: list[list[values.Record]]
    count_operators: bool = False


@dataclass
class JobResult:
    """error: None, or what failed. ram: method, planned, temp and stack in bytes."""

    error: str | None = None
    outputs: list[values.Record] = field(default_factory=list)
    instructions: list[int] = field(default_factory=list)
    operators: list[int] = field(default_factory=list)
    load_instructions: dict[str, int] = field(default_factory=dict)
    ram: dict[str, int] = field(default_factory=dict)


def start(elf: Path, directory: Path, timeout: float) -> Iterator[str]:
    """Runs an image with `directory` as its files; yields the lines it prints.

    Raises RuntimeError when the image does not end by itself with status 0.
    """
    command = [native.tool("qemu-system-riscv32"), "-M", "virt", "-m", "512M", "-bios", "none"]
    command += ["-display", "none", "-serial", "none", "-monitor", "none"]
    command += ["-chardev", "stdio,id=console"]
    command += ["-semihosting-config", "enable=on,target=native,chardev=console"]
    # One instruction is one nanosecond, so minstret is exact and the same in every run.
    command += ["-icount", "shift=0", "-kernel", str(elf)]
    last = ""
    with subprocess.Popen(
        ["timeout", str(timeout), *command],
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                last = line.strip() or last
                yield line.rstrip("\n")
        except GeneratorExit:
            process.terminate()
            raise
    if process.returncode == 124:
        raise RuntimeError(f"the emulator did not end within {timeout:g} s")
    if process.returncode:
        raise RuntimeError(f"the emulator ended with status {process.returncode}: {last}")


def run_jobs(
    jobs: list[Job], timeout: float = 600, progress: Progress | None = None
) -> list[JobResult]:
    """Runs the jobs in the generic runner; a job that fails does not stop the others."""
    elf = native.emulator_runner()
    results: list[JobResult] = []
    while len(results) < len(jobs):
        results += _run_some(elf, jobs[len(results) :], timeout, progress)
    return results


def _run_some(
    elf: Path, jobs: list[Job], timeout: float, progress: Progress | None
) -> list[JobResult]:
    """Results up to and including the first job that ended the emulator, at least one."""
    with tempfile.TemporaryDirectory(prefix="ee_run_") as name:
        directory = Path(name)
        lines = []
        for number, job in enumerate(jobs):
            (directory / f"{number}.pte").write_bytes(job.program)
            records = [record for run in job.runs for record in run]
            (directory / f"{number}.in").write_bytes(values.pack(records))
            lines.append(
                f"{number}.pte {job.method} {len(job.runs)} {int(job.count_operators)} "
                f"{number}.in {number}.out"
            )
        (directory / "jobs.txt").write_text("\n".join(lines) + "\n")
        reader = ResultReader(progress)
        try:
            for line in start(elf, directory, timeout):
                reader.feed(line)
        except RuntimeError as error:
            reader.end(str(error))
        results = reader.results
        if not results:
            raise RuntimeError("the emulator ran, but reported on no program")
        for number, result in enumerate(results):
            output = directory / f"{number}.out"
            if result.error is None:
                result.outputs = list(values.unpack(output.read_bytes()))
        return results


class ResultReader:
    """Collects the lines of run_model() into one JobResult per program."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.results: list[JobResult] = []
        self._progress = progress
        self._current = JobResult()
        self._log: list[str] = []
        self._aborted = False

    def feed(self, line: str) -> None:
        if line[:2] in ("E ", "F "):
            self._log.append(line[2:])
        if not line.startswith("{"):
            return
        message = json.loads(line)
        if "run" in message:
            self._current.instructions.append(message["instructions"])
        elif "operators" in message:
            self._current.operators = message["operators"]
        elif "error" in message:
            code = message["code"]
            self._aborted = message["error"] == "the runtime aborted"
            self._finish(f"{message['error']} (error 0x{code:x} {ERRORS.get(code, '')})")
        elif "done" in message:
            done = message["done"]
            self._current.load_instructions = {
                "program": done["load_program_instructions"],
                "method": done["load_method_instructions"],
            }
            self._current.ram = {key: done[key] for key in ("planned", "method", "temp", "stack")}
            self._finish(None)
        if self._progress is not None:
            self._progress(message)

    def end(self, reason: str) -> None:
        """The image ended early for `reason`; an abort has already been told as an error."""
        if not self._aborted:
            self._finish(reason)

    def _finish(self, error: str | None) -> None:
        if error is not None:
            self._current.error = "; ".join([error, *self._log])
        self.results.append(self._current)
        self._current = JobResult()
        self._log = []
