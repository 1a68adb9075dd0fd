# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the bundle's tests share: the way to the package, and the operators of demo.yaml in Python.

The kernels of the same operators are in demo_ops/demo_ops.cpp; each side is written by hand.
"""

import sys
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "component"))

DEMO = Path(__file__).with_name("demo_ops")

library = torch.library.Library("demo", "DEF")
SCHEMAS = {
    "scale_add": "Tensor x, Tensor? bias, float scale, int[] dims",
    "weighted": "Tensor[] xs, float[] weights, Scalar alpha, bool negate, str mode, int? limit",
    "pair": "Tensor x, ScalarType? dtype, bool[2] flags, int[1]? axes",
    "sparse_sum": "Tensor?[] parts",
    "halves": "Tensor x",
}


def _scale_add(x, bias, scale, dims):
    result = x * scale + (0 if bias is None else bias)
    return result + 100 * dims[0] + dims[1]


def _weighted(xs, weights, alpha, negate, mode, limit):
    total = sum(x * weight for x, weight in zip(xs, weights, strict=True)) + alpha
    total = (-total if negate else total) + (1000.0 if mode == "high" else 0.0)
    return total if limit is None else total.clamp(max=limit)


def _pair(x, dtype, flags, axes):
    # The numbers of ExecuTorch's scalar types, as far as the test uses them.
    code = {None: -1, torch.int32: 3, torch.float32: 6}[dtype]
    first = x + 10.0 * code + flags[0] + 2.0 * flags[1]
    return first, x - (0.0 if axes is None else axes[0])


def _sparse_sum(parts):
    return sum(place * part for place, part in enumerate(parts, 1) if part is not None)


def _halves(x):
    return [half.clone() for half in torch.chunk(x, 2)]


def _define(name, function, returns, outs, out_returns):
    library.define(f"{name}({SCHEMAS[name]}) -> {returns}")
    library.define(f"{name}.out({SCHEMAS[name]}, *, {outs}) -> {out_returns}")
    library.impl(name, function, "CompositeExplicitAutograd")

    def out_variant(*args, **kwargs):
        names = [a.name for a in getattr(torch.ops.demo, name).out._schema.arguments if a.is_out]
        given = [kwargs.pop(key) for key in names]
        results = function(*args, **kwargs)
        if returns == "Tensor":
            return given[0].copy_(results)
        given = given[0] if out_returns == "()" else given
        copied = [out.copy_(value) for out, value in zip(given, results, strict=True)]
        return None if out_returns == "()" else tuple(copied)

    library.impl(f"{name}.out", out_variant, "CompositeExplicitAutograd")


_ONE = ("Tensor", "Tensor(a!) out", "Tensor(a!)")
_TWO = ("(Tensor, Tensor)", "Tensor(a!) out0, Tensor(b!) out1", "(Tensor(a!), Tensor(b!))")
_define("scale_add", _scale_add, *_ONE)
_define("weighted", _weighted, *_ONE)
_define("pair", _pair, *_TWO)
_define("sparse_sum", _sparse_sum, *_ONE)
_define("halves", _halves, "Tensor[]", "Tensor(a!)[] out", "()")


class Demo(torch.nn.Module):
    def forward(self, x, y):
        ops = torch.ops.demo
        first = ops.scale_add(x, None, 0.5, [3, 4])
        second = ops.scale_add(x, y, 2.0, [0, 1])
        third = ops.weighted([x, y, x], [1.0, 2.0, 4.0], 3, True, "high", None)
        fourth = ops.weighted([x, y], [0.5, 0.25], 1.5, False, "low", 2)
        fifth = ops.pair(x, torch.int32, [True, False], [5])
        sixth = ops.pair(x, None, [False, True], None)
        seventh = ops.sparse_sum([x, None, y])
        eighth = ops.halves(x)
        return first, second, third, fourth, *fifth, *sixth, seventh, *eighth


class ScaleAndHalves(torch.nn.Module):
    def forward(self, x):
        return torch.ops.demo.halves(torch.ops.demo.scale_add(x, None, 2.0, [0, 1]))


class Halves(torch.nn.Module):
    def forward(self, x):
        return torch.ops.demo.halves(x)
