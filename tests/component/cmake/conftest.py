# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""One generated component, one project and tiny models, shared by the tests of the build logic."""

from __future__ import annotations

import pytest
import torch
from component_project import Project, build_tree
from executorch.exir import EdgeCompileConfig, to_edge
from executorch.exir.backend.backend_api import to_backend
from executorch.exir.backend.backend_details import BackendDetails, PreprocessResult


class AbsentBackend(BackendDetails):
    """A delegate that no component has."""

    @staticmethod
    def preprocess(edge_program, compile_specs):
        return PreprocessResult(processed_bytes=b"absent")


class Plus(torch.nn.Module):
    def forward(self, x, y):
        return x + y


class Times(torch.nn.Module):
    def forward(self, x, y):
        return x * y


class Delegated(torch.nn.Module):
    def __init__(self, pair):
        super().__init__()
        edge = to_edge(torch.export.export(Plus(), pair))
        self.lowered = to_backend("AbsentBackend", edge.exported_program(), [])

    def forward(self, x, y):
        return self.lowered(x, y)


@pytest.fixture(scope="session")
def component_models() -> dict[str, bytes]:
    pair = (torch.ones(2, 3), torch.ones(2, 3))
    modules = {"plus": Plus(), "times": Times(), "delegated": Delegated(pair)}
    config = EdgeCompileConfig(_check_ir_validity=False)
    return {
        name: to_edge(torch.export.export(module, pair), compile_config=config)
        .to_executorch()
        .buffer
        for name, module in modules.items()
    }


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    return build_tree(tmp_path_factory.mktemp("component") / "executorch")


@pytest.fixture(scope="module")
def project(tree, component_models, tmp_path_factory) -> Project:
    """For one configuration after the other: in a folder whose name has a space."""
    return Project(tmp_path_factory.mktemp("a project"), tree, component_models)
