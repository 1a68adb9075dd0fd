# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Checks of what users give as inputs: example inputs, and data of many such items."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized

import torch

from executorch_espressif.errors import ExportError, stage, told

Inputs = tuple[torch.Tensor, ...]
Progress = Callable[[int, int | None], None]


def check_inputs(inputs: Inputs, what: str, like: Sequence[torch.Tensor] | None = None) -> Inputs:
    """A tuple of contiguous tensors, of the shapes and dtypes of `like`."""
    if not isinstance(inputs, tuple | list):
        raise ExportError(
            f"{what} is a {type(inputs).__name__}; expected a tuple of tensors, one for each "
            "argument of the model's forward, such as (x,)"
        )
    for index, value in enumerate(inputs):
        if not isinstance(value, torch.Tensor):
            raise ExportError(f"{what}[{index}] is a {type(value).__name__}; expected a tensor")
        if value.is_floating_point() and not torch.isfinite(value).all():
            raise ExportError(f"{what}[{index}] holds NaN or infinity")
    if like is not None and described(inputs) != described(like):
        raise ExportError(
            f"{what} has {described(inputs)}; expected {described(like)} as in example_inputs"
        )
    return tuple(value.detach().contiguous() for value in inputs)


def described(tensors: Sequence[torch.Tensor]) -> str:
    """Dtypes and shapes, such as "float32[1, 3], int64[2]"."""
    return ", ".join(f"{str(x.dtype).removeprefix('torch.')}{list(x.shape)}" for x in tensors)


class Items:
    """The items of `data`, each checked to be inputs like `like`, for one iteration.

    what: how errors name the data. taken: how many have been given. finished: whether there are no
    more.
    """

    def __init__(
        self,
        data: Iterable[Inputs],
        what: str,
        like: Sequence[torch.Tensor],
        progress: bool | Progress = False,
    ) -> None:
        if isinstance(data, torch.Tensor):
            raise ExportError(f"{what} is a tensor; expected an iterable of input tuples")
        try:
            self._items = iter(data)
        except TypeError as error:
            raise ExportError(
                f"{what} is a {type(data).__name__}; expected an iterable of input tuples"
            ) from error
        self._what, self._like, self._progress = what, like, progress
        self._total = len(data) if isinstance(data, Sized) else None
        self.taken = 0
        self.finished = False

    def __iter__(self) -> Iterator[Inputs]:
        ended = object()
        while True:
            name = f"{self._what} item {self.taken}"
            with stage(lambda error, name=name: f"{name} cannot be read: {told(error)}"):
                item = next(self._items, ended)
            if item is ended:
                break
            inputs = check_inputs(item, name, self._like)
            self.taken += 1
            yield inputs
            self._say()
        if self.taken == 0:
            raise ExportError(f"{self._what} is empty; expected at least one tuple of inputs")
        self.finished = True

    def _say(self) -> None:
        if callable(self._progress):
            self._progress(self.taken, self._total)
        elif self._progress:
            of = f" of {self._total}" if self._total else ""
            print(f"{self._what}: {self.taken}{of}", file=sys.stderr)
