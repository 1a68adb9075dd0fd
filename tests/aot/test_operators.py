# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The operator folders as one library: complete, registered, and found by walking."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from aot_support import codes, esp_nn
from executorch_espressif import ops
from executorch_espressif.kernels import library_of
from executorch_espressif.ops import operator, operators
from executorch_espressif.ops._common.operator import Operator, QParams, out_schema

FOLDERS = sorted(path.stem for path in Path(ops.__path__[0]).glob("*/*.json"))


def test_every_folder_is_an_operator() -> None:
    assert sorted(operators()) == FOLDERS


@pytest.mark.parametrize("name", FOLDERS)
def test_registered_as_the_json_and_the_kernel_list_say(name: str) -> None:
    found = operator(name)
    assert str(found.overload._schema) == f"esp_nn::{found.spec['schema']}"
    out = getattr(esp_nn, name).out
    assert str(out._schema) == f"esp_nn::{out_schema(found.spec['schema'])}"
    assert library_of(f"esp_nn::{name}.out") == "esp_nn"


@pytest.mark.parametrize("name", sorted(set(FOLDERS) - {"quantize", "dequantize"}))
def test_has_a_lowering(name: str) -> None:
    found = operator(name)
    assert found.edge_targets
    assert type(found).lower is not Operator.lower


def test_out_variant_writes_the_functional_result() -> None:
    x = codes(2, 3)
    out = torch.empty(3, 2, dtype=torch.int8)
    assert esp_nn.permute(x, [1, 0], out=out) is not None
    assert torch.equal(out, x.t())


def test_shapes_without_values_match_the_reference() -> None:
    x = codes(1, 7, 5, 3)
    arguments = ([3, 2], [2, 1], [1, 1, 0, 1], -128, 127)
    fake = esp_nn.max_pool2d(x.to("meta"), *arguments)
    real = esp_nn.max_pool2d(x, *arguments)
    assert (fake.shape, fake.dtype) == (real.shape, real.dtype)


def test_unknown_operator_lists_those_that_exist() -> None:
    with pytest.raises(KeyError, match="no operator 'conv3d' in esp_nn; there are: add, "):
        operator("conv3d")


def test_qparams_round_half_to_even_and_saturate() -> None:
    qparams = QParams(0.5, -1)
    assert [qparams.quantize(x) for x in (0.25, 0.75, -0.25, 1e9, -1e9)] == [-1, 1, -1, 127, -128]
    assert qparams.clamp(0.0, float("inf")) == (-1, 127)
    assert qparams.clamp(float("-inf"), 6.0) == (-128, 11)
