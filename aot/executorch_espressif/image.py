# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Firmware of one model for the emulated chip: its kernels only, its memory of the exact size."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from executorch_espressif.kernel_bundle import pte

from . import emulator, native, sizes, values
from .running import Outputs, RunError, Runs, check_outputs, collect, prepare, program_bytes

# Room for the measuring image; the final image has what the first one used.
_MEASURING_BYTES = 4 << 20
_ALIGNMENT = 16


@dataclass
class FirmwareResult:
    """elf, map: the image and its linker map. bundle: the folder of generated registration.

    flash: bytes by group, see `sizes.flash`. ram: bytes by use: planned, method, temp, stack (all
    measured), and static (every other variable of the image).
    """

    elf: Path
    map: Path
    bundle: Path
    pte: Path
    flash: dict[str, int]
    ram: dict[str, int]
    load_instructions: dict[str, int]

    @property
    def sizes(self) -> dict[str, dict[str, int]]:
        return {"flash": self.flash, "ram": self.ram}

    def run(
        self, inputs: Any, progress: emulator.Progress | None = None, timeout: float = 600
    ) -> Outputs | Runs:
        """Runs the image, as `run(..., on="qemu-riscv32")` runs a program in the generic one."""
        prepared = prepare(self.pte, inputs, "forward")
        result = _start(self.elf, prepared.records, timeout, progress)
        runs = collect(prepared, result)
        return runs[0] if prepared.single else runs


def firmware(art_or_path: Any, out_dir: str | Path, *, logging: bool = False) -> FirmwareResult:
    """Builds the firmware of a program's method `forward` into `out_dir`.

    The image is built twice: once with room to spare, whose run on zeros shows what the method
    needs, and once with exactly that. It holds ``model.pte``, ``firmware.elf``, ``firmware.map``
    and ``bundle/`` afterwards.

    logging: with the runtime's messages (and the printf they need) in flash.
    """
    out = Path(out_dir).resolve()
    out.mkdir(parents=True, exist_ok=True)
    data = program_bytes(art_or_path)
    model = out / "model.pte"
    model.write_bytes(data)
    plan = pte.read(data).plan()
    check_outputs(plan)
    planned = sum(_rounded(size) for size in plan.buffer_sizes[1:])
    zeros = [[_zeros(plan.values[index]) for index in plan.inputs]]

    room = {"EE_METHOD_BYTES": _MEASURING_BYTES, "EE_TEMP_BYTES": _MEASURING_BYTES}
    elf = _build(out, planned, room, logging)
    measured = _start(elf, zeros, 600, None).ram
    exact = {"EE_METHOD_BYTES": measured["method"], "EE_TEMP_BYTES": measured["temp"]}
    elf = _build(out, planned, exact, logging)
    result = _start(elf, zeros, 600, None)

    map_path = elf.with_suffix(".map")
    static = sizes.static_ram(map_path)
    ram = dict(result.ram)
    ram["static"] = static["total"] - static.get("arenas", 0)
    return FirmwareResult(
        elf=elf,
        map=map_path,
        bundle=out / "bundle",
        pte=model,
        flash=sizes.flash(map_path),
        ram=ram,
        load_instructions=result.load_instructions,
    )


def _rounded(size: int) -> int:
    return (size + _ALIGNMENT - 1) // _ALIGNMENT * _ALIGNMENT


def _zeros(value: pte.Value) -> values.Record:
    if value.kind == "Tensor":
        data = bytes(value.nbytes)
        return values.Record(values.TENSOR, value.scalar_type, value.sizes, value.dim_order, data)
    plain = {"Int": int, "Double": float, "Bool": bool}.get(value.kind)
    return values.from_value(None if plain is None else plain(value.value))


def _build(out: Path, planned: int, room: dict[str, int], logging: bool) -> Path:
    options = {name: str(max(size, _ALIGNMENT)) for name, size in room.items()}
    elf = out / "firmware.elf"
    native.build(
        "qemu_riscv32_firmware_log" if logging else "qemu_riscv32_firmware",
        native.emulator_options(
            EE_MODEL=str(out / "model.pte"),
            EE_BUNDLE=str(out / "bundle"),
            EE_PLANNED_BYTES=str(max(planned, _ALIGNMENT)),
            EXECUTORCH_ENABLE_LOGGING="ON" if logging else "OFF",
            **options,
        ),
        "ee_firmware",
        "images/ee_firmware.elf",
        {"images/ee_firmware.elf": elf, "images/ee_firmware.map": elf.with_suffix(".map")},
    )
    return elf


def _start(
    elf: Path,
    runs: list[list[values.Record]],
    timeout: float,
    progress: emulator.Progress | None,
) -> emulator.JobResult:
    with tempfile.TemporaryDirectory(prefix="ee_firmware_") as name:
        directory = Path(name)
        records = [record for run in runs for record in run]
        (directory / "inputs.bin").write_bytes(values.pack(records))
        (directory / "runs.txt").write_text(str(len(runs)))
        reader = emulator.ResultReader(progress)
        try:
            for line in emulator.start(elf, directory, timeout):
                reader.feed(line)
        except RuntimeError as error:
            if not reader.results:
                reader.end(str(error))
        (result,) = reader.results
        if result.error is not None:
            raise RunError(f"the firmware failed: {result.error}")
        result.outputs = list(values.unpack((directory / "outputs.bin").read_bytes()))
        return result
