# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the build logic builds: sizes, symbols, and when it does it again."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from component_project import ROOT, Project, build_tree, bytes_at, flat, run, symbols, touch_later

DECLARED = "executorch_add_model(plus.pte EMBED)\nexecutorch_add_kernels(bundle)\n"


@pytest.fixture(scope="module")
def own_tree(tmp_path_factory):
    """A component whose files the tests may change."""
    return build_tree(tmp_path_factory.mktemp("own") / "executorch")


@pytest.fixture(scope="module")
def built(own_tree, component_models, tmp_path_factory) -> Project:
    """An application with the model in it, built once."""
    project = Project(tmp_path_factory.mktemp("built"), own_tree, component_models)
    project.make_bundle("plus")
    project.configure(DECLARED, app="runs.c")
    project.build()
    return project


def _objects(project) -> set[str]:
    """The sources of the component that the last configuration compiles."""
    ninja = (project.build_folder / "build.ninja").read_text()
    names = re.findall(r"^build \S+executorch_selected\.dir/\S+: \S+ (\S+)", ninja, re.MULTILINE)
    return {re.sub(r"^.*?/((?:kernels|ops)/)", r"\1", name) for name in names}


def test_empty_application_has_the_size_it_has_without_the_component(project):
    project.configure("", world="none")
    project.build()
    without = project.elf.read_bytes()
    project.configure("")
    said = project.build()
    assert project.elf.read_bytes() == without
    # Nor was anything of it compiled.
    assert "executorch" not in re.sub(r"executorch_nothing_added", "", said.stdout)
    assert not list(project.build_folder.rglob("libexecutorch*"))


def test_call_without_declarations_is_a_link_error_with_the_function_to_call(project):
    project.configure("", app="calls.c")
    failed = project.build(check=False)
    assert failed.returncode != 0
    said = failed.stdout + failed.stderr
    assert "undefined symbol `et_requires_executorch_add_kernels'" in said
    # No list of other symbols that hides it.
    assert "undefined reference" not in said


def test_runs_with_a_registry_of_exactly_the_bundles_size(built):
    assert built.words_said_on_qemu() == ["11", "22", "33", "44", "55", "66"]


def _registry_bytes(elf) -> int:
    (name,) = [name for name in symbols(elf) if "table_memory" in name]
    return symbols(elf)[name][1]


def test_embedded_model_is_aligned_and_the_same_bytes(built):
    found = symbols(built.elf)
    model = built.models["plus"]
    address, size = found["et_model_plus_start"]
    assert address % 16 == 0 and size == len(model)
    assert bytes_at(built.elf, address, size) == model
    address, size = found["et_model_plus_size"]
    assert int.from_bytes(bytes_at(built.elf, address, size), "little") == len(model)


def test_only_the_selected_kernels_are_compiled(built):
    kernels = {name for name in _objects(built) if name.startswith(("ops/", "kernels/"))}
    assert "kernels/portable/op_add.cpp" in kernels
    assert not [
        name for name in kernels if "/op_" in name and name != "kernels/portable/op_add.cpp"
    ]
    assert not [name for name in kernels if name.startswith("ops/")]


def test_nothing_to_do(built):
    again = built.build()
    assert again.stdout.strip() == "ninja: no work to do."


def test_version_alone_changed_fails_the_next_build_on_the_commit(built):
    path = built.tree / "VERSION"
    before = path.read_text()
    version, commit = before.split()
    path.write_text(f"{version}\n{'0' * 40}\n")
    touch_later(path)
    try:
        failed = built.build(check=False)
        assert failed.returncode != 0
        said = flat(failed.stdout + failed.stderr)
        assert f"the bundle is of {version}, commit {commit}" in said
        assert f"the component is {version}, commit {'0' * 40}." in said
    finally:
        path.write_text(before)
    touch_later(path)
    again = built.build()
    assert "Building" not in again.stdout


@pytest.mark.parametrize("name", ["plus.pte", "bundle/kernels.json", "bundle/RegisterPortable.cpp"])
def test_changed_file_configures_again(built, name):
    path = built.folder / name
    content = path.read_bytes()
    path.unlink() if name.endswith(".cpp") else path.write_bytes(content[:-2])
    if path.exists():
        touch_later(path)
    try:
        failed = built.build(check=False)
    finally:
        path.write_bytes(content)
        touch_later(path)
    assert failed.returncode != 0
    expected = {
        "plus.pte": "model 'plus'",
        "bundle/kernels.json": "kernels.json is broken",
        "bundle/RegisterPortable.cpp": "it has no RegisterPortable.cpp",
    }
    assert expected[name] in flat(failed.stdout + failed.stderr)
    built.build()


def test_larger_max_kernel_num_is_taken(built):
    per_kernel = _registry_bytes(built.elf)  # the bundle has one
    built.configure(DECLARED + "set(CONFIG_ET_MAX_KERNEL_NUM 5)\n", app="runs.c")
    built.build()
    assert _registry_bytes(built.elf) == 5 * per_kernel
    built.configure(DECLARED, app="runs.c")
    built.build()
    assert _registry_bytes(built.elf) == per_kernel


