# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The rows of the table: each says what must hold, and raises Wrong where it does not.

A row begins with the template as it was, nothing declared, and no bundle; the build folder is that
of the row before, so that a row is an incremental build.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from project import Project, Wrong

Check = Callable[[Project], str | None]
ROWS: list[tuple[str, str, Check]] = []

BOTH = """executorch_add_model("${CMAKE_CURRENT_LIST_DIR}/models/smoke.pte" EMBED)
executorch_add_model("${CMAKE_CURRENT_LIST_DIR}/models/int8.pte" EMBED)
"""
KERNELS = 'executorch_add_kernels("${CMAKE_CURRENT_LIST_DIR}/bundle")\n'


def row(what: str) -> Callable[[Check], Check]:
    """Registers a row under its function's name; a returned string is shown beside it."""

    def register(check: Check) -> Check:
        ROWS.append((check.__name__, what, check))
        return check

    return register


def declared(project: Project) -> None:
    """The app of two models, with the bundle of both."""
    project.make_bundle("smoke", "int8")
    project.app("models.c")
    project.declare(BOTH + KERNELS)


def outputs(project: Project) -> None:
    """Runs the program and compares every byte with the official runtime's."""
    expected = json.loads((project.models / "expected.json").read_text())
    wanted = [f"output {name} {data}" for name in ("int8", "smoke") for data in expected[name]]
    found = [line for line in project.run() if line.startswith("output ")]
    if found != wanted:
        raise Wrong(f"the outputs are {found}, the official runtime's {wanted}")


def repaired(project: Project, build: object) -> None:
    """The printed command, pasted, repairs the next incremental build."""
    project.paste(build)
    project.builds()
    outputs(project)


def export_again(project: Project) -> bytes:
    """Puts the same network with other weights in the place of int8.pte."""
    again = project.model("int8_again").read_bytes()
    project.model("int8").write_bytes(again)
    return again


def has_model(project: Project, model: bytes) -> None:
    """The program holds the model's bytes and does not compute what the one before did."""
    expected = json.loads((project.models / "expected.json").read_text())
    if f"output int8 {expected['int8'][0]}" in project.run():
        raise Wrong("the program has the old model")
    if model not in project.elf.read_bytes():
        raise Wrong("the program lacks the new model")


def manifest(project: Project) -> dict:
    return json.loads((project.bundle / "kernels.json").read_text())


def version_lines(project: Project) -> list[str]:
    return (project.folder / "executorch" / "VERSION").read_text().split("\n")


# --- nothing declared -----------------------------------------------------------------------------


@row("neither models nor bundle: nothing compiled or linked, size as without the component")
def nothing_declared(project: Project) -> str:
    project.app("hello.c", requires="", known=False)
    project.builds()
    without = project.sections(), project.image_bytes()
    project.size_log(project.log / "size-empty-without.txt", "the empty app without the component")
    project.app("hello.c")
    project.builds()
    project.size_log(project.log / "size-empty-with.txt", "the empty app with the component")
    if project.compiled():
        raise Wrong(f"compiled: {project.compiled()}")
    found = project.sections(), project.image_bytes()
    if found != without:
        raise Wrong(f"sections and image {found}, without the component {without}")
    return f"{without[1]} bytes of {'program' if project.target == 'linux' else 'image'}, twice"


@row("et_model_create called, nothing declared: link error on the symbol that says so")
def unbundled_app(project: Project) -> None:
    project.app("unbundled.c")
    build = project.fails("et_requires_executorch_add_kernels")
    if "undefined" not in build.text:
        raise Wrong(f"the link fails for another reason: {build.text[-600:]}")


# --- models and bundle that fit -------------------------------------------------------------------


@row("models and their bundle: only the selected kernels are compiled; outputs are right")
def models_and_bundle(project: Project) -> str:
    declared(project)
    project.builds()
    outputs(project)
    project.size_log(project.log / "size-two-models.txt", "two models and their bundle")
    kernels = [
        o for o in project.compiled() if re.search(r"\.dir/(ops|kernels)/\w+/.*\.(o|obj)$", o)
    ]
    unwanted = [path for path in kernels if re.search(r"softmax|max_pool2d", path)]
    if unwanted:
        raise Wrong(f"compiled, and not in the bundle: {unwanted}")
    return f"{manifest(project)['kernel_count']} kernels, {len(kernels)} kernel sources"


