# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::dequantize: int8 to float32. The replace_qdq pass makes the calls."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.operator import Operator
from torch import Tensor


class Dequantize(Operator):
    name = "dequantize"
    # Soft float: a conversion and a multiplication.
    instructions_per_element = 90.0

    def reference(self, input: Tensor, scale: float, zero_point: int) -> Tensor:
        factor = torch.tensor(scale, dtype=torch.float32)
        return (input.to(torch.int32) - zero_point).to(torch.float32) * factor


dequantize = Dequantize()
