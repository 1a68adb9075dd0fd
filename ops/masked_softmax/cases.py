# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of masked_softmax: masks as models write them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import torch
import torch.nn.functional as F
from executorch_espressif.ops._common.case import Call, Case, Inputs, normal, together
from torch import Tensor, nn

SCORES = normal(2, 3, 5, 5, std=2)


class Masked(nn.Module):
    """`apply(scores, mask)`, then softmax; the mask is a constant."""

    def __init__(self, apply: Callable[[Tensor, Tensor], Tensor], mask: Tensor) -> None:
        super().__init__()
        self.apply_mask = apply
        self.register_buffer("mask", mask)

    def forward(self, x: Tensor) -> Tensor:
        return self.apply_mask(torch.tanh(x) * 3, self.mask).softmax(-1)


def masked(apply: Callable[[Tensor, Tensor], Tensor], mask: Tensor) -> Callable[[], nn.Module]:
    return lambda: Masked(apply, mask)


class Causal(nn.Module):
    """Self attention that makes its mask as it runs."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 8)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        q, k, v = (p.view(batch, length, 2, 4).transpose(1, 2) for p in self.qkv(x).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(batch, length, 8))


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(5))

    def forward(self, x: Tensor) -> Tensor:
        return self.attention(x, x, x, attn_mask=self.mask, need_weights=False)[0]


def lengths() -> Inputs:
    """Three sequences, of which 5, 2 and 1 places are left."""
    return (torch.arange(5) >= torch.tensor([5, 2, 1]).view(3, 1, 1, 1),)


def half_masked() -> Inputs:
    return (torch.linspace(-2, 2, 10).reshape(2, 5),)


def nothing_left() -> Inputs:
    """PyTorch's softmax of nothing is not a number."""
    (x,) = half_masked()
    return (torch.stack([torch.zeros(5), (torch.tanh(x[1]) * 3).softmax(-1)]),)


UPPER = torch.ones(5, 5).triu(1).bool()
ADDED = torch.zeros(5, 5).masked_fill(UPPER, -inf)
FILL = masked(lambda x, mask: x.masked_fill(mask, -inf), UPPER)

CASES = [
    Case("masked_fill", FILL, SCORES),
    Case(
        "fill_of_the_smallest_float",
        masked(lambda x, mask: x.masked_fill(mask, torch.finfo(torch.float32).min), UPPER),
        SCORES,
    ),
    Case("fill_in_place", masked(lambda x, mask: x.masked_fill_(mask, -1e9), UPPER), SCORES),
    Case("where", masked(lambda x, mask: torch.where(mask, -inf, x), UPPER), SCORES),
    Case("where_to_keep", masked(lambda x, mask: torch.where(~mask, x, -inf), UPPER), SCORES),
    Case("added", masked(lambda x, mask: x + mask, ADDED), SCORES),
    Case("added_first", masked(lambda x, mask: mask + x, ADDED * 1e4), SCORES),
    Case(
        "added_with_a_bias",
        masked(lambda x, mask: x + mask, ADDED + torch.linspace(-1, 1, 5)),
        SCORES,
    ),
    Case(
        "made_while_running",
        lambda: Call(
            lambda x: torch.tanh(x).masked_fill(torch.ones(5, 5).triu(1) == 1, -inf).softmax(-1)
        ),
        SCORES,
    ),
    Case(
        "one_mask_for_each_head",
        masked(
            lambda x, mask: x.masked_fill(mask, -inf),
            torch.arange(5) > torch.arange(3).view(3, 1, 1),
        ),
        SCORES,
    ),
    Case(
        "one_row_of_mask",
        masked(lambda x, mask: x.masked_fill(mask, -inf), torch.arange(5) > 2),
        SCORES,
    ),
    Case(
        "nothing_masked",
        masked(lambda x, mask: x.masked_fill(mask, -inf), torch.zeros(5, 5).bool()),
        SCORES,
    ),
    Case(
        "row_without_anything_left",
        masked(lambda x, mask: x.masked_fill(mask, -inf), torch.tensor([[True], [False]])),
        half_masked,
        expected=nothing_left,
        tolerance=3,
        why="the judge is the float softmax, of values that have not been quantized",
        float_tolerance=None,
    ),
    Case("rank_1", masked(lambda x, mask: x.masked_fill(mask, -inf), UPPER[2]), normal(5)),
    Case(
        "mask_as_input",
        lambda: Call(lambda x, mask: torch.tanh(x).masked_fill(mask, -inf).softmax(-1)),
        together(normal(3, 2, 4, 5), lengths),
    ),
    Case("causal_attention", Causal, normal(2, 6, 8), float_tolerance=16),
    Case("multihead_attention", Encoder, normal(2, 5, 8), float_tolerance=16),
]
