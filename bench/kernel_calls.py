# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""How many calls compare each operator with the official kernel, and those of Cadence with the
wheel's Python reference, whose codes may be one apart: bench/kernel_calls.csv.

./run py bench/kernel_calls.py
"""

from __future__ import annotations

import csv
import importlib
import sys
from pathlib import Path

CSV = Path(__file__).with_suffix(".csv")
KERNELS = Path(__file__).parents[1] / "tests" / "kernels"
PARITY = KERNELS / "parity"
sys.path[:0] = [str(PARITY), str(KERNELS / "cadence")]
import calls  # noqa: E402
import test_parity as cadence  # noqa: E402

FIELDS = ["operator", "calls", "refused", "rtol", "atol"]


def declared() -> dict[str, list[str]]:
    """Operator -> what its row says but for how many calls are refused."""
    for path in sorted(PARITY.glob("draw_*.py")):
        importlib.import_module(path.stem)
    rows = {
        name: [str(operator.calls), str(operator.rtol), str(operator.atol)]
        for name, operator in calls.OPERATORS.items()
    }
    for name, operator in cadence.OPERATORS.items():
        rows[name] = [str(cadence.CALLS), str(operator.rtol), "1"]
    return rows


def row(name: str, count: str, rtol: str, atol: str) -> tuple[list[str], list[str]]:
    """A row of the CSV, and what differs."""
    if name in calls.OPERATORS:
        refused = sum(result.refused for result in calls.results(name)[1])
        different = calls.differences(name)
    else:
        operator = cadence.OPERATORS[name]
        refused, different = cadence.CALLS // 7, []
        try:
            cadence.compare(name, operator, operator.reference or cadence.reference_of(name))
        except AssertionError as error:
            different = [str(error)]
    return [name, count, str(refused), rtol, atol], different


def main() -> int:
    rows, wrong = [], 0
    for name, said in sorted(declared().items()):
        told, different = row(name, *said)
        rows.append(told)
        wrong += len(different)
        for each in different:
            print(f"{name}: {each}", file=sys.stderr)
    with CSV.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        writer.writerows(rows)
    total = sum(int(told[1]) for told in rows)
    print(f"{total} calls of {len(rows)} operators, {wrong} differ; written: {CSV.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
