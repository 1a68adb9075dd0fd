# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""How many calls compare each operator with the official kernel: bench/kernel_calls.csv.

./run py bench/kernel_calls.py
"""

from __future__ import annotations

import csv
import importlib
import sys
from pathlib import Path

CSV = Path(__file__).with_suffix(".csv")
PARITY = Path(__file__).parents[1] / "tests" / "kernels" / "parity"
sys.path.insert(0, str(PARITY))
import calls  # noqa: E402


def main() -> int:
    for path in sorted(PARITY.glob("draw_*.py")):
        importlib.import_module(path.stem)
    rows, total, wrong = [], 0, 0
    for name, operator in sorted(calls.OPERATORS.items()):
        arguments, ours, _ = calls.results(name)
        refused = sum(result.refused for result in ours)
        different = calls.differences(name)
        rows.append([name, len(arguments), refused, operator.rtol, operator.atol])
        total += len(arguments)
        wrong += len(different)
        if different:
            print(f"{name}: {len(different)} of {len(arguments)} calls differ", file=sys.stderr)
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["operator", "calls", "refused", "rtol", "atol"])
        writer.writerows(rows)
    print(f"{total} calls of {len(rows)} operators, {wrong} differ; written: {CSV.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
