# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Movement of elements where the official kernels are no reference: they read channels_last memory
as if it were contiguous, copy the bits of one dtype into another, abort, or write outside. Values
are PyTorch's."""

from __future__ import annotations

import pytest
import torch
from arguments import Argument, Buffer, Tensors, out
from kernel_programs import Result, run
from movement import CHANNELS_LAST, channels_last
from torch import Tensor

LAST4, LAST5 = CHANNELS_LAST[4], CHANNELS_LAST[5]
X = torch.arange(2 * 3 * 4 * 5, dtype=torch.float32).reshape(2, 3, 4, 5)


def ours(name: str, arguments: list[Argument]) -> Result:
    (result,) = run("ours", [(name, arguments)])
    assert not isinstance(result.error, str), result.error
    return result


def logical(stored: Tensor, order: tuple[int, ...]) -> Tensor:
    """A tensor from its elements in memory order."""
    in_memory = stored.reshape([stored.shape[axis] for axis in order])
    return in_memory.permute([order.index(axis) for axis in range(len(order))])


def written(name: str, arguments: list[Argument], to: Buffer) -> Tensor:
    """What the kernel writes into its out, the last tensor."""
    result = ours(name, [*arguments, to])
    assert not result.refused
    return logical(result.tensors[-1], to.dim_order)


# Channels last, in and out: operator, arguments after the input, and what PyTorch makes of it.
SAME_ORDER = {
    "narrow": ("aten::narrow_copy.out", [3, 1, 2], X.narrow(3, 1, 2)),
    "slice": ("aten::slice_copy.Tensor_out", [1, 0, None, 2], X[:, ::2]),
    "transpose": ("aten::transpose_copy.int_out", [1, -1], X.transpose(1, 3)),
    "permute": ("aten::permute_copy.out", [[3, 0, 2, 1]], X.permute(3, 0, 2, 1)),
    "flip": ("aten::flip.out", [[1, 3]], X.flip(1, 3)),
    "roll": ("aten::roll.out", [[1, -2], [1, 2]], X.roll((1, -2), (1, 2))),
    "constant_pad_nd": (
        "aten::constant_pad_nd.out",
        [[1, 0, 0, 2, 1, 1], 7],
        torch.nn.functional.pad(X, (1, 0, 0, 2, 1, 1), value=7),
    ),
    "replication_pad2d": (
        "aten::replication_pad2d.out",
        [[1, 2, -1, 3]],
        torch.nn.functional.pad(X, (1, 2, -1, 3), mode="replicate"),
    ),
}


@pytest.mark.parametrize("case", SAME_ORDER)
def test_channels_last_is_read_and_written_as_such(case: str) -> None:
    name, arguments, expected = SAME_ORDER[case]
    to = out(torch.float32, expected.shape, dim_order=LAST4)
    assert torch.equal(written(name, [channels_last(X), *arguments], to), expected)


# The kernels that ask nothing of dim orders: channels last into contiguous.
ANY_ORDER = {
    "narrow": ("aten::narrow_copy.out", [1, 1, 2], X.narrow(1, 1, 2)),
    "replication_pad1d": (
        "aten::replication_pad2d.out",
        [[1, 2, 3, 0]],
        torch.nn.functional.pad(X, (1, 2, 3, 0), mode="replicate"),
    ),
    "unsqueeze": ("aten::unsqueeze_copy.out", [2], X.unsqueeze(2)),
    "unfold": ("aten::unfold_copy.out", [1, 2, 1], X.unfold(1, 2, 1)),
    "pixel_unshuffle": (
        "aten::pixel_unshuffle.out",
        [2],
        torch.nn.functional.pixel_unshuffle(X[..., :4], 2),
    ),
}


@pytest.mark.parametrize("case", ANY_ORDER)
def test_channels_last_becomes_contiguous(case: str) -> None:
    name, arguments, expected = ANY_ORDER[case]
    x = X[..., :4] if case == "pixel_unshuffle" else X
    to = out(torch.float32, expected.shape)
    assert torch.equal(written(name, [channels_last(x), *arguments], to), expected)


def test_joins_and_replaces_in_channels_last() -> None:
    joined = out(torch.float32, (2, 6, 4, 5), dim_order=LAST4)
    got = written("aten::cat.out", [Tensors([channels_last(X), channels_last(-X)]), 1], joined)
    assert torch.equal(got, torch.cat([X, -X], 1))
    to = out(torch.float32, X.shape, dim_order=LAST4)
    # The source of slice_scatter may be in either order.
    for src in (-X[:, 1:], channels_last(-X[:, 1:])):
        got = written("aten::slice_scatter.out", [channels_last(X), src, 1, 1, None, 1], to)
        assert torch.equal(got, torch.slice_scatter(X, -X[:, 1:], 1, 1))


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("aten::split_copy.Tensor_out", 2), ("aten::split_with_sizes_copy.out", [2, 1])],
)
def test_takes_channels_last_apart(name: str, sizes: int | list[int]) -> None:
    parts = X.split(sizes, 1)
    outs = Tensors([out(torch.float32, part.shape, dim_order=LAST4) for part in parts])
    result = ours(name, [channels_last(X), sizes, 1, outs])
    assert not result.refused
    for stored, part in zip(result.tensors[1:], parts, strict=True):
        assert torch.equal(logical(stored, LAST4), part)


