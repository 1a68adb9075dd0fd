# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Matrix products and normalizations."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import FLOATS, INTEGERS, Argument, Buffer, Draw, out
from calls import draws
from torch import Tensor

_REAL = (*INTEGERS, *FLOATS)
_COMPLEX = (torch.complex32, torch.complex64, torch.complex128)


def _other(draw: Draw, dtype: torch.dtype) -> torch.dtype:
    return draw.choice([each for each in _REAL if each != dtype])


def _result(draw: Draw, dtype: torch.dtype, sizes: Sequence[int]) -> Buffer:
    extra = draw.choice([0, 0, 1])
    return out(dtype, [size + extra for size in sizes])


# --- matrix products ------------------------------------------------------------------------------


def _matrix(draw: Draw, dtype: torch.dtype, sizes: Sequence[int]) -> Tensor:
    """Whole numbers if the dtype is narrow: their products are exact in any order of summation,
    and the official kernels add in an order of their own."""
    if dtype == torch.complex32:
        parts = draw.tensor(torch.int8, [*sizes, 2], low=-3, high=3).to(torch.float32)
        return torch.view_as_complex(parts).to(dtype)
    if dtype in (torch.float16, torch.bfloat16):
        return draw.tensor(torch.int8, sizes, low=-3, high=3).to(dtype)
    if dtype.is_complex:
        parts = draw.tensor(torch.float64, [*sizes, 2], low=-3, high=3)
        return torch.view_as_complex(parts).to(dtype)
    return draw.tensor(dtype, sizes, low=-10, high=10)


def _factors(draw: Draw, dtype: torch.dtype, batch: list[int], wrong: int) -> list[Tensor]:
    """Two matrices, or two batches; wrong 0..2: with sizes or dtypes that do not fit."""
    m, n, p = (0 if draw.random() < 0.05 else draw.randint(1, 6) for _ in range(3))
    # The official bmm leaves the result as it was if there is nothing to add.
    n = max(n, len(batch))
    other = [batch[0] + 1] if wrong == 2 and batch else batch
    of = _other(draw, dtype) if wrong == 1 else dtype
    return [
        _matrix(draw, dtype, [*batch, m, n]),
        _matrix(draw, of, [*other, n + (wrong == 0), p]),
    ]


def _product(draw: Draw, dtype: torch.dtype, a: Tensor, b: Tensor, wrong: int) -> Buffer:
    """wrong 3..5: another dtype, rank or, static, size."""
    sizes = [*a.shape[:-1], b.shape[-1]]
    if wrong == 3:
        return out(_other(draw, dtype), sizes)
    if wrong == 4:
        return out(dtype, [*sizes, 1])
    if wrong == 5:
        return out(dtype, [size + 1 for size in sizes], dynamic=False)
    return _result(draw, dtype, sizes)


# The wheel's mm and bmm are the optimized kernels; the portable ones refuse these.
def _wrong_product(arguments: list[Argument]) -> str | None:
    a, b = arguments[:2]
    if a.dtype == torch.bool and 0 in (a.numel(), b.numel()):
        return "it does not look at the dtype of empty matrices"
    if a.dim() == 3 and a.shape[2] != b.shape[1]:
        return "it does not look at the inner sizes"
    return None


