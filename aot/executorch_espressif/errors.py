# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What export raises for models and inputs that it cannot take."""


class ExportError(ValueError):
    """The text says what was found, what was expected, and what to do."""
