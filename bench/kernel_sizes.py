# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Bytes of each kernel linked alone for rv32imac, ours and upstream's: bench/kernel_sizes.csv.

    ./run py bench/kernel_sizes.py                        ours; the column of upstream stays
    ./run py bench/kernel_sizes.py --upstream <checkout>  both, from a checkout of ExecuTorch
    ./run py bench/kernel_sizes.py add.out var            these operators alone; the others stay

A number is the code and constants of the kernel and of all that it needs from its kernel library,
without the runtime, libc and the compiler's own library. Both sides have the compiler, the options
and the dtypes in common: those of the tensors in a program that uses the operator as most do,
asked for with the header selected_op_variants.h as a kernel bundle does it. Above a third of
upstream's bytes, where those are more than 2048, a row is printed.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from executorch_espressif import native

ROOT = Path(__file__).parents[1]
CSV = Path(__file__).with_suffix(".csv")
LIMIT = 2048

sys.path.insert(0, str(ROOT / "component"))
from kernel_bundle import libraries, sources  # noqa: E402
from kernel_bundle.libraries import Operator  # noqa: E402

# Where a float32 program gives an operator's tensors other dtypes than float32 alone.
DTYPES = [
    (r"bitwise_\w+\.|repeat_interleave\.|sdpa_bitwise_mask_gen|idma_", "Int"),
    (r"(eq|ne|lt|le|gt|ge)\.|(isinf|isnan|where|masked_\w+|any|native_dropout)\.", "Float Bool"),
    (r"logical_\w+\.|cadence::where_Scalar", "Float Bool"),
    (r"(argmax|argmin|topk|embedding|gather|scatter|scatter_add|nonzero|_to_copy)\.", "Float Long"),
    (r"(index|index_put|index_select|max_pool2d_with_indices\w*)\.|index_put_", "Float Long"),
    (r"(max\.dim_max|min\.dim_min)|_to_dim_order_copy", "Float Long"),
    (r"_conj_physical|view_as_real_copy", "Float ComplexFloat"),
    (r"choose_qparams", "Float Double Long"),
    (r"quantized_decomposed::(de)?quantize_per_tensor\.out", "Float Char"),
    (r"quantized_decomposed::(de)?quantize_per_", "Float Double Char Long"),
    (r"quantized_decomposed::add\.", "Char"),
    (r"quantized_decomposed::mixed_", "Float Char"),
    (r"quantized_decomposed::embedding_[24]bit", "Float Byte Long"),
    (r"quantized_decomposed::embedding_byte", "Float Char Long"),
    (r"cadence::(de)?quantize_per_tensor\.", "Float Char"),
    (r"cadence::(de)?quantize_per_tensor_asym8u", "Float Byte"),
    (r"cadence::(de)?quantize_per_tensor_asym16s", "Float Short"),
    (r"cadence::(de)?quantize_per_tensor_asym16u", "Float UInt16"),
    (r"cadence::(de)?quantize_per_tensor_asym32s", "Float Int"),
    (r"cadence::\w+asym8u", "Byte Int"),
    (r"cadence::quantized_embedding", "Float Byte Long"),
    (r"cadence::quantized_layer_norm", "Float Char"),
    (r"cadence::(quantized|requantize|im2row|transposed_im2row|roi_align)", "Float Char Int"),
]
# Below a checkout: the folder with the kernels of each library, and what these share.
SHARED = ["kernels/portable/cpu/util/*.cpp", "kernels/portable/cpu/pattern/*.cpp"]
UPSTREAM = {
    "portable": ("kernels/portable/cpu", SHARED),
    "quantized": ("kernels/quantized/cpu", [*SHARED, "kernels/quantized/cpu/embeddingxb.cpp"]),
    "cadence": (
        "backends/cadence/generic/operators",
        [*SHARED, "backends/cadence/generic/kernels/*.cpp"],
    ),
}

Row = dict[str, str]
FIELDS = ("operator", "dtypes", "ours", "upstream")


def dtypes(operator: Operator) -> tuple[str, ...]:
    for pattern, names in DTYPES:
        if re.match(pattern, operator.name.removeprefix("aten::")):
            return tuple(names.split())
    return ("Float",)


