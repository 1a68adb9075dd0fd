# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Programs for the bundle's tests, exported when the tests run."""

from pathlib import Path

import pytest
import torch
from bundle_support import Halves, ScaleAndHalves
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from executorch.exir.backend.backend_api import to_backend
from executorch.exir.backend.backend_details import (
    BackendDetails,
    CompileSpec,
    PreprocessResult,
)
from executorch.exir.passes.init_mutable_pass import InitializedMutableBufferPass


class EchoBackend(BackendDetails):
    """A delegate whose blob is its name and a byte sequence that is easy to recognize."""

    BLOB = b"echo" + bytes(range(200))

    @staticmethod
    def preprocess(edge_program, compile_specs):
        return PreprocessResult(processed_bytes=EchoBackend.BLOB)


class AddMul(torch.nn.Module):
    def forward(self, x, y):
        return x + y, x * y


class Lists(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 16)

    def forward(self, x, y, index):
        joined = torch.cat([self.linear(x), y], 1)
        left, right = torch.split(joined, [8, 24], 1)
        picked = right[:, index]
        rounded = torch.div(picked, 0.5, rounding_mode="floor")
        return torch.add(left, left, alpha=2.5), rounded, *torch.topk(joined, 3)


class State(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        self.state.add_(x)
        return self.state * 2.0


class Branch(torch.nn.Module):
    def forward(self, flag, x):
        return torch.cond(flag, lambda v: v + 1.0, lambda v: v * 3.0, (x,))


class Complex(torch.nn.Module):
    def forward(self, x):
        return torch.view_as_real(x * x + x)


class Resize(torch.nn.Module):
    def forward(self, x, scale):
        bigger = torch.nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
        return bigger.reshape(x.shape[0], -1) + x.shape[0], scale


class Delegated(torch.nn.Module):
    def __init__(self):
        super().__init__()
        edge = to_edge(torch.export.export(AddMul(), (torch.ones(2), torch.ones(2))))
        specs = [CompileSpec("speed", b"\x01\x02"), CompileSpec("empty", b"")]
        self.lowered = to_backend("EchoBackend", edge.exported_program(), specs)

    def forward(self, x, y):
        total, product = self.lowered(x, y)
        return total - product


def _program(module, inputs, dynamic=None, passes=(), **config) -> bytes:
    exported = torch.export.export(module.eval(), inputs, dynamic_shapes=dynamic)
    edge = to_edge(exported, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    settings = ExecutorchBackendConfig(passes=list(passes), **config)
    return edge.to_executorch(settings).buffer


@pytest.fixture(scope="session")
def programs() -> dict[str, bytes]:
    """Name -> .pte bytes; together they have every kind of value that exporters write here."""
    torch.manual_seed(7)
    x = torch.randn(2, 8)
    batch = torch.export.Dim("batch", min=1, max=4)
    pair = (torch.ones(2), torch.ones(2))
    return {
        "add_mul": _program(AddMul(), pair),
        "lists": _program(Lists(), (x, torch.randn(2, 16), torch.tensor([0, 5]))),
        "state": _program(
            State(), (torch.ones(3),), passes=[InitializedMutableBufferPass(["state"])]
        ),
        "external": _program(torch.nn.Linear(8, 3), (x,), external_constants=True),
        "branch": _program(Branch(), (torch.tensor(True), torch.ones(3))),
        "resize": _program(
            Resize(),
            (torch.randn(2, 3, 4, 4), torch.ones(1)),
            dynamic=({0: batch}, None),
        ),
        "complex": _program(Complex(), (torch.ones(2, dtype=torch.complex64),)),
        "delegate": _program(Delegated(), pair),
        "add_demo": _program(ScaleAndHalves(), (torch.ones(4),)),
        "halves_demo": _program(Halves(), (torch.ones(4),)),
        "inline_delegate": _program(Delegated(), pair, extract_delegate_segments=False),
    }


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The folder of the executorch package: headers and libexecutorch.so."""
    import executorch

    return Path(next(iter(executorch.__path__)))
