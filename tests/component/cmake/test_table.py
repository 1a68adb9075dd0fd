# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The checks at the end of a configuration, row by row, by what they say."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess

import pytest
from component_project import command_in, flat

BUNDLE = "executorch_add_kernels(bundle)\n"
PLUS = "executorch_add_model(plus.pte)\n"


@pytest.fixture(autouse=True)
def fresh(project):
    """The models as exported, and a bundle of plus."""
    for name in project.models:
        project.restore(name)
    project.make_bundle("plus")


@pytest.fixture
def manifest(project):
    """Changes fields of kernels.json."""

    def change(**fields):
        path = project.bundle / "kernels.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | fields))

    return change


def _regenerates(project, declare: str, models: list[str]) -> str:
    """The error; its command, pasted, must repair what was wrong."""
    failed = project.configure(declare, check=False)
    assert failed.returncode != 0
    command = command_in(failed.stderr)
    words = shlex.split(command)
    assert words[:2] == ["python3", str(project.tree / "tools" / "gen_kernels.py")]
    assert words[2:-2] == [str(project.folder / f"{name}.pte") for name in models]
    assert words[-2:] == ["-o", str(project.bundle)]
    subprocess.run(["bash", "-c", command], check=True, capture_output=True)
    project.configure(declare)
    return flat(failed.stderr)


def test_bundle_that_fits(project):
    said = project.configure(PLUS + BUNDLE)
    assert "ExecuTorch: 1 kernels for 1 model(s)" in said.stdout
    assert said.stderr == ""


def test_bundle_of_another_version(project, manifest):
    version, commit = (project.tree / "VERSION").read_text().split()
    manifest(component={"version": "0.0.9", "commit": commit})
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert "was made by another version of the component" in said
    assert f"the bundle is of 0.0.9, commit {commit}; the component is {version}" in said


def test_bundle_of_another_commit_of_the_same_version(project, manifest):
    version, commit = (project.tree / "VERSION").read_text().split()
    manifest(component={"version": version, "commit": "f" * 40})
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert f"the bundle is of {version}, commit {'f' * 40}; the component is" in said
    assert f"the component is {version}, commit {commit}." in said


def test_model_exported_again(project):
    before = hashlib.sha256(project.models["plus"]).hexdigest()
    after = hashlib.sha256(project.models["times"]).hexdigest()
    (project.folder / "plus.pte").write_bytes(project.models["times"])
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert f"model 'plus' ({project.folder}/plus.pte) was exported again since" in said
    assert f"its SHA-256 is {after}, the bundle's {before}" in said


def test_model_that_the_bundle_was_not_made_from(project):
    declare = PLUS + "executorch_add_model(times.pte)\n" + BUNDLE
    said = _regenerates(project, declare, ["plus", "times"])
    assert "model 'times'" in said and "is not one of those that the bundle was made from" in said
    assert "model 'plus'" not in said


def test_model_of_the_bundle_that_is_not_declared(project):
    project.make_bundle("plus", "times")
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert "model 'times' (times.pte) of the bundle is not declared" in said
    assert "say executorch_add_model(times.pte), or leave it out of the bundle" in said


def test_delegate_that_the_component_lacks(project):
    project.make_bundle("delegated")
    declare = "executorch_add_model(delegated.pte)\n" + BUNDLE
    said = project.error(declare)
    assert "(models: delegated.pte) needs the delegate 'AbsentBackend'" in said
    assert "which this component does not have; it has none." in said
    assert "with the Python environment the models were exported with" in said
    assert 'backend="ops").save("model.pte")' in said


def test_delegates_that_there_are_get_named(project):
    project.make_bundle("delegated")
    folder = project.tree / "delegate" / "PresentBackend"
    folder.mkdir(parents=True)
    (folder / "present.cpp").write_text('extern "C" void et_register_PresentBackend() {}\n')
    try:
        said = project.error("executorch_add_model(delegated.pte)\n" + BUNDLE)
        assert "does not have; it has: PresentBackend." in said
        said = project.error(PLUS + BUNDLE + "executorch_add_backend(EspNNBackend)\n")
        assert "no delegate 'EspNNBackend'; it has: PresentBackend." in said
        project.make_bundle("plus")
        project.configure(PLUS + BUNDLE + "executorch_add_backend(PresentBackend)\n")
    finally:
        (folder / "present.cpp").unlink()
        folder.rmdir()
        folder.parent.rmdir()
    ninja = (project.build_folder / "build.ninja").read_text()
    assert "-Wl,-u,et_register_PresentBackend" in ninja and "present.cpp" in ninja
    # The runtime has delegates then, which no model of the bundle needs.
    assert "-DEXECUTORCH_ADDED_BACKENDS" in ninja


