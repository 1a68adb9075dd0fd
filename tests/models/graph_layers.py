# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What random graphs are made of. Each entry makes a layer for the shapes of its operands, or None
where it has no use for them; a pair is a description and a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor, nn

Shape = Sequence[int]
Made = nn.Module | Callable[..., Tensor] | tuple[str, Callable[..., Tensor]] | None
Maker = Callable[..., Made]
LAYERS: list[tuple[str, Maker]] = []
JOINS: list[tuple[str, Maker]] = []


def layer(weight: int = 1) -> Callable[[Maker], Maker]:
    def add(maker: Maker) -> Maker:
        LAYERS.extend([(maker.__name__.strip("_"), maker)] * weight)
        return maker

    return add


def join(weight: int = 1) -> Callable[[Maker], Maker]:
    def add(maker: Maker) -> Maker:
        JOINS.extend([(maker.__name__.strip("_"), maker)] * weight)
        return maker

    return add


def ints(r: Random, low: int, high: int, count: int) -> list[int]:
    return [r.randint(low, high) for _ in range(count)]


def divisor(r: Random, number: int) -> int:
    return r.choice([n for n in range(1, number + 1) if number % n == 0])


# --- layers with weights --------------------------------------------------------------------------


def _activation(r: Random) -> list[nn.Module]:
    return r.choice(
        (
            [],
            [],
            [nn.ReLU()],
            [nn.ReLU6()],
            [nn.Hardtanh(-0.7, 1.3)],
            [nn.SiLU()],
            [nn.Hardswish()],
            [nn.Sigmoid()],
            [nn.ReLU(), nn.Dropout()],
        )
    )


def _uneven(r: Random, module: nn.Module) -> nn.Module:
    """Weights of other sizes than those of initialization; channels of nearly nothing, of 0."""
    with torch.no_grad():
        module.weight.mul_(10 ** r.uniform(-1, 1))
        if module.bias is not None:
            module.bias.mul_(r.choice((0, 1, 1, 30)))
        if r.random() < 0.15:
            module.weight[r.randrange(len(module.weight))] *= r.choice((0, 1e-7, 1e-3, 100))
    return module


def _normed(r: Random, module: nn.Module, norm: type[nn.Module], channels: int) -> list[nn.Module]:
    if r.random() < 0.5:
        return [module]
    made = norm(channels)
    with torch.no_grad():
        made.running_mean.normal_()
        made.running_var.uniform_(0.1, 3)
        made.weight.normal_()
        made.bias.normal_()
    return [module, made]


