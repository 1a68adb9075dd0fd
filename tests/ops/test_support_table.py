# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""docs/operators.md says what the folders say."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "tools" / "support_table.py"


def test_support_table_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("support_table", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text() == module.page(), "run tools/support_table.py"
