# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What PyTorch, torchao and ExecuTorch do while they work that no user of ours can act on."""

from __future__ import annotations

import gc
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

# torchao tries CUDA libraries that a CPU build does not have; pytree hears of torchao's enums.
_LOGGERS = ("torchao", "torch.utils._pytree")

# Objects between two searches for garbage.
MANY_OBJECTS = 100_000


@contextmanager
def without_chatter() -> Iterator[None]:
    """Keeps messages away that say nothing to users; everything else is heard as before."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            # Copying a graph looks at a deprecated name of torch's own.
            warnings.filterwarnings("ignore", category=FutureWarning, message=".*LeafSpec.*")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def rare_collections() -> Iterator[None]:
    """Graphs are many objects that all live on: looking for garbage among them after every 700 new
    ones, Python's default, was a fifth of the time of an export."""
    thresholds = gc.get_threshold()
    gc.set_threshold(MANY_OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
