# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Every operator case on the host with the provider `esp-nn`: the bytes of the integer reference.

./run py tests/nn/esp_nn_parity/operators.py <esp-nn checkout>

Builds the host runtime once more for each variant of plain C that the checkout has.
"""

from __future__ import annotations

import importlib.machinery
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import executorch_espressif as ee
import torch
from executorch_espressif import native
from executorch_espressif.ops._common.case import cases

VARIANTS = ("ansi", "opt")


def exported() -> list[tuple[str, bytes, tuple, torch.Tensor]]:
    """Name, program, inputs and right output of the cases that the library takes."""
    found = []
    for op, op_cases in cases().items():
        for case in op_cases:
            if case.refused is not None:
                continue
            built = case.build()
            art = ee.export(built.module, built.calibration[0], calibration=built.calibration)
            (right,) = art.integer_reference(*built.inputs)
            found.append((f"{op}/{case.id}", art.pte, built.inputs, right))
    return found


def compare(variant: str, checkout: str, file: Path) -> bool:
    plain = native.build
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    more = {
        "EE_NN_PROVIDER": "esp-nn",
        "EE_ESP_NN_DIR": checkout,
        "EE_ESP_NN_VARIANT": variant,
    }

    def build(name: str, options: dict[str, str], target: str, product: str) -> Path:
        assert product == f"python/_host{suffix}", product
        return plain(f"host_esp_nn_{variant}", options | more, target, product)

    native.build = build
    counts: Counter[str] = Counter()
    different = []
    for name, pte, inputs, right in torch.load(file, weights_only=False):
        (output,) = ee.run(pte, inputs, on="host")
        counts[name.split("/")[0]] += 1
        if output.contiguous().numpy().tobytes() != right.contiguous().numpy().tobytes():
            different.append(name)
    per_operator = ", ".join(f"{op} {count}" for op, count in sorted(counts.items()))
    print(f"variant {variant}: {counts.total()} cases ({per_operator})")
    print(f"  different: {', '.join(different) or 'none'}")
    return bool(counts) and not different


def main() -> int:
    if len(sys.argv) == 4:
        return 0 if compare(sys.argv[1], sys.argv[2], Path(sys.argv[3])) else 1
    if len(sys.argv) != 2 or not Path(sys.argv[1], "src/common/common_functions.h").is_file():
        print(__doc__, file=sys.stderr)
        return 2
    checkout = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.pt"
        torch.save(exported(), file)
        # One process each: a process can hold one host runtime.
        commands = [[sys.executable, __file__, v, checkout, str(file)] for v in VARIANTS]
        return max([subprocess.run(command, check=False).returncode for command in commands])


if __name__ == "__main__":
    sys.exit(main())
