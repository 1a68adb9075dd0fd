# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Planned memory: nothing alive is overwritten, and the busiest moment sets the size."""

from __future__ import annotations

import random

import executorch_espressif as ee
import pytest
import torch
from aot_support import Demo, conv_bn_relu, with_statistics
from executorch.exir.tensor import TensorSpec
from executorch_espressif.kernel_bundle import pte
from executorch_espressif.planning import first_fit
from torch import nn


def spec(size: int, first: int, last: int) -> TensorSpec:
    made = TensorSpec.from_tensor(torch.empty(size, dtype=torch.int8))
    made.lifetime = [first, last]
    return made


def module_of(specs: list[TensorSpec]) -> torch.fx.GraphModule:
    graph = torch.fx.Graph()
    for index, value in enumerate(specs):
        graph.placeholder(f"x{index}").meta["spec"] = value
    graph.output(())
    return torch.fx.GraphModule(nn.Module(), graph)


def plan(specs: list[TensorSpec]) -> tuple[list[int], int]:
    result = first_fit(16, set(specs), module_of(specs), None)
    return [result.spec_dict[value].mem_offset for value in specs], result.bufsizes[1]


def assert_disjoint(blocks: list[tuple[int, int, int, int]]) -> None:
    """(offset, size, first, last): no two alive at once share a byte."""
    for index, (offset, size, first, last) in enumerate(blocks):
        for other, other_size, other_first, other_last in blocks[:index]:
            alive_together = first <= other_last and other_first <= last
            assert not alive_together or offset + size <= other or other + other_size <= offset


def busiest(blocks: list[tuple[int, int, int]]) -> int:
    """(size, first, last): bytes alive at the worst moment."""
    moments = {first for _, first, _ in blocks}
    return max(sum(s for s, first, last in blocks if first <= now <= last) for now in moments)


def test_a_gap_in_the_middle_is_used() -> None:
    """The second tensor dies between two that live on; the last one fits where it was."""
    offsets, size = plan([spec(64, 0, 9), spec(96, 0, 3), spec(64, 0, 9), spec(96, 4, 9)])
    assert size == 64 + 96 + 64
    assert offsets[1] == offsets[3]


@pytest.mark.parametrize("seed", range(20))
def test_random_lifetimes(seed: int) -> None:
    made = random.Random(seed)
    blocks = []
    for _ in range(made.randint(1, 40)):
        first = made.randint(0, 30)
        blocks.append((16 * made.randint(1, 60), first, first + made.randint(0, 6)))
    offsets, size = plan([spec(*block) for block in blocks])
    assert_disjoint([(o, *block) for o, block in zip(offsets, blocks, strict=True)])
    assert busiest(blocks) <= size <= 1.3 * busiest(blocks)
    assert all(offset % 16 == 0 for offset in offsets)


def test_the_same_graph_gives_the_same_offsets() -> None:
    blocks = [(64, 0, 2), (64, 1, 3), (64, 2, 4), (64, 3, 5), (64, 0, 5)]
    assert plan([spec(*b) for b in blocks]) == plan([spec(*b) for b in blocks])


def alive(program: pte.Plan) -> list[tuple[int, int, int, int]]:
    """(offset, bytes, first, last) of the planned tensors, from the instructions themselves."""
    steps = program.chains[0]
    written = {step.args[-1]: number for number, step in enumerate(steps)}
    written |= {index: -1 for index in program.inputs}
    last = {index: number for number, step in enumerate(steps) for index in step.args}
    last |= {index: len(steps) for index in program.outputs}
    blocks = {index: [first, last[index]] for index, first in written.items()}
    for index, end in last.items():
        value = program.values[index]
        if index in written or value.memory_id is None:
            continue
        # A view: it lives in the tensor that was last written to its place before it was read.
        at_its_place = [
            (first, owner)
            for owner, (first, _) in blocks.items()
            if program.values[owner].memory_offset == value.memory_offset and first < end
        ]
        owner = max(at_its_place)[1]
        assert program.values[owner].nbytes == value.nbytes
        blocks[owner][1] = max(blocks[owner][1], end)
    values = program.values
    return [
        (values[i].memory_offset, values[i].nbytes, first, end)
        for i, (first, end) in blocks.items()
    ]


@pytest.mark.parametrize(
    ("model", "shape"),
    [
        (Demo(), (1, 8, 8)),
        (nn.Sequential(conv_bn_relu(1, 8), conv_bn_relu(8, 8, groups=8)), (1, 12, 12)),
    ],
)
def test_programs(model: nn.Module, shape: tuple[int, ...]) -> None:
    torch.manual_seed(1)
    x = (torch.randn(1, *shape),)
    art = ee.export(with_statistics(model, *shape), x, calibration=[x])
    blocks = alive(pte.read(art.pte).plan())
    assert_disjoint(blocks)
    needed = busiest([(-(-size // 16) * 16, first, last) for _, size, first, last in blocks])
    assert art.report.memory.planned == needed
