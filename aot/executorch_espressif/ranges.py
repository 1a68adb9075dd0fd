# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Ranges that calibration saw and that a user should hear of."""

from __future__ import annotations

import warnings

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e import MinMaxObserver

# So many times larger than nearly all values, the largest one leaves them few of the 256 codes.
OUTLIER = 25.0
SHARE = 0.999
SAMPLE = 4096
NAMED = 8


class RangeObserver(MinMaxObserver):
    """Minimum and maximum, and the size that 99.9 % of the values stay under."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.typical = 0.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        values = x.detach().abs().flatten()
        sample = values[:: max(1, values.numel() // SAMPLE)]
        # A few values are all that there is: their largest is no outlier among them.
        if sample.numel() > 1 / (1 - SHARE):
            typical = sample.kthvalue(int(SHARE * sample.numel())).values.item()
            self.typical = max(self.typical, typical)
        else:
            self.typical = float("inf")
        return super().forward(x)


def observer_of(module: GraphModule, node: Node) -> torch.nn.Module | None:
    return module.get_submodule(str(node.target)) if node.op == "call_module" else None


def warn_of_ranges(prepared: GraphModule) -> None:
    """One warning that names the values that were 0 throughout or have far outliers."""
    found: list[str] = []
    seen: set[torch.nn.Module] = set()
    for node in prepared.graph.nodes:
        observer = observer_of(prepared, node)
        if not isinstance(observer, RangeObserver) or observer in seen:
            continue
        if node.args[0].op == "get_attr":
            # No data: a state that begins with zeros.
            continue
        seen.add(observer)
        largest = max(abs(observer.min_val.min().item()), abs(observer.max_val.max().item()))
        if largest == 0:
            found.append(f"{_place(node)} is 0 throughout")
        elif observer.typical > 0 and largest > OUTLIER * observer.typical:
            found.append(
                f"{_place(node)} reaches {largest:.4g}, where {SHARE:.1%} of it stays under "
                f"{observer.typical:.4g}"
            )
    if found:
        more = f"; and {len(found) - NAMED} more" if len(found) > NAMED else ""
        warnings.warn(
            f"calibration saw ranges that look wrong: {'; '.join(found[:NAMED])}{more}. Do the "
            "calibration inputs look like those of inference?",
            stacklevel=5,
        )


def _place(observer: Node) -> str:
    source = observer.args[0]
    stack = source.meta.get("nn_module_stack") or {} if isinstance(source, Node) else {}
    paths = [path for path, _ in stack.values() if path]
    return f"{source.name} of '{paths[-1]}'" if paths else str(source.name)
