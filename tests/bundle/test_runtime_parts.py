# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which parts of the runtime a bundle selects."""

import re

import pytest
from bundle_support import ROOT
from kernel_bundle import generate, libraries, prim_ops, pte, runtime_parts

NEEDS = {
    "add_mul": set(),
    "lists": {"lists", "segments"},
    "state": {"initial_state", "segments"},
    "branch": {"control_flow", "call_checks", "segments"},
    "delegate": {"delegates", "segments"},
    "inline_delegate": {"delegates"},
    # The weight is transposed.
    "external": {"external_data", "lists"},
    # reshape and scale_factor have lists, x.shape[0] is a number that the program computes.
    "resize": {"lists", "call_checks"},
}


@pytest.mark.parametrize("name", NEEDS)
def test_needs_of_a_program(programs, name):
    assert runtime_parts.needed(pte.read(programs[name])) == NEEDS[name]


def test_an_input_that_is_no_tensor():
    plan = pte.Plan("forward", [pte.Value("Double", value=0.5)], [0], [], [[]], [], [], [0])
    program = pte.Program(0, [plan], [], [], [], {}, b"")
    assert runtime_parts.needed(program) == {"constant_inputs"}


def test_bundle_selects_what_any_model_needs(programs, tmp_path):
    models = []
    for name in ("add_mul", "state", "delegate"):
        (tmp_path / f"{name}.pte").write_bytes(programs[name])
        models.append(generate.read_model(tmp_path / f"{name}.pte"))
    available, prims = libraries.load(ROOT), prim_ops.load(ROOT)
    selection = generate.select(models, available, prims)
    assert selection.parts == ["delegates", "initial_state", "segments"]
    header = generate.files(selection, ("1.2.3", "abc"))["selected_runtime_parts.h"]
    chosen = dict(re.findall(r"#define EXECUTORCH_SELECTED_(\w+) ([01])\n", header))
    assert chosen == {part.upper(): str(int(part in selection.parts)) for part in runtime_parts.ALL}
    everything = generate.files(generate.select_all(available, prims), ("1.2.3", "abc"))
    assert " 0\n" not in everything["selected_runtime_parts.h"]


def test_the_runtime_knows_the_same_parts():
    text = (ROOT / "runtime/src/executor/selected_parts.cpp").read_text()
    without_a_bundle = text[text.index("\n#else\n") :]
    assert re.findall(r"#define EXECUTORCH_SELECTED_(\w+) 1\n", without_a_bundle) == [
        part.upper() for part in runtime_parts.ALL
    ]
