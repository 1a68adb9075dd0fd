# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Weight scales for which requantization on the chip is exact.

An accumulator is multiplied with the factor input scale * weight scale / output scale, as a number
of 2^-31. Any other factor is rounded to one, which decides a code in some hundred thousand
otherwise than convert_pt2e; and one code of an early layer may be several at a network's outputs.
"""

from __future__ import annotations

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.layers import WEIGHTED
from executorch_espressif.ops._common.fixed_point import LARGEST_ROUNDED_ONCE
from executorch_espressif.ranges import observer_of

# A scale grows by at most one part in so many. What is smaller stays as it is.
LEAST_STEPS = 512


def exact_weight_scales(prepared: GraphModule) -> None:
    """Raise the weight scales of all calibrated layers to the next ones with an exact factor."""
    for node in prepared.graph.nodes:
        if node.target not in WEIGHTED:
            continue
        source, weight = (observer_of(prepared, argument) for argument in node.args[:2])
        output = _output_observer(prepared, node)
        if source is None or weight is None or output is None:
            continue
        unit = output.calculate_qparams()[0].double() / source.calculate_qparams()[0].double()
        unit = unit * 2.0**-31
        scales = weight.calculate_qparams()[0].double()
        steps = (scales / unit).ceil()
        rounded = (steps >= LEAST_STEPS) & (steps < LARGEST_ROUNDED_ONCE * 2**31)
        # In float64, like the product: float32 has 24 bits of it.
        weight.max_val = torch.where(rounded, steps * unit, scales) * weight.quant_max
        weight.min_val = -weight.max_val


def _output_observer(prepared: GraphModule, node: Node) -> torch.nn.Module | None:
    """Behind a layer, or behind the activation that is computed with it."""
    for value in (node, *list(node.users)[:1]):
        for user in value.users:
            if (observer := observer_of(prepared, user)) is not None:
                return observer
    return None
