# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The .pte and .ptd files that upstream's tests load, exported by the checkout's own scripts."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from generated import Operator, write_if_changed
from kernel_bundle import pte, registration

# Arguments after `python -m test.models.`, as in upstream's CMake files; {out} is the folder.
_DELEGATED = "export_delegated_program --outdir {out}/delegated --modules ModuleAddMul "
_EXPORTS = (
    "export_program --outdir {out} --modules ModuleAdd,ModuleAddHalf,ModuleAddMul,"
    "ModuleDynamicCatUnallocatedIO,ModuleIndex,ModuleIntBool,ModuleMultipleEntry,"
    "ModuleSimpleTrain,ModuleStateful,ModuleSharedState",
    "export_program --outdir {out} --modules ModuleAddMul,ModuleLinear --external-constants",
    _DELEGATED + "--backend_id StubBackend",
    _DELEGATED + "--backend_id StubBackend --inline_delegate_segments",
    _DELEGATED + "--backend_id StubBackend --inline_delegate_segments --delegate_alignment 1024",
    "export_delegated_program --outdir {out} --modules ModuleLinear --backend_id ExecutorBackend"
    " --external_constants",
    "export_program_with_device_info --outdir {out}",
)
_VARIABLES = {
    "ET_MODULE_ADD_PATH": "ModuleAdd.pte",
    "ET_MODULE_ADD_HALF_PATH": "ModuleAddHalf.pte",
    "ET_MODULE_ADD_MUL_PATH": "ModuleAddMul.pte",
    "ET_MODULE_ADD_MUL_PROGRAM_PATH": "ModuleAddMulProgram.pte",
    "ET_MODULE_ADD_MUL_DATA_PATH": "ModuleAddMulProgram.ptd",
    "ET_MODULE_ADD_MUL_DELEGATED_PATH": "delegated/ModuleAddMul.pte",
    "ET_MODULE_ADD_MUL_NOSEGMENTS_DA1024_PATH": "delegated/ModuleAddMul-nosegments-da1024.pte",
    "ET_MODULE_ADD_MUL_NOSEGMENTS_PATH": "delegated/ModuleAddMul-nosegments.pte",
    "ET_MODULE_ADD_WITH_DEVICE_PATH": "ModuleAddWithDevice.pte",
    "ET_MODULE_DYNAMIC_CAT_UNALLOCATED_IO_PATH": "ModuleDynamicCatUnallocatedIO.pte",
    "ET_MODULE_INDEX_PATH": "ModuleIndex.pte",
    "ET_MODULE_INTBOOL_PATH": "ModuleIntBool.pte",
    "ET_MODULE_LINEAR_DELEGATE_PROGRAM_PATH": "ModuleLinear-e.pte",
    "ET_MODULE_LINEAR_PROGRAM_PATH": "ModuleLinearProgram.pte",
    "ET_MODULE_LINEAR_DATA_PATH": "ModuleLinearProgram.ptd",
    "ET_MODULE_MULTI_ENTRY_PATH": "ModuleMultipleEntry.pte",
    "ET_MODULE_SHARED_STATE": "ModuleSharedState.pte",
    "ET_MODULE_SIMPLE_TRAIN_PATH": "ModuleSimpleTrain.pte",
    "ET_MODULE_STATEFUL_PATH": "ModuleStateful.pte",
}


class ExportError(RuntimeError):
    """A script of the checkout failed; the text is its last line."""


def export(checkout: Path, folder: Path) -> None:
    """Writes what is missing; the scripts run where they are and write nothing there."""
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    for arguments in _EXPORTS:
        done = folder / f"{hashlib.sha256(arguments.encode()).hexdigest()[:12]}.done"
        if done.exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", *f"test.models.{arguments}".format(out=folder).split()]
        process = subprocess.run(
            command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
        )
        if process.returncode != 0:
            raise ExportError(f"{arguments}: {process.stderr.strip().splitlines()[-1]}")
        done.touch()


def environment(checkout: Path, folder: Path) -> dict[str, str]:
    """The variables by which the tests find their files."""
    deprecated = "test/models/deprecated/ModuleLinear-no-constant-segment.pte"
    return {
        **{name: str(folder / file) for name, file in _VARIABLES.items()},
        "DEPRECATED_ET_MODULE_LINEAR_CONSTANT_BUFFER_PATH": str(checkout / deprecated),
        "RESOURCES_PATH": str(checkout / "extension/module/test/resources"),
        "ET_MODULE_PTE_PATH": str(folder / "ModuleAdd.pte"),
    }


def write_registration(
    source: Path, folder: Path, libraries: dict[str, list[Operator]]
) -> list[Operator]:
    """A source that registers the portable kernels of the exported programs: those that exist."""
    names = {
        operator
        for path in sorted(folder.rglob("*.pte"))
        for plan in pte.read(path).plans
        for operator in plan.operators
    }
    chosen = [operator for operator in libraries["portable"] if operator.name in names]
    write_if_changed(source, registration.registration("portable", chosen))
    return chosen