@draws("aten::mm.out", calls=80, rtol=2e-6, atol=1e-4, wrong_official=_wrong_product)
def mm(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(_REAL) if draw.random() < 0.95 else torch.bool
    wrong = draw.randrange(6) if draw.wrong() else -1
    a, b = _factors(draw, dtype, [], wrong)
    return [a, b, _product(draw, dtype, a, b, wrong)]


@draws("aten::bmm.out", calls=100, rtol=2e-6, atol=1e-4, wrong_official=_wrong_product)
def bmm(draw: Draw) -> list[Argument]:
    dtype = draw.dtype((*_REAL, *_COMPLEX)) if draw.random() < 0.95 else torch.bool
    wrong = draw.randrange(6) if draw.wrong() else -1
    a, b = _factors(draw, dtype, [draw.choice([1, 2, 3, 0])], wrong)
    return [a, b, _product(draw, dtype, a, b, wrong)]


@draws("aten::addmm.out", calls=120)
def addmm(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(_REAL) if draw.random() < 0.95 else torch.bool
    wrong = draw.randrange(8) if draw.wrong(0.2) else -1
    a, b = _factors(draw, dtype, [], wrong)
    sizes = [a.shape[0], b.shape[1]]
    shape = draw.broadcastable(sizes)
    if wrong == 6:
        shape = draw.choice([(1, *sizes), (sizes[0], sizes[1] + 2)])
    self = draw.tensor(_other(draw, dtype) if wrong == 7 else dtype, shape, low=-5, high=5)
    beta = draw.choice([1, 0, 2, -3, True, False])
    alpha = draw.choice([1, 0, 2, -1, True])
    if dtype.is_floating_point:
        beta, alpha = draw.choice([beta, 0.3]), draw.choice([alpha, -1.7])
    return [self, a, b, beta, alpha, _product(draw, dtype, a, b, wrong)]


# --- normalizations -------------------------------------------------------------------------------


def _features(draw: Draw, dtype: torch.dtype, low: int, high: int) -> Tensor:
    sizes = draw.shape(low, high, largest=6)
    last = len(sizes) == 4 and draw.random() < 0.06
    special = draw.random() < 0.1
    return draw.tensor(dtype, sizes, low=-3, high=5, special=special, channels_last=last)


def _vector(draw: Draw, dtype: torch.dtype, size: int) -> Tensor | None:
    return None if draw.random() < 0.3 else draw.tensor(dtype, [size], low=0.2, high=3)


# Ours computes the inverse deviation in the dtype, the official kernel in double. The values stay
# below 100: two units in the last place of an intermediate result are at most 2e-5.
_BATCH = {"rtol": 2e-6, "atol": 2e-5, "half_ulps": 8}


def _spoil_vectors(draw: Draw, vectors: list[Tensor | None], dtype: torch.dtype) -> None:
    index = draw.randrange(len(vectors))
    vector = vectors[index]
    size = 1 if vector is None else vector.shape[0]
    kind = draw.randrange(3)
    if kind == 0:
        vectors[index] = draw.tensor(dtype, [size + 1])
    elif kind == 1:
        vectors[index] = draw.tensor(_other(draw, dtype), [size])
    else:
        vectors[index] = draw.tensor(dtype, [size, 1])


def _batch_norm(draw: Draw, name: str) -> tuple[Tensor, list[Tensor | None], list[Buffer]]:
    dtype = draw.dtype(FLOATS) if draw.random() < 0.93 else draw.dtype(INTEGERS)
    x = _features(draw, dtype, 2 if draw.random() < 0.95 else 0, 5)
    channels = x.shape[1] if x.dim() > 1 else 1
    statistics = [
        draw.tensor(dtype, [channels], low=-1, high=1),
        draw.tensor(dtype, [channels], low=0.3, high=4),
    ]
    vectors = [_vector(draw, dtype, channels), _vector(draw, dtype, channels)]
    vectors += [] if "no_stats" in name else statistics
    wrong = draw.wrong()
    kind = draw.randrange(3) if wrong else -1
    if kind == 0:
        _spoil_vectors(draw, vectors, dtype)
    saved = channels if "no_stats" in name else draw.choice([0, 2])
    order = (0, 2, 3, 1) if x.dim() == 4 and not x.is_contiguous() else None
    results = [out(dtype, x.shape, dim_order=order), out(dtype, [saved]), out(dtype, [saved])]
    which = draw.randrange(3)
    if kind == 1:
        results[which] = out(_other(draw, dtype), results[which].sizes)
    elif kind == 2:
        results[which] = out(dtype, [*results[which].sizes, 1])
    return x, vectors, results


def _wrong_batch_norm(arguments: list[Argument]) -> str | None:
    x = arguments[0]
    return "it aborts for want of a channel axis" if x.dim() < 2 else None


@draws(
    "aten::_native_batch_norm_legit_no_training.out",
    calls=90,
    wrong_official=_wrong_batch_norm,
    **_BATCH,
)
def batch_norm(draw: Draw) -> list[Argument]:
    x, vectors, results = _batch_norm(draw, "no_training")
    return [x, *vectors, 0.1, draw.choice([1e-5, 1e-3, 0.1]), *results]


@draws(
    "aten::_native_batch_norm_legit.out",
    calls=60,
    wrong_official=_wrong_batch_norm,
    **_BATCH,
)
def batch_norm_legit(draw: Draw) -> list[Argument]:
    x, vectors, results = _batch_norm(draw, "legit")
    training = draw.random() < 0.1
    return [x, *vectors, training, 0.1, draw.choice([1e-5, 1e-3]), *results]


@draws(
    "aten::_native_batch_norm_legit.no_stats_out",
    calls=90,
    wrong_official=_wrong_batch_norm,
    **_BATCH,
)
def batch_norm_no_stats(draw: Draw) -> list[Argument]:
    x, vectors, results = _batch_norm(draw, "no_stats")
    return [x, *vectors, draw.random() < 0.5, 0.1, draw.choice([1e-3, 0.1]), *results]


def _wrong_layer_norm(arguments: list[Argument]) -> str | None:
    # What is in the wheel is the optimized kernel; the portable one refuses.
    return "it ignores dim orders" if not arguments[0].is_contiguous() else None


@draws("aten::native_layer_norm.out", calls=100, wrong_official=_wrong_layer_norm)
def layer_norm(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS) if draw.random() < 0.93 else draw.dtype(INTEGERS)
    x = _features(draw, dtype, 1, 4)
    # Below 256 elements: from there on the official kernel adds in an order of its own.
    count = draw.randint(1, min(x.dim(), 3))
    shape = list(x.shape[x.dim() - count :])
    vectors = [
        None if draw.random() < 0.3 else draw.tensor(dtype, shape, low=0.2, high=3)
        for _ in range(2)
    ]
    saved = [*x.shape[: x.dim() - count], *([1] * count)]
    order = (0, 2, 3, 1) if x.dim() == 4 and not x.is_contiguous() else None
    results = [out(dtype, x.shape, dim_order=order), out(dtype, saved), out(dtype, saved)]
    if draw.wrong():
        kind = draw.randrange(4)
        if kind == 0:
            _spoil_vectors(draw, vectors, dtype)
            vectors = [None if each is None else each.reshape(*each.shape, 1) for each in vectors]
        elif kind == 1:
            shape = draw.choice([[], [*shape, 1], [shape[0] + 1, *shape[1:]], [2, *x.shape]])
        elif kind == 2:
            index = draw.randrange(3)
            results[index] = out(_other(draw, dtype), results[index].sizes)
        else:
            index = draw.randrange(3)
            results[index] = out(dtype, [*results[index].sizes, 1])
    return [x, shape, *vectors, draw.choice([1e-5, 1e-3, 0.1]), *results]


def _wrong_group_norm(arguments: list[Argument]) -> str | None:
    return "it aborts for want of a channel axis" if arguments[0].dim() < 2 else None


@draws("aten::native_group_norm.out", calls=100, wrong_official=_wrong_group_norm)
def group_norm(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS) if draw.random() < 0.93 else draw.dtype(INTEGERS)
    group = draw.randint(1, 3)
    n, c = draw.choice([1, 2, 0]), group * draw.choice([1, 2, 0])
    space = draw.shape(0, 2, largest=6)
    last = len(space) == 2 and draw.random() < 0.06
    x = draw.tensor(dtype, [n, c, *space], low=-3, high=5, channels_last=last)
    vectors = [_vector(draw, dtype, c), _vector(draw, dtype, c)]
    hxw = torch.Size(space).numel()
    order = (0, 2, 3, 1) if not x.is_contiguous() else None
    results = [
        out(dtype, x.shape, dim_order=order),
        out(dtype, [n, group]),
        out(dtype, [n, group]),
    ]
    if draw.wrong():
        kind = draw.randrange(6)
        if kind == 0:
            _spoil_vectors(draw, vectors, dtype)
        elif kind == 1:
            index = draw.randrange(3)
            results[index] = out(_other(draw, dtype), results[index].sizes)
        elif kind == 2:
            n += 1
        elif kind == 3:
            hxw += 1
        elif kind == 4:
            group = draw.choice([0, -1, c + 1])
        else:
            x = draw.tensor(dtype, [c])
    return [x, *vectors, n, c, hxw, group, draw.choice([1e-5, 1e-3, 0.1]), *results]
