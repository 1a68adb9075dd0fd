# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Random calls of the operators of kernels/cadence, and what each must give.

`OPERATORS` has for every operator a function that draws arguments, without `out`, and its
reference: the wheel's Python implementation, except where that has none or a wrong one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from cadence_draw import BYTES, FOUR, Arguments, Draw
from cadence_flow import MIRRORED
from cadence_others import (
    any_tensor,
    attention_mask,
    boxes,
    boxes_reference,
    copied,
    embedding,
    float_softmax,
    layer_norm,
    layer_norm_tensors,
    rope,
    softmax,
    softmax_reference,
    softmax_tensors,
    stacked_reference,
    where_scalar,
)
from cadence_products import (
    dequantize,
    float_linear,
    fully_connected,
    linear,
    linear_reference,
    linear_tensors,
    matmul,
    mul,
    mul_reference,
    pair,
    pair_tensors,
    quantize,
    relu,
    relu_tensors,
    requantize,
    requantize_tensors,
)
from cadence_windows import (
    avg_pool,
    conv,
    conv_tensors,
    float_conv,
    im2row,
    im2row_tensors,
    in_its_dtype,
    max_pool,
    quantized_transposed_conv,
    quantized_transposed_reference,
    transposed_conv,
    transposed_im2row,
    transposed_reference,
    with_offset,
)
from executorch.backends.cadence.aot import ref_implementations
from torch import Tensor

Reference = Callable[..., Tensor]


@dataclass(frozen=True)
class Operator:
    """wrong: positions of arguments, and values there that must be refused."""

    draw: Callable[[Draw], Arguments]
    reference: Reference | None = None
    wrong: tuple[tuple[int, Any], ...] = ()
    rtol: float = 1e-6
    takes_any_dtype: bool = False


def reference_of(name: str) -> Reference:
    """The wheel's Python implementation of an operator with its overload."""
    op, overload = name.removeprefix("cadence::").split(".")
    packet = getattr(torch.ops.cadence, op)
    function = packet.per_tensor if overload == "per_tensor_out" else packet.default
    position = next((p for family, p in MIRRORED.items() if op.startswith(family)), None)
    if position is None:
        return function

    def turned(*args: Any) -> Tensor:
        return function(*(-a if i == position else a for i, a in enumerate(args)))

    return turned


CONV_WRONG = ((3, [0]), (3, [1, 1, 1, 1]), (4, [-1]), (5, [0]), (6, 0), (6, 1000), (7, 99999),
              (9, 0.0), (10, math.nan), (11, -99999))  # fmt: skip
PAIR_WRONG = ((1, 0.0), (4, math.nan), (6, -1.0), (2, 99999), (5, -99999), (7, 2**40))
LINEAR_WRONG = ((3, 99999), (4, 99999), (5, -(2**30)), (5, 2**31), (7, -99999))
_NAMED = {"asym8s": torch.int8, "asym8u": torch.uint8}


