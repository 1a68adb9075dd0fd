# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Groups of places with one quantization, as the observers of the prepared graph show them."""

from __future__ import annotations

from collections.abc import Callable

import executorch_espressif as ee
import pytest
import torch
import torch.nn.functional as F
from executorch_espressif.captured import prepare_captured
from executorch_espressif.ops._common.case import Call
from executorch_espressif.quantization import capture
from executorch_espressif.quantizer import EspNNQuantizer
from torch import Tensor, nn
from torchao.quantization.pt2e.quantize_pt2e import prepare_pt2e


def observers(function: Callable[..., Tensor], *inputs: Tensor) -> dict[str, set[int]]:
    """By name of the call or input: the observers that its value has, as numbers."""
    captured = capture(Call(function), inputs).module(check_guards=False)
    prepare_captured(captured)
    prepared = prepare_pt2e(captured, EspNNQuantizer())
    found: dict[str, set[int]] = {}
    for node in prepared.graph.nodes:
        if node.op == "call_module":
            observer = id(prepared.get_submodule(str(node.target)))
            found.setdefault(node.args[0].name, set()).add(observer)
    return found


def test_a_ring_of_shared_places() -> None:
    """cat ties the pooled input to the input itself, which others read with a quantization of their
    own; PT2E alone ends in a recursion without end."""

    def model(x: Tensor) -> tuple[Tensor, Tensor]:
        y = torch.cat([F.max_pool1d(x, 3, 2, 1), x]).permute(2, 1, 0)
        return F.relu6(y * x), (y + x).amax(-1, keepdim=True)

    found = observers(model, torch.randn(3, 4, 1))
    assert len(found["cat"]) == 1
    assert found["cat"] == found["permute"] != found["add"] == found["amax"]


def test_readers_of_one_value_share_its_observer() -> None:
    found = observers(lambda x, y: (x * y) + x, torch.randn(3, 4), torch.randn(3, 4))
    assert {len(numbers) for numbers in found.values()} == {1}
    assert len({number for numbers in found.values() for number in numbers}) == 4


def test_what_cat_joins_shares_one_observer() -> None:
    """Over two of them: the second makes one group of what the first joined and its own."""

    def model(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
        return torch.cat([torch.cat([x + y, y * z]), x - z])

    found = observers(model, *(torch.randn(2, 3) for _ in range(3)))
    joined = [found[name] for name in ("add", "mul", "sub", "cat", "cat_1")]
    assert all(numbers == joined[0] and len(numbers) == 1 for numbers in joined)
    inputs = [numbers for name, numbers in found.items() if numbers != joined[0]]
    assert len(inputs) == 3


def test_a_fixed_range_is_not_shared_with_what_leaves_it() -> None:
    inside = observers(lambda x: x.softmax(-1).clamp(max=0.5), torch.randn(2, 3))
    below = observers(lambda x: x.softmax(-1).clamp(max=-0.5), torch.randn(2, 3))
    assert inside["clamp"] == inside["softmax"]
    assert below["clamp"] != below["softmax"]


class Branches(nn.Module):
    def __init__(self, join: Callable[..., Tensor]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(6, 5) for _ in range(3))
        self.join = join

    def forward(self, x: Tensor) -> Tensor:
        return self.join(*(layer(x) for layer in self.layers))


# How branches meet, and how many requantizations that may take.
JOINS = {
    "cat": (lambda a, b, c: torch.cat([a, b, c]), 0),
    "cat_of_cat": (lambda a, b, c: torch.cat([torch.cat([a, b]).relu()[1:], c]), 0),
    "sum": (lambda a, b, c: a + b * c, 0),
    "maximum": (lambda a, b, c: torch.maximum(a, b) + c, 2),
    "cat_with_fixed": (lambda a, b, c: torch.cat([a.softmax(-1), b, c]), 3),
}


@pytest.mark.parametrize("name", JOINS)
def test_branches_are_requantized_once_at_most(name: str) -> None:
    join, most = JOINS[name]
    torch.manual_seed(0)
    x = torch.randn(4, 6)
    art = ee.export(Branches(join), (x,), calibration=[(x,)])
    assert {row.library for row in art.report.operators} == {"esp_nn"}
    assert sum(row.operator == "esp_nn::lut.out" for row in art.report.operators) <= most
    apart = (ee.run(art, (x,), on="host")[0] - art.reference(x)[0]) / art.output_scales[0]
    assert apart.abs().max() <= 1.001
