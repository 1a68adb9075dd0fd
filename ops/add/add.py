# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::add: TFLite's ADD on int8, broadcast; also a subtraction of a negative multiple."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.elementwise import two_values
from executorch_espressif.ops._common.operator import Pattern, Role
from executorch_espressif.ops._common.sums import Sum


class Add(Sum):
    name = "add"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.add.Tensor, torch.ops.aten.add_.Tensor),
            inputs={"self": Role.ACTIVATION, "other": Role.ACTIVATION},
            fuses_activation=True,
            when=two_values,
        ),
    )
    edge_targets = (torch.ops.aten.add.Tensor,)
    instructions_per_element = 98.0
    sign = 1


add = Add()
