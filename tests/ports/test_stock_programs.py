# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What stock exports have that ours have not: results in columns, complex tensors, outputs that
nobody planned."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import executorch_espressif as ee
import pytest
import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from executorch.exir.passes import MemoryPlanningPass
from torch import Tensor

OURS = pytest.mark.parametrize("place", ("host", "qemu-riscv32"))


class Calls(torch.nn.Module):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Any:
        return self.function(*inputs)


def exported(function: Callable[..., Any], *inputs: Tensor, **config: Any) -> bytes:
    edge = to_edge(
        torch.export.export(Calls(function), inputs),
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
    )
    return bytes(edge.to_executorch(ExecutorchBackendConfig(**config)).buffer)


X = torch.tensor([[[1.0, 0.0, -2.0], [0.0, -0.0, 3.0]], [[0.0, 4.0, 0.0], [5.0, 6.0, 0.0]]])


# The exporter gives the result of nonzero the dim order [1, 0], and its kernel refused that.
@OURS
@pytest.mark.parametrize(
    "function",
    [
        torch.nonzero,
        torch.argwhere,
        lambda x: torch.where(x > 0),
        lambda x: torch.nonzero(x)[:, 1],
        lambda x: torch.nonzero(x)[:, 1] * 10 + torch.nonzero(x)[:, 2],
        lambda x: torch.nonzero(x.flatten()).squeeze(1),
        lambda x: x[torch.where(x > 0)],
    ],
    ids=["nonzero", "argwhere", "where", "column", "columns", "squeezed", "as_index"],
)
def test_places_of_what_is_not_zero(function: Callable[..., Any], place: str) -> None:
    program = exported(function, X)
    for x in (X, -X, torch.zeros_like(X), torch.ones_like(X)):
        expected = function(x)
        outputs = ee.run(program, (x,), on=place)
        for actual, right in zip(outputs, torch.utils._pytree.tree_leaves(expected), strict=True):
            assert torch.equal(actual, right)


@OURS
def test_places_in_channels_last_are_in_the_order_of_the_axes(place: str) -> None:
    x = X.reshape(1, 2, 2, 3).contiguous(memory_format=torch.channels_last)
    (actual,) = ee.run(exported(torch.nonzero, x), (x,), on=place)
    assert torch.equal(actual, torch.nonzero(x))


COMPLEX = torch.tensor([[1 + 2j, -0.5j], [3.0 + 0j, -1 - 1j]])


def squared(x: Tensor) -> Tensor:
    return torch.view_as_real(x * x + x)


def from_parts(x: Tensor) -> Tensor:
    return torch.view_as_real(torch.conj(torch.complex(x, x)).resolve_conj())


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128], ids=str)
def test_complex_numbers(dtype: torch.dtype) -> None:
    """A program with complex tensors was refused as one of no known dtype."""
    x = COMPLEX.to(dtype)
    program = exported(squared, x)
    for place in ("host", "executorch", "qemu-riscv32"):
        (actual,) = ee.run(program, (x,), on=place)
        assert torch.equal(actual, squared(x))
    (actual,) = ee.run(exported(lambda x: x + x, x), (x,), on="host")
    assert actual.dtype == dtype and torch.equal(actual, 2 * x)


def test_firmware_for_complex_numbers(tmp_path: Path) -> None:
    firmware = ee.firmware(exported(squared, COMPLEX), tmp_path)
    assert "complex64" in (firmware.bundle / "kernels.json").read_text()
    (actual,) = firmware.run((COMPLEX,))
    assert torch.equal(actual, squared(COMPLEX))


@OURS
def test_kernel_without_complex_numbers_says_so(place: str) -> None:
    program = exported(torch.exp, COMPLEX)
    with pytest.raises(ee.RunError, match=r"exp\.out|aten::exp"):
        ee.run(program, (COMPLEX,), on=place)


@pytest.mark.parametrize("inputs_planned", [True, False])
def test_outputs_without_memory_of_their_own(inputs_planned: bool) -> None:
    def function(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return x + y, x * y, torch.nonzero(x)

    planning = MemoryPlanningPass(alloc_graph_input=inputs_planned, alloc_graph_output=False)
    x, y = torch.tensor([1.0, 0.0, 3.0]), torch.tensor([4.0, 5.0, 6.0])
    program = exported(function, x, y, memory_planning_pass=planning)
    for runs, outputs in zip([(x, y), (y, x)], ee.run(program, [(x, y), (y, x)]), strict=True):
        for actual, right in zip(outputs, function(*runs), strict=True):
            assert torch.equal(actual, right)


def test_output_that_is_an_input_keeps_its_memory() -> None:
    planning = MemoryPlanningPass(alloc_graph_input=False, alloc_graph_output=False)
    x = torch.tensor([1.0, 2.0])
    program = exported(lambda x: (x, x + 1), x, memory_planning_pass=planning)
    same, more = ee.run(program, (x,))
    assert same.tolist() == [1.0, 2.0] and more.tolist() == [2.0, 3.0]


def test_the_emulated_chip_has_no_memory_for_outputs(tmp_path: Path) -> None:
    planning = MemoryPlanningPass(alloc_graph_output=False)
    x = torch.ones(3)
    program = exported(lambda x: x + 1, x, memory_planning_pass=planning)
    said = r"output 0: the program plans no memory for it.*alloc_graph_output=True"
    with pytest.raises(ee.RunError, match=said):
        ee.run(program, (x,), on="qemu-riscv32")
    with pytest.raises(ee.RunError, match=said):
        ee.firmware(program, tmp_path)
    (refused,) = ee.run_batch([(program, (x,))])
    assert isinstance(refused, ee.RunError)
