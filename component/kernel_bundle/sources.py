# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The C++ files that hold the kernels of selected operators, found by walking.

Operators of ops/ are folders. A kernel of kernels/<library>/ is in the file that defines its
function. What such a file includes with quotes, and the .cpp beside an included header, follow.
Operators of a user's own library have no file here: the user compiles those.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from .libraries import OWN_LIBRARY, LibraryError, Operator

_QUOTED_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def find(operators: Iterable[Operator], root: Path) -> list[str]:
    """Sorted paths below root; raises LibraryError for a kernel that no file defines."""
    root = root.resolve()
    found: set[Path] = set()
    for operator in operators:
        if is_own(operator, root):
            found.update(_of_operator(operator, root))
    pending = list(found)
    seen: set[Path] = set()
    while pending:
        path = pending.pop()
        if path in seen:
            continue
        seen.add(path)
        for include in _QUOTED_INCLUDE.findall(_text(path)):
            header = (path.parent / include).resolve()
            if not header.is_file():
                continue
            companion = header.with_suffix(".cpp")
            if companion.is_file():
                found.add(companion)
                pending.append(companion)
            pending.append(header)
    return sorted(path.relative_to(root).as_posix() for path in found)


def is_own(operator: Operator, root: Path) -> bool:
    """Whether the operator's library is part of the component rather than a user's."""
    source = Path(operator.source).resolve()
    return any(source.is_relative_to(root.resolve() / name) for name in ("ops", "kernels"))


def _of_operator(operator: Operator, root: Path) -> list[Path]:
    folder = Path(operator.source).resolve().parent
    if operator.library == OWN_LIBRARY:
        paths = sorted(folder.glob("*.cpp"))
        if not paths:
            raise LibraryError(f"{operator.source}: no .cpp beside it")
        return paths
    function = operator.symbol.rpartition("::")[2]
    path = _defining(folder, function)
    if path is None:
        raise LibraryError(
            f"{operator.source}: operator '{operator.name}': no op_*.cpp in {folder} defines "
            f"{function}"
        )
    return [path]


def _defining(folder: Path, function: str) -> Path | None:
    """By upstream's naming, add_scalar_out is in op_add_scalar.cpp or op_add.cpp."""
    # A definition, or a macro that makes one, starts at the left margin; calls are indented.
    definition = re.compile(rf"^(?:\S.*\W)?{re.escape(function)}\b", re.MULTILINE)
    words = function.removesuffix("_out").split("_")
    names = [folder / f"op_{'_'.join(words[:count])}.cpp" for count in range(len(words), 0, -1)]
    likely = [path for path in names if path.is_file()]
    for path in [*likely, *sorted(folder.glob("op_*.cpp"))]:
        if definition.search(_text(path)):
            return path
    return None


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
