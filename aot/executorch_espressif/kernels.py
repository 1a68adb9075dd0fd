# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which kernel library has an operator of a program."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from executorch_espressif.kernel_bundle import libraries
from executorch_espressif.kernel_bundle.pte import Plan

# The runtime itself registers these.
PRIM_PREFIXES = ("executorch_prim::",)
PRIM_OPERATORS = frozenset({"aten::sym_size.int", "aten::sym_numel", "aten::_local_scalar_dense"})


@cache
def library_of_operators() -> dict[str, str]:
    """Operator ("ns::name.overload") to library, the first library in order of precedence."""
    found: dict[str, str] = {}
    for library in libraries.load(libraries.find_root()):
        for name in library.operators:
            found.setdefault(name, library.name)
    return found


def library_of(operator: str) -> str | None:
    if operator.startswith(PRIM_PREFIXES) or operator in PRIM_OPERATORS:
        return "runtime"
    return library_of_operators().get(operator)


def missing(plan: Plan) -> list[str]:
    """Operators of a plan that no library has."""
    return [operator for operator in plan.operators if library_of(operator) is None]


def nearest(operator: str) -> str | None:
    matches = get_close_matches(operator, library_of_operators(), n=1, cutoff=0.8)
    return matches[0] if matches else None
