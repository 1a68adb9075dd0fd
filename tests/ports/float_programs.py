# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Small float programs that the tests of the ports share."""

from __future__ import annotations

import torch
from executorch.exir import to_edge


class AddMul(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return x + y, x * y


class Sorted(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sort(x).values


def program(model: torch.nn.Module, *inputs: torch.Tensor) -> bytes:
    return bytes(to_edge(torch.export.export(model, inputs)).to_executorch().buffer)
