# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The command line of ``gen_kernels.py``."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from . import generate, libraries, prim_ops, pte


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gen_kernels.py",
        description="Selects the kernels that .pte files need, as C++ for the firmware.",
        epilog="Where two libraries have an operator, esp_nn has it, then the libraries given "
        "with --library-yaml, then portable, quantized, cadence.",
    )
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL.pte")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the bundle's folder")
    parser.add_argument(
        "--all", action="store_true", help="every operator of the libraries, instead of models"
    )
    parser.add_argument(
        "--library", action="append", default=[], metavar="NAME", help="with --all: only this one"
    )
    parser.add_argument(
        "--library-yaml",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="an operator library of your own; the file's stem is its name",
    )
    parser.add_argument("--root", type=Path, help="folder with ops/, kernels/ and runtime/")
    parser.add_argument("-q", "--quiet", action="store_true", help="no summary")
    return parser


def _run(options: argparse.Namespace) -> str:
    root = options.root or libraries.find_root()
    available = libraries.load(root, options.library_yaml)
    prims = prim_ops.load(root)
    if options.all:
        selection = generate.select_all(available, prims, options.library)
    else:
        models = [generate.read_model(path) for path in options.models]
        selection = generate.select(models, available, prims)
    contents = generate.files(selection, generate.component_version(root), root)
    changed = generate.write(contents, options.output)
    counts = Counter(operator.library for operator in selection.operators)
    parts = [f"{name} {count}" for name, count in sorted(counts.items())]
    parts.append(f"prim ops {len(selection.prim_ops)}")
    return (
        f"{options.output}: {selection.kernel_count} kernels ({', '.join(parts)}), "
        f"delegates: {', '.join(selection.delegates) or 'none'}; "
        f"{len(changed)} of {len(contents)} files changed"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; 0, or 1 with the reason on stderr."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.all == bool(options.models):
        parser.error("give .pte files, or --all")
    if options.library and not options.all:
        parser.error("--library goes with --all")
    errors = (pte.PteError, libraries.LibraryError, generate.BundleError, OSError)
    try:
        summary = _run(options)
    except errors as error:
        print(f"gen_kernels.py: error: {error}", file=sys.stderr)
        return 1
    if not options.quiet:
        print(summary)
    return 0
