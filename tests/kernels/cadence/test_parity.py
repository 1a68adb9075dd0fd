# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Each operator of kernels/cadence against the wheel's Python reference, over random calls.

Both round the same real number, ours from integers and theirs from float32: a code may differ
where that number lies next to a half. One call in seven has something wrong with it and must be
refused.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from cadence_calls import OPERATORS, Operator, reference_of
from cadence_draw import Draw
from cadence_others import masked_softmax, masked_softmax_reference
from cadence_products import pair
from torch import Tensor

sys.path.append(str(Path(__file__).parents[1] / "parity"))
import calls
from arguments import out
from kernel_programs import run

CALLS = 70


def qualified(op: str) -> str:
    return op


def spoiled(draw: Draw, operator: Operator, arguments: list[Any], result: Tensor) -> list[Any]:
    """The call with one thing wrong: an argument, or the tensor for the result."""
    arguments = list(arguments)
    if operator.wrong and draw.random() < 0.6:
        position, value = draw.choice(operator.wrong)
        arguments[position] = value
        return [*arguments, out(result.dtype, result.shape)]
    first = arguments[0]
    if not operator.takes_any_dtype and draw.random() < 0.4:
        arguments[0] = first.to(torch.float64)
        return [*arguments, out(result.dtype, result.shape)]
    if draw.random() < 0.5:
        return [*arguments, out(torch.float64, result.shape)]
    return [*arguments, out(result.dtype, (*result.shape, 2), dynamic=False)]


def compare(name: str, operator: Operator, reference: Any) -> None:
    given: list[tuple[str, list[Any]]] = []
    expected: list[Tensor | None] = []
    for seed in range(CALLS):
        draw = Draw(f"{name} {seed}")
        arguments = operator.draw(draw)
        # oneDNN dies of grouped, dilated convolutions over a width of 1.
        with torch.backends.mkldnn.flags(enabled=False):
            result = reference(*arguments)
        if seed % 7 == 6:
            given.append((name, spoiled(draw, operator, arguments, result)))
            expected.append(None)
        else:
            given.append((name, [*arguments, out(result.dtype, result.shape)]))
            expected.append(result)
    values = different = 0
    for seed, (actual, right) in enumerate(zip(run("ours", given), expected, strict=True)):
        told = f"call {seed}: {calls.describe(given[seed][1])}"
        assert not isinstance(actual.error, str), f"{told}: {actual.error}"
        assert actual.refused == (right is None), f"{told}: error {actual.error}"
        if right is None:
            continue
        codes = actual.tensors[-1]
        assert codes.shape == right.shape, told
        if right.dtype.is_floating_point:
            atol = operator.rtol * float(right.abs().max()) if right.numel() else 0.0
            torch.testing.assert_close(
                codes, right, rtol=operator.rtol, atol=atol, msg=lambda m, t=told: f"{t}\n{m}"
            )
            continue
        apart = (codes.int() - right.int()).abs()
        assert apart.numel() == 0 or apart.max() <= 1, f"{told}: {apart.max()} codes apart"
        values += apart.numel()
        different += int((apart != 0).sum())
    assert different <= values // 500 + 1, f"{different} of {values} codes differ"


@pytest.mark.parametrize("name", OPERATORS)
def test_same_codes_as_the_reference(name: str) -> None:
    operator = OPERATORS[name]
    compare(name, operator, operator.reference or reference_of(name))


def test_softmax_with_a_causal_mask() -> None:
    compare(
        "cadence::quantized_softmax.per_tensor_out",
        Operator(masked_softmax),
        masked_softmax_reference,
    )


@pytest.mark.parametrize("name", ["quantized_add", "quantized_mul"])
def test_pairs_of_16_bits(name: str) -> None:
    """The reference knows bytes only."""

    def real(x: Tensor, x_scale: float, x_zero: int, y: Tensor, *rest: Any) -> Tensor:
        y_scale, y_zero, out_scale, out_zero = rest
        a, b = (x.double() - x_zero) * x_scale, (y.double() - y_zero) * y_scale
        total = a + b if name == "quantized_add" else a * b
        return (torch.round(total / out_scale) + out_zero).clamp(-32768, 32767).to(x.dtype)

    around = 0.03 if name == "quantized_add" else 0.02 * 0.02 * 18918
    operator = Operator(lambda draw: pair(draw, (torch.int16,), around))
    compare(f"cadence::{name}.per_tensor_out", operator, real)


def matrices(draw: Draw) -> Tensor:
    shape = draw.choice(((3, 3), (4, 3, 3), (2, 1, 3, 3), (0, 3, 3)))
    a = draw.reals(*shape)
    kind = draw.random()
    if kind < 0.2:  # of rank 1
        a = a[..., :1].contiguous() @ draw.reals(*shape[:-2], 1, 3)
    elif kind < 0.3:
        a = a * 1e25
    elif kind < 0.4:
        a = torch.zeros(shape)
    elif kind < 0.5:
        a = torch.eye(3).expand(shape).contiguous()
    return a


def test_singular_values() -> None:
    """The values are PyTorch's; the vectors, of free signs, are judged by what they are for."""
    draws = [Draw(f"svd {seed}") for seed in range(60)]
    given = [matrices(draw) for draw in draws]
    arguments = []
    for number, a in enumerate(given):
        sizes = (a.shape, a.shape[:-1], a.shape)
        arguments.append([a, False, number % 7 != 6, None, *(out(a.dtype, s) for s in sizes)])
    arguments += [
        [torch.zeros(3, 4), False, True, None, *(out(torch.float32, (3, 4)) for _ in range(3))],
        [torch.zeros(9), False, True, None, *(out(torch.float32, (9,)) for _ in range(3))],
    ]
    results = run("ours", [("cadence::linalg_svd.out", each) for each in arguments])
    for number, (a, result) in enumerate(zip(given, results, strict=False)):
        assert result.refused == (number % 7 == 6), calls.describe(arguments[number])
        if result.refused or a.numel() == 0:
            continue
        _, u, s, vh = result.tensors
        close = {"rtol": 1e-5, "atol": 1e-5 * float(a.abs().max())}
        torch.testing.assert_close(s, torch.linalg.svdvals(a), **close)
        torch.testing.assert_close(u @ torch.diag_embed(s) @ vh, a, **close)
        for vectors in (u, vh):
            unit = torch.eye(3).expand(vectors.shape)
            torch.testing.assert_close(vectors @ vectors.mT, unit, rtol=0, atol=1e-5)
    assert all(result.refused for result in results[-2:])
