# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The kernels whose values are random: moments and shares, each within five standard errors."""

from __future__ import annotations

import pytest
import torch
from arguments import FLOATS, out
from kernel_programs import run
from torch import Tensor

COUNT = 20_000


def drawn(name: str, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """What two calls of one program start give."""
    call = (f"aten::{name}.out", [[COUNT], out(dtype, (COUNT,))])
    first, second = run("ours", [call, call])
    assert not first.refused
    assert not second.refused
    return first.tensors[0].double(), second.tensors[0].double()


@pytest.mark.parametrize("dtype", FLOATS)
def test_rand_is_uniform(dtype: torch.dtype) -> None:
    for values in drawn("rand", dtype):
        assert values.min() >= 0
        assert values.max() <= 1
        shares = torch.histc(values, bins=10, min=0, max=1) / COUNT
        assert (shares - 0.1).abs().max() < 5 * (0.09 / COUNT) ** 0.5


@pytest.mark.parametrize("dtype", FLOATS)
def test_randn_is_normal(dtype: torch.dtype) -> None:
    for values in drawn("randn", dtype):
        assert abs(values.mean()) < 5 / COUNT**0.5
        assert abs(values.var() - 1) < 5 * (2 / COUNT) ** 0.5
        for limit in (0.5, 1.0, 2.0, 3.0):
            share = float((values.abs() < limit).double().mean())
            expected = float(torch.erf(torch.tensor(limit / 2**0.5)))
            error = (expected * (1 - expected) / COUNT) ** 0.5
            assert abs(share - expected) < 5 * error


@pytest.mark.parametrize("name", ["rand", "randn"])
def test_calls_differ_and_program_starts_do_not(name: str) -> None:
    first, second = drawn(name, torch.float32)
    assert (first == second).double().mean() < 0.001
    again, _ = drawn(name, torch.float32)
    assert torch.equal(first, again)


@pytest.mark.parametrize("probability", [0.1, 0.5, 0.9])
def test_dropout_drops_its_share_and_scales_nothing(probability: float) -> None:
    x = torch.linspace(1, 2, COUNT)
    arguments = [x, probability, True, out(x.dtype, (COUNT,)), out(torch.bool, (COUNT,))]
    (result,) = run("ours", [("aten::native_dropout.out", arguments)])
    _, written, kept = result.tensors
    assert torch.equal(written, x * kept)
    error = (probability * (1 - probability) / COUNT) ** 0.5
    assert abs(1 - float(kept.double().mean()) - probability) < 5 * error
