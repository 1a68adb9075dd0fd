# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What an image is made of, from its linker map (GNU ld).

Strings that the linker merged count for the first object that has any; gaps from alignment count as
"other".
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

# As picolibc's linker scripts name them; initial values of variables lie in flash and in RAM.
FLASH_SECTIONS = (".init", ".text", ".rodata", ".init_array", ".data", ".tdata")
RAM_SECTIONS = (".data", ".tdata", ".tbss", ".bss")

_OUTPUT = re.compile(r"^(\.\S+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)")
_INPUT = re.compile(r"^ (\S+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)(?: (.+))?$")
_REGISTRY = ("operator_registry.cpp.", "register_prim_ops.cpp.", "selected_parts.cpp.")
# Archive -> (group, part). The groups are those of README and CSVs.
_ARCHIVES = {
    "libexecutorch.a": ("runtime", "runtime"),
    "libesp_nn.a": ("kernels", "nn"),
    "libesp_nn_ops.a": ("kernels", "ops"),
    "libc.a": ("libc", "libc"),
    "libm.a": ("libc", "libm"),
    "libgcc.a": ("libc", "libgcc"),
    "libsemihost.a": ("libc", "libc"),
}


class Piece(NamedTuple):
    """One input section of an image."""

    output: str
    section: str
    size: int
    origin: str


def pieces(map_path: str | Path) -> list[Piece]:
    """The input sections of a map in flash or RAM, gaps as pieces without an origin."""
    text = Path(map_path).read_text(errors="replace")
    _, found, body = text.partition("\nLinker script and memory map\n")
    if not found:
        raise ValueError(f"{map_path} is not a linker map of GNU ld")
    # A long section name stands alone, and its numbers follow on the next line.
    lines = re.sub(r"\n( ?\.\S+)\n {3,}(0x)", r"\n\1 \2", body).splitlines()
    result: list[Piece] = []
    current, left = "", 0
    for line in lines:
        if match := _OUTPUT.match(line):
            _gap(result, current, left)
            current, left = match[1], int(match[3], 16)
            continue
        if line[:1] not in (" ", ""):
            _gap(result, current, left)
            current, left = "", 0
            continue
        match = _INPUT.match(line)
        if match and current in FLASH_SECTIONS + RAM_SECTIONS and (size := int(match[3], 16)):
            section = match[1]
            if section == "*fill*" or not match[4]:
                continue
            result.append(Piece(current, section, size, match[4]))
            left -= size
    _gap(result, current, left)
    return result


def _gap(result: list[Piece], output: str, size: int) -> None:
    if output in FLASH_SECTIONS + RAM_SECTIONS and size > 0:
        result.append(Piece(output, "*fill*", size, ""))


def group(piece: Piece) -> tuple[str, str]:
    """(group, part): where the bytes of a piece count."""
    origin = piece.origin
    archive = re.search(r"([^/]+\.a)\(", origin)
    if archive:
        name = archive[1]
        if name in _ARCHIVES:
            return _ARCHIVES[name]
        if name.endswith("_kernels.a"):
            return "kernels", name.removeprefix("lib").removesuffix("_kernels.a")
        return "runner", "runner"
    if any(name in origin for name in _REGISTRY):
        return "runtime", "registry"
    if re.search(r"/Register\w+\.cpp\.", origin):
        return "kernels", "registration"
    if origin.endswith(("model.S.obj", "model.S.o")):
        return "model", "model"
    if re.search(r"/(crt\w*|save-restore)\.o\b", origin):
        return "libc", "libc"
    return ("runner", "runner") if origin else ("other", "other")


def flash(map_path: str | Path) -> dict[str, int]:
    """Bytes in flash by group: runtime, kernels, libc, model, runner, other; and total.

    "kernels" is followed by its parts as "kernels/nn", "kernels/ops", "kernels/registration" and
    the libraries' names.
    """
    groups: dict[str, int] = defaultdict(int)
    parts: dict[str, int] = defaultdict(int)
    for piece in pieces(map_path):
        if piece.output in FLASH_SECTIONS:
            name, part = group(piece)
            groups[name] += piece.size
            parts[f"{name}/{part}"] += piece.size
    order = ("runtime", "kernels", "libc", "model", "runner", "other")
    result = {name: groups[name] for name in order}
    result |= {name: size for name, size in sorted(parts.items()) if name.startswith("kernels/")}
    result["total"] = sum(groups.values())
    return result


def static_ram(map_path: str | Path) -> dict[str, int]:
    """Bytes of .data and .bss by group, arenas of the firmware apart as "arenas"; and total."""
    groups: dict[str, int] = defaultdict(int)
    for piece in pieces(map_path):
        if piece.output in RAM_SECTIONS:
            arena = re.search(r"(method|planned|temp)_memory", piece.section)
            groups["arenas" if arena else group(piece)[0]] += piece.size
    return dict(groups) | {"total": sum(groups.values())}