@row("nothing changed: the next build has no work")
def nothing_changed(project: Project) -> None:
    declared(project)
    project.builds()
    build = project.builds()
    if "ninja: no work to do" not in build.text and "Building C" in build.text:
        raise Wrong(f"the build said: {build.text[-600:]}")
    if "Re-running CMake" in build.text or "ExecuTorch:" in build.text:
        raise Wrong("CMake ran again")


@row("executorch_add_kernels(AUTO): the bundle is made while configuring")
def bundle_made_at_configure_time(project: Project) -> None:
    project.app("models.c")
    project.declare(BOTH + "executorch_add_kernels(AUTO)\n")
    project.builds()
    outputs(project)


@row("AUTO and a model exported again: the next build takes it")
def auto_follows_the_models(project: Project) -> None:
    project.app("models.c")
    project.declare(BOTH + "executorch_add_kernels(AUTO)\n")
    project.builds()
    again = export_again(project)
    project.builds()
    has_model(project, again)


@row("declared in main's CMakeLists.txt, after idf_component_register()")
def declared_by_a_component(project: Project) -> None:
    project.app("models.c")
    project.declare(main=(BOTH + "executorch_add_kernels(AUTO)").replace("/models/", "/../models/"))
    project.builds()
    outputs(project)


@row("declared in the project_include.cmake of a component that requires ours")
def declared_by_a_project_include(project: Project) -> None:
    project.app("models.c", requires="user")
    text = (BOTH + "executorch_add_kernels(AUTO)").replace("/models/", "/../../models/")
    project.declare(user=text)
    project.builds()
    outputs(project)


@row("a bundle and no models: used as is, with a warning that names its models")
def bundle_alone(project: Project) -> None:
    project.make_bundle("smoke", "int8")
    project.declare(KERNELS)
    build = project.builds()
    for part in ("smoke.pte", "int8.pte", "Warning"):
        if part not in build.text:
            raise Wrong(f"the warning lacks {part}: {build.text[-900:]}")
    project.run()


# --- bundles that do not fit ----------------------------------------------------------------------


@row("the component's version changed, VERSION alone: the next build fails; the command repairs")
def other_version(project: Project) -> None:
    declared(project)
    project.builds()
    lines = version_lines(project)
    version = project.folder / "executorch" / "VERSION"
    version.write_text("\n".join(["9.9.9", *lines[1:]]))
    repaired(project, project.fails(lines[0], "9.9.9"))


@row("the commit in VERSION changed alone: the next build fails on it; the command repairs")
def other_commit(project: Project) -> None:
    declared(project)
    project.builds()
    lines = version_lines(project)
    commit = "0123456789abcdef0123456789abcdef01234567"
    (project.folder / "executorch" / "VERSION").write_text(f"{lines[0]}\n{commit}\n")
    repaired(project, project.fails(commit, lines[1]))


@row("a declared model exported again: error that names it; the command repairs")
def exported_again(project: Project) -> None:
    declared(project)
    project.builds()
    again = export_again(project)
    project.paste(project.fails("'int8'", "exported again", "SHA-256"))
    project.builds()
    has_model(project, again)


@row("a model that the bundle was not made from: error that names it; the command repairs")
def model_not_in_bundle(project: Project) -> None:
    project.make_bundle("int8")
    project.app("models.c")
    project.declare(BOTH + KERNELS)
    repaired(project, project.fails("'smoke'", "not one of those"))


@row("a model of the bundle that is not declared: error that names it; the command repairs")
def model_not_declared(project: Project) -> None:
    project.make_bundle("smoke", "int8", "int8_again")
    project.app("models.c")
    project.declare(BOTH + KERNELS)
    repaired(project, project.fails("'int8_again'", "not declared"))


@row("models declared and no bundle: error; the command makes it")
def no_bundle(project: Project) -> None:
    project.app("models.c")
    project.declare(BOTH)
    build = project.fails("no kernels", "smoke.pte", "int8.pte")
    project.paste(build)
    project.declare(BOTH + KERNELS)
    project.builds()
    outputs(project)


