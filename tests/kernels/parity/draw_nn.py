# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Convolutions and poolings."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from arguments import FLOATS, INTEGERS, Argument, Buffer, Draw, buffer, out
from calls import draws
from torch import Tensor

_REAL = (*INTEGERS, *FLOATS)
_CHANNELS_LAST = (0, 2, 3, 1)


def _image(draw: Draw, dtype: torch.dtype, sizes: Sequence[int], last: bool) -> Buffer:
    """Small values; with `last` in the dim order of channels_last even where sizes are 1."""
    special = draw.random() < 0.1
    tensor = draw.tensor(dtype, sizes, low=-6, high=6, special=special, channels_last=last)
    made = buffer(tensor)
    if not last or len(sizes) != 4:
        return made
    dense = tensor.permute(_CHANNELS_LAST).contiguous().reshape(-1)
    data = dense.view(torch.uint8).numpy().tobytes() if dense.numel() else b""
    return Buffer(made.dtype, made.sizes, _CHANNELS_LAST, data)


def _result(draw: Draw, dtype: torch.dtype, sizes: Sequence[int], last: bool) -> Buffer:
    """Room for the result, exactly or more."""
    extra = draw.choice([0, 0, 1])
    room = [max(size, 0) + extra for size in sizes]
    order = _CHANNELS_LAST if last and len(sizes) == 4 else None
    return out(dtype, room, dim_order=order)


def _zeros(dtype: torch.dtype, sizes: Sequence[int], order: Sequence[int] | None = None) -> Buffer:
    """With spare memory behind it, where official kernels that write outside do no harm."""
    count = torch.Size(sizes).numel() * dtype.itemsize + 4096
    return Buffer(dtype, tuple(sizes), tuple(order or range(len(sizes))), bytes(count), True)


def _list(draw: Draw, axes: int, low: int, high: int) -> list[int]:
    """A value an axis, or one for all."""
    return [draw.randint(low, high) for _ in range(draw.choice([1, axes]))]


def _at(values: Sequence[int], axis: int) -> int:
    return values[0] if len(values) == 1 else values[axis]


def _other(draw: Draw, dtype: torch.dtype, among: Sequence[torch.dtype] = _REAL) -> torch.dtype:
    return draw.choice([each for each in (*among, torch.bool) if each != dtype])


# --- convolution ----------------------------------------------------------------------------------


def _conv_sizes(arguments: list[Argument]) -> list[int]:
    x, weight, _, stride, padding, dilation, transposed, extra, groups = arguments[:9]
    sizes = [x.sizes[0], groups * weight.sizes[1] if transposed else weight.sizes[0]]
    for axis, (size, kernel) in enumerate(zip(x.sizes[2:], weight.sizes[2:], strict=True)):
        reach = _at(dilation, axis) * (kernel - 1)
        if transposed:
            size = (size - 1) * _at(stride, axis) - 2 * _at(padding, axis) + reach
            sizes.append(size + _at(extra, axis) + 1)
        else:
            room = size + 2 * _at(padding, axis) - reach - 1
            sizes.append(int(room / _at(stride, axis)) + 1)
    return sizes


def _conv(draw: Draw, dtype: torch.dtype, rank: int, transposed: bool) -> list[Argument]:
    """Input, weight, None and the parameters."""
    axes = rank - 2
    last = rank == 4 and draw.random() < 0.4
    groups = draw.choice([1, 1, 2, 3])
    per_in, per_out = draw.randint(1, 3), draw.randint(1, 3)
    space = [draw.randint(1, 6) for _ in range(axes)]
    kernel = [draw.randint(1, 3) for _ in range(axes)]
    channels = [groups * per_in, per_out] if transposed else [groups * per_out, per_in]
    x = _image(draw, dtype, [draw.choice([1, 1, 2, 0]), groups * per_in, *space], last)
    weight = _image(draw, dtype, [*channels, *kernel], last and draw.random() < 0.8)
    if transposed and rank == 4 and draw.random() < 0.2:
        weight = buffer(draw.tensor(dtype, [channels[1], channels[0], *kernel]).transpose(0, 1))
    stride, padding = _list(draw, axes, 1, 3), _list(draw, axes, 0, 2)
    dilation, extra = _list(draw, axes, 1, 2), _list(draw, axes, 0, 1)
    return [x, weight, None, stride, padding, dilation, transposed, extra, groups]


