# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the calls of quantized operators have in common."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import FLOATS, INTEGERS, Draw

EVERY = (*INTEGERS, *FLOATS)


def other(draw: Draw, dtype: torch.dtype, among: Sequence[torch.dtype] = EVERY) -> torch.dtype:
    return draw.choice([each for each in among if each != dtype])
