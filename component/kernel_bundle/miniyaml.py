# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The part of YAML that operator lists use: block lists and mappings of plain or quoted scalars.

Flow collections, anchors, tags, multi-line scalars and several documents are errors, not guesses.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

Node = dict[str, "Node"] | list["Node"] | str | int | bool | None


class YamlError(ValueError):
    """Text that this parser does not take; says the line."""


class _Line(NamedTuple):
    number: int
    indent: int
    text: str


_KEY = re.compile(r"([A-Za-z_][\w.-]*):(?:\s+(.*))?$")


def parse(text: str) -> Node:
    """The document; None if it is empty."""
    lines: list[_Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        stripped = raw.strip()
        if not stripped or stripped.startswith("#"):
            continue
        body = raw.rstrip()
        indent = len(body) - len(body.lstrip(" "))
        if body[indent] == "\t":
            raise YamlError(f"line {number}: a tab in the indentation")
        lines.append(_Line(number, indent, body[indent:]))
    if not lines:
        return None
    node, rest = _block(lines, 0, lines[0].indent)
    if rest != len(lines):
        raise YamlError(f"line {lines[rest].number}: unexpected indentation")
    return node


def _block(lines: list[_Line], start: int, indent: int) -> tuple[Node, int]:
    if lines[start].text == "-" or lines[start].text.startswith("- "):
        return _list(lines, start, indent)
    return _mapping(lines, start, indent)


def _list(lines: list[_Line], start: int, indent: int) -> tuple[Node, int]:
    items: list[Node] = []
    at = start
    while at < len(lines) and lines[at].indent == indent:
        number, _, text = lines[at]
        if text != "-" and not text.startswith("- "):
            break
        body = text[1:].lstrip(" ")
        if not body:
            at += 1
            if at < len(lines) and lines[at].indent > indent:
                item, at = _block(lines, at, lines[at].indent)
                items.append(item)
            else:
                items.append(None)
        elif _KEY.match(body) or body.startswith("- "):
            # "- key: value" opens a block whose column is that of `key`.
            lines[at] = _Line(number, indent + len(text) - len(body), body)
            item, at = _block(lines, at, lines[at].indent)
            items.append(item)
        else:
            items.append(_scalar(body, number))
            at += 1
    return items, at


def _mapping(lines: list[_Line], start: int, indent: int) -> tuple[Node, int]:
    result: dict[str, Node] = {}
    at = start
    while at < len(lines) and lines[at].indent == indent:
        number, _, text = lines[at]
        match = _KEY.match(text)
        if not match:
            raise YamlError(f"line {number}: expected 'key: value', found '{text}'")
        key, value = match.group(1), (match.group(2) or "").strip()
        if key in result:
            raise YamlError(f"line {number}: key '{key}' is given twice")
        at += 1
        if value and not value.startswith("#"):
            result[key] = _scalar(value, number)
            continue
        # A list may stand at the column of its key.
        deeper = at < len(lines) and (
            lines[at].indent > indent
            or (lines[at].indent == indent and lines[at].text.startswith("- "))
        )
        if deeper:
            result[key], at = _block(lines, at, lines[at].indent)
        else:
            result[key] = None
    return result, at


def _scalar(text: str, number: int) -> Node:
    quote = text[0]
    if quote in "\"'":
        end = text.rfind(quote)
        rest = text[end + 1 :].strip()
        if end == 0 or (rest and not rest.startswith("#")):
            raise YamlError(f"line {number}: unbalanced quotes in {text}")
        inner = text[1:end]
        if quote == "'":
            return inner.replace("''", "'")
        try:
            return json.loads(f'"{inner}"')
        except ValueError:
            raise YamlError(f"line {number}: cannot read {text}") from None
    if quote in "[{&*!|>%@`":
        raise YamlError(f"line {number}: '{text}' is YAML that operator lists do not use")
    text = re.split(r"\s#", text, maxsplit=1)[0].rstrip()
    if text in ("null", "~", "Null", "NULL"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return text