def _spoil_conv(draw: Draw, arguments: list[Argument]) -> None:
    """Makes the arguments such that they must be refused."""
    x, weight = arguments[0], arguments[1]
    kind = draw.randrange(9)
    if kind == 0:
        arguments[8] = draw.choice([0, -1, 5])
    elif kind == 1:
        arguments[draw.choice([3, 5])] = [draw.choice([0, -1])]
    elif kind == 2:
        arguments[4] = draw.choice([[-1], [1, 1, 1], []])
    elif kind == 3:
        arguments[draw.choice([3, 5])] = draw.choice([[1, 1, 1], []])
    elif kind == 4:
        arguments[1] = _image(draw, _other(draw, x.dtype), weight.sizes, False)
    elif kind == 5:
        arguments[1] = _image(draw, x.dtype, [*weight.sizes, 1], False)
    elif kind == 6:
        sizes = [weight.sizes[0], weight.sizes[1] + 1, *weight.sizes[2:]]
        arguments[1] = _image(draw, x.dtype, sizes, False)
        arguments[8] = max(arguments[8], 2)
    elif kind == 7:
        arguments[0] = _image(draw, torch.bool, x.sizes, False)
        arguments[1] = _image(draw, torch.bool, weight.sizes, False)
    else:
        arguments[7] = [3]
        arguments[3] = arguments[5] = [2]


def _wrong_conv(arguments: list[Argument]) -> str | None:
    weight, bias, transposed, groups = arguments[1], arguments[2], arguments[6], arguments[8]
    if groups < 1:
        return "it divides by the groups without a look"
    if isinstance(bias, Tensor):
        channels = groups * weight.sizes[1] if transposed else weight.sizes[0]
        if bias.dim() == 1 and bias.shape[0] != channels:
            return "it does not look at the length of the bias"
        if bias.dtype == torch.bool:
            return "it calls a null function for a bool bias"
    return None


