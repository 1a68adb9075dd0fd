# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The schema parser against PyTorch's own, on every schema that PyTorch and ExecuTorch ship."""

from pathlib import Path

import pytest
import torch
import torchgen
import yaml
from kernel_bundle import schema

NATIVE = Path(torchgen.__file__).parent / "packaged/ATen/native/native_functions.yaml"


def _annotation(kind: schema.Type) -> str:
    """A type in the spelling of torch._C.Type.annotation_str, symbolic types as plain ones."""
    if kind.name == "optional":
        return f"Optional[{_annotation(kind.elem)}]"
    if kind.name == "list":
        return f"List[{_annotation(kind.elem)}]"
    spelled = {"SymInt": "int", "SymBool": "bool", "DeviceIndex": "int", "Scalar": "number"}
    return spelled.get(kind.name, kind.name)


def _their_type(argument) -> str:
    text = str(getattr(argument, "real_type", argument.type))
    return text.replace("SymInt", "int").replace("SymBool", "bool")


def _size(kind: schema.Type) -> int | None:
    kind = kind.elem if kind.name == "optional" else kind
    return kind.size if kind.name == "list" else None


def _same(text: str, theirs) -> None:
    ours = schema.parse(text)
    namespace, _, name = theirs.name.partition("::")
    assert (ours.namespace, ours.name, ours.overload) == (namespace, name, theirs.overload_name)
    assert [a.name for a in ours.arguments] == [a.name for a in theirs.arguments]
    for mine, other in zip(ours.arguments, theirs.arguments, strict=True):
        assert _annotation(mine.type) == _their_type(other), mine
        assert _size(mine.type) == other.N
        assert mine.keyword_only == other.kwarg_only
        assert (mine.default is not None) == other.has_default_value()
        assert mine.is_write == bool(other.alias_info and other.alias_info.is_write)
    assert len(ours.returns) == len(theirs.returns)
    for mine, other in zip(ours.returns, theirs.returns, strict=True):
        assert _annotation(mine.type) == _their_type(other)
        assert mine.name == (other.name or "")
        assert mine.is_write == bool(other.alias_info and other.alias_info.is_write)
    outs = [a.name for a in theirs.arguments if a.is_out]
    assert [a.name for a in ours.out_arguments] == outs


def test_all_native_functions():
    entries = [entry["func"] for entry in yaml.safe_load(NATIVE.read_text())]
    assert len(entries) > 2000
    for text in entries:
        _same(text, torch._C.parse_schema(f"aten::{text}"))


def test_schemas_of_executorch_kernel_lists(wheel):
    count = 0
    for path in sorted((wheel / "kernels").glob("*/*.yaml")):
        for entry in yaml.safe_load(path.read_text()):
            if "op" in entry:
                name, _, overload = entry["op"].partition(".")
                theirs = torch._C._get_schema(f"aten::{name}", overload)
                text = str(theirs)
            else:
                text = entry["func"]
                full = text if "::" in text.partition("(")[0] else f"aten::{text}"
                theirs = torch._C.parse_schema(full)
            _same(text, theirs)
            count += 1
    assert count > 200


def test_defaults_aliases_and_sizes():
    parsed = schema.parse(
        "ns::op.out(Tensor(a!) self, int[2]? y=[0, -1], float f=-1.5e-05, str s='a,)\\'b', "
        'str t="q", Tensor(b -> *)[] w, ScalarType? d=None, *, bool[3] m, Tensor(c|d) p, '
        "Tensor(e!)[] out) -> ()"
    )
    defaults = {a.name: a.default for a in parsed.arguments if a.default is not None}
    assert defaults == {
        "y": "[0, -1]",
        "f": "-1.5e-05",
        "s": "'a,)\\'b'",
        "t": '"q"',
        "d": "None",
    }
    aliases = {a.name: a.alias for a in parsed.arguments if a.alias}
    assert aliases == {"self": "a!", "w": "b -> *", "p": "c | d", "out": "e!"}
    assert {a.name: str(a.type) for a in parsed.arguments}["y"] == "int[2]?"
    assert str(parsed.arguments[5].type) == "Tensor[]"
    assert [a.name for a in parsed.arguments if a.keyword_only] == ["m", "p", "out"]
    assert parsed.qualified == "ns::op.out"
    assert schema.parse("copy_(Tensor(a!) self) -> Tensor(a!)").qualified == "aten::copy_"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("add(Tensor x -> Tensor", "expected ',' at column 13, found '->'"),
        ("add(Tensr x) -> Tensor", "expected a type at column 4, found 'Tensr'"),
        ("add(Tensor) -> Tensor", "expected an argument name at column 10, found ')'"),
        ("add(Tensor x)", "expected '->' at the end"),
        ("add(Tensor x=) -> Tensor", "expected a default value at column 13"),
        ("add(int[x] y) -> Tensor", r"expected ']' at column 8, found 'x'"),
        ("add() -> Tensor Tensor x", "expected nothing more at column 23"),
        ("a;b() -> ()", "unexpected character at column 1"),
        ("", "expected an operator name at the end"),
    ],
)
def test_errors_say_where(text, message):
    with pytest.raises(schema.SchemaError) as caught:
        schema.parse(text)
    assert message in str(caught.value)
    assert f"'{text}'" in str(caught.value)