def _operators() -> dict[str, Operator]:
    found: dict[str, Operator] = {}
    quantities = ((1, 0.0), (1, math.nan), (2, 2**40), (3, 2**40), (4, -(2**40)))
    for suffix, dtypes in (
        ("", (*FOUR, torch.int32)), ("_asym8s", (torch.int8,)), ("_asym8u", (torch.uint8,)),
        ("_asym16s", (torch.int16,)), ("_asym16u", (torch.uint16,)), ("_asym32s", (torch.int32,)),
    ):  # fmt: skip
        for verb, function in (("quantize", quantize), ("dequantize", dequantize)):
            wrong = ((5, torch.int64),) if suffix == "" else ((5, torch.int64), (5, torch.float32))
            found[f"{verb}_per_tensor{suffix}.out"] = Operator(
                lambda draw, f=function, d=dtypes: f(draw, d), wrong=(*quantities, *wrong)
            )
    found["requantize.per_tensor_out"] = Operator(
        requantize, wrong=((1, 0.0), (3, -1.0), (2, 2**40), (4, -99999), (5, torch.int64))
    )
    found["requantize.out"] = Operator(
        requantize_tensors, wrong=((1, torch.zeros(1)), (2, torch.zeros(1)), (5, torch.float32))
    )
    relu_wrong = ((1, 99999), (2, -99999), (3, -(2**30)), (3, 2**31))
    found["quantized_relu.per_tensor_out"] = Operator(relu, wrong=relu_wrong)
    found["quantized_relu.out"] = Operator(relu_tensors, wrong=((1, torch.zeros(1)), (2, 99999)))
    found["quantized_add.per_tensor_out"] = Operator(lambda d: pair(d, BYTES), wrong=PAIR_WRONG)
    found["quantized_add.out"] = Operator(
        pair_tensors, wrong=((1, torch.zeros(1)), (2, torch.zeros(1)), (7, 99999))
    )
    found["quantized_mul.per_tensor_out"] = Operator(mul, wrong=PAIR_WRONG)
    found["quantized_mul.out"] = Operator(
        lambda d: pair_tensors(d, 0.02 * 0.02 * 74), mul_reference,
        ((1, torch.zeros(1)), (5, torch.zeros(1)), (6, 0.0)),
    )  # fmt: skip
    for kind, dtype in _NAMED.items():
        found[f"quantized_relu_{kind}_{kind}.per_tensor_out"] = Operator(
            lambda d, t=dtype: relu(d, (t,)), wrong=relu_wrong
        )
        found[f"quantized_add_{kind}x{kind}_{kind}.per_tensor_out"] = Operator(
            lambda d, t=dtype: pair(d, (t,)), wrong=PAIR_WRONG
        )
        for family, function in (
            ("linear", linear), ("fully_connected", fully_connected), ("matmul", matmul)
        ):  # fmt: skip
            overload = "out" if family == "matmul" else "per_tensor_out"
            wrong = (
                ((1, 2**20), (3, -(2**20)), (5, -1), (7, 2**40))
                if family == "matmul"
                else LINEAR_WRONG
            )
            found[f"quantized_{family}_{kind}x{kind}_{kind}.{overload}"] = Operator(
                lambda d, f=function, t=dtype: f(d, only=t), wrong=wrong
            )
    for family, function in (("linear", linear), ("fully_connected", fully_connected)):
        found[f"quantized_{family}.per_tensor_out"] = Operator(function, wrong=LINEAR_WRONG)
        rows = None if family == "linear" else (1, 2)
        found[f"quantized_{family}.out"] = Operator(
            lambda d, r=rows: linear_tensors(d, r), linear_reference(f"quantized_{family}"),
            ((3, 99999), (4, torch.zeros(1)), (5, torch.zeros(1)), (5, torch.zeros(11).int())),
        )  # fmt: skip
    found["quantized_matmul.out"] = Operator(
        matmul, wrong=((1, 2**20), (3, -(2**20)), (4, torch.ones(3).int()), (5, -1), (7, 2**40))
    )
    found["fully_connected.out"] = Operator(float_linear, wrong=((2, torch.zeros(11)),), rtol=1e-4)
    _add_convolutions(found)
    _add_others(found)
    return {f"cadence::{name}": operator for name, operator in sorted(found.items())}


def _add_convolutions(found: dict[str, Operator]) -> None:
    tensors_wrong = (
        (3, [0]),
        (6, 0),
        (7, 99999),
        (8, torch.zeros(1)),
        (9, torch.zeros(1)),
        (10, 0.0),
    )
    for layout, options in (("nchw", {}), ("nhwc", {"channels_last": True})):
        drawn = conv if layout == "nchw" else with_offset
        name = f"quantized_conv2d_{layout}"
        found[f"{name}.per_tensor_out"] = Operator(
            lambda d, f=drawn, o=options: f(d, **o), wrong=CONV_WRONG
        )
        found[f"{name}.out"] = Operator(
            lambda d, o=options: conv_tensors(d, **o), wrong=tensors_wrong
        )
        for variant, more in (
            ("", {}), ("_dilated", {"dilated": True}), ("_depthwise", {"depthwise": True})
        ):  # fmt: skip
            for kind, dtype in _NAMED.items():
                sym = kind.replace("asym", "sym")
                found[f"{name}{variant}_{kind}x{sym}_{kind}.per_tensor_out"] = Operator(
                    lambda d, o=options | more | {"only": dtype}: conv(d, **o), wrong=CONV_WRONG
                )
    found["quantized_conv2d_depthwise_nhwc.out"] = Operator(
        lambda d: conv(d, channels_last=True, depthwise=True), wrong=CONV_WRONG
    )
    for layout in ("ncl", "nlc"):
        options = {"axes": 1, "channels_last": layout == "nlc", "flat_weight": False}
        drawn = conv if layout == "ncl" else with_offset
        found[f"quantized_conv1d_{layout}.per_tensor_out"] = Operator(
            lambda d, f=drawn, o=options: f(d, **o), wrong=CONV_WRONG
        )
        found[f"quantized_conv1d_{layout}.out"] = Operator(
            lambda d, o=options: conv_tensors(d, **o), wrong=tensors_wrong
        )
        found[f"quantized_depthwise_conv1d_{layout}.per_tensor_out"] = Operator(
            lambda d, o=options: conv(d, depthwise=True, **o), wrong=CONV_WRONG
        )
    for axes in (1, 2, 3):
        found[f"conv{axes}d.out"] = Operator(
            lambda d, n=axes: float_conv(d, n), wrong=((3, [0]), (4, [-1]), (5, [0]), (6, 0)),
            rtol=1e-4,
        )  # fmt: skip
    found["transposed_convolution.out"] = Operator(
        transposed_conv, transposed_reference,
        ((3, [0]), (4, [-1]), (5, [0]), (6, [-1]), (7, 0), (7, 1000)), rtol=1e-4,
    )  # fmt: skip
    found["quantized_transposed_conv.out"] = Operator(
        quantized_transposed_conv, quantized_transposed_reference,
        ((3, [0]), (6, [-1]), (7, 0), (8, 99999), (9, torch.zeros(1)), (10, torch.ones(33)),
         (11, 0.0), (12, -99999)),
    )  # fmt: skip


