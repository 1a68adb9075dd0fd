# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Generated registration files: compiled, loaded into the official runtime, and run."""

import ctypes
import json
import subprocess

import pytest
import torch
from bundle_support import DEMO, ROOT, SCHEMAS, Demo
from executorch.exir import EdgeCompileConfig, to_edge
from kernel_bundle import command, libraries, registration

FLAGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti", "-O1"]


def _compile(wheel, sources, output, *flags):
    include = wheel / "include"
    subprocess.run(
        [
            "g++",
            *FLAGS,
            *flags,
            f"-isystem{include}",
            f"-isystem{include / 'executorch/runtime/core/portable_type/c10'}",
            "-DC10_USING_CUSTOM_GENERATED_MACROS",
            *map(str, sources),
            "-o",
            str(output),
            f"-L{wheel / 'lib'}",
            "-lexecutorch",
            f"-Wl,-rpath,{wheel / 'lib'}",
        ],
        check=True,
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Model bytes and bundle of the demo library."""
    folder = tmp_path_factory.mktemp("demo")
    inputs = (torch.tensor([1.0, -2.0, 3.5, 0.25]), torch.tensor([10.0, 20.0, -30.0, 40.0]))
    edge = to_edge(
        torch.export.export(Demo(), inputs),
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
    )
    model = folder / "demo_model.pte"
    model.write_bytes(edge.to_executorch().buffer)
    bundle = folder / "bundle"
    arguments = [str(model), "-o", str(bundle), "--library-yaml", str(DEMO / "demo.yaml")]
    assert command.main(arguments) == 0
    return model, bundle, inputs


def test_bundle_counts_the_demo_operators(demo):
    _, bundle, _ = demo
    manifest = json.loads((bundle / "kernels.json").read_text())
    assert [row["name"] for row in manifest["operators"]] == [
        f"demo::{name}.out" for name in sorted(SCHEMAS)
    ]
    assert all(row["dtypes"] == ["float32"] for row in manifest["operators"])
    assert manifest["kernel_count"] == 5 + len(manifest["prim_ops"])
    assert (bundle / "RegisterDemo.cpp").is_file()


@pytest.fixture(scope="module")
def official(demo, wheel, tmp_path_factory):
    """The official runtime with the demo library, built as that runtime is: with events."""
    from executorch.runtime import Runtime

    _, bundle, _ = demo
    shared = tmp_path_factory.mktemp("official") / "libdemo.so"
    sources = [bundle / "RegisterDemo.cpp", DEMO / "demo_ops.cpp"]
    flags = ["-shared", "-fPIC", f"-I{bundle}", "-DET_EVENT_TRACER_ENABLED"]
    _compile(wheel, sources, shared, *flags)
    runtime = Runtime.get()
    before = set(runtime.operator_registry.operator_names)
    ctypes.CDLL(str(shared), ctypes.RTLD_GLOBAL)
    added = set(runtime.operator_registry.operator_names) - before
    assert added == {f"demo::{name}.out" for name in SCHEMAS}
    return runtime


def test_runs_in_the_official_runtime(demo, official):
    model, _, inputs = demo
    outputs = official.load_program(model).load_method("forward").execute(list(inputs))
    expected = Demo()(*inputs)
    assert len(outputs) == len(expected) == 11
    for output, value in zip(outputs, expected, strict=True):
        assert torch.equal(output, value)


@pytest.mark.usefixtures("official")
def test_the_official_runtime_gets_each_kernels_events(demo, tmp_path):
    from executorch.devtools.etdump.serialize import deserialize_from_etdump_flatcc
    from executorch.extension.pybindings.portable_lib import _load_for_executorch

    model, _, inputs = demo
    module = _load_for_executorch(str(model), enable_etdump=True, debug_buffer_size=1 << 16)
    module.forward(inputs)
    module.write_etdump_result_to_file(str(tmp_path / "dump"), str(tmp_path / "values"))
    dump = deserialize_from_etdump_flatcc((tmp_path / "dump").read_bytes())
    (run,) = [run for run in dump.run_data if run.name == "Execute"]
    events = [
        event.profile_event.name if event.profile_event else event.debug_event.debug_entry.val
        for event in run.events
    ]
    expected = []
    # One output each, but for two of `pair` and one list of `halves`.
    for name in ("scale_add", "scale_add", "weighted", "weighted", "pair", "pair", "sparse_sum"):
        expected += ["Tensor"] * (2 if name == "pair" else 1)
        expected += [f"native_call_{name}.out", "OPERATOR_CALL"]
    expected += ["TensorList", "native_call_halves.out", "OPERATOR_CALL"]
    assert events == expected + ["Method::execute"] + ["Tensor"] * 11


def _whole_demo_library(folder):
    bundle = folder / "whole"
    yaml = ["--library-yaml", str(DEMO / "demo.yaml")]
    assert command.main(["--all", "--library", "demo", *yaml, "-o", str(bundle)]) == 0
    return bundle


def test_anchor_keeps_a_registration_in_a_static_library(wheel, tmp_path):
    bundle = _whole_demo_library(tmp_path)
    main = tmp_path / "main.cpp"
    main.write_text(
        "#include <executorch/runtime/kernel/operator_registry.h>\n"
        "int main() { return executorch::runtime::registry_has_op_function("
        '"demo::total") ? 42 : 7; }\n'
    )
    objects = [tmp_path / "register.o", tmp_path / "ops.o"]
    _compile(wheel, [bundle / "RegisterDemo.cpp"], objects[0], "-c", f"-I{bundle}")
    _compile(wheel, [DEMO / "demo_ops.cpp"], objects[1], "-c")
    archive = tmp_path / "libdemo.a"
    subprocess.run(["ar", "rcs", archive, *objects], check=True)
    anchor = json.loads((bundle / "kernels.json").read_text())["registration"][0]["anchor"]
    for flags, expected in (([], 7), ([f"-Wl,-u,{anchor}", "-Wl,--gc-sections"], 42)):
        _compile(wheel, [main, archive], tmp_path / "main", *flags)
        assert subprocess.run([tmp_path / "main"], check=False).returncode == expected


def test_malformed_stacks_fail_the_call(wheel, tmp_path):
    bundle = _whole_demo_library(tmp_path)
    program = tmp_path / "malformed"
    sources = [bundle / "RegisterDemo.cpp", DEMO / "demo_ops.cpp", DEMO / "malformed_stacks.cpp"]
    _compile(wheel, sources, program, f"-I{bundle}")
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    # Error::InvalidProgram is 35, Error::InvalidArgument 18.
    assert ran.stdout.splitlines() == [
        "empty stack: 35",
        "too few: 35",
        "too many: 35",
        "null entry: 18",
        "null result: 18",
        "int for tensor: 18",
        "none for tensor: 18",
        "int for optional tensor: 18",
        "int for double: 18",
        "tensor for list: 18",
        "tensor in list: 18",
        "list for out: 18",
        "out: 7 7",
        "sound: 0",
        "out: 306 308",
        "sound without result entry: 0",
        "out: 307 310",
        "no entry for a new value: 35",
        "new value: 0",
        "total: 3",
    ]


def test_dtypes_of_a_model_at_compile_time(programs, wheel, tmp_path):
    model, bundle = tmp_path / "add_mul.pte", tmp_path / "bundle"
    model.write_bytes(programs["add_mul"])
    assert command.main([str(model), "-o", str(bundle)]) == 0
    source = tmp_path / "dtypes.cpp"
    source.write_text(
        '#include "selected_op_variants.h"\n'
        "using executorch::aten::ScalarType;\n"
        'static_assert(should_include_kernel_dtype("add.out", ScalarType::Float));\n'
        'static_assert(should_include_kernel_dtype("mul.out", ScalarType::Float));\n'
        'static_assert(!should_include_kernel_dtype("add.out", ScalarType::Char));\n'
        'static_assert(!should_include_kernel_dtype("sub.out", ScalarType::Float));\n'
        "int main() { return 0; }\n"
    )
    _compile(wheel, [source], tmp_path / "dtypes", f"-I{bundle}")


@pytest.mark.parametrize("headers", ["wheel", "runtime"])
def test_all_libraries_compile(headers, wheel, tmp_path):
    include = wheel / "include" if headers == "wheel" else ROOT / "runtime/include"
    bundle = tmp_path / "all"
    assert command.main(["--all", "-o", str(bundle)]) == 0
    sources = sorted(bundle.glob("Register*.cpp"))
    known = libraries.load(libraries.find_root())
    names = sorted(registration.file_name(library.name) for library in known)
    assert [source.name for source in sources] == names
    variants = tmp_path / "variants.cpp"
    variants.write_text('#include "selected_op_variants.h"\n')
    for source in [*sources, variants]:
        subprocess.run(
            [
                "g++",
                *FLAGS,
                "-DC10_USING_CUSTOM_GENERATED_MACROS",
                f"-I{bundle}",
                f"-isystem{include}",
                f"-isystem{include / 'executorch/runtime/core/portable_type/c10'}",
                "-c",
                str(source),
                "-o",
                str(tmp_path / "out.o"),
            ],
            check=True,
        )
