# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""bench/kernel_sizes.csv has every kernel, and says what the kernels take today."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import kernel_sizes  # noqa: E402
from kernel_bundle import libraries  # noqa: E402

OPERATORS = {
    operator.name: operator
    for library in libraries.load(ROOT)
    if library.name in kernel_sizes.UPSTREAM
    for operator in library.operators.values()
}


def test_every_kernel_has_a_row() -> None:
    assert sorted(kernel_sizes.read()[1]) == sorted(OPERATORS)


@pytest.mark.parametrize(
    "name", ["aten::mul.out", "aten::eq.Tensor_out", "aten::mean.out", "aten::cat.out"]
)
def test_kernels_have_not_grown(name: str) -> None:
    made_with, rows = kernel_sizes.read()
    if made_with != kernel_sizes.compiler():
        pytest.skip(f"the CSV is of another compiler: {made_with}")
    size = kernel_sizes.Ours("ours", 1).size(OPERATORS[name])
    assert size is not None
    # The order of the sections moves a few bytes of alignment.
    assert size <= int(rows[name]["ours"]) + 8