def _add_others(found: dict[str, Operator]) -> None:
    pool_wrong = ((1, [0]), (2, [0]), (3, [9]), (3, [-1]), (4, [0]))
    # The list of the wheel has it under one name, its flow writes the other.
    for name in ("quantized_max_pool2d", "quantized_max_pool2d_nchw"):
        found[f"{name}.out"] = Operator(
            max_pool, lambda *a: torch.ops.cadence.quantized_max_pool2d_nchw(*a), pool_wrong
        )
    found["quantized_max_pool2d_nhwc.out"] = Operator(
        lambda d: max_pool(d, channels_last=True), wrong=pool_wrong
    )
    # Called directly: PyTorch leaves out arguments that are the schema's defaults, and the wheel's
    # function has another default than its schema.
    found["avg_pool2d.out"] = Operator(
        avg_pool,
        ref_implementations.avg_pool2d,
        ((1, [0]), (2, [0]), (3, [9]), (6, 0), (8, True)),
        rtol=1e-5,
    )
    rows_wrong = ((1, [0]), (2, [0]), (3, [-1]), (4, [0]))
    found["im2row.per_tensor_out"] = Operator(im2row, wrong=rows_wrong)
    found["im2row.out"] = Operator(im2row_tensors, wrong=(*rows_wrong, (5, torch.zeros(7).int())))
    found["transposed_im2row.out"] = Operator(
        transposed_im2row, in_its_dtype, (*rows_wrong, (5, [-1]), (6, torch.zeros(7).int()))
    )
    found["quantized_layer_norm.per_tensor_out"] = Operator(
        layer_norm, wrong=((1, 0.0), (2, 99999), (3, [3, 3, 3, 3]), (6, -1.0), (7, 0.0), (8, -9999))
    )
    found["quantized_layer_norm.out"] = Operator(
        layer_norm_tensors, wrong=((1, torch.zeros(1)), (2, torch.zeros(1)), (3, []))
    )
    softmax_wrong = ((2, 7), (2, -9), (3, 2))
    found["quantized_softmax.per_tensor_out"] = Operator(
        softmax, softmax_reference, (*softmax_wrong, (5, 0.0), (6, 99999), (7, -1.0), (8, 99999))
    )
    found["quantized_softmax.out"] = Operator(
        softmax_tensors, softmax_reference, (*softmax_wrong, (5, torch.zeros(1)))
    )
    found["_softmax_f32_f32.out"] = Operator(
        float_softmax, wrong=((1, 7), (1, -9), (2, True)), rtol=1e-5
    )
    found["where_Scalar.out"] = Operator(where_scalar)
    found["quantized_embedding_byte.out"] = Operator(
        embedding, None,
        ((1, torch.ones(77)), (3, torch.tensor([99])), (3, torch.tensor([-1])), (4, True)),
    )  # fmt: skip
    rope_wrong = ((1, torch.zeros(1, 1)), (2, torch.zeros(9)), (3, torch.tensor([99] * 7)))
    found["rope.out"] = Operator(rope, wrong=rope_wrong)
    found["rope_rotate_stacked_halves.out"] = Operator(rope, stacked_reference, rope_wrong)
    found["sdpa_bitwise_mask_gen.out"] = Operator(
        attention_mask, wrong=((0, torch.zeros(7)), (0, torch.zeros(())))
    )
    found["roi_align_box_processor.out"] = Operator(
        boxes, boxes_reference,
        ((0, torch.zeros(2, 4)), (0, torch.ones(1, 5)), (0, torch.tensor([[0, 0, 0, 9e9, 9e9]])),
         (1, 0), (2, -1), (3, 2**20)),
    )  # fmt: skip
    for name, numbers in (("copy", 2), ("load", 2), ("store", 2), ("wait", 1)):
        found[f"idma_{name}.out"] = Operator(
            lambda d, n=numbers: any_tensor(d, n), copied, takes_any_dtype=True
        )


OPERATORS = _operators()
