# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::quantize: float32 to int8, half to even. The replace_qdq pass makes the calls."""

from __future__ import annotations

import numpy as np
import torch
from executorch_espressif.ops._common.operator import Operator
from torch import Tensor


class Quantize(Operator):
    name = "quantize"
    # Soft float: a multiplication and a conversion.
    instructions_per_element = 120.0

    def reference(self, input: Tensor, scale: float, zero_point: int) -> Tensor:
        with np.errstate(over="ignore", invalid="ignore"):
            scaled = np.rint(input.detach().numpy() * np.float32(1.0 / scale))
        codes = np.clip(scaled.astype(np.float64) + zero_point, -128, 127)
        codes = np.where(np.isnan(codes), zero_point, codes)
        return torch.from_numpy(codes.astype(np.int8))


quantize = Quantize()