def test_ranks_change_in_channels_last() -> None:
    y = X.reshape(2, 3, 2, 2, 5)
    to = out(torch.float32, (2, 3, 2, 5), dim_order=LAST4)
    got = written("aten::select_copy.int_out", [channels_last(y), 3, 1], to)
    assert torch.equal(got, y.select(3, 1))
    same = out(torch.float32, y.shape, dim_order=LAST5)
    got = written(
        "aten::select_scatter.out", [channels_last(y), channels_last(-X[:, :, :2]), 3, 0], same
    )
    assert torch.equal(got, torch.select_scatter(y, -X[:, :, :2], 3, 0))
    z = torch.complex(X, -X)
    to = out(torch.float32, (2, 3, 4, 5, 2), dim_order=LAST5)
    got = written(
        "aten::view_as_real_copy.out",
        [
            channels_last(z),
        ],
        to,
    )
    assert torch.equal(got, torch.view_as_real(z))


@pytest.mark.parametrize(
    ("dtype", "to"),
    [
        (torch.int32, torch.float32),
        (torch.int64, torch.float64),
        (torch.int16, torch.float16),
        (torch.bfloat16, torch.float16),
        (torch.float16, torch.bfloat16),
    ],
)
def test_cat_converts_between_dtypes_of_one_size(dtype: torch.dtype, to: torch.dtype) -> None:
    x = torch.tensor([[-3, 0, 100]], dtype=dtype)
    y = torch.tensor([[0.5, -2, 7]], dtype=to)
    got = written("aten::cat.out", [Tensors([x, y]), 0], out(to, (2, 3)))
    assert torch.equal(got, torch.cat([x.to(to), y]))


def test_what_is_not_zero_becomes_true() -> None:
    x = torch.zeros(4, dtype=torch.bool)
    src = torch.tensor([0.5, 0.0, float("nan"), -0.25])
    got = written("aten::slice_scatter.out", [x, src, 0, None, None, 1], out(torch.bool, (4,)))
    assert got.tolist() == [True, False, True, True]


def test_narrow_counts_dimensions_from_the_end() -> None:
    got = written("aten::narrow_copy.out", [X, -1, 1, 3], out(torch.float32, (2, 3, 4, 3)))
    assert torch.equal(got, X.narrow(-1, 1, 3))


def test_pads_what_has_no_elements() -> None:
    x = torch.empty(2, 0)
    result = ours("aten::constant_pad_nd.out", [x, [0, 0, 1, 2], 5, out(torch.float32, (9, 9))])
    assert not result.refused
    assert list(result.tensors[1].shape) == [5, 0]
    got = written("aten::constant_pad_nd.out", [x, [1, 2, 0, 1], 5], out(torch.float32, (3, 3)))
    assert torch.equal(got, torch.full((3, 3), 5.0))
    # Without elements there is no edge to repeat.
    to = out(torch.float32, (2, 3), dynamic=False)
    assert ours("aten::replication_pad1d.out", [x, [1, 2], to]).refused


def test_as_many_dimensions_as_tensors_have() -> None:
    shape = (1, 2) * 8
    x = torch.arange(256, dtype=torch.int16).reshape(shape)
    to = out(torch.int16, shape)
    assert torch.equal(written("aten::flip.out", [x, [1, 7, -1]], to), x.flip(1, 7, -1))
    got = written("aten::roll.out", [x, [1] * 3, [3, 5, 15]], to)
    assert torch.equal(got, x.roll([1] * 3, [3, 5, 15]))
    got = written("aten::transpose_copy.int_out", [x, 1, 13], to)
    assert torch.equal(got, x.transpose(1, 13))
    wide = out(torch.int16, (2,) * 16)
    got = written("aten::expand_copy.out", [x, [2] * 16, False], out(torch.int16, (2,) * 16))
    assert torch.equal(got, x.expand((2,) * 16))
    assert torch.equal(
        written("aten::cat.out", [Tensors([x, x]), 0], out(torch.int16, (2, *shape[1:]))),
        torch.cat([x, x]),
    )
    # One more than a tensor can have.
    assert ours("aten::unsqueeze_copy.out", [x, 0, wide]).refused
    assert ours("aten::unfold_copy.out", [x, 1, 1, 1, wide]).refused


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        # Positions beyond 2^63, which come back into the input where they wrap.
        ("aten::as_strided_copy.out", [X, [2, 2], [2**62, 2**62], 0, out(torch.float32, (2, 2))]),
        ("aten::as_strided_copy.out", [X, [2], [1], 2**63 - 1, out(torch.float32, (2,))]),
        ("aten::as_strided_copy.out", [X, [3], [2**63 - 1], 2, out(torch.float32, (3,))]),
        # Half of each element, or elements beyond out.
        ("aten::view_as_real_copy.out", [X.to(torch.complex64), out(torch.float32, X.shape)]),
        # The second output would get elements of the first one's size.
        (
            "aten::split_with_sizes_copy.out",
            [
                X,
                [1, 1],
                0,
                Tensors([out(torch.float64, (1, 3, 4, 5)), out(torch.int8, (1, 3, 4, 5))]),
            ],
        ),
        # An empty tensor that has other sizes than the rest.
        (
            "aten::cat.out",
            [Tensors([X, torch.empty(2, 3, 0, 9)]), 2, out(torch.float32, (2, 3, 4, 9))],
        ),
        # More bytes than out has.
        (
            "et_copy::_d2h_copy.out",
            [Buffer(torch.float32, (2,), (0,), b"12345678", device=0), out(torch.int8, (2,))],
        ),
    ],
)
def test_refuses_what_would_leave_a_tensor(name: str, arguments: list[Argument]) -> None:
    assert ours(name, arguments).refused
