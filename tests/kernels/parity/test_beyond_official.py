# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Where the official kernel is wrong, or says nothing, ours gives what PyTorch gives."""

from __future__ import annotations

import pytest
import torch
from arguments import Argument, Buffer, out
from kernel_programs import run
from torch import Tensor

_LAST = (0, 2, 3, 1)


def _ours(name: str, arguments: list[Argument], *results: int) -> list[Tensor]:
    """The tensors written, counted among the tensor arguments."""
    done = run("ours", [(name, arguments)])[0]
    assert done.error == 0
    return [done.tensors[result] for result in results]


def _channels_last(shape: tuple[int, ...], dtype: torch.dtype = torch.float32) -> Tensor:
    values = torch.randn(shape, generator=torch.Generator().manual_seed(1)).to(dtype)
    return values.contiguous(memory_format=torch.channels_last)


def _of_memory(result: Tensor) -> Tensor:
    """The values of a channels-last result, which come in memory order."""
    n, c, h, w = result.shape
    return result.reshape(n, h, w, c).permute(0, 3, 1, 2)


@pytest.mark.parametrize("dim", [0, 1, 2, -1])
@pytest.mark.parametrize("name", ["_softmax", "_log_softmax"])
def test_softmax_of_channels_last(name: str, dim: int) -> None:
    x = _channels_last((2, 3, 4, 5))
    (result,) = _ours(
        f"aten::{name}.out", [x, dim, False, out(x.dtype, x.shape, dim_order=_LAST)], 1
    )
    torch.testing.assert_close(_of_memory(result), getattr(torch, name)(x, dim, False))


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_halving_and_summing_up_of_channels_last(dim: int) -> None:
    x = _channels_last((2, 4, 6, 8))
    half = list(x.shape)
    half[dim] //= 2
    (result,) = _ours("aten::glu.out", [x, dim, out(x.dtype, half, dim_order=_LAST)], 1)
    torch.testing.assert_close(_of_memory(result), torch.nn.functional.glu(x, dim))
    (result,) = _ours("aten::cumsum.out", [x, dim, None, out(x.dtype, x.shape, dim_order=_LAST)], 1)
    torch.testing.assert_close(_of_memory(result), x.cumsum(dim))


@pytest.mark.parametrize("dims", [[0], [2], [1, 3], [-1, 0]])
def test_highest_of_channels_last(dims: list[int]) -> None:
    x = _channels_last((2, 3, 4, 5))
    expected = x.amax(dims, keepdim=True)
    result = _ours(
        "aten::amax.out", [x, dims, True, out(x.dtype, expected.shape, dim_order=_LAST)], 1
    )
    torch.testing.assert_close(_of_memory(result[0]), expected)


def test_argmax_counts_in_the_order_of_the_dimensions() -> None:
    x = _channels_last((2, 3, 4, 5))
    (result,) = _ours(
        "aten::argmax.out", [x, None, True, out(torch.int64, (1, 1, 1, 1), dim_order=_LAST)], 1
    )
    assert result.item() == x.argmax().item()


def test_large_integers_stay_as_they_are() -> None:
    x = torch.tensor([2**24 + 1, -(2**31), 2**31 - 1], dtype=torch.int32)
    for name in ("ceil", "floor", "trunc"):
        (result,) = _ours(f"aten::{name}.out", [x, out(torch.int32, (3,))], 1)
        assert torch.equal(result, x)
    (result,) = _ours("aten::sum.IntList_out", [x[:1], [0], False, None, out(torch.int32, ())], 1)
    assert result.item() == 2**24 + 1


def test_topk_takes_the_first_of_equal_elements() -> None:
    x = torch.tensor([[3, 1, 3, 2, 3], [float("nan"), 5, 0, float("nan"), 7]])
    results = [out(x.dtype, (2, 3)), out(torch.int64, (2, 3))]
    values, indices = _ours("aten::topk.values", [x, 3, -1, True, False, *results], 1, 2)
    torch.testing.assert_close(
        values, torch.tensor([[3, 3, 3], [float("nan"), float("nan"), 7]]), equal_nan=True
    )
    assert indices.tolist() == [[0, 2, 4], [0, 3, 4]]
    values, indices = _ours("aten::topk.values", [x, 3, -1, False, True, *results], 1, 2)
    assert values.tolist() == [[1, 2, 3], [0, 5, 7]]
    assert indices.tolist() == [[1, 3, 0], [2, 1, 4]]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_log_softmax_of_the_other_dtypes(dtype: torch.dtype) -> None:
    x = torch.randn((3, 7), generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    x = x.to(dtype)
    (result,) = _ours("aten::_log_softmax.out", [x, 1, False, out(dtype, (3, 7))], 1)
    torch.testing.assert_close(result, torch.log_softmax(x, 1))


def test_extremes_of_nothing_are_refused() -> None:
    x = torch.empty((2, 0))
    for name in ("amax", "amin"):
        arguments = [x, [1], False, out(torch.float32, (2,))]
        assert run("ours", [(f"aten::{name}.out", arguments)])[0].refused
        arguments = [x, [0], False, out(torch.float32, (0,))]
        assert not run("ours", [(f"aten::{name}.out", arguments)])[0].refused
    for name in ("argmax", "argmin"):
        arguments = [x, None, False, out(torch.int64, ())]
        assert run("ours", [(f"aten::{name}.out", arguments)])[0].refused


def test_gelu_of_infinity() -> None:
    x = torch.tensor([float("-inf"), float("inf")])
    for how in ("none", "tanh"):
        (result,) = _ours("aten::gelu.out", [x, how, out(torch.float32, (2,))], 1)
        assert result.tolist() == [0.0, float("inf")]


_INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64)


