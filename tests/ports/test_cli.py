# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from pathlib import Path

import numpy
import pytest
import torch
from executorch_espressif import cli
from executorch_espressif.kernel_bundle import pte

FACTORY = """
import torch

def double():
    class Double(torch.nn.Module):
        def forward(self, x):
            return x + x
    return Double().eval(), (torch.zeros(2, 3),)

def classifier():
    torch.manual_seed(2)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))
    batches = ((torch.randn(1, 4),) for _ in range(4))
    return model, (torch.zeros(1, 4),), batches

def nothing():
    return 5
"""


@pytest.fixture
def model(add_mul: bytes, tmp_path: Path) -> str:
    path = tmp_path / "model.pte"
    path.write_bytes(add_mul)
    return str(path)


def test_inspect_lists_operators_and_tensors(
    model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["inspect", model]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["input", "1:"] and "float32 [2, 3]" in line for line in lines)
    steps = [line.split()[1].split("(")[0] for line in lines if "::" in line]
    assert steps == ["aten::add.out", "aten::mul.out"]


def test_run_reads_files_and_saves_outputs(model: str, tmp_path: Path) -> None:
    numpy.save(tmp_path / "x.npy", numpy.full((2, 3), 1.5, numpy.float32))
    torch.save(torch.full((2, 3), -4.0), tmp_path / "y.pt")
    arguments = ["run", model, "--input", f"{tmp_path}/x.npy", "--input", f"{tmp_path}/y.pt"]
    assert cli.main([*arguments, "--on", "executorch", "--save", f"{tmp_path}/out.pt"]) == 0
    total, product = torch.load(tmp_path / "out.pt")
    assert torch.equal(total, torch.full((2, 3), -2.5))
    assert torch.equal(product, torch.full((2, 3), -6.0))


def test_random_inputs_repeat(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for seed in ("1", "1", "2"):
        assert cli.main(["run", model, "--on", "executorch", "--random-seed", seed]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]


def test_bench_prints_operators(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", model, "--random-seed", "3"]) == 0
    counts = {
        words[1]: int(words[0].replace(",", ""))
        for words in map(str.split, capsys.readouterr().out.splitlines())
        if len(words) == 2 and "::" in words[1]
    }
    assert set(counts) == {"aten::add.out", "aten::mul.out"}
    assert all(count > 100 for count in counts.values())


def test_kernels_makes_a_bundle(model: str, tmp_path: Path) -> None:
    assert cli.main(["kernels", model, "-o", f"{tmp_path}/bundle"]) == 0
    assert (tmp_path / "bundle" / "kernels.json").is_file()


def test_export_takes_a_factory(tmp_path: Path) -> None:
    source = tmp_path / "models.py"
    source.write_text(FACTORY)
    out = tmp_path / "double.pte"
    arguments = ["export", f"{source}:double", "-o", str(out), "--no-quantize"]
    assert cli.main([*arguments, "--backend", "portable"]) == 0
    assert cli.main(["inspect", str(out)]) == 0


def test_export_in_int8_with_the_costs_of_layers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "models.py"
    source.write_text(FACTORY)
    given = ["export", f"{source}:classifier", "-o", str(tmp_path / "net.pte")]
    assert cli.main([*given, "--int8-io", "--accuracy"]) == 0
    told = capsys.readouterr().out
    plan = pte.read(tmp_path / "net.pte").plan()
    dtypes = {plan.values[index].dtype for index in (*plan.inputs, *plan.outputs)}
    assert dtypes == {"int8"}
    assert plan.operators == ["esp_nn::linear.out"]
    assert "input 0: int8, real = 0." in told and "output 0: int8, real = 0." in told
    rows = [line.split() for line in told.splitlines() if line.startswith(("0 ", "1 ", "2 "))]
    costs = {row[1]: float(row[4]) for row in rows if row[2:3] in (["linear"], ["relu"])}
    assert len(costs) == 2 and all(20 < cost < 60 for cost in costs.values())
    assert "costs most: " in told


def test_export_keeps_a_module_in_float(tmp_path: Path) -> None:
    source = tmp_path / "models.py"
    source.write_text(FACTORY)
    given = ["export", f"{source}:classifier", "-o", str(tmp_path / "net.pte")]
    assert cli.main([*given, "--keep-float", "0"]) == 0
    plan = pte.read(tmp_path / "net.pte").plan()
    assert {"aten::addmm.out", "esp_nn::linear.out"} <= set(plan.operators)
    assert cli.main([*given, "--keep-float", "7"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "{model}"], "takes 2 input(s), got 0"),
        (["run", "{model}", "--input", "a.txt", "--input", "a.txt"], "expected a .npy or a .pt"),
        (["run", "{model}", "--random-seed", "1", "--on", "moon"], "'moon' is no place to run"),
        (["run", "/nonexistent.pte", "--random-seed", "1"], "No such file"),
        (["inspect", "{source}"], "for a .pte"),
        (["export", "{source}", "-o", "x.pte"], "is not FILE.py:FUNCTION"),
        (["export", "nowhere.py:f", "-o", "x.pte"], "nowhere.py does not exist"),
        (["export", "{source}:triple", "-o", "x.pte"], "has no function 'triple'"),
        (["export", "{source}:nothing", "-o", "x.pte"], "expected a tuple"),
        (["kernels", "/nonexistent.pte", "-o", "{out}"], "/nonexistent.pte"),
    ],
)
def test_bad_input_is_told_with_status_2(
    arguments: list[str],
    message: str,
    model: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = tmp_path / "f.py"
    source.write_text(FACTORY if "export" in arguments else "no")
    given = [
        text.replace("{model}", model)
        .replace("{source}", str(source))
        .replace("{out}", str(tmp_path / "bundle"))
        for text in arguments
    ]
    assert cli.main(given) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert told.out == ""
