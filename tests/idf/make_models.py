# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Export the models of the ESP-IDF table, their inputs as C, and what the official runtime says.

    python make_models.py <directory>

smoke.pte (float add and multiply), int8.pte (esp_nn:: operators), int8_again.pte (the same network
trained differently: a re-export), delegate.pte (a delegate that no build of ours has), vectors.h
(inputs) and expected.json (outputs as hex, by model).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import executorch_espressif as ee
import torch
from executorch.exir import EdgeCompileConfig, to_edge

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "ports"), str(HERE.parent / "fixtures")]

from demo_backend import DemoPartitioner  # noqa: E402
from float_programs import AddMul, program  # noqa: E402


def network(seed: int) -> torch.nn.Module:
    torch.manual_seed(seed)
    return torch.nn.Sequential(
        torch.nn.Conv2d(2, 8, 3, stride=2, padding=1),
        torch.nn.ReLU(),
        torch.nn.Conv2d(8, 8, 3, padding=1, groups=8),
        torch.nn.Flatten(),
        torch.nn.Linear(8 * 4 * 4, 3),
    ).eval()


def int8(seed: int, batches: list[tuple[torch.Tensor]]) -> bytes:
    return bytes(ee.export(network(seed), batches[0], calibration=batches).pte)


def delegated() -> bytes:
    pair = (torch.zeros(2, 3), torch.zeros(2, 3))
    edge = to_edge(
        torch.export.export(AddMul(), pair),
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
    )
    return bytes(edge.to_backend(DemoPartitioner()).to_executorch().buffer)


def c_array(name: str, tensor: torch.Tensor) -> str:
    values = ", ".join(f"{value.hex()}f" for value in tensor.flatten().tolist())
    return f"static const float {name}[{tensor.numel()}] = {{{values}}};\n"


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    generator = torch.Generator().manual_seed(7)
    pair = tuple(torch.randn(2, 3, generator=generator) for _ in range(2))
    batches = [(torch.randn(1, 2, 8, 8, generator=generator),) for _ in range(4)]
    models = {
        "smoke": program(AddMul(), *pair),
        "int8": int8(11, batches),
        "int8_again": int8(12, batches),
        "delegate": delegated(),
    }
    for name, data in models.items():
        (folder / f"{name}.pte").write_bytes(data)
    inputs = {"smoke": pair, "int8": batches[1]}
    expected = {}
    header = "// Inputs of the models, made by make_models.py.\n#pragma once\n"
    for name, tensors in inputs.items():
        outputs = ee.run(models[name], tensors, on="executorch")
        expected[name] = [output.numpy().tobytes().hex() for output in outputs]
        for index, tensor in enumerate(tensors):
            header += c_array(f"{name}_input{index}", tensor)
    (folder / "vectors.h").write_text(header)
    (folder / "expected.json").write_text(json.dumps(expected, indent=2) + "\n")


if __name__ == "__main__":
    main()
