# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What moves values, and makes none."""

from __future__ import annotations

from math import prod
from random import Random

import torch
import torch.nn.functional as F

from graph_layers.makers import Made, Makers, Shape, divisor, ints

MAKERS = Makers()


@MAKERS.of(4)
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


@MAKERS.of(4)
def permute(r: Random, shape: Shape) -> Made:
    dims = list(range(len(shape)))
    r.shuffle(dims)
    return f"{dims}", lambda x: x.permute(dims)


@MAKERS.of(2)
def transpose(r: Random, shape: Shape) -> Made:
    if len(shape) < 2:
        return None
    first, second = r.sample(range(-len(shape), 0), 2)
    return f"{first} {second}", lambda x: x.transpose(first, second)


@MAKERS.of(1)
def flatten(r: Random, shape: Shape) -> Made:
    return lambda x: x.flatten(min(1, x.dim() - 1) if x.dim() else 0)


@MAKERS.of(2)
def squeeze(r: Random, shape: Shape) -> Made:
    place = r.randint(0, len(shape))
    if r.random() < 0.5:
        return f"unsqueeze {place}", lambda x: x.unsqueeze(place)
    return lambda x: x.squeeze()


@MAKERS.of(4)
def slice_(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape))
    extent = shape[dim]
    start = r.choice((None, r.randint(-extent, extent)))
    end, step = r.choice((None, r.randint(-extent, extent + 2))), r.choice((1, 1, 2, 3))
    index = (slice(None),) * dim + (slice(start, end, step),)
    return f"{dim} {start}:{end}:{step}", lambda x: x[index]


@MAKERS.of(1)
def select(r: Random, shape: Shape) -> Made:
    if not shape:
        return None
    dim = r.randrange(len(shape))
    place = r.randrange(-shape[dim], shape[dim])
    return f"{dim} {place}", lambda x: x.select(dim, place)


@MAKERS.of(2)
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


@MAKERS.of(2)
def expand(r: Random, shape: Shape) -> Made:
    sizes = [r.randint(2, 3) if n == 1 else -1 for n in shape]
    if r.random() < 0.3:
        return f"more {sizes}", lambda x: x.expand(2, *sizes)
    if r.random() < 0.5:
        times = [r.choice((1, 1, 2)) for _ in shape]
        return f"repeat {times}", lambda x: x.repeat(times) if times else x.clone()
    return f"{sizes}", lambda x: x.expand(sizes)


@MAKERS.of(4)
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


@MAKERS.of(2)
def shuffle(r: Random, shape: Shape) -> Made:
    if len(shape) != 4:
        return None
    kind = r.choice(("pixel_shuffle", "pixel_unshuffle", "channel_shuffle"))
    factor = 2 if kind != "channel_shuffle" else divisor(r, shape[1])
    return f"{kind} {factor}", lambda x: getattr(F, kind)(x, factor)


@MAKERS.of(2)
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