@pytest.mark.parametrize(
    "asked", ["executorch_add_backend(EspNNBackend)\n", "set(EXECUTORCH_BACKENDS EspNNBackend)\n"]
)
def test_forced_delegate_that_the_component_lacks(project, asked):
    said = project.error(PLUS + BUNDLE + asked)
    assert "this component has no delegate 'EspNNBackend'; it has none." in said
    assert "executorch_add_backend(EspNNBackend SRCS <file>...)" in said


def test_bundle_without_the_count(project):
    (project.bundle / "selected_max_kernel_num.h").unlink()
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert "is not complete: it has no selected_max_kernel_num.h" in said


def test_bundle_without_a_registration_file(project):
    (project.bundle / "RegisterPortable.cpp").unlink()
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert "is not complete: it has no RegisterPortable.cpp" in said


def test_folder_that_is_no_bundle(project):
    (project.bundle / "kernels.json").unlink()
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert f"{project.bundle} is no kernel bundle: it has no kernels.json" in said


@pytest.mark.parametrize("length", [0, 1, 100])
def test_manifest_that_was_cut_off(project, length):
    path = project.bundle / "kernels.json"
    path.write_bytes(path.read_bytes()[:length])
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert f"{path} is broken: not JSON" in said


def test_manifest_without_a_field(project):
    path = project.bundle / "kernels.json"
    fields = json.loads(path.read_text())
    for name, key in (("format", "format"), ("component", "component.version"), ("sources",) * 2):
        path.write_text(json.dumps({key: fields[key] for key in fields if key != name}))
        assert f"{path} is broken: no '{key}'" in project.error(PLUS + BUNDLE)


def test_manifest_with_a_field_of_another_kind(project, manifest):
    manifest(registration={"library": "portable"})
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert "is broken: 'registration' is OBJECT, expected ARRAY" in said


def test_other_format(project, manifest):
    manifest(format=2)
    said = _regenerates(project, PLUS + BUNDLE, ["plus"])
    assert f"{project.bundle}/kernels.json has format 2; this component reads format 1." in said


def test_models_and_no_bundle(project):
    failed = project.configure(PLUS, check=False)
    said = flat(failed.stderr)
    assert failed.returncode != 0
    assert f"models are declared ({project.folder}/plus.pte), but no kernels." in said
    assert "executorch_add_kernels(AUTO)" in said
    words = shlex.split(command_in(failed.stderr))
    assert words[1:3] == [f"{project.tree}/tools/gen_kernels.py", f"{project.folder}/plus.pte"]
    assert words[3] == "-o"


def test_model_that_is_not_there(project):
    said = project.error("executorch_add_model(gone.pte)\n" + BUNDLE)
    assert f"there is no file {project.folder}/gone.pte" in said
    assert "with the Python environment the models were exported with" in said


def test_bundle_and_no_models(project):
    project.make_bundle("plus", "times")
    said = project.configure(BUNDLE)
    assert "CMake Warning" in said.stderr
    text = flat(said.stderr)
    assert f"No model is declared; the kernel bundle {project.bundle} is used as it is" in text
    assert "It was made from: plus.pte, times.pte." in text


def test_max_kernel_num_smaller(project):
    project.make_bundle("plus", "times")
    declare = PLUS + "executorch_add_model(times.pte)\n" + BUNDLE
    said = project.error(declare + "set(CONFIG_ET_MAX_KERNEL_NUM 1)\n")
    assert (
        f"CONFIG_ET_MAX_KERNEL_NUM is 1, but the kernel bundle {project.bundle} registers 2" in said
    )
    assert "or set it to 2 plus the kernels that the application registers itself" in said
    project.configure(declare + "set(CONFIG_ET_MAX_KERNEL_NUM 2)\n")


def test_max_kernel_num_that_is_no_number(project):
    said = project.error(PLUS + BUNDLE + "set(CONFIG_ET_MAX_KERNEL_NUM many)\n")
    assert "CONFIG_ET_MAX_KERNEL_NUM is 'many'; expected a number" in said


def test_auto_without_models(project):
    said = project.error("executorch_add_kernels(AUTO)\n")
    assert "makes the bundle of the declared models, and none is declared" in said


def test_two_bundles(project):
    said = project.error(PLUS + BUNDLE + "executorch_add_kernels(other)\n")
    assert f"the kernels are those of {project.bundle} already" in said


def test_two_models_of_one_name(project):
    said = project.error(PLUS + "executorch_add_model(other/plus.pte)\n")
    assert f"there is a model 'plus' already, {project.folder}/plus.pte" in said
    said = project.error(PLUS + "executorch_add_model(times.pte NAME plus)\n")
    assert f"the name 'plus' is taken by {project.folder}/plus.pte" in said
    said = project.error("executorch_add_model(plus.pte NAME a-b)\n")
    assert "NAME 'a-b' is no C identifier" in said
    said = project.error("executorch_add_model(plus.pte EMBEDDED)\n")
    assert "expected <file.pte> [NAME name] [EMBED [DATA <file.ptd>]]" in said
