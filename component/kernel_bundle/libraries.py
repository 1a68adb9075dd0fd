# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The kernel libraries: what operators exist, and which C++ function computes each.

Lists are read where their sources are: ``ops/<op>/<op>.json`` (library esp_nn) and
``kernels/<library>/*.yaml``, below the root of a checkout or of a generated component.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from . import miniyaml, schema

# Where two libraries have an operator, the first of these has it; a user's own libraries stand
# after esp_nn, in the order in which they are given.
STANDARD_ORDER = ("portable", "quantized", "cadence")
OWN_LIBRARY = "esp_nn"


class LibraryError(ValueError):
    """A broken operator list; the text names the file and the entry."""


@dataclass(frozen=True)
class Operator:
    """name: "ns::op.overload"; symbol: the C++ function; source: the file that lists it."""

    name: str
    library: str
    schema: schema.Schema
    symbol: str
    source: str


@dataclass(frozen=True)
class Library:
    """One kernel library: its operators by name."""

    name: str
    operators: dict[str, Operator]


def find_root(start: Path | None = None) -> Path:
    """The folder that holds ``ops`` and ``kernels``: a checkout, or a generated component."""
    here = (start or Path(__file__)).resolve()
    for folder in here.parents:
        if (folder / "VERSION").is_file() and (folder / "ops").is_dir():
            return folder
    raise LibraryError(f"{here}: no folder above it holds VERSION and ops/")


def load(root: Path, user_yamls: Iterable[Path] = ()) -> list[Library]:
    """All libraries in their order of precedence."""
    libraries = [_own_library(root / "ops")]
    libraries += [_yaml_library(path.stem, [path]) for path in user_yamls]
    folders = [path for path in sorted((root / "kernels").glob("*")) if any(path.glob("*.yaml"))]
    rank = {name: number for number, name in enumerate(STANDARD_ORDER)}
    for folder in sorted(folders, key=lambda path: (rank.get(path.name, len(rank)), path.name)):
        libraries.append(_yaml_library(folder.name, sorted(folder.glob("*.yaml"))))
    seen: set[str] = set()
    for library in libraries:
        if library.name in seen:
            raise LibraryError(f"two kernel libraries are called '{library.name}'")
        seen.add(library.name)
    return libraries


def sources(root: Path) -> list[Path]:
    """The files that `load` reads."""
    return sorted([*(root / "ops").glob("*/*.json"), *(root / "kernels").glob("*/*.yaml")])


def _parse(text: object, where: str) -> schema.Schema:
    if not isinstance(text, str):
        raise LibraryError(f"{where}: the schema is not a text")
    try:
        return schema.parse(text)
    except schema.SchemaError as error:
        raise LibraryError(f"{where}: {error}") from None


def _own_library(folder: Path) -> Library:
    operators = {}
    for path in sorted(folder.glob("*/*.json")):
        try:
            spec = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise LibraryError(f"{path}: {error}") from None
        if not isinstance(spec, dict):
            raise LibraryError(f"{path}: expected an object with a schema")
        functional = _parse(spec.get("schema"), str(path))
        if functional.name != path.stem or path.parent.name != path.stem:
            raise LibraryError(
                f"{path}: operator '{functional.name}' must live in "
                f"ops/{functional.name}/{functional.name}.json"
            )
        out = out_variant(replace(functional, namespace=OWN_LIBRARY))
        symbol = f"{OWN_LIBRARY}::native::{functional.name}_out"
        operators[out.qualified] = Operator(out.qualified, OWN_LIBRARY, out, symbol, str(path))
    return Library(OWN_LIBRARY, operators)


def out_variant(functional: schema.Schema) -> schema.Schema:
    """The ``.out`` variant of a functional operator that returns one tensor or several."""
    count = len(functional.returns)
    outs, returns = [], []
    for number, ret in enumerate(functional.returns):
        alias = f"{chr(ord('a') + number)}!"
        name = "out" if count == 1 else f"out{number}"
        outs.append(schema.Argument(name, ret.type, None, True, alias))
        returns.append(schema.Return(ret.type, "", alias))
    return replace(
        functional,
        overload="out",
        arguments=functional.arguments + tuple(outs),
        returns=tuple(returns),
    )


def _yaml_library(name: str, paths: Iterable[Path]) -> Library:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise LibraryError(f"'{name}': the name of a kernel library must be a C identifier")
    operators: dict[str, Operator] = {}
    for path in paths:
        try:
            entries = miniyaml.parse(path.read_text(encoding="utf-8"))
        except miniyaml.YamlError as error:
            raise LibraryError(f"{path}: {error}") from None
        for number, entry in enumerate(entries or []):
            operator = _yaml_operator(name, path, number, entry)
            if operator.name in operators:
                raise LibraryError(f"{path}: operator '{operator.name}' is listed twice")
            operators[operator.name] = operator
    return Library(name, operators)


def _yaml_operator(library: str, path: Path, number: int, entry: object) -> Operator:
    where = f"{path}: entry {number + 1}"
    if not isinstance(entry, dict):
        raise LibraryError(f"{where}: expected a mapping with 'func' and 'kernels'")
    if "func" not in entry:
        given = f" of '{entry['op']}'" if "op" in entry else ""
        raise LibraryError(
            f"{where}{given}: no 'func'. Write the operator's full schema, as in "
            "'func: my_ns::my_op.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)'"
        )
    parsed = _parse(entry["func"], where)
    where = f"{path}: operator '{parsed.qualified}'"
    kernels = entry.get("kernels")
    if not isinstance(kernels, list) or len(kernels) != 1 or not isinstance(kernels[0], dict):
        raise LibraryError(f"{where}: expected one entry in 'kernels'")
    if kernels[0].get("arg_meta") is not None:
        raise LibraryError(
            f"{where}: kernels for given dtypes ('arg_meta') are not supported; "
            "use 'arg_meta: null'"
        )
    kernel = kernels[0].get("kernel_name")
    if not isinstance(kernel, str) or not re.fullmatch(r"(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*", kernel):
        raise LibraryError(f"{where}: 'kernel_name' is missing or no C++ name")
    namespace, _, function = kernel.rpartition("::")
    # Upstream's generator looks for kernels in the namespace `native` of the one that is named.
    symbol = f"{namespace or 'torch::executor'}::native::{function}"
    return Operator(parsed.qualified, library, parsed, symbol, str(path))
