# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Random small graphs, by seed: each refused by name or right. Replay one: random_graphs.py."""

from __future__ import annotations

import multiprocessing
import os

import pytest
import torch
from executorch_espressif import native
from executorch_espressif.ops._common.case import Call
from graph_checks import Outcome, check, check_seeds
from random_graphs import RandomGraph, Sample, Step, sample

GRAPHS = 500
TOGETHER = 20


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    # Built once, ahead of the processes.
    native.host_module()
    native.register_with_executorch()
    blocks = [range(first, first + TOGETHER) for first in range(0, GRAPHS, TOGETHER)]
    total = Outcome()
    # Forked after a parallel region of this process, OpenMP's threads would never answer.
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(4, os.cpu_count() or 1), torch.set_num_threads, (1,)) as pool:
        for found in pool.imap_unordered(check_seeds, blocks):
            total.add(found)
    return total


def test_every_graph_is_right_or_refused_by_name(outcome: Outcome) -> None:
    assert outcome.faults == {}
    assert len(outcome.whole) + len(outcome.partly) + len(outcome.refused) == GRAPHS


def test_most_graphs_are_int8_throughout(outcome: Outcome) -> None:
    """The others are those that call what no operator computes, or that only move floats."""
    print(f"{len(outcome.whole)}, {len(outcome.partly)} in part, {len(outcome.refused)} refused")
    assert len(outcome.whole) >= 0.7 * GRAPHS


def test_a_seed_always_gives_the_same_graph() -> None:
    first, second = sample(17), sample(17)
    assert str(first.module) == str(second.module)
    assert all(torch.equal(a, b) for a, b in zip(first.others, second.others, strict=True))
    with torch.no_grad():
        results = [s.module(*s.others) for s in (first, second)]
    assert all(torch.equal(a, b) for a, b in zip(*results, strict=True))


def test_a_wrong_operator_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from executorch_espressif.ops import operator

    lower = type(operator("add")).lower

    def shifted(self, site):
        node = lower(self, site)
        # The output's zero point, two codes off.
        node.args = (*node.args[:8], max(-128, node.args[8] - 2), *node.args[9:])
        return node

    monkeypatch.setattr(type(operator("add")), "lower", shifted)
    steps = [Step("add", (0, 1))]
    inputs = [tuple(torch.randn(2, 2, 3, 4)) for _ in range(2)]
    graph = RandomGraph(2, steps, [Call(torch.add)], [2])
    outcome = check([Sample(0, graph, inputs, inputs[0])])
    (text,) = outcome.faults.values()
    assert "2 codes from esp_nn_add" in text
