# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""ATen operators that leave every byte in its place: views, of int8 codes as of floats."""

from __future__ import annotations

import torch

from executorch_espressif.ops._common.operator import SHARED, Pattern, Role

aten = torch.ops.aten

DATA_MOVEMENT = (
    Pattern(
        targets=(
            aten.view.default,
            aten.view_copy.default,
            aten.reshape.default,
            aten._unsafe_view.default,
            aten.flatten.using_ints,
            aten.unflatten.int,
            aten.squeeze.default,
            aten.squeeze.dim,
            aten.squeeze.dims,
            aten.unsqueeze.default,
        ),
        inputs={"self": Role.ACTIVATION},
        output=SHARED,
        moves=True,
    ),
)

# What they become in the edge graph.
EDGE_DATA_MOVEMENT = (
    aten.view_copy.default,
    aten.squeeze_copy.dim,
    aten.squeeze_copy.dims,
    aten.unsqueeze_copy.default,
)