@cache
def options() -> list[str]:
    """The compiler and options of a kernel in our build for the chip, without its source."""
    folder = native.build_root() / "kernel_sizes"
    configure = [native.tool("cmake"), "-S", str(ROOT), "-B", str(folder)]
    definitions = native.emulator_options(
        EXECUTORCH_ENABLE_LOGGING="OFF", CMAKE_EXPORT_COMPILE_COMMANDS="ON"
    )
    configure += [f"-D{key}={value}" for key, value in definitions.items()]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    source = str(ROOT / "kernels" / "portable" / "op_add.cpp")
    commands = json.loads((folder / "compile_commands.json").read_text())
    words = shlex.split(next(each["command"] for each in commands if each["file"] == source))
    return words[: words.index("-o")]


class Side:
    """The sources and headers of one party."""

    def __init__(self, name: str, jobs: int) -> None:
        self.name, self.jobs = name, jobs
        self.objects: dict[tuple[Path, tuple[str, ...]], Path] = {}

    def options(self) -> list[str]:
        return options()

    def sources(self, operator: Operator) -> tuple[list[Path], list[Path]]:
        """The file with the kernel and, second, what it may need."""
        raise NotImplementedError

    def compile(self, sources: Iterable[Path], names: tuple[str, ...]) -> list[Path]:
        folder = native.build_root() / "kernel_sizes" / "-".join(names)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "selected_op_variants.h").write_text(variants(names))
        launcher = shutil.which("ccache")
        command = [*([launcher] if launcher else []), *self.options(), f"-I{folder}"]
        command += ["-DEXECUTORCH_SELECTIVE_BUILD_DTYPE", "-c"]

        def build(source: Path) -> Path:
            path = folder / f"{self.name}-{source.parts[-3]}-{source.parts[-2]}-{source.stem}.o"
            subprocess.run([*command, str(source), "-o", str(path)], check=True)
            return path

        wanted = [(source, names) for source in sources]
        new = [each for each in wanted if each not in self.objects]
        with ThreadPoolExecutor(self.jobs) as pool:
            self.objects |= zip(new, pool.map(build, (source for source, _ in new)), strict=True)
        return [self.objects[each] for each in wanted]

    def size(self, operator: Operator) -> int | None:
        """Bytes of one kernel; None if this party has none."""
        own, shared = self.sources(operator)
        if not own:
            return None
        names = dtypes(operator)
        objects = self.compile(own, names)
        return linked(symbol(operator, objects), [*objects, *self.compile(shared, names)])


class Ours(Side):
    def sources(self, operator: Operator) -> tuple[list[Path], list[Path]]:
        found = [ROOT / path for path in sources.find([operator], ROOT)]
        own = [path for path in found if path.parent.parent.name == "kernels"]
        return own, [path for path in found if path not in own]


class Upstream(Side):
    def __init__(self, checkout: Path, jobs: int) -> None:
        super().__init__("upstream", jobs)
        self.checkout = checkout.resolve()
        # Its headers are included as <executorch/...>, whatever the checkout is called.
        self.include = native.build_root() / "kernel_sizes" / "include"
        self.include.mkdir(parents=True, exist_ok=True)
        link = self.include / "executorch"
        link.unlink(missing_ok=True)
        link.symlink_to(self.checkout)

    def options(self) -> list[str]:
        ours = [word for word in options() if not word.startswith(("-I", "-W"))]
        types = self.checkout / "runtime" / "core" / "portable_type" / "c10"
        return [
            *ours,
            "-w",
            "-DC10_USING_CUSTOM_GENERATED_MACROS",
            f"-I{self.include}",
            f"-I{types}",
        ]

    def sources(self, operator: Operator) -> tuple[list[Path], list[Path]]:
        folder, shared = UPSTREAM[operator.library]
        function = re.escape(operator.symbol.rpartition("::")[2])
        # A definition, or a macro that makes one, starts at the left margin; calls are indented.
        definition = re.compile(rf"^(?:\S.*\W)?{function}\b", re.MULTILINE)
        own = [
            path
            for path in sorted((self.checkout / folder).glob("op_*.cpp"))
            if definition.search(path.read_text())
        ]
        found = [path for pattern in shared for path in sorted(self.checkout.glob(pattern))]
        return own, found


def variants(names: tuple[str, ...]) -> str:
    types = [f"executorch::aten::ScalarType::{name}" for name in names]
    test = " || ".join(f"type == {each}" for each in types)
    mask = " | ".join(f"1ull << static_cast<unsigned>({each})" for each in types)
    return (
        "#pragma once\n#include <executorch/runtime/core/exec_aten/exec_aten.h>\n"
        f"#define EXECUTORCH_SELECTED_DTYPES ({mask})\n"
        "constexpr bool should_include_kernel_dtype(const char*, executorch::aten::ScalarType type)"
        f" {{\n  return {test};\n}}\n"
    )


