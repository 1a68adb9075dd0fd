# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Products of activations, written with bmm and views ahead of quantization: matmul of any ranks,
mm, and scaled dot product attention."""

from __future__ import annotations

from math import inf, prod

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.rewrites import Builder, Rules, rewrite, shape_of

aten = torch.ops.aten


def decompose_products(module: GraphModule) -> None:
    rewrite(module, RULES)


def _reshaped(b: Builder, node: Node, sizes: list[int]) -> Node:
    return node if shape_of(node) == sizes else b.reshape(node, *sizes)


def _product(b: Builder, left: Node, right: Node, out: list[int]) -> Node:
    """torch.matmul: a vector is one row on the left and one column on the right; leading dimensions
    are broadcast."""
    a, c = shape_of(left), shape_of(right)
    a = a if len(a) > 1 else [1, *a]
    c = c if len(c) > 1 else [*c, 1]
    batch = list(torch.broadcast_shapes(a[:-2], c[:-2]))
    if prod(c[:-2]) == 1:
        # One matrix for all: the batch is more rows.
        rows = [1, prod(a[:-1]), a[-1]]
        product = b.call(
            aten.bmm.default, _reshaped(b, left, rows), _reshaped(b, right, [1, *c[-2:]])
        )
        return _reshaped(b, product, out)
    operands = []
    for node, sizes in ((left, a), (right, c)):
        node = _reshaped(b, node, sizes)
        if sizes[:-2] != batch:
            node = b.call(aten.expand.default, node, [*batch, *sizes[-2:]])
        operands.append(_reshaped(b, node, [prod(batch), *sizes[-2:]]))
    return _reshaped(b, b.call(aten.bmm.default, *operands), out)


def _matmul(b: Builder) -> Node:
    left, right = b.node.args[:2]
    return _product(b, left, right, shape_of(b.node))


def _sum_and_product(b: Builder) -> Node | None:
    """baddbmm: how attention with weights adds its mask."""
    added, left, right = b.node.args[:3]
    if (b.given["beta"], b.given["alpha"]) != (1, 1):
        return None
    product = b.call(aten.bmm.default, left, right)
    return b.call(aten.add.Tensor, product, added)


def _attention(b: Builder) -> Node | None:
    """softmax(q k^T scale + mask) v; masks.py brings the mask to the form that has an operator."""
    given = b.given
    q, k, v = (given[name] for name in ("query", "key", "value"))
    if given["dropout_p"]:
        return None
    if given["enable_gqa"]:
        # Each head of keys and values serves several of queries.
        heads = len(shape_of(q)) - 3
        times = shape_of(q)[heads] // shape_of(k)[heads]
        k, v = (b.repeated(node, heads, times, each=True) for node in (k, v))
    scale = given["scale"] if given["scale"] is not None else shape_of(q)[-1] ** -0.5
    scaled = b.call(aten.mul.Tensor, q, float(scale))
    turned = b.call(aten.transpose.int, k, -2, -1)
    weights = _product(b, scaled, turned, [*shape_of(q)[:-1], shape_of(k)[-2]])
    mask = given["attn_mask"]
    if given["is_causal"]:
        later = torch.ones(shape_of(weights)[-2:], dtype=torch.bool).triu(1)
        weights = b.call(aten.masked_fill.Scalar, weights, b.constant("later", later), -inf)
    elif mask is not None and mask.meta["val"].dtype == torch.bool:
        weights = b.call(aten.where.ScalarOther, mask, weights, -inf)
    elif mask is not None:
        weights = b.call(aten.add.Tensor, weights, mask)
    weights = b.call(aten.softmax.int, weights, -1)
    return _product(b, weights, v, shape_of(b.node))


RULES: Rules = {
    aten.matmul.default: _matmul,
    aten.mm.default: _matmul,
    aten.baddbmm.default: _sum_and_product,
    aten.scaled_dot_product_attention.default: _attention,
}
