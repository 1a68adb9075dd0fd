# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The operator library `esp_nn`: every folder here that holds `<op>/<op>.py` is one operator."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

import torch
from executorch_espressif.ops._common.operator import NAMESPACE, Operator, register


@cache
def operators() -> dict[str, Operator]:
    """All operators by name, found by walking and registered with PyTorch on the first call."""
    found: dict[str, Operator] = {}
    for path in sorted(Path(__file__).parent.glob("*/*.py")):
        if path.stem != path.parent.name:
            continue
        module = importlib.import_module(f"{__name__}.{path.stem}.{path.stem}")
        instances = [value for value in vars(module).values() if isinstance(value, Operator)]
        if len(instances) != 1 or instances[0].name != path.stem:
            raise ImportError(
                f"{path}: expected one instance of Operator named '{path.stem}', "
                f"found {[instance.name for instance in instances]}"
            )
        found[path.stem] = instances[0]
    # The quantizer and the lowering ask in this order.
    found = dict(sorted(found.items(), key=lambda item: item[1].general))
    library = torch.library.Library(NAMESPACE, "DEF")
    for operator in found.values():
        register(library, operator)
    # The registrations live as long as the Library object.
    operators.library = library  # type: ignore[attr-defined]
    return found


def operator(name: str) -> Operator:
    """One operator by name; KeyError names those that exist."""
    found = operators()
    if name not in found:
        raise KeyError(f"no operator '{name}' in {NAMESPACE}; there are: {', '.join(found)}")
    return found[name]
