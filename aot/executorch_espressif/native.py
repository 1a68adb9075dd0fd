# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The native parts: found in, or built into, ``build/`` of a checkout or the user's cache.

Each getter runs CMake once per process, so that an edited source is never run stale; a build with
nothing to do takes a fraction of a second.
"""

from __future__ import annotations

import ctypes
import fcntl
import functools
import importlib.machinery
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType, ModuleType

_APT = {
    "cmake": "cmake",
    "c++": "g++",
    "riscv64-unknown-elf-g++": "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf",
    "qemu-system-riscv32": "qemu-system-misc (Debian 12) or qemu-system-riscv (Debian 13)",
}


class NativeError(RuntimeError):
    """A native part cannot be built or is missing; the text says what to install or to look at."""


def tool(name: str) -> str:
    """Full path of a program, or NativeError with the Debian package that has it."""
    path = shutil.which(name)
    if path is None:
        raise NativeError(f"{name} is not installed. Run: apt-get install {_APT.get(name, name)}")
    return path


_PACKAGE = Path(__file__).resolve().parent


@functools.cache
def source_root() -> Path:
    """The source tree: EXECUTORCH_ESPRESSIF_SOURCE, the checkout that holds this file, or the
    package itself, which a wheel fills with the sources."""
    named = os.environ.get("EXECUTORCH_ESPRESSIF_SOURCE")
    for root in (Path(named),) if named else (_PACKAGE.parents[1], _PACKAGE):
        if (root / "runtime" / "CMakeLists.txt").is_file():
            return root
    raise NativeError(
        f"{named or _PACKAGE} is not a source tree of executorch-espressif, which the runtime is "
        "built from. Set EXECUTORCH_ESPRESSIF_SOURCE to a checkout"
    )


def build_root() -> Path:
    """Where to build: in the checkout, or, for an installed wheel, in the user's cache."""
    root = source_root()
    if root != _PACKAGE:
        return root / "build"
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    version = (root / "VERSION").read_text().strip()
    return Path(cache) / "executorch-espressif" / version


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    directory.parent.mkdir(parents=True, exist_ok=True)
    with open(directory.with_name(directory.name + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _call(command: list[str], directory: Path) -> None:
    environment = dict(os.environ)
    # Only looked at in a new build folder; the set-up installs ninja, and no make.
    if shutil.which("ninja"):
        environment.setdefault("CMAKE_GENERATOR", "Ninja")
    # Objects of one command serve every build folder.
    environment["CCACHE_NOHASHDIR"] = "1"
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if result.returncode:
        log = directory / "ee_build.log"
        log.write_text(" ".join(command) + "\n" + result.stdout + result.stderr)
        lines = (result.stdout + result.stderr).splitlines()
        telling = ("error", "undefined reference", "will not fit")
        told = [line for line in lines if any(word in line.lower() for word in telling)][:10]
        raise NativeError(
            f"building in {directory} failed; the whole log is {log}:\n"
            + "\n".join(told or lines[-20:])
        )


def build(
    name: str,
    options: dict[str, str],
    target: str,
    product: str,
    copies: Mapping[str, Path] = MappingProxyType({}),
) -> Path:
    """Builds `target` in build/<name>, configured with `options`; returns `product` in there.

    copies: files of the build folder to copy out before another process may build there.
    """
    cmake = tool("cmake")
    directory = build_root() / name
    launcher = shutil.which("ccache")
    if launcher:
        options = {
            "CMAKE_C_COMPILER_LAUNCHER": launcher,
            "CMAKE_CXX_COMPILER_LAUNCHER": launcher,
        } | options
    stamp = directory / "ee_options.json"
    wanted = json.dumps(options, indent=1, sort_keys=True)
    path = directory / product
    with _locked(directory):
        directory.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            print(
                f"executorch-espressif: building {target} in {directory} (once)",
                file=sys.stderr,
                flush=True,
            )
        if not stamp.exists() or stamp.read_text() != wanted:
            if not stamp.exists():
                # What a failed configuration found, or did not find, must not outlive it.
                (directory / "CMakeCache.txt").unlink(missing_ok=True)
            definitions = [f"-D{key}={value}" for key, value in options.items()]
            _call([cmake, "-S", str(source_root()), "-B", str(directory), *definitions], directory)
            stamp.write_text(wanted)
        jobs = str(os.cpu_count() or 1)
        _call([cmake, "--build", str(directory), "--target", target, "-j", jobs], directory)
        if not path.exists():
            raise NativeError(f"{target} was built, but {path} is not there")
        for source, destination in copies.items():
            shutil.copyfile(directory / source, destination)
    return path


def _wheel() -> Path:
    import executorch

    return Path(next(iter(executorch.__path__)))


def _host_options() -> dict[str, str]:
    tool("c++")
    return {
        "CMAKE_BUILD_TYPE": "Release",
        "EE_BUILD_PYTHON": "ON",
        "EE_EXECUTORCH_WHEEL": str(_wheel()),
        "Python_EXECUTABLE": sys.executable,
    }


@functools.cache
def host_module() -> ModuleType:
    """The module `_host`: our runtime with every kernel, in this process."""
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    path = build("host", _host_options(), "_host", f"python/_host{suffix}")
    spec = importlib.util.spec_from_file_location("executorch_espressif._host", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def register_with_executorch() -> None:
    """Loads our operators into the official runtime of this process."""
    import executorch.runtime  # noqa: F401  brings the registry they go into

    name = "libesp_nn_executorch.so"
    path = build("host", _host_options(), "esp_nn_executorch", f"ops/{name}")
    ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL)


@functools.cache
def kernel_calls(which: str, folder: str = "kernel_calls", **more: str) -> Path:
    """A program of tests/kernels/parity: "kernel_calls" or "kernel_calls_official"; built in
    `folder` with `more` options."""
    options = {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "EE_SANITIZE": "ON",
        "EE_BUILD_KERNEL_CALLS": "ON",
        "EE_EXECUTORCH_WHEEL": str(_wheel()),
        "Python_EXECUTABLE": sys.executable,
    } | more
    return build(folder, options, which, f"tests/kernels/parity/{which}")


def emulator_options(**more: str) -> dict[str, str]:
    tool("riscv64-unknown-elf-g++")
    toolchain = source_root() / "ports" / "qemu_riscv32" / "toolchain.cmake"
    return {"CMAKE_TOOLCHAIN_FILE": str(toolchain), "CMAKE_BUILD_TYPE": "MinSizeRel"} | more


@functools.cache
def emulator_runner() -> Path:
    """The image with every kernel that runs programs from files."""
    return build("qemu_riscv32", emulator_options(), "ee_runner", "images/ee_runner.elf")


@functools.cache
def emulator_image(target: str) -> Path:
    """Another image of ports/qemu_riscv32/CMakeLists.txt, such as ee_empty."""
    return build("qemu_riscv32", emulator_options(), target, f"images/{target}.elf")
