# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Parser of PyTorch's operator schemas: ``ns::name.overload(arguments) -> returns``."""

from __future__ import annotations

import re
from dataclasses import dataclass

BASE_TYPES = frozenset(
    {
        "Tensor",
        "int",
        "SymInt",
        "float",
        "bool",
        "SymBool",
        "str",
        "Scalar",
        "ScalarType",
        "MemoryFormat",
        "Layout",
        "Device",
        "Generator",
        "Dimname",
        "Storage",
        "Stream",
        "QScheme",
        "DeviceIndex",
        "ConstQuantizerPtr",
    }
)

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark>->|::|[()\[\],.=?*!|-])
    )""",
    re.VERBOSE,
)


class SchemaError(ValueError):
    """A schema that does not parse; the text shows it and what was expected where."""


@dataclass(frozen=True)
class Type:
    """A base type (`elem` None), or `name` "optional" or "list" of `elem`; size of a sized list."""

    name: str
    elem: Type | None = None
    size: int | None = None

    def __str__(self) -> str:
        if self.elem is None:
            return self.name
        if self.name == "optional":
            return f"{self.elem}?"
        return f"{self.elem}[{'' if self.size is None else self.size}]"


@dataclass(frozen=True)
class Argument:
    """default is the schema's text, None without one; alias is such as "a!" or "a -> *"."""

    name: str
    type: Type
    default: str | None = None
    keyword_only: bool = False
    alias: str = ""

    @property
    def is_write(self) -> bool:
        return "!" in self.alias


@dataclass(frozen=True)
class Return:
    """One result; alias as of an Argument."""

    type: Type
    name: str = ""
    alias: str = ""

    @property
    def is_write(self) -> bool:
        return "!" in self.alias


@dataclass(frozen=True)
class Schema:
    """One operator. namespace is "aten" where the text names none."""

    namespace: str
    name: str
    overload: str
    arguments: tuple[Argument, ...]
    returns: tuple[Return, ...]

    @property
    def qualified(self) -> str:
        """As a ``.pte`` and the registry spell it: "ns::name.overload"."""
        return f"{self.namespace}::{self.unqualified}"

    @property
    def unqualified(self) -> str:
        """The name without its namespace: "name.overload"."""
        return f"{self.name}.{self.overload}" if self.overload else self.name

    @property
    def out_arguments(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.arguments if a.keyword_only and a.is_write)

    @property
    def written(self) -> tuple[Argument, ...]:
        """Where the results are: the out arguments, else what the operator changes in place."""
        return self.out_arguments or tuple(a for a in self.arguments if a.is_write)


def parse(text: str) -> Schema:
    """Parses one schema; raises SchemaError."""
    return _Parser(text).schema()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str, int]] = []
        pos, end = 0, len(text.rstrip())
        while pos < end:
            match = _TOKEN.match(text, pos)
            if not match:
                raise SchemaError(f"'{text}': unexpected character at column {pos}")
            kind = match.lastgroup or ""
            self._tokens.append((kind, match.group(kind), match.start(kind)))
            pos = match.end()
        self._next = 0

    def _peek(self, ahead: int = 0) -> str:
        place = self._next + ahead
        return self._tokens[place][1] if place < len(self._tokens) else ""

    def _kind(self) -> str:
        return self._tokens[self._next][0] if self._next < len(self._tokens) else "end"

    def _fail(self, expected: str) -> SchemaError:
        if self._next < len(self._tokens):
            _, found, column = self._tokens[self._next]
            return SchemaError(
                f"'{self._text}': expected {expected} at column {column}, found '{found}'"
            )
        return SchemaError(f"'{self._text}': expected {expected} at the end")

    def _take(self, mark: str) -> None:
        if self._peek() != mark:
            raise self._fail(f"'{mark}'")
        self._next += 1

    def _skip(self, mark: str) -> bool:
        if self._peek() != mark:
            return False
        self._next += 1
        return True

    def _name(self, what: str) -> str:
        if self._kind() != "name":
            raise self._fail(what)
        self._next += 1
        return self._tokens[self._next - 1][1]

    def schema(self) -> Schema:
        namespace, name, overload = "aten", self._name("an operator name"), ""
        if self._skip("::"):
            namespace, name = name, self._name("an operator name")
        if self._skip("."):
            overload = self._name("an overload name")
        self._take("(")
        arguments = self._arguments()
        self._take("->")
        returns = self._returns()
        if self._next != len(self._tokens):
            raise self._fail("nothing more")
        return Schema(namespace, name, overload, tuple(arguments), tuple(returns))

    def _arguments(self) -> list[Argument]:
        arguments: list[Argument] = []
        keyword_only = False
        if self._skip(")"):
            return arguments
        while True:
            if self._skip("*"):
                keyword_only = True
            else:
                kind, alias = self._type()
                name = self._name("an argument name")
                default = self._default() if self._skip("=") else None
                arguments.append(Argument(name, kind, default, keyword_only, alias))
            if self._skip(")"):
                return arguments
            self._take(",")

    def _returns(self) -> list[Return]:
        if not self._skip("("):
            return [self._return()]
        returns: list[Return] = []
        if self._skip(")"):
            return returns
        while True:
            returns.append(self._return())
            if self._skip(")"):
                return returns
            self._take(",")

    def _return(self) -> Return:
        kind, alias = self._type()
        name = self._name("a name") if self._kind() == "name" else ""
        return Return(kind, name, alias)

    def _type(self) -> tuple[Type, str]:
        base = self._name("a type")
        if base not in BASE_TYPES:
            self._next -= 1
            raise self._fail("a type")
        kind, alias = Type(base), ""
        if self._skip("("):
            alias = self._alias()
        while True:
            if self._skip("?"):
                kind = Type("optional", kind)
            elif self._skip("["):
                size = None
                if self._kind() == "number":
                    size = int(self._peek())
                    self._next += 1
                self._take("]")
                kind = Type("list", kind, size)
            else:
                return kind, alias

    def _alias(self) -> str:
        words: list[str] = []
        while not self._skip(")"):
            word = self._peek()
            if self._kind() != "name" and word not in ("!", "|", "->", "*"):
                raise self._fail("an alias annotation")
            words.append(word)
            self._next += 1
        return " ".join(words).replace(" !", "!")

    def _default(self) -> str:
        if self._skip("["):
            items: list[str] = []
            while not self._skip("]"):
                items.append(self._default())
                if self._peek() != "]":
                    self._take(",")
            return f"[{', '.join(items)}]"
        sign = "-" if self._skip("-") else ""
        if self._kind() not in ("number", "name", "string"):
            raise self._fail("a default value")
        self._next += 1
        return sign + self._tokens[self._next - 1][1]
