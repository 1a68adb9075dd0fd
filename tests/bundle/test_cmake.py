# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""ee_add_kernels in a project of its own: what is registered, and when the bundle is made again."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from bundle_support import ROOT

PROJECT = Path(__file__).with_name("cmake_project")


def _run(*command, check=True, **options):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=check, **options
    )


def _configure(build, *options, check=True):
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    return _run("cmake", "-S", PROJECT, "-B", build, *generator, *options, check=check)


@pytest.fixture(scope="module")
def build(programs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cmake")
    model = folder / "model.pte"
    model.write_bytes(programs["add_demo"])
    _configure(
        folder / "build",
        f"-DMODEL={model}",
        f"-DBUNDLE_DIR={folder / 'bundle'}",
        "-DCMAKE_BUILD_TYPE=MinSizeRel",
    )
    _run("cmake", "--build", folder / "build", "-j2")
    return folder


def test_registers_the_models_kernels_only(build):
    ran = _run(build / "build/registered")
    assert ran.stdout.split() == ["demo::halves.out", "demo::scale_add.out"]


def test_one_more_than_counted_stops_the_program_by_name(build):
    ran = _run(build / "build/registered", "more", check=False)
    assert ran.returncode == -signal.SIGABRT
    assert ran.stdout.split() == ["demo::halves.out", "demo::scale_add.out"]
    assert "no place for kernel 'demo::one_too_many'" in ran.stderr


def test_registry_too_small_stops_the_program_by_name(build):
    folder = build / "build"
    _configure(folder, "-DSLOTS=1")
    try:
        _run("cmake", "--build", folder, "-j2")
        ran = _run(folder / "registered", check=False)
    finally:
        _configure(folder, "-USLOTS")
    assert ran.returncode == -signal.SIGABRT
    assert ran.stdout == ""
    assert "no place for kernel 'demo::scale_add.out'" in ran.stderr


def test_another_model_makes_another_bundle(build, programs):
    model = build / "model.pte"
    before = model.stat().st_mtime
    idle = _run("cmake", "--build", build / "build")
    assert "Kernels:" not in idle.stdout
    model.write_bytes(programs["halves_demo"])
    os.utime(model, (time.time() + 2, max(time.time(), before) + 2))
    again = _run("cmake", "--build", build / "build", "-j2")
    assert "Kernels:" in again.stdout
    assert _run(build / "build/registered").stdout.split() == ["demo::halves.out"]


def test_folder_without_a_bundle(tmp_path):
    failed = _configure(tmp_path / "b", f"-DBUNDLE_DIR={tmp_path / 'empty'}", check=False)
    assert failed.returncode != 0
    said = " ".join(failed.stderr.split())
    assert "is no kernel bundle: it has no kernels.json. Make it with" in said
    assert f"{ROOT.name}" in said and "gen_kernels.py <model.pte>... -o" in said


def test_unknown_operator_stops_the_configuration(programs, tmp_path):
    model = tmp_path / "odd.pte"
    model.write_bytes(programs["add_mul"].replace(b"aten::add\0", b"aten::odd\0"))
    options = [f"-DMODEL={model}", f"-DBUNDLE_DIR={tmp_path / 'bundle'}"]
    failed = _configure(tmp_path / "b", *options, check=False)
    assert failed.returncode != 0
    assert "'aten::odd.out', used by odd.pte" in " ".join(failed.stderr.split())