def _convolution(r: Random, shape: Shape, dims: int) -> Made:
    if len(shape) != dims + 2:
        return None
    kind = (nn.Conv1d, nn.Conv2d)[dims - 1]
    norm = (nn.BatchNorm1d, nn.BatchNorm2d)[dims - 1]
    channels = shape[1]
    groups = r.choice((1, 1, channels, divisor(r, channels)))
    outputs = groups * r.randint(1, max(1, 6 // groups))
    kernel, dilation = ints(r, 1, 4, dims), ints(r, 1, 2, dims)
    stride = r.choice(([1] * dims, ints(r, 1, 3, dims)))
    padding: object = r.choice(([0] * dims, ints(r, 0, 3, dims), "same", "valid"))
    if padding == "same":
        stride = [1] * dims
    mode = r.choice(("zeros", "zeros", "zeros", "reflect", "replicate", "circular"))
    made = kind(
        channels, outputs, kernel, stride, padding, dilation, groups, r.random() < 0.7, mode
    )
    layers = _normed(r, _uneven(r, made), norm, outputs)
    return nn.Sequential(*layers, *_activation(r))


@layer(8)
def conv2d(r: Random, shape: Shape) -> Made:
    return _convolution(r, shape, 2)


@layer(8)
def conv1d(r: Random, shape: Shape) -> Made:
    return _convolution(r, shape, 1)


@layer(3)
def conv_transpose(r: Random, shape: Shape) -> Made:
    dims = len(shape) - 2
    if dims not in (1, 2):
        return None
    kind = (nn.ConvTranspose1d, nn.ConvTranspose2d)[dims - 1]
    stride, dilation = ints(r, 1, 3, dims), ints(r, 1, 2, dims)
    extra = [r.randint(0, max(s, d) - 1) for s, d in zip(stride, dilation, strict=True)]
    outputs = r.randint(1, 5)
    sizes = (ints(r, 1, 3, dims), stride, ints(r, 0, 2, dims), extra, 1, r.random() < 0.7, dilation)
    made = kind(shape[1], outputs, *sizes)
    return nn.Sequential(_uneven(r, made), *_activation(r))


@layer(8)
def linear(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    outputs = r.randint(1, 10)
    layers = [_uneven(r, nn.Linear(shape[-1], outputs, r.random() < 0.7))]
    if len(shape) == 2:
        layers = _normed(r, layers[0], nn.BatchNorm1d, outputs)
    return nn.Sequential(*layers, *_activation(r))


@layer(3)
def layer_norm(r: Random, shape: Shape) -> Made:
    if not shape or shape[-1] < 2:
        return None
    made = nn.LayerNorm(
        shape[-r.randint(1, min(2, len(shape))) :], elementwise_affine=r.random() < 0.7
    )
    if made.weight is not None:
        with torch.no_grad():
            made.weight.normal_()
            made.bias.normal_()
    return made


@layer(2)
def attention(r: Random, shape: Shape) -> Made:
    if len(shape) != 3 or shape[1] < 2:
        return None
    project = [nn.Linear(shape[2], 4) for _ in range(3)]

    class Attention(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.q, self.k, self.v = project

        def forward(self, x: Tensor) -> Tensor:
            return F.scaled_dot_product_attention(self.q(x), self.k(x), self.v(x))

    return Attention()


# --- functions of one value -----------------------------------------------------------------------

FUNCTIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "relu6": F.relu6,
    "clamp": lambda x: x.clamp(-0.4, 0.9),
    "clamp_min": lambda x: x.clamp(min=0.3),
    "clamp_max": lambda x: x.clamp(max=-0.1),
    "hardtanh": lambda x: F.hardtanh(x, -2.0, 0.5),
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "silu": F.silu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "elu": F.elu,
    "leaky_relu": lambda x: F.leaky_relu(x, 0.2),
    "softplus": F.softplus,
    "softsign": F.softsign,
    "exp": lambda x: torch.exp(x.clamp(max=4)),
    "abs": torch.abs,
    "neg": torch.neg,
    "square": lambda x: x**2,
    "cube": lambda x: x**3,
    "self_product": lambda x: x * x,
    "self_sum": lambda x: x + x,
    "sqrt": lambda x: torch.sqrt(x.abs()),
    "rsqrt": lambda x: torch.rsqrt(x.abs() + 1),
    "reciprocal": lambda x: 1 / (x.abs() + 0.5),
    "sin": torch.sin,
    "plus": lambda x: x + 1.5,
    "minus": lambda x: x - 0.3,
    "from_number": lambda x: 2 - x,
    "times": lambda x: x * -0.7,
    "over": lambda x: x / 3,
    "affine": lambda x: x * 2 + 1,
    "swish_by_hand": lambda x: x * torch.sigmoid(x),
    "hardswish_by_hand": lambda x: x * F.relu6(x + 3) / 6,
    "dropout": lambda x: F.dropout(x, training=False),
    "clone": lambda x: x.clone(),
    "round": torch.round,
    "log1p": lambda x: torch.log1p(x.abs()),
    "relu_relu6": lambda x: F.relu6(F.relu(x)),
}


@layer(10)
def function(r: Random, shape: Shape) -> Made:
    name = r.choice(list(FUNCTIONS))
    return name, FUNCTIONS[name]


@layer(2)
def softmax(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape)) - r.choice((0, len(shape)))
    return f"{dim}", lambda x: F.softmax(x, dim)


@layer(2)
def constant(r: Random, shape: Shape) -> Made:
    """Arithmetic with a constant tensor, broadcast either way."""
    sizes = [r.choice((1, n)) for n in shape][r.randint(0, len(shape)) :]
    value = torch.randn(sizes) * r.choice((1, 0.1, 20))
    kind = r.choice(("add", "sub", "rsub", "mul", "max", "min"))

    class Constant(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.value = nn.Parameter(value)

        def forward(self, x: Tensor) -> Tensor:
            calls = {
                "add": lambda: x + self.value,
                "sub": lambda: x - self.value,
                "rsub": lambda: self.value - x,
                "mul": lambda: self.value * x,
                "max": lambda: torch.maximum(x, self.value),
                "min": lambda: torch.minimum(self.value, x),
            }
            return calls[kind]()

        def extra_repr(self) -> str:
            return f"{kind} {list(sizes)}"

    return Constant()


# --- reductions and pooling -----------------------------------------------------------------------


@layer(3)
def reduction(r: Random, shape: Shape) -> Made:
    name = r.choice(("mean", "mean", "sum"))
    dims = [d for d in range(len(shape)) if r.random() < 0.5]
    keep = r.random() < 0.5
    if not dims:
        return name, getattr(torch, name)
    return f"{name} {dims} {keep}", lambda x: getattr(torch, name)(x, dims, keepdim=keep)


@layer(5)
def pool(r: Random, shape: Shape) -> Made:
    dims = len(shape) - 2
    if dims not in (1, 2):
        return None
    kernel, dilation = ints(r, 1, 4, dims), r.choice((1, 1, 1, 2))
    stride = ints(r, 1, 3, dims)
    padding = [r.randint(0, k // 2) for k in kernel]
    ceil = r.random() < 0.5
    if r.random() < 0.5:
        kind = (nn.MaxPool1d, nn.MaxPool2d)[dims - 1]
        return kind(
            kernel if dims == 2 else kernel[0],
            stride if dims == 2 else stride[0],
            padding if dims == 2 else padding[0],
            dilation,
            ceil_mode=ceil,
        )
    kind = (nn.AvgPool1d, nn.AvgPool2d)[dims - 1]
    options: dict = {"ceil_mode": ceil, "count_include_pad": r.random() < 0.5}
    if dims == 2 and r.random() < 0.2:
        options["divisor_override"] = r.randint(1, 9)
    return kind(kernel, stride, padding, **options)


@layer(2)
def adaptive_pool(r: Random, shape: Shape) -> Made:
    if len(shape) == 3:
        return nn.AdaptiveAvgPool1d(r.choice((1, divisor(r, shape[2]), r.randint(1, 5))))
    if len(shape) != 4:
        return None
    even = [divisor(r, n) for n in shape[2:]]
    return nn.AdaptiveAvgPool2d(r.choice((1, even, even, ints(r, 1, 5, 2))))


@layer(2)
def resize(r: Random, shape: Shape) -> Made:
    if len(shape) != 4:
        return None
    size = r.choice(([2 * n for n in shape[2:]], ints(r, 1, 9, 2)))
    if r.random() < 0.5:
        return f"nearest {size}", lambda x: F.interpolate(x, size=size)
    corners = r.random() < 0.5
    return (
        f"bilinear {size} {corners}",
        lambda x: F.interpolate(x, size=size, mode="bilinear", align_corners=corners),
    )


# --- movement -------------------------------------------------------------------------------------


@layer(4)
def view(r: Random, shape: Shape) -> Made:
    factors = [n for n in shape if n > 1]
    sizes: list[int] = []
    for n in factors:
        part = divisor(r, n)
        sizes += [part, n // part]
    while len(sizes) > 1 and r.random() < 0.7:
        place = r.randrange(len(sizes) - 1)
        sizes[place : place + 2] = [sizes[place] * sizes[place + 1]]
    sizes = sizes[:6]
    if prod(sizes) != prod(shape):
        return None
    return f"{sizes}", lambda x: x.reshape(sizes)


@layer(4)
def permute(r: Random, shape: Shape) -> Made:
    dims = list(range(len(shape)))
    r.shuffle(dims)
    return f"{dims}", lambda x: x.permute(dims)


@layer(2)
def transpose(r: Random, shape: Shape) -> Made:
    if len(shape) < 2:
        return None
    first, second = r.sample(range(-len(shape), 0), 2)
    return f"{first} {second}", lambda x: x.transpose(first, second)


@layer(1)
def flatten(r: Random, shape: Shape) -> Made:
    return lambda x: x.flatten(min(1, x.dim() - 1) if x.dim() else 0)


@layer(2)
def squeeze(r: Random, shape: Shape) -> Made:
    place = r.randint(0, len(shape))
    if r.random() < 0.5:
        return f"unsqueeze {place}", lambda x: x.unsqueeze(place)
    return lambda x: x.squeeze()


@layer(4)
def slice_(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape))
    extent = shape[dim]
    start = r.choice((None, r.randint(-extent, extent)))
    end, step = r.choice((None, r.randint(-extent, extent + 2))), r.choice((1, 1, 2, 3))
    index = (slice(None),) * dim + (slice(start, end, step),)
    return f"{dim} {start}:{end}:{step}", lambda x: x[index]


@layer(1)
def select(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape))
    place = r.randrange(-shape[dim], shape[dim])
    return f"{dim} {place}", lambda x: x.select(dim, place)


@layer(2)
def gather(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape))
    kind = r.choice(("flip", "roll", "repeat_interleave", "index"))
    shift = r.randint(-3, 3)
    table = torch.tensor(ints(r, 0, shape[dim] - 1, r.randint(1, 4)))
    calls = {
        "flip": lambda x: x.flip(dim),
        "roll": lambda x: x.roll(shift, dim),
        "repeat_interleave": lambda x: x.repeat_interleave(2, dim),
        "index": lambda x: x.index_select(dim, table),
    }
    return f"{kind} {dim}", calls[kind]


@layer(2)
def expand(r: Random, shape: Shape) -> Made:
    sizes = [r.randint(2, 3) if n == 1 else -1 for n in shape]
    if r.random() < 0.3:
        return f"more {sizes}", lambda x: x.expand(2, *sizes)
    if r.random() < 0.5:
        times = [r.choice((1, 1, 2)) for _ in shape]
        return f"repeat {times}", lambda x: x.repeat(times) if times else x.clone()
    return f"{sizes}", lambda x: x.expand(sizes)


@layer(4)
def pad(r: Random, shape: Shape) -> Made:
    dims = r.randint(1, max(1, min(3, len(shape))))
    if not shape:
        return None
    places = ints(r, 0, 3, 2 * dims)
    mode = r.choice(("constant", "constant", "reflect", "replicate", "circular"))
    if mode == "constant":
        value = r.choice((0.0, 0.0, 1.0, -2.5))
        return f"{places} {value}", lambda x: F.pad(x, places, value=value)
    places = places[: 2 * max(0, len(shape) - 2)]
    return f"{places} {mode}", lambda x: F.pad(x, places, mode=mode)


@layer(2)
def shuffle(r: Random, shape: Shape) -> Made:
    if len(shape) != 4:
        return None
    kind = r.choice(("pixel_shuffle", "pixel_unshuffle", "channel_shuffle"))
    factor = 2 if kind != "channel_shuffle" else divisor(r, shape[1])
    return f"{kind} {factor}", lambda x: getattr(F, kind)(x, factor)


@layer(2)
def split(r: Random, shape: Shape) -> Made:
    """Parts that meet again in another order, or as a gate."""
    dims = [d for d, n in enumerate(shape) if n % 2 == 0 and n]
    if not dims:
        return None
    dim = r.choice(dims)
    kind = r.choice(("swap", "glu", "stack", "difference"))
    calls = {
        "swap": lambda a, b: torch.cat([b, a], dim),
        "glu": lambda a, b: a * torch.sigmoid(b),
        "stack": lambda a, b: torch.stack([a, b], dim),
        "difference": lambda a, b: a - b,
    }
    return f"{kind} {dim}", lambda x: calls[kind](*x.chunk(2, dim))


# Unusual calls; of most, no operator computes them: float between codes.
UNUSUAL: dict[str, Callable[[Tensor], Tensor]] = {
    "cumsum": lambda x: x.cumsum(-1),
    "log_softmax": lambda x: F.log_softmax(x, -1),
    "amax": lambda x: x.amax(-1, keepdim=True),
    "argmax": lambda x: x.argmax(-1),
    "where": lambda x: torch.where(x > 0, x, x * x),
    "positive": lambda x: x > 0,
    "indices": lambda x: (x * 3).to(torch.int64),
    "whole_numbers": lambda x: x.to(torch.int32).to(torch.float32),
    "normalize": lambda x: x / (x.abs().sum(-1, keepdim=True) + 1),
    "quotient": lambda x: x.relu() / (x.abs() + 1),
}


@layer(3)
def unusual(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    name = r.choice(list(UNUSUAL))
    return name, UNUSUAL[name]


# --- calls of two values --------------------------------------------------------------------------

ELEMENTWISE: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "add": torch.add,
    "add_twice": lambda x, y: torch.add(x, y, alpha=2),
    "add_less": lambda x, y: torch.add(x, y, alpha=-0.5),
    "sub": torch.sub,
    "rsub": torch.rsub,
    "mul": torch.mul,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "add_relu": lambda x, y: F.relu(x + y),
    "mul_relu6": lambda x, y: F.relu6(x * y),
    "gate": lambda x, y: x * torch.sigmoid(y),
}


@join(8)
def elementwise(r: Random, left: Shape, right: Shape) -> Made:
    name = r.choice(list(ELEMENTWISE))
    return name, ELEMENTWISE[name]


@join(2)
def by_mean(r: Random, left: Shape, right: Shape) -> Made:
    """What squeeze and excitation do: each by a mean of the other over trailing dimensions."""
    if len(left) < 2 or left[:2] != right[:2] or len(left) != len(right):
        return None
    dims = list(range(2, len(left))) or [1]
    return f"{dims}", lambda x, y: x * torch.sigmoid(y.mean(dims, keepdim=True))


@join(4)
def cat(r: Random, left: Shape, right: Shape) -> Made:
    if len(left) != len(right):
        return None
    odd = [d for d, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    if len(odd) > 1 or not left:
        return None
    dim = odd[0] if odd else r.randrange(len(left))
    if r.random() < 0.2:
        return f"{dim} three", lambda x, y: torch.cat([x, y, x], dim)
    return f"{dim}", lambda x, y: torch.cat([x, y], dim)


@join(2)
def stack(r: Random, left: Shape, right: Shape) -> Made:
    if left != right:
        return None
    dim = r.randint(0, len(left))
    return f"{dim}", lambda x, y: torch.stack([x, y], dim)


@join(4)
def matmul(r: Random, left: Shape, right: Shape) -> Made:
    if not left or not right:
        return None
    if len(right) > 1 and left[-1] == right[-2]:
        return torch.matmul
    if len(right) > 1 and left[-1] == right[-1]:
        return "turned", lambda x, y: torch.matmul(x, y.transpose(-1, -2))
    if len(left) > 1 and len(right) > 1 and left[-2] == right[-2]:
        return "both", lambda x, y: torch.matmul(x.transpose(-1, -2), y)
    return None
