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
compares. What an operator does not take stays in float with the reason in the export report, or is
an error at export where no library has the float operator.

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
    lines += [f"- `{argument}`: {text}" for argument, text in op.spec["arguments"].items()]
    return "\n".join(lines) + "\n"


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
