# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which of upstream's tests there are, and what each needs beside itself."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

# In the order of the table; each is a folder of the checkout with test programs of one file.
DIRECTORIES = (
    "kernels/test",
    "kernels/portable/test",
    "kernels/quantized/test",
    "kernels/prim_ops/test",
    "runtime/core/test",
    "runtime/core/portable_type/test",
    "runtime/core/exec_aten/util/test",
    "runtime/core/exec_aten/testing_util/test",
    "runtime/core/testing_util/test",
    "runtime/kernel/test",
    "runtime/backend/test",
    "runtime/platform/test",
    "runtime/executor/test",
    "extension/data_loader/test",
    "extension/tensor/test",
    "extension/module/test",
    "extension/kernel_util/test",
    "extension/memory_allocator/test",
    "extension/runner_util/test",
    "extension/evalue_util/test",
    "extension/flat_tensor/test",
    "extension/named_data_map/test",
)

# Sources of the checkout that several tests share; linked where a test needs them.
SHARED = (
    "runtime/core/exec_aten/testing_util/tensor_util.cpp",
    "runtime/core/testing_util/error_matchers.cpp",
    "kernels/test/BinaryLogicalOpTest.cpp",
    "kernels/test/UnaryUfuncRealHBBF16ToFloatHBF16Test.cpp",
)

_TEST = re.compile(r"^test_|_test$|_test_aten$")
# Folders of the checkout that hold nothing but what tests include; pytree is no part of a runtime.
_SUPPORT = re.compile(r"/(test|testing_util|tests|pytree)$")


_STUB_PLATFORM = "runtime/platform/test/stub_platform.cpp"


@dataclass(frozen=True)
class Needs:
    """What a program is made of beside its file.

    sources: more of the checkout's; flags: for the test's file; registry: flags for our registry's
    sources; prim_ops: whether those are registered; programs: whether the kernels of the exported
    programs are.
    """

    sources: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    registry: tuple[str, ...] = ()
    prim_ops: bool = True
    programs: bool = False


# As upstream's build files have it.
_NEEDS = {
    "runtime/kernel/test/operator_registry_max_kernel_num_test.cpp": Needs(
        registry=("-DMAX_KERNEL_NUM=1",), prim_ops=False
    ),
    "runtime/platform/test/clock_test.cpp": Needs((_STUB_PLATFORM,)),
    "runtime/platform/test/executor_pal_override_test.cpp": Needs(
        (_STUB_PLATFORM,), prim_ops=False
    ),
    "runtime/platform/test/executor_pal_runtime_override_test.cpp": Needs((_STUB_PLATFORM,)),
    "runtime/platform/test/logging_test.cpp": Needs(
        (_STUB_PLATFORM,), flags=("-DET_MIN_LOG_LEVEL=Debug",)
    ),
    "runtime/core/test/event_tracer_test.cpp": Needs(flags=("-DET_EVENT_TRACER_ENABLED",)),
    # It registers the kernels that it finds.
    "runtime/executor/test/kernel_resolution_test.cpp": Needs(),
    "runtime/executor/test/backend_data_separation_test.cpp": Needs(
        ("exir/backend/test/demos/rpc/ExecutorBackend.cpp",), programs=True
    ),
}
_OF_DIRECTORY = {
    "runtime/executor/test": Needs(programs=True),
    "extension/module/test": Needs(programs=True),
    "extension/runner_util/test": Needs(programs=True),
    "extension/flat_tensor/test": Needs(programs=True),
    "extension/named_data_map/test": Needs(programs=True),
}
# Libraries of upstream's builds, whose names look like those of tests.
_NO_TESTS = (
    "runtime/executor/test/test_backend_compiler_lib.cpp",
    "runtime/executor/test/test_backend_with_delegate_mapping.cpp",
    "kernels/portable/test/register_ops_aot_for_test.cpp",
)


@dataclass(frozen=True)
class TestFile:
    """A test program: its path in the checkout and its text."""

    path: str
    text: str

    @property
    def directory(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def stem(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".cpp")

    @property
    def needs(self) -> Needs:
        return _NEEDS.get(self.path) or _OF_DIRECTORY.get(self.directory) or Needs()

    def matches(self, pattern: str) -> bool:
        """A folder, a file's name with or without _test.cpp, or a shell pattern of either."""
        names = {self.path, self.directory, self.stem, f"{self.stem}.cpp"}
        names.add(self.stem.removesuffix("_test").removeprefix("test_"))
        return any(fnmatch.fnmatchcase(name, pattern) for name in names)


def is_checkout(folder: Path) -> bool:
    return (folder / "kernels/test/TestUtil.h").is_file()


def find(checkout: Path) -> list[TestFile]:
    found = []
    for directory in DIRECTORIES:
        for path in sorted((checkout / directory).glob("*.cpp")):
            relative = path.relative_to(checkout).as_posix()
            if relative in SHARED or relative in _NO_TESTS:
                continue
            if _TEST.search(path.stem):
                found.append(TestFile(relative, path.read_text(encoding="utf-8")))
    return found


def link_support(checkout: Path, folder: Path) -> None:
    """Makes folder/executorch show the checkout's test folders and nothing else of it.

    Headers of the runtime that we lack must be missing, not come from upstream.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("kernels", "runtime", "extension", "devtools", "exir/backend", "test"):
        for parent, names, _ in os.walk(checkout / part):
            relative = Path(parent).relative_to(checkout)
            if not _SUPPORT.search(f"/{relative.as_posix()}"):
                continue
            names.clear()
            link = folder / "executorch" / relative
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(parent)
