# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which kernel library has an operator of a program."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

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


def nearest(operator: str) -> str | None:
    matches = get_close_matches(operator, library_of_operators(), n=1, cutoff=0.8)
    return matches[0] if matches else None
