# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
from __future__ import annotations

from typing import Any

import pytest
import torch
from executorch_espressif.ops import operators


@pytest.fixture(scope="module")
def esp_nn() -> Any:
    operators()
    return torch.ops.esp_nn
