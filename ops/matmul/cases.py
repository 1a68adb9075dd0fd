# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of matmul."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from executorch_espressif.ops._common.case import Call, Case, normal, together, uniform
from torch import Tensor, nn

LAYERS = dict(tolerance=2, why="differences of one code add up over the operators")


def product(a: Tensor, b: Tensor) -> Tensor:
    return torch.matmul(a, b)


def scores(q: Tensor, k: Tensor) -> Tensor:
    return q @ k.transpose(-2, -1)


class SelfAttention(nn.Module):
    """Several heads, written out."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.project = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def split(self, x: Tensor) -> Tensor:
        batch, length, width = x.shape
        return x.view(batch, length, self.heads, width // self.heads).transpose(1, 2)

    def attend(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        # The scale stands in the weights of q.
        return torch.softmax(q @ k.transpose(-2, -1), dim=-1) @ v

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.split(part) for part in self.project(x).chunk(3, dim=-1))
        return self.out(self.attend(q, k, v).transpose(1, 2).reshape(x.shape))


class FusedAttention(SelfAttention):
    def attend(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return F.scaled_dot_product_attention(q, k, v)


class WithConstant(nn.Module):
    def __init__(self, size: float) -> None:
        super().__init__()
        self.register_buffer("matrix", torch.randn(5, 4) * size)

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.matrix


CASES = [
    Case("bmm", lambda: Call(torch.bmm), together(normal(2, 3, 5), normal(2, 5, 7))),
    Case("mm", lambda: Call(torch.mm), together(normal(4, 6), normal(6, 5))),
    Case("rank_4", lambda: Call(product), together(normal(2, 3, 4, 5), normal(2, 3, 5, 6))),
    Case("transposed", lambda: Call(scores), together(normal(2, 2, 6, 9), normal(2, 2, 5, 9))),
    Case("rank_3_by_2", lambda: Call(product), together(normal(2, 3, 5), normal(5, 4))),
    Case("vector_by_matrix", lambda: Call(product), together(normal(5), normal(5, 4))),
    Case("matrix_by_vector", lambda: Call(product), together(normal(2, 3, 5), normal(5))),
    Case(
        "one_row_one_column", lambda: Call(torch.bmm), together(normal(1, 1, 33), normal(1, 33, 1))
    ),
    Case("depth_1", lambda: Call(torch.bmm), together(normal(1, 5, 1), normal(1, 1, 6))),
    Case("batch_0", lambda: Call(torch.bmm), together(normal(0, 2, 3), normal(0, 3, 2))),
    Case(
        "zero_points_at_the_ends",
        lambda: Call(torch.bmm),
        together(uniform(1, 4, 8, low=0, high=3), uniform(1, 8, 6, low=-2, high=0)),
    ),
    Case(
        "different_scales",
        lambda: Call(torch.bmm),
        together(normal(1, 4, 8, std=1e-3), normal(1, 8, 6, std=1e3)),
    ),
    Case("with_itself", lambda: Call(lambda x: torch.bmm(x, x)), normal(1, 6, 6)),
    Case("gram", lambda: Call(lambda x: x @ x.transpose(1, 2)), normal(1, 5, 9)),
    Case(
        "relu",
        lambda: Call(lambda a, b: torch.relu(a @ b)),
        together(normal(1, 4, 8), normal(1, 8, 6)),
    ),
    Case(
        "saturates",
        lambda: Call(torch.bmm),
        together(normal(1, 4, 8, std=4), normal(1, 8, 6, std=4)),
        calibration=lambda: [(torch.randn(1, 4, 8), torch.randn(1, 8, 6))],
        float_tolerance=None,
    ),
    Case(
        "constant_operand",
        lambda: WithConstant(math.pi),
        normal(2, 3, 5),
    ),
    Case("self_attention", lambda: SelfAttention(16, 2), normal(1, 7, 16), calls=2, **LAYERS),
    Case(
        "self_attention_of_a_batch", lambda: SelfAttention(8, 4), normal(3, 5, 8), calls=2, **LAYERS
    ),
    Case(
        "scaled_dot_product_attention",
        lambda: FusedAttention(16, 2),
        normal(1, 7, 16),
        calls=2,
        **LAYERS,
    ),
]
