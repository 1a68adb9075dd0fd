# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The parts of ./run upstream-tests that need no checkout of ExecuTorch."""

from pathlib import Path

import generated
import gtest
import pytest
import suites
from toolchain import first_error

# Passes Suite.A, dies in Suite.B, and fails Suite.C when it is run again without the two.
_DYING = """\
#!/bin/sh
case "$*" in
*--gtest_filter=-*Suite.B*)
  echo "[ RUN      ] Suite.C"
  echo "[  FAILED  ] Suite.C, where GetParam() = 3 (0 ms)"
  exit 1 ;;
*)
  echo "[ RUN      ] Suite.A"
  echo "[       OK ] Suite.A (1 ms)"
  echo "[ RUN      ] Suite.B"
  kill -ABRT $$ ;;
esac
"""


def _program(folder: Path, text: str) -> Path:
    path = folder / "program"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_tests_after_one_that_kills_the_program_run(tmp_path: Path):
    outcome = gtest.run(_program(tmp_path, _DYING), tmp_path / "log", {"PATH": "/bin:/usr/bin"})
    assert outcome.passed == ["Suite.A"]
    assert outcome.failed == ["Suite.B", "Suite.C"]
    assert outcome.error == ""
    assert "Suite.C" in (tmp_path / "log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("#!/bin/sh\nexit 0\n", "the program holds no test"),
        ("#!/bin/sh\nexit 7\n", "the program ended with 7 outside of a test"),
        ("#!/bin/sh\nexit 1\n", "the program ended with 1 outside of a test"),
    ],
)
def test_a_program_that_runs_no_test_is_wrong(tmp_path: Path, script: str, error: str):
    outcome = gtest.run(_program(tmp_path, script), tmp_path / "log", {"PATH": "/bin:/usr/bin"})
    assert outcome.error == error


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("a.cpp:1:2: fatal error: x.h: No such file\ncompilation terminated.", "x.h: No such file"),
        ("a.cpp:3:4: error: 'f' was not declared\nb", "'f' was not declared"),
        (
            "ld: a.o: undefined reference to `g'\ncollect2: error: ld returned 1",
            "undefined reference to `g'",
        ),
        ("", "no message"),
    ],
)
def test_first_error_says_what_is_wrong(output: str, expected: str):
    assert first_error(output) == expected


def test_filters_name_a_file_a_folder_or_a_pattern():
    file = suites.TestFile("kernels/test/op_add_test.cpp", "")
    for pattern in ("op_add", "op_add_test", "op_add_test.cpp", "kernels/test", "op_a*", file.path):
        assert file.matches(pattern), pattern
    for pattern in ("op_ad", "op_add_", "kernels", "add"):
        assert not file.matches(pattern), pattern


def test_generated_headers_declare_every_kernel(tmp_path: Path):
    (tmp_path / "kernels/test").mkdir(parents=True)
    (tmp_path / "kernels/portable/test").mkdir(parents=True)
    (tmp_path / "kernels/test/supported_features.yaml").write_text(
        "- namespace: op_x\n  wide:\n    type: bool\n    default: true\n", encoding="utf-8"
    )
    (tmp_path / "kernels/portable/test/supported_features_def.yaml").write_text(
        "- namespace: op_x\n  wide: false\n", encoding="utf-8"
    )
    found = generated.kernel_libraries()
    generated.write(tmp_path / "out", tmp_path, found)
    kernels = tmp_path / "out/executorch/kernels"
    features = (kernels / "test/supported_features.h").read_text(encoding="utf-8")
    assert "bool op_x_wide = false;" in features
    functions = (kernels / "portable/Functions.h").read_text(encoding="utf-8")
    assert "return ::torch::executor::native::add_out(context, self_, other_, alpha_, out_);" in (
        functions
    )
    for library, operators in found.items():
        native = (kernels / library / "NativeFunctions.h").read_text(encoding="utf-8")
        for operator in operators:
            assert f"{operator.symbol.rpartition('::')[2]}(" in native
