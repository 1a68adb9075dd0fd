# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What is selected, what is written, and what is refused."""

import hashlib
import json
import shutil
import subprocess
import sys

import pytest
import yaml
from bundle_support import ROOT
from kernel_bundle import command, generate, libraries, miniyaml, prim_ops, pte

TOOL = ROOT / "component/gen_kernels.py"


@pytest.fixture
def models(programs, tmp_path):
    """Models as files: float add and mul, many operators, and operators that no library has."""
    paths = {}
    for name in ("add_mul", "lists", "add_demo"):
        paths[name] = tmp_path / f"{name}.pte"
        paths[name].write_bytes(programs[name])
    return paths


def _read(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_manifest_of_a_float_model(models, tmp_path, capsys):
    out = tmp_path / "bundle"
    assert command.main([str(models["add_mul"]), "-o", str(out)]) == 0
    said = capsys.readouterr().out
    assert "2 kernels (portable 2, prim ops 0), delegates: none; 7 of 7 files changed" in said
    manifest = json.loads((out / "kernels.json").read_text())
    data = models["add_mul"].read_bytes()
    assert manifest["format"] == 1
    assert manifest["component"]["version"] == (ROOT / "VERSION").read_text().split()[0]
    assert manifest["models"] == [
        {"name": "add_mul", "file": "add_mul.pte", "sha256": hashlib.sha256(data).hexdigest()}
    ]
    assert manifest["operators"] == [
        {
            "name": f"aten::{name}.out",
            "library": "portable",
            "kernel": f"torch::executor::native::{name}_out",
            "dtypes": ["float32"],
        }
        for name in ("add", "mul")
    ]
    assert manifest["prim_ops"] == manifest["delegates"] == manifest["runtime_parts"] == []
    assert manifest["registration"] == [
        {
            "library": "portable",
            "file": "RegisterPortable.cpp",
            "anchor": "et_register_portable_kernels",
        }
    ]
    assert manifest["kernel_count"] == 2
    assert "#define EXECUTORCH_SELECTED_MAX_KERNEL_NUM 2\n" in (
        out / "selected_max_kernel_num.h"
    ).read_text(encoding="utf-8")
    variants = (out / "selected_op_variants.h").read_text()
    assert 'name == "add.out"' in variants
    assert "scalar_type == ScalarType::Float;" in variants
    assert "#define EXECUTORCH_SELECTED_DTYPES 0x40ull\n" in variants


def test_complex_dtypes_are_selected(programs, tmp_path, capsys):
    """They were no known dtypes, and the program was refused."""
    model, out = tmp_path / "complex.pte", tmp_path / "bundle"
    model.write_bytes(programs["complex"])
    assert command.main([str(model), "-o", str(out)]) == 0
    capsys.readouterr()
    dtypes = {
        row["name"]: row["dtypes"]
        for row in json.loads((out / "kernels.json").read_text())["operators"]
    }
    assert dtypes == {
        "aten::add.out": ["complex64"],
        "aten::mul.out": ["complex64"],
        "aten::view_as_real_copy.out": ["float32", "complex64"],
    }
    variants = (out / "selected_op_variants.h").read_text()
    assert "scalar_type == ScalarType::ComplexFloat;" in variants
    assert "#define EXECUTORCH_SELECTED_DTYPES 0x240ull\n" in variants


def test_unknown_operators_are_named_with_model(models, tmp_path, capsys):
    out = tmp_path / "bundle"
    assert command.main([str(models["add_mul"]), str(models["add_demo"]), "-o", str(out)]) == 1
    wrong = capsys.readouterr().err
    assert wrong.startswith("gen_kernels.py: error: operator 'demo::halves.out', used by add_demo.")
    assert "is in no kernel library (esp_nn, portable, quantized, cadence)" in wrong
    assert "operator 'demo::scale_add.out', used by add_demo.pte" in wrong
    assert "add_mul.pte" not in wrong
    assert not out.exists()


def test_nearest_name(tmp_path):
    available = libraries.load(ROOT)
    model = generate.Model("m", "m.pte", "", {"esp_nn::conv_2d.out": set()})
    with pytest.raises(generate.BundleError, match=r"nearest that exists is 'esp_nn::conv2d\.out'"):
        generate.select([model], available, prim_ops.load(ROOT))


def test_prim_ops_and_delegates(programs, tmp_path):
    available, prims = libraries.load(ROOT), prim_ops.load(ROOT)
    path = tmp_path / "delegate.pte"
    path.write_bytes(programs["delegate"])
    delegate = generate.read_model(path)
    assert delegate.delegates == {"EchoBackend"}
    sized = generate.Model(
        "sized",
        "sized.pte",
        "",
        {"aten::sym_size.int": set(), "executorch_prim::add.Scalar": set()},
    )
    delegate.operators = {}
    selection = generate.select([sized, delegate], available, prims)
    assert selection.prim_ops == ["aten::sym_size.int", "executorch_prim::add.Scalar"]
    assert selection.delegates == ["EchoBackend"]
    assert selection.kernel_count == 2
    files = generate.files(selection, ("1.2.3", "abc"))
    assert not [name for name in files if name.endswith(".cpp")]
    defines = [line for line in files["selected_prim_ops.h"].splitlines() if "define" in line]
    assert defines == [
        "#define INCLUDE_ATEN_SYM_SIZE_INT",
        "#define INCLUDE_EXECUTORCH_PRIM_ADD_SCALAR",
    ]
    component = json.loads(files["kernels.json"])["component"]
    assert component == {"version": "1.2.3", "commit": "abc"}


def test_prim_op_list_is_the_runtimes():
    prims = prim_ops.load(ROOT)
    # Each is guarded by its own macro, so that the count of slots is exact.
    assert prims.fixed == frozenset()
    assert {"executorch_prim::et_view.default", "aten::_local_scalar_dense"} <= prims.names
    macros = {prim_ops.macro(name) for name in prims.names}
    assert len(macros) == len(prims.names)
    assert {"INCLUDE_EXECUTORCH_PRIM_ET_VIEW_DEFAULT", "INCLUDE_ATEN_LOCAL_SCALAR_DENSE"} <= macros


def test_all_of_one_library(tmp_path, capsys):
    out = tmp_path / "all"
    assert command.main(["--all", "--library", "esp_nn", "-o", str(out)]) == 0
    manifest = json.loads((out / "kernels.json").read_text())
    specs = sorted(path.stem for path in (ROOT / "ops").glob("*/*.json"))
    assert len(specs) >= 13
    assert [row["name"] for row in manifest["operators"]] == [f"esp_nn::{n}.out" for n in specs]
    assert manifest["kernel_count"] == len(specs) + len(prim_ops.load(ROOT).names)
    assert not (out / "RegisterPortable.cpp").exists()
    assert command.main(["--all", "--library", "esp_n", "-o", str(out)]) == 1
    wrong = capsys.readouterr().err
    assert "no kernel library 'esp_n'; there are: esp_nn, portable, quantized, cadence" in wrong


def test_same_input_same_bytes_and_files_left_alone(models, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    other = tmp_path / "other.pte"
    shutil.copy(models["add_mul"], other)
    pair = [str(models["add_mul"]), str(other)]
    assert command.main([*pair, "-o", str(first)]) == 0
    assert command.main([*reversed(pair), "-o", str(second)]) == 0
    assert _read(first) == _read(second)
    before = {path.name: path.stat().st_mtime_ns for path in first.iterdir()}
    (first / "kernels.json").write_text("stale")
    assert command.main([*pair, "-o", str(first)]) == 0
    assert _read(first) == _read(second)
    after = {path.name: path.stat().st_mtime_ns for path in first.iterdir()}
    assert {name for name in after if after[name] != before[name]} == {"kernels.json"}


def test_stale_registration_files_go_and_foreign_ones_stay(models, tmp_path):
    out = tmp_path / "bundle"
    assert command.main(["--all", "-o", str(out)]) == 0
    (out / "RegisterMine.cpp").write_text("// my own\n")
    assert (out / "RegisterEspNN.cpp").exists()
    assert command.main([str(models["add_mul"]), "-o", str(out)]) == 0
    names = {path.name for path in out.glob("Register*.cpp")}
    assert names == {"RegisterMine.cpp", "RegisterPortable.cpp"}


def test_bare_interpreter(models, tmp_path):
    python = shutil.which("python3", path="/usr/bin") or sys.executable
    out = tmp_path / "bare"
    ran = subprocess.run(
        [python, "-I", "-S", str(TOOL), str(models["add_mul"]), "-o", str(out)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stderr
    again = tmp_path / "again"
    assert command.main([str(models["add_mul"]), "-o", str(again)]) == 0
    assert _read(out) == _read(again)


def test_only_the_standard_library_is_imported():
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import kernel_bundle.command;"
        "print([m for m in sys.modules if m.partition('.')[0] not in sys.stdlib_module_names"
        " and not m.startswith(('kernel_bundle', '__'))])"
    )
    command_line = [sys.executable, "-I", "-S", "-c", code, str(ROOT / "component")]
    ran = subprocess.run(command_line, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_generated_component_brings_its_commit(tmp_path):
    (tmp_path / "VERSION").write_text("0.4.2\n0123abcd\n")
    assert generate.component_version(tmp_path) == ("0.4.2", "0123abcd")
    (tmp_path / "VERSION").write_text("0.4.2\n")
    assert generate.component_version(tmp_path) == ("0.4.2", "unknown")


@pytest.mark.parametrize(
    "arguments", [[], ["--all", "model.pte"], ["--library", "esp_nn", "model.pte"]]
)
def test_arguments_that_contradict_each_other(arguments, tmp_path, capsys):
    with pytest.raises(SystemExit) as caught:
        command.main([*arguments, "-o", str(tmp_path)])
    assert caught.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_broken_and_absent_models(models, tmp_path, capsys):
    broken = tmp_path / "broken.pte"
    broken.write_bytes(models["lists"].read_bytes()[:1000])
    assert command.main([str(broken), "-o", str(tmp_path / "b")]) == 1
    assert "broken.pte: header: the program has" in capsys.readouterr().err
    assert command.main([str(tmp_path / "absent.pte"), "-o", str(tmp_path / "b")]) == 1
    assert "absent.pte" in capsys.readouterr().err
    other = tmp_path / "sub" / "add_mul.pte"
    other.parent.mkdir()
    shutil.copy(models["add_mul"], other)
    both = [str(models["add_mul"]), str(other)]
    assert command.main([*both, "-o", str(tmp_path / "b")]) == 1
    assert "two models are called 'add_mul'" in capsys.readouterr().err


def test_order_of_libraries(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "- func: add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out)"
        " -> Tensor(a!)\n  kernels:\n    - arg_meta: null\n      kernel_name: mine::add_out\n"
    )
    available = libraries.load(ROOT, [mine])
    assert [library.name for library in available[:3]] == ["esp_nn", "mine", "portable"]
    prims = prim_ops.load(ROOT)
    model = generate.Model("m", "m.pte", "", {"aten::add.out": {6}, "aten::mul.out": {6}})
    selection = generate.select([model], available, prims)
    assert [(op.library, op.symbol) for op in selection.operators] == [
        ("mine", "mine::native::add_out"),
        ("portable", "torch::executor::native::mul_out"),
    ]
    assert len(generate.select_all(available, prims).operators) == len(
        {name for library in available for name in library.operators}
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- op: add.out\n  kernels:\n    - arg_meta: null\n", "of 'add.out': no 'func'"),
        ("- func: f(Tensor x\n", "entry 1: 'f(Tensor x': expected ','"),
        ("- func: f(Tensor x) -> ()\n", "operator 'aten::f': expected one entry in 'kernels'"),
        (
            "- func: f(Tensor x) -> ()\n  kernels:\n    - arg_meta:\n        T0: Float\n"
            "      kernel_name: f\n",
            "('arg_meta') are not supported",
        ),
        (
            "- func: f(Tensor x) -> ()\n  kernels:\n    - arg_meta: null\n      kernel_name: 1f\n",
            "'kernel_name' is missing or no C++ name",
        ),
        ("- func: [a, b]\n", "line 1: '[a, b]' is YAML that operator lists do not use"),
        ("just a line\n", "line 1: expected 'key: value', found 'just a line'"),
    ],
)
def test_broken_operator_lists(text, message, tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    arguments = ["--all", "--library-yaml", str(path), "-o", str(tmp_path / "b")]
    assert command.main(arguments) == 1
    wrong = capsys.readouterr().err
    assert message in wrong
    assert "mine.yaml" in wrong


def test_type_that_the_runtime_cannot_carry(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "- func: mine::f(Generator g) -> ()\n  kernels:\n    - arg_meta: null\n"
        "      kernel_name: mine::f\n"
    )
    arguments = ["--all", "--library-yaml", str(path), "-o", str(tmp_path / "b")]
    assert command.main(arguments) == 1
    assert "operator 'mine::f': type Generator has no counterpart" in capsys.readouterr().err


def test_yaml_equals_pyyaml(wheel):
    paths = [*ROOT.glob("kernels/*/*.yaml"), *ROOT.glob("tests/bundle/demo_ops/*.yaml")]
    paths += [*wheel.glob("kernels/*/*.yaml"), wheel / "exir/dialects/edge/edge.yaml"]
    compared = 0
    for path in paths:
        text = path.read_text()
        try:
            ours = miniyaml.parse(text)
        except miniyaml.YamlError as error:
            assert "is YAML that operator lists do not use" in str(error)
            continue
        assert ours == yaml.safe_load(text), path
        compared += 1
    assert compared >= 5


def test_every_operator_list_of_the_tree_is_read():
    available = libraries.load(ROOT)
    assert [library.name for library in available][:2] == ["esp_nn", "portable"]
    conv = available[0].operators["esp_nn::conv2d.out"]
    assert conv.symbol == "esp_nn::native::conv2d_out"
    assert [(a.name, a.alias) for a in conv.schema.out_arguments] == [("out", "a!")]
    assert pte.DTYPES[1].cpp == "Char"
