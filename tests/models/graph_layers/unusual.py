# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Unusual calls; of most, no operator computes them: float between codes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor

from graph_layers.makers import Made, Makers, Shape

MAKERS = Makers()

UNUSUAL: dict[str, Callable[[Tensor], Tensor]] = {
    "cumsum": lambda x: x.cumsum(-1),
    "log_softmax": lambda x: F.log_softmax(x, -1),
    "amax": lambda x: x.amax(-1, keepdim=True),
    "argmax": lambda x: x.argmax(-1),
    "where": lambda x: torch.where(x > 0, x, x * x),
    "positive": lambda x: x > 0,
    "indices": lambda x: (x * 3).to(torch.int64),
    "whole_numbers": lambda x: x.to(torch.int32).to(torch.float32),
    "normalize": lambda x: x / (x.abs().sum(-1, keepdim=True) + 1),
    "quotient": lambda x: x.relu() / (x.abs() + 1),
}


@MAKERS.of(3)
def unusual(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    name = r.choice(list(UNUSUAL))
    return name, UNUSUAL[name]
