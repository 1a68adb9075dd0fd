# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which kernel library has an operator of a program."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

import torch
from torch.fx import Node

from executorch_espressif.activations import overload
from executorch_espressif.kernel_bundle import libraries, prim_ops
from executorch_espressif.kernel_bundle.pte import Plan


@cache
def library_of_operators() -> dict[str, str]:
    """Operator ("ns::name.overload") to library, the first library in order of precedence; the
    runtime's own operators are of "runtime"."""
    root = libraries.find_root()
    found = dict.fromkeys(sorted(prim_ops.load(root).names), "runtime")
    for library in libraries.load(root):
        for name in library.operators:
            found.setdefault(name, library.name)
    return found


def library_of(operator: str) -> str | None:
    return library_of_operators().get(operator)


def missing(plan: Plan) -> list[str]:
    """Operators of a plan that no library has."""
    return [operator for operator in plan.operators if library_of(operator) is None]


def unfit(node: Node) -> str | None:
    """Why the portable kernel of a call cannot compute it; None if it can, or there is none."""
    if overload(node) is not torch.ops.aten.convolution.default:
        return None
    rank = node.args[0].meta["val"].dim()
    if rank in (3, 4):
        return None
    return f"a convolution of rank {rank}; 3 (Conv1d) and 4 (Conv2d) are taken"


def nearest(operator: str) -> str | None:
    matches = get_close_matches(operator, library_of_operators(), n=1, cutoff=0.8)
    return matches[0] if matches else None
