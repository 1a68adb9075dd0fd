# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One operator, one folder: complete, named alike, and found by walking alone."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

ROOT = Path(__file__).parents[2]
NEW = Path(__file__).parent / "new_operator"
FOLDERS = sorted(
    path for path in (ROOT / "ops").iterdir() if path.is_dir() and not path.name.startswith("_")
)


def run(command: list[str | Path], **kwargs) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **kwargs
    )
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_folder_is_complete(folder: Path) -> None:
    name = folder.name
    for file in (f"{name}.json", f"{name}.cpp", f"{name}.py", "cases.py"):
        assert (folder / file).is_file(), f"ops/{name}/{file} is missing"
    source = (folder / f"{name}.cpp").read_text()
    assert re.search(rf"\b{name}_out\(", source), f"ops/{name}/{name}.cpp has no {name}_out"
    assigned = {
        target.id
        for statement in ast.parse((folder / "cases.py").read_text()).body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    assert "CASES" in assigned, f"ops/{name}/cases.py has no CASES"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_json_describes_the_schema(folder: Path) -> None:
    spec = json.loads((folder / f"{folder.name}.json").read_text())
    schema = torch._C.parse_schema(spec["schema"])
    assert spec["name"] == schema.name == folder.name
    arguments = [argument.name for argument in schema.arguments]
    tensors = [a.name for a in schema.arguments if "Tensor" in str(a.type)]
    assert set(spec["dtypes"]) == {*tensors, "out"}
    described = {name for names in spec["arguments"] for name in names.split(", ")}
    assert described <= {*arguments, "out"}, "the json describes what the schema does not have"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_pytorch_has_the_operator(folder: Path) -> None:
    from executorch_espressif.ops import operator

    spec = json.loads((folder / f"{folder.name}.json").read_text())
    assert operator(folder.name).spec == spec
    assert str(operator(folder.name).overload._schema).startswith(f"esp_nn::{folder.name}(")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with one folder more in ops/ and no other change."""
    tree = tmp_path_factory.mktemp("tree")
    skip = shutil.ignore_patterns("__pycache__", "build*", ".venv", ".git")
    for part in ("aot", "cmake", "component", "kernels", "nn", "ops", "ports", "runtime"):
        shutil.copytree(ROOT / part, tree / part, ignore=skip)
    for part in ("CMakeLists.txt", "VERSION"):
        shutil.copy(ROOT / part, tree / part)
    shutil.copytree(NEW / "square", tree / "ops" / "square", ignore=skip)
    # As pyproject.toml places them.
    package = tree / "aot" / "executorch_espressif"
    (package / "ops").symlink_to(tree / "ops")
    (package / "kernel_bundle").symlink_to(tree / "component" / "kernel_bundle")
    return tree


@pytest.fixture(scope="module")
def program(tree: Path) -> Path:
    program = tree / "square.pte"
    environment = os.environ | {"PYTHONPATH": str(tree / "aot")}
    run([sys.executable, NEW / "export_square.py", program], env=environment)
    return program


def test_new_folder_is_quantized_lowered_and_exported(program: Path) -> None:
    assert b"esp_nn::square" in program.read_bytes()


def test_new_folder_is_registered_by_the_bundle(tree: Path, program: Path) -> None:
    bundle = tree / "bundle"
    run([sys.executable, tree / "component" / "gen_kernels.py", program, "-o", bundle])
    assert "esp_nn::square.out" in (bundle / "kernels.json").read_text()
    assert "square_out(" in (bundle / "RegisterEspNN.cpp").read_text()


def test_new_folder_is_compiled(tree: Path, program: Path) -> None:
    build = tree / "build"
    run(["cmake", "-S", tree, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
    commands = json.loads((build / "compile_commands.json").read_text())
    (entry,) = [entry for entry in commands if entry["file"].endswith("ops/square/square.cpp")]
    run(shlex.split(entry["command"]), cwd=entry["directory"])