@row("the bundle needs a delegate that the component lacks: error that names it")
def bundle_delegate_missing(project: Project) -> None:
    project.make_bundle("delegate")
    project.declare(
        'executorch_add_model("${CMAKE_CURRENT_LIST_DIR}/models/delegate.pte")\n' + KERNELS
    )
    project.fails("delegate", "'DemoBackend'", "Python environment the models were exported with")


@row("executorch_add_backend of one that there is not: error that names it and says what there is")
def added_backend_missing(project: Project) -> None:
    declared(project)
    project.declare(BOTH + KERNELS + "executorch_add_backend(NoSuchBackend)\n")
    project.fails("'NoSuchBackend'", "it has")


@row("EXECUTORCH_BACKENDS with one that there is not: the same error")
def listed_backend_missing(project: Project) -> None:
    declared(project)
    project.declare(BOTH + KERNELS + "set(EXECUTORCH_BACKENDS NoSuchBackend)\n")
    project.fails("EXECUTORCH_BACKENDS", "'NoSuchBackend'")


@row("a bundle without selected_max_kernel_num.h: error; the command repairs")
def incomplete_bundle(project: Project) -> None:
    declared(project)
    project.builds()
    (project.bundle / "selected_max_kernel_num.h").unlink()
    repaired(project, project.fails("selected_max_kernel_num.h", "not complete"))


@row("kernels.json cut off: error; the command repairs")
def broken_manifest(project: Project) -> None:
    declared(project)
    path = project.bundle / "kernels.json"
    path.write_text(path.read_text()[:400])
    repaired(project, project.fails("kernels.json is broken"))


@row("kernels.json without a key: error that names it; the command repairs")
def manifest_without_key(project: Project) -> None:
    declared(project)
    content = manifest(project)
    del content["kernel_count"]
    (project.bundle / "kernels.json").write_text(json.dumps(content))
    repaired(project, project.fails("'kernel_count'"))


@row("a bundle of another format version: error; the command repairs")
def other_format(project: Project) -> None:
    declared(project)
    content = manifest(project)
    content["format"] = 2
    (project.bundle / "kernels.json").write_text(json.dumps(content))
    repaired(project, project.fails("format 2", "reads format 1"))


# --- Kconfig --------------------------------------------------------------------------------------


def registry_bytes(project: Project) -> int:
    """Bytes of the table that holds the registered kernels."""
    symbols = project.tool("nm", "-S", "-C", str(project.elf))
    sizes = re.findall(r"^\S+ (\S+) [bB] .*table_memory$", symbols, re.MULTILINE)
    if len(sizes) != 1:
        raise Wrong(f"no registry in the program: {sizes}")
    return int(sizes[0], 16)


@row("CONFIG_ET_MAX_KERNEL_NUM smaller than the bundle's count: error with both numbers")
def registry_too_small(project: Project) -> None:
    declared(project)
    count = manifest(project)["kernel_count"]
    project.option(f"CONFIG_ET_MAX_KERNEL_NUM={count - 1}")
    try:
        project.fails("CONFIG_ET_MAX_KERNEL_NUM", str(count - 1), f"{count} kernels")
    finally:
        project.option()


@row("CONFIG_ET_MAX_KERNEL_NUM larger: taken; unset: exactly the bundle's count")
def registry_larger(project: Project) -> str:
    declared(project)
    count = manifest(project)["kernel_count"]
    project.builds()
    exact = registry_bytes(project)
    if exact % count:
        raise Wrong(f"{exact} bytes of registry are no multiple of {count} kernels")
    project.option(f"CONFIG_ET_MAX_KERNEL_NUM={2 * count}")
    try:
        project.builds()
        outputs(project)
        if registry_bytes(project) != 2 * exact:
            raise Wrong(f"registry of {registry_bytes(project)} bytes, expected {2 * exact}")
    finally:
        project.option()
    return f"{count} kernels, {exact} bytes"


@row("CONFIG_ET_COMPILE_ALL_KERNELS: every kernel is compiled, the program is the same size")
def compile_all(project: Project) -> str:
    declared(project)
    project.builds()
    before, few = project.sections(), len(project.compiled())
    project.option("CONFIG_ET_COMPILE_ALL_KERNELS=y")
    try:
        project.builds()
        outputs(project)
        if project.sections() != before:
            raise Wrong(f"sections {project.sections()}, before {before}")
        return f"{len(project.compiled())} files instead of {few}"
    finally:
        project.option()