def symbol(operator: Operator, objects: Iterable[Path]) -> str:
    """The kernel's mangled name."""
    nm = native.tool("riscv64-unknown-elf-nm")
    command = [nm, "--defined-only", "--extern-only", "--format=posix", *map(str, objects)]

    def names(*more: str) -> list[str]:
        text = subprocess.run([*command, *more], check=True, capture_output=True, text=True).stdout
        return [line for line in text.splitlines() if not line.endswith(":")]

    start = f"{operator.symbol}("
    found = [
        mangled.split()[0]
        for mangled, plain in zip(names(), names("--demangle"), strict=True)
        if plain.startswith(start) and "KernelRuntimeContext&" in plain
    ]
    if len(found) != 1:
        raise SystemExit(f"{operator.name}: {len(found)} functions {operator.symbol} in {objects}")
    return found[0]


def linked(entry: str, objects: Iterable[Path]) -> int:
    path = native.build_root() / "kernel_sizes" / "linked.elf"
    command = [native.tool("riscv64-unknown-elf-ld"), "-melf32lriscv", "--gc-sections"]
    command += ["--unresolved-symbols=ignore-all", "-e", entry, "-o", str(path)]
    # It warns of segments that no memory map parts.
    subprocess.run([*command, *map(str, objects)], check=True, stderr=subprocess.DEVNULL)
    size = [native.tool("riscv64-unknown-elf-size"), str(path)]
    text = subprocess.run(size, check=True, capture_output=True, text=True).stdout
    code, data = text.splitlines()[1].split()[:2]
    return int(code) + int(data)


def compiler() -> str:
    command = [native.tool("riscv64-unknown-elf-gcc"), "-dumpfullversion"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return f"riscv64-unknown-elf-gcc {text.strip()}, rv32imac, -Os, no messages"


def read() -> tuple[str, dict[str, Row]]:
    """The compiler that the CSV was made with, and its rows by operator."""
    if not CSV.is_file():
        return compiler(), {}
    first, *lines = CSV.read_text().splitlines()
    return first.removeprefix("# "), {row["operator"]: row for row in csv.DictReader(lines)}


def write(rows: dict[str, Row]) -> None:
    with CSV.open("w", newline="") as file:
        file.write(f"# {compiler()}\n")
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows[name] for name in sorted(rows))


def large(row: Row) -> bool:
    """Whether a kernel is above a third of upstream's, where that is more than LIMIT."""
    upstream = int(row.get("upstream") or 0)
    return upstream > LIMIT and 3 * int(row["ours"]) > upstream


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="start of an operator's name, such as add.out")
    parser.add_argument("--upstream", type=Path, help="checkout of ExecuTorch")
    parser.add_argument("--jobs", type=int, default=1, help="compilers at a time")
    arguments = parser.parse_args()
    ours = Ours("ours", arguments.jobs)
    theirs = Upstream(arguments.upstream, arguments.jobs) if arguments.upstream else None
    every = [
        operator
        for library in libraries.load(ROOT)
        if library.name in UPSTREAM
        for operator in library.operators.values()
    ]
    made_with, before = read()
    if made_with != compiler():
        raise SystemExit(f"{CSV.name} is of another compiler: {made_with}; remove it to begin anew")
    rows = {operator.name: before.get(operator.name, {}) for operator in every}
    chosen = [
        operator
        for operator in every
        if not arguments.names
        or operator.name.removeprefix("aten::").startswith(tuple(arguments.names))
    ]
    for operator in chosen:
        sizes = {"ours": ours.size(operator)}
        if theirs:
            sizes["upstream"] = theirs.size(operator)
        row = {"operator": operator.name, "dtypes": " ".join(dtypes(operator))}
        row |= {key: "" if size is None else str(size) for key, size in sizes.items()}
        row = rows[operator.name] = rows[operator.name] | row
        if large(row):
            print(f"{operator.name}: {row['ours']} bytes, upstream {row['upstream']}")
    write({name: row for name, row in rows.items() if row})
    measured = [rows[operator.name] for operator in chosen]
    print(
        f"{len(measured)} kernels, {sum(map(large, measured))} above a third of upstream's; "
        f"written: {CSV.name}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