@draws("aten::convolution.out", calls=240, wrong_official=_wrong_conv)
def convolution(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(_REAL) if draw.random() < 0.5 else torch.float32
    wrong = draw.wrong()
    arguments = _conv(draw, dtype, draw.choice([3, 4, 4]), draw.random() < 0.35)
    x, weight, transposed, groups = arguments[0], arguments[1], arguments[6], arguments[8]
    if draw.random() < 0.7:
        channels = groups * weight.sizes[1] if transposed else weight.sizes[0]
        of = dtype if draw.random() < 0.7 else draw.dtype((*_REAL, torch.bool))
        length = channels if draw.random() < 0.95 else channels + draw.choice([-1, 1])
        arguments[2] = draw.tensor(of, [max(length, 0)])
    last = x.dim_order == _CHANNELS_LAST
    result = _result(draw, dtype, _conv_sizes(arguments), last)
    if wrong and draw.random() < 0.8:
        _spoil_conv(draw, arguments)
    elif wrong:
        kind = draw.randrange(3)
        sizes = result.sizes if kind else [size + 1 for size in result.sizes]
        of = _other(draw, dtype) if kind == 1 else dtype
        order = _CHANNELS_LAST if kind == 2 and not last and len(sizes) == 4 else None
        result = out(of, sizes, dynamic=kind != 0, dim_order=order)
    return [*arguments, result]


def _wrong_conv_backward(arguments: list[Argument]) -> str | None:
    _, x, weight, sizes = arguments[:4]
    grad_x, grad_weight, grad_bias = arguments[11:]
    if arguments[9] < 1:
        return "it divides by the groups without a look"
    mask = arguments[10]
    if mask[0] and grad_x.dim_order != x.dim_order:
        return "it takes the dim order of the gradient for that of its tensor"
    if mask[1] and grad_weight.dim_order != weight.dim_order:
        return "it takes the dim order of the gradient for that of its tensor"
    if mask[2] and sizes is None and grad_bias.sizes[0] != weight.sizes[0]:
        return "it writes behind the gradient of the bias"
    return None


@draws("aten::convolution_backward.out", calls=120, wrong_official=_wrong_conv_backward)
def convolution_backward(draw: Draw) -> list[Argument]:
    dtype = draw.choice([torch.float32, draw.dtype(FLOATS)])
    wrong = draw.wrong()
    arguments = _conv(draw, dtype, 4, False)
    sizes = _conv_sizes(arguments)
    x, weight = arguments[0], arguments[1]
    last = x.dim_order == _CHANNELS_LAST
    grad = _image(draw, dtype, [max(size, 0) for size in sizes], last != (draw.random() < 0.1))
    mask = [draw.random() < 0.75 for _ in range(3)]
    results = [
        _zeros(dtype, x.sizes, x.dim_order),
        _zeros(dtype, weight.sizes, weight.dim_order),
        _zeros(dtype, [sizes[1]]),
    ]
    bias_sizes = [sizes[1]] if draw.random() < 0.7 else None
    if wrong:
        kind = draw.randrange(6)
        if kind == 0:
            grad = _image(draw, dtype, [*grad.sizes[:3], grad.sizes[3] + 1], last)
        elif kind == 1:
            arguments[6] = True
        elif kind == 2:
            results[0] = _zeros(dtype, x.sizes, None if last else _CHANNELS_LAST)
            mask[0] = True
        elif kind == 3:
            bias_sizes, mask[2] = None, True
            results[2] = _zeros(dtype, [max(sizes[1] - 1, 0)])
        else:
            _spoil_conv(draw, arguments)
    return [grad, *arguments[:2], bias_sizes, *arguments[3:], mask, *results]


# --- poolings -------------------------------------------------------------------------------------


def _pooled(x: Buffer, parameters: list[Argument], ceil_mode: bool) -> list[int]:
    kernel, stride, padding = parameters[:3]
    dilation = parameters[3] if len(parameters) > 3 else [1]
    sizes = list(x.sizes[:-2])
    for axis, size in enumerate(x.sizes[-2:]):
        step = _at(stride or kernel, axis)
        reach = _at(dilation, axis) * (_at(kernel, axis) - 1)
        room = size + 2 * _at(padding, axis) - reach - 1 + (step - 1 if ceil_mode else 0)
        count = int(room / step) + 1
        if ceil_mode and (count - 1) * step >= size + _at(padding, axis):
            count -= 1
        sizes.append(count)
    return sizes


def _pool(
    draw: Draw, dtype: torch.dtype, dilated: bool, last: bool
) -> tuple[Buffer, list[Argument]]:
    """An input, and kernel, stride, padding and perhaps dilation that fit it."""
    shape = [draw.choice([1, 2, 0]), draw.randint(1, 4), draw.randint(1, 7), draw.randint(1, 7)]
    x = _image(draw, dtype, shape[draw.choice([0, 0, 1]) :], last)
    if len(x.sizes) == 3:
        x = _image(draw, dtype, x.sizes, False)
    kernel = _list(draw, 2, 1, 4)
    half = min(kernel) // 2
    parameters: list[Argument] = [kernel, _list(draw, 2, 1, 3), _list(draw, 2, 0, half)]
    if draw.random() < 0.2:
        parameters[1] = []
    return x, [*parameters, *([_list(draw, 2, 1, 2)] if dilated else [])]


def _spoil_pool(draw: Draw, parameters: list[Argument]) -> None:
    kind = draw.randrange(4)
    if kind == 0:
        parameters[2] = [max(parameters[0]) // 2 + 1]
    elif kind == 1:
        parameters[draw.choice([0, 2])] = draw.choice([[], [1, 1, 1]])
    elif kind == 2:
        parameters[draw.choice([0, 1])] = [0]
    else:
        parameters[2] = [-1]


def _spoil_image(draw: Draw, x: Buffer) -> Buffer:
    """An input that no pooling takes."""
    kind = draw.randrange(3)
    if kind == 0:
        return _image(draw, x.dtype, [*x.sizes[:-1], 0], False)
    if kind == 1:
        return _image(draw, x.dtype, x.sizes[-2:], False)
    return _image(draw, torch.bool, x.sizes, False)


def _unchecked(stride: list[int], dilation: list[int]) -> str | None:
    if any(min(each, default=1) < 1 or len(each) > 2 for each in (stride, dilation)):
        return "it looks at kernel_size where it means stride and dilation"
    return None


def _wrong_avg_pool(arguments: list[Argument]) -> str | None:
    return _unchecked(arguments[2], [])


@draws("aten::avg_pool2d.out", calls=150, wrong_official=_wrong_avg_pool)
def avg_pool2d(draw: Draw) -> list[Argument]:
    dtype = draw.dtype((*FLOATS, torch.int64)) if draw.random() < 0.9 else draw.dtype(_REAL)
    wrong = draw.wrong()
    x, parameters = _pool(draw, dtype, False, wrong and draw.random() < 0.2)
    ceil_mode = draw.random() < 0.5
    last = x.dim_order == _CHANNELS_LAST
    result = _result(draw, dtype, _pooled(x, parameters, ceil_mode), last)
    divisor = draw.choice([None, None, 3, -2, -1])
    if wrong:
        kind = draw.randrange(4)
        if kind == 0:
            _spoil_pool(draw, parameters)
        elif kind == 1:
            x = _spoil_image(draw, x)
        elif kind == 2:
            divisor = 0
        else:
            result = out(_other(draw, dtype), result.sizes)
    return [x, *parameters, ceil_mode, draw.random() < 0.5, divisor, result]


@draws("aten::_adaptive_avg_pool2d.out", calls=100)
def adaptive_avg_pool2d(draw: Draw) -> list[Argument]:
    dtype = draw.dtype((*FLOATS, torch.int64)) if draw.random() < 0.9 else draw.dtype(_REAL)
    wrong = draw.wrong()
    x, _ = _pool(draw, dtype, False, wrong and draw.random() < 0.2)
    size = [draw.randint(1, 8), draw.randint(1, 8)]
    result = _result(draw, dtype, [*x.sizes[:-2], *size], x.dim_order == _CHANNELS_LAST)
    if wrong:
        kind = draw.randrange(3)
        if kind == 0:
            size = draw.choice([[0, 2], [2], [2, -1], [1, 1, 1]])
        elif kind == 1:
            x = _spoil_image(draw, x)
        else:
            result = out(_other(draw, dtype), result.sizes)
    return [x, size, result]


def _wrong_max_pool(arguments: list[Argument]) -> str | None:
    stride, dilation, result, indices = arguments[2], arguments[4], arguments[6], arguments[7]
    if _unchecked(stride, dilation):
        return _unchecked(stride, dilation)
    if indices.dim_order != result.dim_order and len(indices.sizes) == len(result.sizes):
        return "it writes indices where the dim order of out has them"
    return None


@draws("aten::max_pool2d_with_indices.out", calls=150, wrong_official=_wrong_max_pool)
def max_pool2d(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(_REAL)
    wrong = draw.wrong()
    x, parameters = _pool(draw, dtype, True, draw.random() < 0.4)
    ceil_mode = draw.random() < 0.5
    last = len(x.sizes) == 4 and (x.dim_order == _CHANNELS_LAST) != (draw.random() < 0.1)
    sizes = _pooled(x, parameters, ceil_mode)
    result = _result(draw, dtype, sizes, last)
    index, order = torch.int64, result.dim_order
    if wrong:
        kind = draw.randrange(6)
        if kind == 0:
            _spoil_pool(draw, parameters)
        elif kind == 1:
            x = _spoil_image(draw, x)
        elif kind == 2:
            parameters[3] = draw.choice([[0], [-1], [1, 1, 1]])
        elif kind == 3 and len(sizes) == 4:
            order = (0, 1, 2, 3) if last else _CHANNELS_LAST
        elif kind == 4:
            index = torch.int32
        else:
            result = out(_other(draw, dtype), result.sizes, dim_order=result.dim_order)
    return [x, *parameters, ceil_mode, result, out(index, result.sizes, dim_order=order)]


def _wrong_max_pool_backward(arguments: list[Argument]) -> str | None:
    grad, x, indices = arguments[0], arguments[1], arguments[7]
    if _unchecked(arguments[3], arguments[5]):
        return _unchecked(arguments[3], arguments[5])
    if x.dim_order == _CHANNELS_LAST or grad.dim_order == _CHANNELS_LAST:
        return "it takes channels_last for contiguous"
    if indices.dtype != torch.int64:
        return None
    values = torch.frombuffer(bytearray(indices.data or bytes(8)), dtype=torch.int64)
    if indices.sizes != grad.sizes:
        return "it does not look at the sizes of the indices"
    if int(values.max()) >= x.sizes[-1] * x.sizes[-2] or int(values.min()) < -1:
        return "it writes outside"
    return None


# The official kernel adds to what grad_input holds: it gets zeros.
@draws(
    "aten::max_pool2d_with_indices_backward.grad_input",
    calls=100,
    wrong_official=_wrong_max_pool_backward,
)
def max_pool2d_backward(draw: Draw) -> list[Argument]:
    dtype = draw.dtype(FLOATS) if draw.random() < 0.95 else draw.dtype(INTEGERS)
    wrong = draw.wrong()
    x, parameters = _pool(draw, dtype, True, wrong and draw.random() < 0.3)
    ceil_mode = draw.random() < 0.5
    sizes = [max(size, 0) for size in _pooled(x, parameters, ceil_mode)]
    grad = _image(draw, dtype, sizes, x.dim_order == _CHANNELS_LAST)
    plane = x.sizes[-1] * x.sizes[-2]
    indices = buffer(draw.tensor(torch.int64, sizes, low=-1, high=plane - 1))
    result = _zeros(dtype, x.sizes)
    if wrong:
        kind = draw.randrange(5)
        if kind == 0:
            indices = buffer(draw.tensor(torch.int64, sizes, low=0, high=4 * plane))
        elif kind == 1:
            _spoil_pool(draw, parameters)
        elif kind == 2:
            grad = _image(draw, dtype, [*sizes[:-1], sizes[-1] + 1], False)
        elif kind == 3:
            indices = buffer(draw.tensor(torch.int32, sizes, low=0, high=plane - 1))
        else:
            result = _zeros(_other(draw, dtype), x.sizes)
    return [grad, x, *parameters, ceil_mode, indices, result]
