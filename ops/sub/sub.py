# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""esp_nn::sub: a difference as TFLite's ADD computes a sum; also an addition of a negative
multiple."""

from __future__ import annotations

import torch
from executorch_espressif.ops._common.elementwise import two_values
from executorch_espressif.ops._common.operator import Pattern, Role
from executorch_espressif.ops._common.sums import Sum


class Sub(Sum):
    name = "sub"
    patterns = (
        Pattern(
            targets=(torch.ops.aten.sub.Tensor, torch.ops.aten.rsub.Tensor),
            inputs={"self": Role.ACTIVATION, "other": Role.ACTIVATION},
            fuses_activation=True,
            when=two_values,
        ),
    )
    # to_edge turns rsub into a sub with its operands exchanged.
    edge_targets = (torch.ops.aten.sub.Tensor,)
    instructions_per_element = 100.0
    sign = -1


sub = Sub()
