# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The headers that upstream's build generates and its tests include, made from our operator lists.

kernels/<library>/NativeFunctions.h declares the kernels, Functions.h wraps them under the names of
their operators, FunctionHeaderWrapper.h includes the library that is under test, and
supported_features.{h,cpp} say what it can do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "component"))

from kernel_bundle import cpp_types, libraries, miniyaml  # noqa: E402
from kernel_bundle.libraries import Operator  # noqa: E402

_CONTEXT = "executorch::runtime::KernelRuntimeContext& context"


def kernel_libraries() -> dict[str, list[Operator]]:
    """The operators of kernels/, by library."""
    return {
        library.name: list(library.operators.values())
        for library in libraries.load(ROOT)
        if library.name != libraries.OWN_LIBRARY
    }


def function_name(operator: Operator) -> tuple[str, str]:
    """Namespace below torch::executor and name of an operator in Functions.h."""
    schema = operator.schema
    suffix = "_outf" if schema.out_arguments else ""
    return schema.namespace, f"{schema.name}{suffix}"


def _signature(operator: Operator) -> tuple[list[str], list[str]]:
    names = [f"{argument.name}_" for argument in operator.schema.arguments]
    types = [cpp_types.argument(argument).parameter for argument in operator.schema.arguments]
    return [f"{kind} {name}" for kind, name in zip(types, names, strict=True)], names


def _native(operators: Iterable[Operator]) -> str:
    lines = [
        "#pragma once",
        "#include <executorch/runtime/kernel/kernel_includes.h>",
        "#include <tuple>",
    ]
    seen = set()
    for operator in operators:
        parameters, names = _signature(operator)
        namespace, _, function = operator.symbol.rpartition("::")
        result = cpp_types.result(operator.schema)
        # Overloads of one operator may share a kernel.
        if (declared := f"{operator.symbol}({parameters})") in seen:
            continue
        seen.add(declared)
        call = f"{function}({', '.join(['context', *names])})"
        # The form without a context is upstream's too: a failure ends the program.
        lines += [
            f"namespace {namespace} {{",
            f"{result} {function}({', '.join([_CONTEXT, *parameters])});",
            f"inline {result} {function}({', '.join(parameters)}) {{",
            "  executorch::runtime::KernelRuntimeContext context;",
            f"  decltype(auto) result = {call};" if result != "void" else f"  {call};",
            "  ET_CHECK(context.failure_state() == executorch::runtime::Error::Ok);",
            "  return result;" if result != "void" else "",
            "}",
            "}",
        ]
    return "\n".join(lines) + "\n"


def _functions(operators: Iterable[Operator]) -> str:
    lines = ["#pragma once", '#include "NativeFunctions.h"']
    for operator in operators:
        parameters, names = _signature(operator)
        namespace, function = function_name(operator)
        lines += [
            f"namespace torch::executor::{namespace} {{",
            f"inline {cpp_types.result(operator.schema)} "
            f"{function}({', '.join([_CONTEXT, *parameters])}) {{",
            f"  return ::{operator.symbol}({', '.join(['context', *names])});",
            "}",
            "}",
        ]
    return "\n".join(lines) + "\n"


def _features(declared: Path, definitions: Path) -> str:
    """One header; every value is known when it is written."""
    values: dict[str, str] = {}
    kinds: dict[str, str] = {}

    def walk(path: Path):
        for entry in miniyaml.parse(path.read_text(encoding="utf-8")) or []:
            prefix = "" if entry["namespace"] == "global" else f"{entry['namespace']}_"
            for name, value in entry.items():
                if name != "namespace":
                    yield f"{prefix}{name}", value

    for name, properties in walk(declared):
        kinds[name] = properties["type"]
        values[name] = str(properties["default"]).lower()
    for name, value in walk(definitions):
        values[name] = str(value).lower()
    members = "\n".join(f"  {kinds[name]} {name} = {values[name]};" for name in kinds)
    return (
        "#pragma once\nnamespace torch::executor::testing {\nstruct SupportedFeatures {\n"
        "  static SupportedFeatures* get() {\n    static SupportedFeatures features;\n"
        f"    return &features;\n  }}\n{members}\n}};\n}}\n"
    )


def write_if_changed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write(folder: Path, checkout: Path, found: dict[str, list[Operator]]) -> None:
    """Writes the headers below folder/executorch."""
    kernels = folder / "executorch" / "kernels"
    for library, operators in found.items():
        write_if_changed(kernels / library / "NativeFunctions.h", _native(operators))
        write_if_changed(kernels / library / "Functions.h", _functions(operators))
    write_if_changed(
        kernels / "test" / "FunctionHeaderWrapper.h",
        "#pragma once\n#include <executorch/kernels/portable/Functions.h>\n",
    )
    write_if_changed(
        kernels / "test" / "supported_features.h",
        _features(
            checkout / "kernels/test/supported_features.yaml",
            checkout / "kernels/portable/test/supported_features_def.yaml",
        ),
    )