def test_auto_makes_the_bundle_again_when_a_model_changes(project):
    declare = "executorch_add_model(times.pte)\nexecutorch_add_kernels(AUTO)\n"
    project.configure(declare)
    manifest = project.build_folder / "executorch_bundle" / "kernels.json"
    assert '"aten::mul.out"' in manifest.read_text()
    model = project.folder / "times.pte"
    model.write_bytes(project.models["plus"])
    touch_later(model)
    run("cmake", "--build", project.build_folder, "--target", "build.ninja")
    project.restore("times")
    assert '"aten::add.out"' in manifest.read_text()
    assert "kernels/portable/op_mul.cpp" not in _objects(project)


def test_auto_with_an_operator_that_no_library_has_names_it(project):
    """A model damaged in the operator's name, which is as good as an unknown one."""
    odd = project.models["plus"].replace(b"aten::add", b"aten::adx")
    assert odd != project.models["plus"]
    (project.folder / "odd.pte").write_bytes(odd)
    said = project.error("executorch_add_model(odd.pte)\nexecutorch_add_kernels(AUTO)\n")
    assert "operator 'aten::adx.out', used by odd.pte, is in no kernel library" in said
    assert "the nearest that exists is 'aten::add.out'" in said


def test_all_kernels_on_request(project):
    project.make_bundle("plus")
    declare = DECLARED + "set(CONFIG_ET_COMPILE_ALL_KERNELS ON)\n"
    project.configure(declare)
    compiled = _objects(project)
    tree = project.tree
    kernels = [*tree.glob("ops/*/*.cpp"), *tree.glob("kernels/*/op_*.cpp")]
    assert len(kernels) > 20
    assert {path.relative_to(tree).as_posix() for path in kernels} <= compiled
    # What is linked is what would be without the option: the bundle's kernels for its dtypes.
    ninja = (project.build_folder / "build.ninja").read_text()
    for kernel, in_bundle in (("op_add", True), ("op_mul", False)):
        build = re.search(rf"/portable/{kernel}\.cpp\.obj:.*?DEFINES = ([^\n]*)", ninja, re.DOTALL)
        assert ("-DEXECUTORCH_SELECTIVE_BUILD_DTYPE" in build[1]) == in_bundle


def test_options_reach_the_compiler(project):
    project.make_bundle("plus")
    project.configure(DECLARED)
    assert "ET_EVENT_TRACER_ENABLED" not in (project.build_folder / "build.ninja").read_text()
    options = ("CONFIG_ET_LOG_NONE", "CONFIG_ET_EVENT_TRACER", "CONFIG_ET_NN_OPTIMIZE_SIZE")
    project.configure(DECLARED + "".join(f"set({name} ON)\n" for name in options))
    ninja = (project.build_folder / "build.ninja").read_text()
    assert "-DET_LOG_ENABLED=0" in ninja
    # The application's delegates too: what they include has to be the same everywhere.
    for source in ("executor/method.cpp", "empty.c"):
        line = re.search(rf"/{source}\.obj:.*?DEFINES = ([^\n]*)", ninja, re.DOTALL)
        assert "-DET_EVENT_TRACER_ENABLED" in line[1]
    assert not re.search(r"esp_nn_conv_s8\.c[^$]*?FLAGS = [^\n]*-O2", ninja, re.DOTALL)
    said = project.error(DECLARED + "set(EE_NN_PROVIDER fast)\n")
    assert "EE_NN_PROVIDER is 'fast'; known: builtin" in said
    said = project.error(DECLARED + "set(EE_NN_PROVIDER esp-nn)\n")
    assert 'idf.py add-dependency "espressif/esp-nn"' in said


def test_kernels_of_the_users_own(project):
    demo = ROOT / "tests" / "bundle" / "demo_ops"
    project.make_bundle("plus")
    manifest = project.bundle / "kernels.json"
    # As of a model with operators of demo.yaml, which only the bundle's tests can export.
    fields = json.loads(manifest.read_text())
    fields["registration"][0]["library"] = "demo"
    manifest.write_text(json.dumps(fields))
    said = project.error(DECLARED)
    assert "uses the operator library 'demo', which is not of this component" in said
    own = f'LIBRARY_YAMLS "{demo}/demo.yaml" SRCS "{demo}/demo_ops.cpp"'
    project.configure(f"executorch_add_model(plus.pte)\nexecutorch_add_kernels(bundle {own})\n")
    assert any(name.endswith("demo_ops.cpp") for name in _objects(project))


def test_delegate_of_the_users_own(project):
    project.make_bundle("delegated")
    (project.folder / "absent.cpp").write_text('extern "C" void et_register_AbsentBackend() {}\n')
    declare = "executorch_add_model(delegated.pte)\nexecutorch_add_kernels(bundle)\n"
    project.configure(declare + "executorch_add_backend(AbsentBackend SRCS absent.cpp)\n")
    ninja = (project.build_folder / "build.ninja").read_text()
    assert "absent.cpp.obj" in ninja and "-Wl,-u,et_register_AbsentBackend" in ninja


@pytest.mark.parametrize("world", ["package", "checkout"])
def test_other_ways_into_a_project(project, world):
    project.make_bundle("plus")
    shutil.rmtree(project.build_folder)
    declare = "executorch_add_model(plus.pte EMBED)\nexecutorch_add_kernels(AUTO)\n"
    if world == "package":
        said = project.configure(declare, world=world)
    else:
        said = project.configure("", tree=ROOT)
        project.build()
        assert not list(project.build_folder.rglob("*.a")), "built for nobody"
        said = project.configure(declare, tree=ROOT)
    assert "ExecuTorch: 1 kernels for 1 model(s)" in said.stdout
    assert "kernels/portable/op_add.cpp" in _objects(project)
