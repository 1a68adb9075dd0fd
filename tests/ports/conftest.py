# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

import pytest
import torch
from float_programs import AddMul, Sorted, program


@pytest.fixture(scope="session")
def add_mul() -> bytes:
    """Two float operators on [2, 3], as a .pte."""
    return program(AddMul(), torch.zeros(2, 3), torch.zeros(2, 3))


@pytest.fixture(scope="session")
def unknown_operator() -> bytes:
    """A program whose only operator, aten::sort.values, is in none of our libraries."""
    return program(Sorted(), torch.zeros(2, 3))