@pytest.mark.parametrize("dtype", _INTEGERS, ids=str)
def test_remainder_has_the_sign_of_the_divisor(dtype: torch.dtype) -> None:
    """-5 % 3 was -2, as upstream has it."""
    least = torch.iinfo(dtype).min
    a = torch.tensor([-5, -3, -1, 0, 1, 5, 6, least, least, least + 1], dtype=dtype)
    b = torch.tensor([3, 3, 3, 3, -3, -3, -3, -1, 3, least], dtype=dtype)
    right = [1, 0, 2, 0, -2, -1, 0, 0, least % 3, least + 1]
    (result,) = _ours("aten::remainder.Tensor_out", [a, b, out(dtype, (10,))], 2)
    assert result.tolist() == right
    (result,) = _ours("aten::remainder.Scalar_out", [a, -4, out(dtype, (10,))], 1)
    assert result.tolist() == [number % -4 for number in a.tolist()]
    for zero in (torch.tensor([0], dtype=dtype), 0):
        name = "Tensor" if isinstance(zero, Tensor) else "Scalar"
        call = (f"aten::remainder.{name}_out", [a, zero, out(dtype, (10,))])
        assert run("ours", [call])[0].refused


def test_remainder_of_bytes_wraps_the_divisor() -> None:
    a = torch.tensor([5, 254], dtype=torch.uint8)
    (result,) = _ours("aten::remainder.Scalar_out", [a, -3, out(torch.uint8, (2,))], 1)
    assert result.tolist() == [5 % 253, 254 % 253] == (a % -3).tolist()


def test_remainders_of_large_integers_are_exact() -> None:
    a = torch.tensor([2**53 + 1, -(2**62) - 3])
    (result,) = _ours("aten::fmod.Scalar_out", [a, 4, out(torch.int64, (2,))], 1)
    assert result.tolist() == [1, -3]
    (result,) = _ours("aten::remainder.Scalar_out", [a, 4, out(torch.int64, (2,))], 1)
    assert result.tolist() == [1, 1]


def test_remainder_of_doubles_is_a_double() -> None:
    a, b = torch.tensor([1.0, -0.25], dtype=torch.float64), torch.tensor([0.1, 0.1]).double()
    (result,) = _ours("aten::remainder.Tensor_out", [a, b, out(torch.float64, (2,))], 2)
    assert torch.equal(result, torch.remainder(a, b))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_rounded_down_quotients_are_whole(dtype: torch.dtype) -> None:
    """Upstream has 124.00000762939453 for the first in float32, and inf for 0 / 0."""
    a = torch.tensor([-99.8, -18.4, 71.4, 0.0, 5.0, -5.0, -0.0, 1e30], dtype=dtype)
    b = torch.tensor([-0.8, -0.7, -0.7, 0.0, -0.0, 0.0, 2.0, 3.0], dtype=dtype)
    right = torch.floor_divide(a, b)
    assert right[0] == 124 and right[3].isnan() and right[4] == -float("inf")
    for name, mode in (("floor_divide.out", []), ("div.out_mode", ["floor"])):
        (result,) = _ours(f"aten::{name}", [a, b, *mode, out(dtype, (8,))], 2)
        torch.testing.assert_close(result, right, rtol=0, atol=0, equal_nan=True)
        assert torch.equal(result.signbit()[~right.isnan()], right.signbit()[~right.isnan()])


def test_places_of_nonzeros_go_into_rows_and_columns() -> None:
    x = torch.tensor([[0, 7, 0], [8, 0, 9]], dtype=torch.int8)
    right = [[0, 1], [1, 0], [1, 2]]
    for order in ((0, 1), (1, 0)):
        (result,) = _ours("aten::nonzero.out", [x, out(torch.int64, (6, 2), dim_order=order)], 1)
        assert result.shape == (3, 2)
        rows = result if order == (0, 1) else result.reshape(2, 3).T
        assert rows.tolist() == right


def test_pieces_of_columns() -> None:
    x = torch.arange(6).reshape(2, 3).T
    (result,) = _ours("aten::slice_copy.Tensor_out", [x, 1, 1, 2, 1, out(x.dtype, (3, 1))], 1)
    assert result.tolist() == [[3], [4], [5]]
    (result,) = _ours("aten::select_copy.int_out", [x, 0, 1, out(x.dtype, (2,))], 1)
    assert result.tolist() == [1, 4]
    column = Buffer(x.dtype, (3, 1), (1, 0), x[:, 1].numpy().tobytes())
    (result,) = _ours("aten::squeeze_copy.dims_out", [column, [1], out(x.dtype, (3,))], 1)
    assert result.tolist() == [3, 4, 5]
    call = ("aten::squeeze_copy.dims_out", [x, [1], out(x.dtype, (3, 2))])
    assert run("ours", [call])[0].refused
