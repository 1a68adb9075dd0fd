# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Models whose constants lie in a .ptd, which executorch_add_model(... DATA ...) links in."""

from __future__ import annotations

import pytest
import torch
from component_project import Project, bytes_at, symbols, touch_later
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge

DECLARED = """\
executorch_add_model(add.pte EMBED DATA constant.ptd)
executorch_add_model(scale.pte EMBED DATA constant.ptd)
executorch_add_kernels(AUTO)
"""


class Add(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("constant", torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.constant


class Scale(Add):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.constant


def _export(module: torch.nn.Module) -> tuple[bytes, bytes]:
    """The program and its data."""
    exported = torch.export.export(module, (torch.ones(2, 3),))
    edge = to_edge(exported, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    made = edge.to_executorch(ExecutorchBackendConfig(external_constants=True))
    (data,) = made._tensor_data.values()
    return bytes(made.buffer), bytes(data)


@pytest.fixture(scope="module")
def data() -> bytes:
    return _export(Add())[1]


@pytest.fixture(scope="module")
def declared(tree, data, tmp_path_factory) -> Project:
    models = {"add": _export(Add())[0], "scale": _export(Scale())[0]}
    project = Project(tmp_path_factory.mktemp("a project with data"), tree, models)
    (project.folder / "constant.ptd").write_bytes(data)
    return project


@pytest.fixture(scope="module")
def built(declared) -> Project:
    declared.configure(DECLARED, app="data.c")
    declared.build()
    return declared


def test_runs(built):
    said = [int(word) for word in built.words_said_on_qemu()]
    assert said == [2, 4, 6, 5, 7, 9, 1, 4, 9, 4, 10, 18]


def test_one_file_is_linked_once(built, data):
    address, size = symbols(built.elf)["et_data_constant_start"]
    assert address % 16 == 0
    assert bytes_at(built.elf, address, size) == data
    assert built.elf.read_bytes().count(data) == 1
    address, size = symbols(built.elf)["et_data_constant_size"]
    assert int.from_bytes(bytes_at(built.elf, address, size), "little") == len(data)


def test_changed_data_is_linked_again(built, data):
    path = built.folder / "constant.ptd"
    changed = data.replace(torch.tensor([1.0, 2.0, 3.0]).numpy().tobytes(), bytes(12))
    assert changed != data
    path.write_bytes(changed)
    touch_later(path)
    try:
        built.build()
        address, size = symbols(built.elf)["et_data_constant_start"]
        assert bytes_at(built.elf, address, size) == changed
    finally:
        path.write_bytes(data)


def test_without_data_nothing_reads_it(declared):
    """The same models, but none of the application's calls opens a .ptd."""
    declared.configure(DECLARED.replace(" DATA constant.ptd", ""), app="calls.c")
    declared.build()
    assert "et_model_data_open" not in symbols(declared.elf)
    assert not [name for name in symbols(declared.elf) if "FlatTensorDataMap" in name]


@pytest.mark.parametrize(
    ("declare", "expected"),
    [
        ("executorch_add_model(add.pte DATA constant.ptd)", "DATA links a file into the firmware"),
        ("executorch_add_model(add.pte EMBED DATA)", "expected <file.pte> [NAME name]"),
        (
            "executorch_add_model(add.pte EMBED DATA absent.ptd)",
            "executorch_add_model(... DATA): there is no file",
        ),
        (
            "executorch_add_model(add.pte EMBED DATA constant.ptd)\n"
            "executorch_add_model(scale.pte EMBED DATA other/constant.ptd)",
            "its symbols, et_data_constant_..., are those of",
        ),
    ],
)
def test_errors(declared, declare, expected):
    assert expected in declared.error(declare + "\nexecutorch_add_kernels(AUTO)\n")
