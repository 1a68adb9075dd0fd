# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::maximum: of two int8 values with the same quantization."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.elementwise import Choice
from torch import Tensor


class Maximum(Choice):
    name = "maximum"
    target = torch.ops.aten.maximum.default

    def reference(self, left: Tensor, right: Tensor) -> Tensor:
        return torch.where(left > right, left, right)


maximum = Maximum()
