# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""How a schema's types look in C++: kernel signatures and the unboxing of their arguments.

Signatures follow upstream's mapping, so that a kernel written for upstream links.
"""

from __future__ import annotations

from dataclasses import dataclass

from .schema import Argument, Schema, Type

_NS = "executorch::aten::"

# C++ type, and the constant of kernel_stack.h with the tags that carry it.
_VALUES = {
    "int": ("int64_t", "kInt"),
    "SymInt": ("int64_t", "kInt"),
    "float": ("double", "kDouble"),
    "bool": ("bool", "kBool"),
    "SymBool": ("bool", "kBool"),
    "str": ("std::string_view", "kString"),
    "Scalar": (_NS + "Scalar", "kScalar"),
    "ScalarType": (_NS + "ScalarType", "kInt"),
    "MemoryFormat": (_NS + "MemoryFormat", "kInt"),
    "Layout": (_NS + "Layout", "kInt"),
    "Device": (_NS + "Device", "kInt"),
    "Tensor": (_NS + "Tensor", "kTensor"),
}
_LIST_TAGS = {
    "int": "kIntList",
    "SymInt": "kIntList",
    "float": "kDoubleList",
    "bool": "kBoolList",
    "Tensor": "kTensorList",
}


class TypeNotSupported(ValueError):
    """A type that no stack value of the runtime can carry."""


@dataclass(frozen=True)
class CppArgument:
    """One kernel parameter.

    parameter: its C++ type; tags: what kernel_stack.h accepts for it; local: the type of a local
    variable that `unbox` fills ("" where unboxing cannot fail); expression: its value, with
    "{entry}" for the stack entry.
    """

    parameter: str
    tags: str
    local: str
    expression: str


def argument(arg: Argument) -> CppArgument:
    """The C++ side of one argument; raises TypeNotSupported."""
    kind = arg.type
    if kind.name == "optional" and kind.elem is not None:
        return _optional(kind.elem)
    value, tags, fallible = _plain(kind)
    if fallible:
        return CppArgument(value, tags, value, "")
    if kind.name == "Tensor":
        parameter = f"{value}&" if arg.is_write else f"const {value}&"
        return CppArgument(parameter, tags, "", "tensor({entry})")
    parameter = f"const {value}&" if kind.name == "Scalar" else value
    return CppArgument(parameter, tags, "", f"number<{value}>({{entry}})")


def _optional(elem: Type) -> CppArgument:
    value, tags, fallible = _plain(elem)
    boxed = f"std::optional<{value}>"
    # Upstream passes optional tensors and scalars by reference, the others by value.
    parameter = f"const {boxed}&" if elem.name in ("Tensor", "Scalar") else boxed
    if fallible:
        return CppArgument(parameter, f"kNone | {tags}", boxed, "")
    return CppArgument(parameter, f"kNone | {tags}", "", f"optional<{value}>({{entry}})")


def _plain(kind: Type) -> tuple[str, str, bool]:
    """C++ type, tags, and whether unboxing may fail although the tag fits."""
    if kind.name in _VALUES:
        return (*_VALUES[kind.name], kind.name == "str")
    if kind.name == "list" and kind.elem is not None:
        elem = kind.elem
        if elem.name in _LIST_TAGS:
            return f"{_NS}ArrayRef<{_VALUES[elem.name][0]}>", _LIST_TAGS[elem.name], True
        if elem == Type("optional", Type("Tensor")):
            return f"{_NS}ArrayRef<std::optional<{_NS}Tensor>>", "kOptionalTensorList", True
    raise TypeNotSupported(f"type {kind} has no counterpart in the runtime")


def result(schema: Schema) -> str:
    """The kernel's C++ return type; raises TypeNotSupported."""
    kinds = []
    for ret in schema.returns:
        if ret.type.name not in _VALUES:
            raise TypeNotSupported(f"return type {ret.type} has no counterpart in the runtime")
        value = _VALUES[ret.type.name][0]
        kinds.append(f"{value}&" if ret.is_write else value)
    if not kinds:
        return "void"
    return kinds[0] if len(kinds) == 1 else f"std::tuple<{', '.join(kinds)}>"


def returns_new_value(schema: Schema) -> bool:
    """Whether the kernel returns a value of its own, not an argument that it wrote to."""
    fresh = any(not ret.is_write for ret in schema.returns)
    if fresh and len(schema.returns) > 1:
        raise TypeNotSupported("several returned values; the runtime has one result entry")
    return fresh
