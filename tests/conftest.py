# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Tests run on every core (pytest-xdist): those of a file, or of an operator, in one process.

What a process has exported or built then serves all tests of the file or the operator.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:
    # A process a core: more threads would only wait for each other. Set before PyTorch is loaded.
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def part(nodeid: str) -> str:
    """The file of a test, with the operator if it is about a case of one."""
    file = nodeid.partition("::")[0]
    operator = re.search(r"[\[-](\w+)/", nodeid) if file.endswith("ops/test_cases.py") else None
    return f"{file} {operator[1]}" if operator else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class Parts(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return part(nodeid)

    return Parts(config, log)
