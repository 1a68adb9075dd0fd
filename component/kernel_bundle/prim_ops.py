# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The operators that the runtime itself brings: executorch_prim::* and three of aten.

The list is read from the runtime's source, which names each of them once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path("runtime/src/prim_ops/register_prim_ops.cpp")


@dataclass(frozen=True)
class PrimOps:
    """names: all; fixed: those that are registered whether selected or not."""

    names: frozenset[str]
    fixed: frozenset[str]


def load(root: Path) -> PrimOps:
    """The runtime's prim ops; raises OSError without its source."""
    text = (root / SOURCE).read_text(encoding="utf-8")
    names = frozenset(re.findall(r'"((?:executorch_prim|aten)::[A-Za-z_][\w.]*)"', text))
    macros = set(re.findall(r"INCLUDE_[A-Z0-9_]+", text))
    return PrimOps(names, frozenset(name for name in names if macro(name) not in macros))


def macro(name: str) -> str:
    """As upstream: INCLUDE_EXECUTORCH_PRIM_ET_VIEW_DEFAULT of executorch_prim::et_view.default."""
    return "INCLUDE_" + re.sub(r"[:._]+", "_", name).upper()
