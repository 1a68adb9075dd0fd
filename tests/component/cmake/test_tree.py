# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The generated component."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from component_project import ROOT, TOOL, build_tree, run


def _content(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_holds_all_sources_and_the_generator(tree):
    names = set(_content(tree))
    expected = {
        "CMakeLists.txt",
        "project_include.cmake",
        "Kconfig",
        "idf_component.yml",
        "README.md",
        "LICENSE",
        "VERSION",
        "include/et_model.h",
        "tools/gen_kernels.py",
        "tools/kernel_bundle/generate.py",
        "cmake/executorch-config.cmake",
    }
    assert expected <= names
    for folder, suffixes in (("runtime", ".h .cpp"), ("nn", ".h .c"), ("ops", ".h .cpp .json")):
        for path in (ROOT / folder).rglob("*"):
            # runtime/host needs a heap and exceptions: never firmware.
            host = path.is_relative_to(ROOT / "runtime" / "host")
            if path.suffix in suffixes.split() and not host:
                assert path.relative_to(ROOT).as_posix() in names
    for path in (ROOT / "kernels").rglob("*"):
        if path.suffix in (".h", ".cpp", ".yaml"):
            assert path.relative_to(ROOT).as_posix() in names
    assert not [name for name in names if name.endswith(("cases.py", ".pyc")) or "test" in name]


def test_states_version_and_commit(tree):
    version, commit, end = (tree / "VERSION").read_text().split("\n")
    assert version == (ROOT / "VERSION").read_text().split("\n")[0]
    assert re.fullmatch(r"[0-9a-f]{40}|unknown", commit) and end == ""
    assert f'version: "{version}"' in (tree / "idf_component.yml").read_text()


def test_same_bytes_and_nothing_of_this_machine(tree, tmp_path):
    again = build_tree(tmp_path / "executorch")
    assert _content(again) == _content(tree)
    for name, data in _content(tree).items():
        assert str(ROOT).encode() not in data, name


def test_second_run_changes_nothing_and_removes_what_is_stale(tmp_path):
    target = build_tree(tmp_path / "executorch")
    (target / "mine.txt").write_text("mine")
    assert "0 changed" in run(sys.executable, TOOL, "-o", target).stdout
    # As if a file had been in an earlier version.
    stale = target / "ops" / "gone.cpp"
    stale.write_text("")
    with (target / ".files").open("a") as listing:
        listing.write("ops/gone.cpp\n")
    run(sys.executable, TOOL, "-o", target)
    assert not stale.exists() and (target / "mine.txt").exists()


def test_refuses_a_folder_of_somebody_else(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    failed = run(sys.executable, TOOL, "-o", tmp_path, check=False)
    assert failed.returncode == 1
    assert "has files, and none that says this tool wrote them" in failed.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_every_operator_has_its_source(tree, tmp_path):
    """--all names the file of each kernel and what it includes: that must be all there is."""
    run(
        sys.executable, "-I", "-S", tree / "tools" / "gen_kernels.py", "--all", "-o", tmp_path / "b"
    )
    sources = json.loads((tmp_path / "b" / "kernels.json").read_text())["sources"]
    there = {path.relative_to(tree).as_posix() for path in tree.glob("ops/*/*.cpp")}
    there |= {path.relative_to(tree).as_posix() for path in tree.glob("kernels/*/**/*.cpp")}
    assert set(sources) == there


def test_is_not_a_project_of_its_own(tree, tmp_path):
    failed = subprocess.run(
        ["cmake", "-S", tree, "-B", tmp_path], capture_output=True, text=True, check=False
    )
    assert failed.returncode != 0
    assert "This is a component, not a project" in failed.stderr
