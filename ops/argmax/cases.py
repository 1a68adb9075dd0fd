# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of argmax."""

from __future__ import annotations

from collections.abc import Callable

import torch
from executorch_espressif.ops._common.case import Call, Case, normal
from torch import Tensor, nn


def of(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    """With an activation in front: what is float is compared as floats."""
    return lambda: Call(lambda x: function(torch.tanh(x)))


def behind_convolution(function: Callable[[Tensor], Tensor]) -> Callable[[], nn.Module]:
    return lambda: nn.Sequential(nn.Conv2d(3, 5, 1), Call(function))


CASES = [
    Case("rank_1", of(lambda x: x.argmax(0)), normal(17)),
    Case("first_axis", of(lambda x: x.argmax(0)), normal(5, 3)),
    Case("middle_axis", of(lambda x: x.argmax(1)), normal(2, 7, 3)),
    Case("last_axis", of(lambda x: x.argmax(-1)), normal(2, 3, 7)),
    Case("kept_axis", of(lambda x: x.argmax(1, keepdim=True)), normal(2, 7, 3)),
    Case("all_axes", of(lambda x: x.argmax()), normal(2, 3, 4)),
    Case("all_axes_kept", of(lambda x: x.argmax(keepdim=True)), normal(2, 3, 4)),
    Case("smallest", of(lambda x: x.argmin(1)), normal(2, 7, 3)),
    Case("smallest_of_all", of(lambda x: x.argmin()), normal(2, 7, 3)),
    Case("one_entry", of(lambda x: x.argmax(1)), normal(3, 1)),
    # All are one code: the first place counts.
    Case("equal_codes", of(lambda x: (x * 0 + 1).argmax(1)), normal(3, 9)),
    Case("more_than_int8_counts", of(lambda x: x.argmax(1)), normal(2, 1000)),
    Case("rank_6", of(lambda x: x.argmax(3)), normal(2, 1, 3, 4, 1, 2)),
    Case(
        "classifier",
        lambda: nn.Sequential(nn.Linear(6, 10), Call(lambda x: x.argmax(-1))),
        normal(4, 6),
    ),
    Case("channels", behind_convolution(lambda x: x.argmax(1)), normal(2, 3, 4, 5)),
    Case(
        "one_channel_of_many_rows",
        behind_convolution(lambda x: x[:, :, 0].argmax(1)),
        normal(1, 3, 4, 5),
    ),
    Case("columns", behind_convolution(lambda x: x.argmax(3)), normal(2, 3, 4, 5)),
    Case("indices_of_max", of(lambda x: x.max(1).indices), normal(2, 7, 3)),
    Case(
        "no_indices_of_floats", lambda: Call(lambda x: x.argmax(1)), normal(2, 7), refused="float"
    ),
]
