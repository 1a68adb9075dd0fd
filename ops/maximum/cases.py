# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Cases of maximum."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.choice_cases import choice_cases

CASES = choice_cases(torch.maximum)
