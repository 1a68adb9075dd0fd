# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/operators.md from the operators' folders: support_table.py [--check]."""

from __future__ import annotations

import sys
from pathlib import Path

from executorch_espressif.ops import operators
from executorch_espressif.ops._common.case import cases
from executorch_espressif.ops._common.operator import Operator

PAGE = Path(__file__).parents[1] / "docs" / "operators.md"
HEAD = """# Operators of esp_nn

Generated from the folders of `ops/` by `tools/support_table.py`; `tests/ops/test_support_table.py`
compares. What an operator does not take, because of what stands below or for the reasons under
"refused", stays in float with the reason in the export report, or is an error at export where no
library has the float operator.

| operator | what it does | PyTorch calls | cases | refused |
|---|---|---|---|---|
"""


def page() -> str:
    found = cases()
    rows = [_row(name, op, found.get(name, [])) for name, op in sorted(operators().items())]
    details = [_details(op) for _, op in sorted(operators().items())]
    return HEAD + "\n".join(rows) + "\n\n" + "\n".join(details)


def _calls(op: Operator) -> str:
    names = {
        target._schema.name.removeprefix("aten::").rstrip("_")
        for pattern in op.patterns
        for target in pattern.targets
    }
    return ", ".join(f"`{name}`" for name in sorted(names)) or "at the edges of int8"


def _row(name: str, op: Operator, found: list) -> str:
    refused = sorted({case.refused for case in found if case.refused})
    summary = op.spec["summary"].replace("|", "\\|")
    return (
        f"| [`{name}`](#{name}) | {summary} | {_calls(op)} | {len(found)} | "
        f"{'; '.join(refused) or 'nothing'} |"
    )


def _details(op: Operator) -> str:
    lines = [f"## {op.name}", "", f"`{op.spec['schema']}`", ""]
    described = op.spec["arguments"]
    # Of arguments without a text there is only the limit to say.
    silent = {limit.argument for limit in op.limits} - set(", ".join(described).split(", "))
    texts = {**described, **dict.fromkeys(sorted(silent), "")}
    order = [argument.name for argument in op.overload._schema.arguments] + ["out"]
    for arguments in sorted(texts, key=lambda names: order.index(names.split(", ")[0])):
        said = [texts[arguments], *_limits(op, arguments.split(", "))]
        lines.append(f"- `{arguments}`: {'; '.join(part for part in said if part)}")
    return "\n".join(lines) + "\n"


def _limits(op: Operator, arguments: list[str]) -> list[str]:
    """Of some arguments, those with one range together: "height, width 1..32767"."""
    ranges: dict[tuple[int, int], list[str]] = {}
    for limit in op.limits:
        if limit.argument in arguments:
            name = limit.size or (limit.argument if len(arguments) > 1 else "")
            ranges.setdefault((limit.low, limit.high), []).append(name)
    lists = {a.name for a in op.overload._schema.arguments if str(a.type) == "List[int]"}
    each = "each " if lists & set(arguments) else ""
    return [
        f"{', '.join(names)} {each}{_number(low)}..{_number(high)}".strip()
        for (low, high), names in ranges.items()
    ]


def _number(value: int) -> str:
    """Large ones as powers of two."""
    bits = (abs(value) + 1).bit_length() - 1
    if abs(value) < 2**20:
        return str(value)
    sign = "-" if value < 0 else ""
    return f"{sign}2^{bits} - 1" if abs(value) + 1 == 2**bits else f"{sign}2^{bits}"


def main() -> int:
    text = page()
    if "--check" in sys.argv[1:]:
        if PAGE.read_text() != text:
            print(f"{PAGE} is out of date; run tools/support_table.py", file=sys.stderr)
            return 1
        return 0
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
