# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The networks of tests/models as bench/networks.csv has them, one row each.

    ./run py bench/networks.py              measure all and rewrite the CSV
    ./run py bench/networks.py NAME...      measure these; the other rows stay

operators: calls by library. flash, ram: bytes of the .pte, and of all that running it takes, as the
export report has them. sqnr: of the outputs against the float model's, in dB. codes: output codes
compared with convert_pt2e's; within_one, largest: how many of them are at most one apart, and the
largest difference. same_top1: of how many inputs the largest output is the same one. The codes
again, with convert_pt2e's arithmetic in float64: within_one_float64, largest_float64. layer_codes,
layer_different: layer by layer, each with convert_pt2e's input codes, and how many differ at all.
instructions: of one inference on the emulated rv32imac core, where the network is one for it.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path

import executorch_espressif as ee

ROOT = Path(__file__).parents[1]
CSV = Path(__file__).with_name("networks.csv")

sys.path.insert(0, str(ROOT / "tests" / "models"))
import test_networks as networks  # noqa: E402
from layers import layer_by_layer  # noqa: E402

Row = dict[str, str | int | float]


def row(name: str) -> Row:
    result = networks.exported(name)
    report = result.art.report
    libraries = Counter(row.library for row in report.operators)
    converted = networks.converted(result)
    apart = networks.codes_apart(result, converted)
    exactly = networks.codes_apart(result, networks.in_float64(result))
    layers = layer_by_layer(result.art, result.inputs[:1])
    same = (converted.flatten(1).argmax(1) == result.host.flatten(1).argmax(1)).sum()
    instructions = None
    if networks.NETWORKS[name].emulated:
        instructions = ee.run(result.art, result.inputs[0], on="qemu-riscv32").instructions
    return {
        "network": name,
        "operators": ", ".join(f"{library} {count}" for library, count in libraries.items()),
        "macs": report.macs,
        "flash": report.flash,
        "ram": report.ram,
        "sqnr": f"{networks.sqnr(result):.1f}",
        "codes": apart.numel(),
        "within_one": int((apart <= 1).sum()),
        "largest": int(apart.max()),
        "same_top1": f"{int(same)} of {len(result.inputs)}",
        "within_one_float64": int((exactly <= 1).sum()),
        "largest_float64": int(exactly.max()),
        "layer_codes": sum(layer.codes for layer in layers),
        "layer_different": sum(layer.different for layer in layers),
        "instructions": "" if instructions is None else instructions,
    }


def read() -> dict[str, Row]:
    if not CSV.exists():
        return {}
    with CSV.open(newline="") as file:
        return {found["network"]: found for found in csv.DictReader(file)}


def write(rows: dict[str, Row]) -> None:
    ordered = [rows[name] for name in networks.NETWORKS if name in rows]
    with CSV.open("w", newline="") as file:
        writer = csv.DictWriter(file, ordered[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(ordered)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in networks.NETWORKS]
    if unknown:
        print(f"no such network: {', '.join(unknown)}; there are {', '.join(networks.NETWORKS)}")
        return 2
    if not names:
        CSV.unlink(missing_ok=True)
    for name in names or networks.NETWORKS:
        found = row(name)
        print(found, flush=True)
        write(read() | {name: found})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
