# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of mean."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal, uniform
from torch import nn


def mean(*dims: int, keepdim: bool = False) -> Callable[[], nn.Module]:
    return lambda: Call(lambda x: x.mean(dims, keepdim=keepdim))


def total(*dims: int, keepdim: bool = False) -> Callable[[], nn.Module]:
    return lambda: Call(lambda x: x.sum(dims, keepdim=keepdim))


class Mean(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.mean(-1)


LAYERS = dict(tolerance=2, why="differences of one code add up over the layers")

CASES = [
    Case("rows", mean(2), normal(1, 4, 5, 6)),
    Case("channels", mean(1), normal(1, 4, 5, 6)),
    Case("channels_keepdim", mean(1, keepdim=True), normal(2, 4, 5, 6)),
    Case("batch", mean(0), normal(3, 4, 5)),
    Case("last", mean(-1), normal(2, 4, 9)),
    Case("last_keepdim", mean(-1, keepdim=True), normal(2, 4, 9)),
    Case("odd_axes", mean(0, 2), normal(3, 4, 5, 6)),
    Case("odd_axes_keepdim", mean(-1, 1, keepdim=True), normal(3, 4, 5, 6)),
    Case("channels_and_rows", mean(1, 2), normal(1, 4, 5, 6)),
    Case("all", lambda: Call(lambda x: x.mean()), normal(2, 3, 4)),
    Case("all_by_no_dims", lambda: Call(lambda x: x.mean((), keepdim=True)), normal(2, 3, 4)),
    Case("vector", mean(0), normal(50)),
    Case("one_value", mean(1), normal(3, 1)),
    Case("long", mean(1), uniform(1, 5000, 2, low=1, high=3)),
    Case("all_positive", mean(1), uniform(2, 8, 3, low=2, high=3)),
    Case("all_negative", mean(1), uniform(2, 8, 3, low=-3, high=-2)),
    Case("relu", lambda: Call(lambda x: torch.relu(x.mean(1))), normal(2, 3, 9)),
    Case("image", mean(2, 3), normal(2, 5, 6, 7)),
    Case("image_keepdim", mean(-1, -2, keepdim=True), normal(1, 5, 3, 3)),
    Case("image_of_one_pixel", mean(2, 3), normal(1, 5, 1, 1)),
    Case("image_of_many_pixels", mean(2, 3), uniform(1, 2, 40, 50, low=1, high=3)),
    Case("adaptive_1", lambda: nn.AdaptiveAvgPool2d(1), normal(1, 6, 5, 7)),
    Case("adaptive_1_of_sequences", lambda: nn.AdaptiveAvgPool1d(1), normal(2, 6, 35)),
    Case("pool_of_the_image", lambda: nn.AvgPool2d((5, 7)), normal(2, 6, 5, 7)),
    Case("pool_of_the_sequence", lambda: nn.AvgPool1d(35), normal(1, 6, 35)),
    Case(
        "classifier_head",
        lambda: nn.Sequential(
            nn.Conv2d(3, 8, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)
        ),
        normal(2, 3, 6, 6),
        **LAYERS,
    ),
    Case("sum_last", total(-1), normal(2, 4, 9)),
    Case("sum_channels_keepdim", total(1, keepdim=True), normal(2, 4, 5, 6)),
    Case("sum_odd_axes", total(0, 2), normal(3, 4, 5, 6)),
    Case("sum_of_an_image", total(2, 3), normal(2, 3, 5, 4)),
    Case("sum_all", lambda: Call(lambda x: x.sum()), normal(2, 3, 4)),
    Case("sum_of_none", total(1), normal(2, 0, 3), calibration=lambda: [(torch.ones(2, 0, 3),)]),
    Case(
        "sequence_head",
        lambda: nn.Sequential(nn.Conv1d(3, 8, 3), nn.ReLU(), Mean(), nn.Linear(8, 4)),
        normal(2, 3, 20),
        **LAYERS,
    ),
    Case(
        "squeeze_of_channels_between_convolutions",
        lambda: nn.Sequential(
            nn.Conv2d(2, 6, 3), Call(lambda x: x.mean(1, keepdim=True)), nn.Conv2d(1, 3, 3)
        ),
        normal(1, 2, 9, 8),
        **LAYERS,
    ),
]
