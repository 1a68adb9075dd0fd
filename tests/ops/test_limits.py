# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""The limits in each operator's json: what Python refuses at export, kernels refuse when they run,
and between the same two numbers."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import executorch_espressif as ee
import pytest
import torch
from code_draws import codes
from executorch.exir import EdgeCompileConfig, ExecutorchProgramManager, to_edge
from executorch.exir._serialize._serialize import serialize_for_executorch
from executorch.exir.schema import EValue, Int, IntList
from executorch_espressif.emit import backend_config
from executorch_espressif.ops import operator, operators
from executorch_espressif.ops._common.limits import LARGEST_TENSOR, RANK, Limit
from test_random_calls import GENERATORS, Calls
from torch import Generator, Tensor
from torch.utils._pytree import tree_leaves

LIMITS = [(name, limit) for name, op in sorted(operators().items()) for limit in op.limits]
EVERY_LIMIT = pytest.mark.parametrize(
    ("name", "limit"), LIMITS, ids=[f"{name}/{limit}" for name, limit in LIMITS]
)


@cache
def call_of(name: str) -> dict[str, Any]:
    """The arguments of a call that is taken, by name."""
    operators()
    names = [argument.name for argument in operator(name).overload._schema.arguments]
    return dict(zip(names, GENERATORS[name](Generator().manual_seed(3)), strict=True))


def meta(value: Any) -> Any:
    return torch.empty_like(value, device="meta") if isinstance(value, Tensor) else value


def changed(limit: Limit, value: Any, to: int) -> Any:
    """An argument with one entry, one size or the rank that `limit` is about as `to`."""
    if isinstance(value, list) and isinstance(value[0], Tensor):
        return [changed(limit, value[0], to), *value[1:]]
    if limit.size is None:
        return [to, *value[1:]] if isinstance(value, list) else to
    if limit.size == RANK:
        return torch.empty([1] * to, dtype=torch.int8, device="meta")
    sizes = list(value.shape)
    sizes[limit.axis] = to
    return torch.empty(sizes, dtype=value.dtype, device="meta")


def excess(name: str, limit: Limit, to: int | None) -> str | None:
    op = operator(name)
    arguments = {key: meta(value) for key, value in call_of(name).items()}
    out = torch.empty(list(op.meta(*arguments.values())), dtype=op.out_dtype, device="meta")
    arguments["out"] = out
    if to is not None:
        arguments[limit.argument] = changed(limit, arguments[limit.argument], to)
    *args, out = arguments.values()
    return op.excess(args, out)


@EVERY_LIMIT
def test_python_refuses_from_the_next_value_on(name: str, limit: Limit) -> None:
    assert excess(name, limit, None) is None
    # Sizes of kernels and of what they give multiply; a rank has a size a number.
    for inside in (limit.low, limit.high):
        found = excess(name, limit, inside)
        assert found is None or "elements" in found
    assert excess(name, limit, limit.high + 1) == (
        f"{limit} {limit.high + 1}; {name} takes at most {limit.high}"
    )
    if limit.low > 0 or limit.size is None:
        below = f"{limit} {limit.low - 1}; {name} takes at least {limit.low}"
        assert excess(name, limit, limit.low - 1) == below


def test_tensors_of_more_than_int32_elements_are_refused() -> None:
    clamp = operator("clamp")
    x, y = (torch.empty(2**15, 2**16 - i, dtype=torch.int8, device="meta") for i in (0, 1))
    assert clamp.excess((y, -128, 127), y) is None
    assert f"input has {2**31} elements" in clamp.excess((x, -128, 127), x)
    assert LARGEST_TENSOR == 2**31 - 1


NUMBERS = [(name, limit) for name, limit in LIMITS if limit.size is None]


@cache
def program_of(name: str) -> tuple[ExecutorchProgramManager, tuple[Tensor, ...]]:
    arguments = tuple(call_of(name).values())
    inputs = tuple(a for a in tree_leaves(arguments) if isinstance(a, Tensor))
    exported = torch.export.export(Calls(name, [arguments]), inputs)
    config = EdgeCompileConfig(_check_ir_validity=False)
    return to_edge(exported, compile_config=config).to_executorch(backend_config()), inputs


def with_number(manager: ExecutorchProgramManager, place: int, number: int) -> bytes:
    """The program with another number as an argument of its call, or in front in a list of them."""
    output = copy.deepcopy(manager._emitter_output)
    plan = output.program.execution_plan[0]
    plan.values.append(EValue(Int(number)))
    index = len(plan.values) - 1
    call = plan.chains[0].instructions[0].instr_args
    old = plan.values[call.args[place]].val
    if isinstance(old, IntList):
        plan.values.append(EValue(IntList([index, *old.items[1:]])))
        index += 1
    call.args[place] = index
    serialized, _ = serialize_for_executorch(
        output, backend_config(), manager._data_serializer, manager._named_data
    )
    return bytes(serialized)


@pytest.mark.parametrize(
    ("name", "limit"), NUMBERS, ids=[f"{name}/{limit}" for name, limit in NUMBERS]
)
def test_kernels_have_the_same_numbers(name: str, limit: Limit) -> None:
    """They say the range themselves; of an upper bound that depends on a lower one with that."""
    manager, inputs = program_of(name)
    place = list(call_of(name)).index(limit.argument)
    low = limit.low
    if limit.argument in ("activation_max", "max"):
        low = list(call_of(name).values())[place - 1]
    for outside in (limit.low - 1, limit.high + 1):
        with pytest.raises(ee.RunError) as error:
            ee.run(with_number(manager, place, outside), inputs, on="host")
        assert f"is {outside}, expected {low}..{limit.high}" in str(error.value)


