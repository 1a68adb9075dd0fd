# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""PyTorch models on Espressif chips through ExecuTorch.

`export` quantizes and lowers a model to an `Artifact`; `run` runs one on the host, in the official
runtime or on an emulator. Both import PyTorch only when they are first used.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from executorch_espressif.upstream import without_chatter

# Name to the submodule that defines it.
_LAZY = {
    "Accuracy": "accuracy",
    "Artifact": "artifact",
    "ExportError": "errors",
    "accuracy": "accuracy",
    "export": "export",
    "firmware": "image",
    "prepare_qat": "quantization",
    "run": "running",
    "run_batch": "running",
    "Outputs": "running",
    "RunError": "running",
}

__all__ = sorted(_LAZY)


class _Package(ModuleType):
    """Importing a submodule sets it as an attribute; `export` and `run` must stay the functions."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _LAZY or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        with without_chatter():
            value = getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
        setattr(self, name, value)
        return value


sys.modules[__name__].__class__ = _Package
