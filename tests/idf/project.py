# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One ESP-IDF project that is declared, built and run again and again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD_TIMEOUT = 3600
RUN_TIMEOUT = 30


class Wrong(Exception):
    """A row does not hold; the message says what was found."""


@dataclass
class Build:
    """How an idf.py call ended. text: its output, white space folded, since CMake wraps lines."""

    ok: bool
    output: str

    @property
    def text(self) -> str:
        return " ".join(self.output.split())

    @property
    def commands(self) -> list[str]:
        """The lines that say how to make a bundle, as a user would paste them."""
        lines = (line.strip() for line in self.output.splitlines())
        return [line for line in lines if re.match(r"python3? \S*gen_kernels\.py ", line)]


@dataclass
class Project:
    """The template of this folder, copied to `folder` with component and models beside it."""

    folder: Path
    target: str
    env: dict[str, str]
    component: Path
    models: Path
    log: Path
    row: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.build_dir = self.folder / "build"
        self.elf = self.build_dir / "table.elf"
        self.bundle = self.folder / "bundle"
        self.env = {**self.env, "IDF_CCACHE_ENABLE": "1" if shutil.which("ccache") else "0"}
        self.env["NINJA_STATUS"] = "[%f/%t] "
        self.log.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- what the project says ---

    def fresh(self) -> None:
        """Template, component and models as they were; the build folder stays, for speed."""
        _mirror(HERE / "project", self.folder)
        _mirror(self.component, self.folder / "executorch")
        _mirror(self.models, self.folder / "models")
        shutil.rmtree(self.bundle, ignore_errors=True)
        self.app("hello.c")
        self.declare()

    def app(self, source: str, requires: str = "executorch", known: bool = True) -> None:
        """The app's source and what it requires; known: whether the project has our component."""
        folders = '"${CMAKE_CURRENT_LIST_DIR}/executorch"' if known else ""
        path = self.folder / "row.cmake"
        _write(path, f"set(EXTRA_COMPONENT_DIRS {folders})\nset(ROW_SOURCE {source})\n")
        _write(path, path.read_text() + f"set(ROW_REQUIRES {requires})\n")

    def declare(self, top: str = "", main: str = "", user: str = "") -> None:
        """CMake for the top file, for main's and for the user component's project_include."""
        _write(self.folder / "declare.cmake", top + "\n")
        _write(self.folder / "main" / "declare.cmake", main + "\n")
        _write(self.folder / "components" / "user" / "declare.cmake", user + "\n")

    def option(self, line: str = "") -> None:
        """A line of sdkconfig.defaults besides the template's; sdkconfig is made anew."""
        template = (HERE / "project" / "sdkconfig.defaults").read_text()
        _write(self.folder / "sdkconfig.defaults", f"{template}{line}\n")
        (self.build_dir / "sdkconfig").unlink(missing_ok=True)

    def make_bundle(self, *models: str) -> None:
        """With the component's own generator and a Python that has no packages."""
        command = ["python3", "-I", "-S", str(self.folder / "executorch/tools/gen_kernels.py")]
        command += [str(self.model(name)) for name in models] + ["-o", str(self.bundle), "-q"]
        subprocess.run(command, check=True, timeout=RUN_TIMEOUT)

    def model(self, name: str) -> Path:
        return self.folder / "models" / f"{name}.pte"

    # --- what is done with it ---

    def idf(self, *words: str) -> Build:
        command = ["idf.py", "-C", str(self.folder), "-B", str(self.build_dir), "--no-hints"]
        command += ["--preview", f"-DIDF_TARGET={self.target}"]
        command += [f"-DSDKCONFIG={self.build_dir / 'sdkconfig'}", *words]
        done = subprocess.run(
            command,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=BUILD_TIMEOUT,
        )
        with (self.log / f"{self.row}.log").open("a") as file:
            file.write(f"$ idf.py {' '.join(words)}\n{done.stdout}\n")
        return Build(done.returncode == 0, done.stdout)

    def build(self) -> Build:
        return self.idf("build")

    def builds(self) -> Build:
        """A build that has to succeed."""
        build = self.build()
        if not build.ok:
            raise Wrong(f"the build failed; {self.row}.log ends in: {build.text[-700:]}")
        return build

    def fails(self, *parts: str) -> Build:
        """A build that has to fail and to say each of the parts."""
        build = self.build()
        if build.ok:
            raise Wrong("the build succeeded")
        missing = [part for part in parts if part not in build.text]
        if missing:
            raise Wrong(f"the build failed without saying {missing}; it said: {build.text[-900:]}")
        return build

    def paste(self, build: Build) -> None:
        """Runs the command that a build printed, as a user would, in a shell somewhere else."""
        if not build.commands:
            raise Wrong(f"no command was printed; the build said: {build.text[-900:]}")
        done = subprocess.run(
            build.commands[0],
            shell=True,
            cwd="/",
            capture_output=True,
            text=True,
            timeout=RUN_TIMEOUT,
        )
        if done.returncode:
            raise Wrong(f"the printed command fails: {build.commands[0]}: {done.stderr}")

    def run(self) -> list[str]:
        """The lines that the linux program writes to stdout."""
        done = subprocess.run(
            [str(self.elf)], capture_output=True, text=True, timeout=RUN_TIMEOUT, errors="replace"
        )
        lines = done.stdout.splitlines()
        if done.returncode or "done 0" not in lines:
            raise Wrong(f"the program ended with {done.returncode}: {lines} {done.stderr[-500:]}")
        return lines

    def compiled(self) -> list[str]:
        """Object files of our component, relative to its folder in the build."""
        folder = self.build_dir / "esp-idf" / "executorch"
        objects = [p for p in folder.rglob("*") if p.suffix in (".o", ".obj", ".a")]
        return sorted(str(p.relative_to(folder)) for p in objects)

    def sections(self) -> dict[str, int]:
        """Bytes of each section that is loaded or reserved on the target."""
        text = self.tool("size", "-A", "-d", str(self.elf))
        rows = re.findall(r"^(\.\S+)\s+(\d+)\s+\d+$", text, re.MULTILINE)
        return {name: int(size) for name, size in rows if not name.startswith((".debug", ".comm"))}

    def image_bytes(self) -> int:
        """Of the file that is flashed; for linux of all sections, as the program has debug data."""
        if self.target == "linux":
            return sum(self.sections().values())
        return self.elf.with_suffix(".bin").stat().st_size

    def tool(self, name: str, *words: str) -> str:
        prefix = "" if self.target == "linux" else "riscv32-esp-elf-"
        command = [prefix + name, *words]
        return subprocess.run(
            command, env=self.env, check=True, capture_output=True, text=True
        ).stdout

    def size_log(self, path: Path, title: str) -> None:
        """A file of its own for one build: `idf.py size` for chips, and every section."""
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f"{title}\ntarget {self.target}\n\n"
        if self.target != "linux":
            sizes = re.sub(r"\x1b\[[0-9;]*m", "", self.idf("size").output).splitlines()
            text += "\n".join(line for line in sizes if re.search("[│┃┏┡└]|Total", line))
            text += f"\n\nimage {self.image_bytes()} bytes\n\n"
        rows = self.sections()
        text += "\n".join(f"{size:>9} {name}" for name, size in rows.items())
        path.write_text(f"{text}\n{sum(rows.values()):>9} total\n")


def _write(path: Path, text: str) -> None:
    """Leaves an equal file alone, so that a build sees what changed and no more."""
    if path.is_file() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    # CMake compares times of the file system's resolution with those of its last run.
    os.utime(path)


def _mirror(source: Path, to: Path) -> None:
    """Copies what differs, so that what is equal stays built; extra files go."""
    to.mkdir(parents=True, exist_ok=True)
    wanted = {p.relative_to(source) for p in source.rglob("*") if "__pycache__" not in p.parts}
    for path in sorted(wanted):
        if (source / path).is_dir():
            (to / path).mkdir(exist_ok=True)
        elif not (to / path).is_file() or (to / path).read_bytes() != (source / path).read_bytes():
            shutil.copyfile(source / path, to / path)