LAST = 32767
PER_CHANNEL = torch.tensor([[0], [2**30], [-1]], dtype=torch.int32)
AS_THEY_ARE = ([1, 1], [0, 0, 0, 0], [1, 1], 1, 0, 0, -128, 127)
TRANSPOSED = ([1, 1], [0, 0, 0, 0], [0, 0], [1, 1], 0, 0, -128, 127)
POOL = ([1, 1], [1, 1], [0, 0, 0, 0], -128, 127)


def tensor(*sizes: int) -> Tensor:
    return codes(Generator().manual_seed(7), *sizes)


# Calls with a size just inside the limit, from a function of one to add to it.
SIZES = {
    "conv2d/input width": lambda n: (tensor(1, 1, LAST + n, 1), tensor(1, 1, 1, 1), PER_CHANNEL),
    "conv2d/input height": lambda n: (tensor(1, LAST + n, 1, 1), tensor(1, 1, 1, 1), PER_CHANNEL),
    "conv2d/input in_channels": lambda n: (
        tensor(1, 1, 1, LAST + n),
        tensor(1, 1, 1, LAST + n),
        PER_CHANNEL,
    ),
    "conv2d/weight out_channels": lambda n: (
        tensor(1, 1, 1, 1),
        tensor(LAST + n, 1, 1, 1),
        PER_CHANNEL.repeat(1, LAST + n),
    ),
    "depthwise_conv2d/input width": lambda n: (
        tensor(1, 1, LAST + n, 1),
        tensor(1, 1, 1, 1),
        PER_CHANNEL,
    ),
    "conv_transpose2d/input width": lambda n: (
        tensor(1, 1, LAST + n, 1),
        tensor(1, 1, 1, 1),
        PER_CHANNEL,
        *TRANSPOSED,
    ),
    "conv_transpose2d/out out_width": lambda n: (
        tensor(1, 1, 8192, 1),
        tensor(1, 1, 3 + n, 1),
        PER_CHANNEL,
        [1, 4],
        *TRANSPOSED[1:],
    ),
    "max_pool2d/input width": lambda n: (tensor(1, 1, LAST + n, 1), *POOL),
    "max_pool2d/input channels": lambda n: (tensor(1, 1, 1, LAST + n), *POOL),
    "avg_pool2d/input height": lambda n: (tensor(1, LAST + n, 1, 1), *POOL),
    "linear/weight in_features": lambda n: (
        tensor(1, 65535 + n),
        tensor(1, 65535 + n),
        PER_CHANNEL,
        0,
        0,
        -128,
        127,
    ),
    "linear/weight out_features": lambda n: (
        tensor(1, 1),
        tensor(65535 + n, 1),
        PER_CHANNEL.repeat(1, 65535 + n),
        0,
        0,
        -128,
        127,
    ),
    "layer_norm/weight_bias width": lambda n: (
        tensor(1, LAST + n),
        torch.ones(2, LAST + n, dtype=torch.int32),
        1,
        30,
        0,
    ),
    "softmax/input width": lambda n: (tensor(1, 4095 + n), 2**30, 20, -255),
    "masked_softmax/input width": lambda n: (
        tensor(1, 4095 + n),
        torch.zeros(1, 4095 + n, dtype=torch.bool),
        2**30,
        20,
        -255,
    ),
    "permute/input rank": lambda n: (tensor(*[1] * (6 + n)), list(range(6 + n))),
    "expand/input rank": lambda n: (tensor(*[1] * (6 + n)), [2] * (6 + n)),
    "pad/input rank": lambda n: (tensor(*[1] * (4 + n)), [1] * (4 + n), [0] * (4 + n), 0),
    "mean/input rank": lambda n: (tensor(*[2] * (6 + n)), [0], 0, 0, 2**30, 0, -128, 127),
}


@pytest.mark.parametrize("case", SIZES)
def test_kernels_have_the_same_sizes(case: str) -> None:
    name, quantity = case.split("/")
    for beyond in (0, 1):
        arguments = SIZES[case](beyond)
        if name in ("conv2d", "depthwise_conv2d"):
            arguments = (*arguments, *AS_THEY_ARE)
        op = operator(name)
        result = op.overload(*arguments)
        found = op.excess(arguments, result)
        inputs = tuple(a for a in arguments if isinstance(a, Tensor))
        exported = torch.export.export(Calls(name, [arguments]), inputs)
        config = EdgeCompileConfig(_check_ir_validity=False)
        program = to_edge(exported, compile_config=config).to_executorch().buffer
        if not beyond:
            assert found is None
            assert torch.equal(ee.run(program, inputs, on="host")[0], result)
            continue
        assert found.startswith(quantity)
        bound = found.rsplit(" ", 1)[1]
        with pytest.raises(ee.RunError, match=rf"expected \d+\.\.{bound}"):
            ee.run(program, inputs, on="host")


def test_a_limit_of_a_size_that_the_text_does_not_name_is_an_error() -> None:
    from executorch_espressif.ops._common.limits import limits_of

    spec = {"arguments": {"input": "int8 [..., width]"}, "limits": {"input": {"height": [0, 1]}}}
    with pytest.raises(ValueError, match="'height' is no dimension"):
        limits_of(spec)
