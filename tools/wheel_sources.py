# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""setuptools' build_py for pyproject.toml: a wheel also carries what firmware is built from.

The sources stand beside the modules as they do in a checkout, so that the package's folder is a
source tree: the kernel lists are found there, and the host runtime is built from there once.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools.command.build_py import build_py

ROOT = Path(__file__).parents[1]
# ops/ is a package of its own.
FOLDERS = ("cmake", "component", "kernels", "nn", "ports", "runtime")
FILES = ("CMakeLists.txt", "VERSION", "ops/CMakeLists.txt")


class BuildWithSources(build_py):
    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib) / "executorch_espressif"
        for folder in FOLDERS:
            leave_out = shutil.ignore_patterns("__pycache__", "README.md")
            shutil.copytree(ROOT / folder, package / folder, ignore=leave_out, dirs_exist_ok=True)
        for file in FILES:
            (package / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, package / file)
