# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What PyTorch, torchao and ExecuTorch say while they work that no user of ours can act on."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

# torchao tries CUDA libraries that a CPU build does not have; pytree hears of torchao's enums.
_LOGGERS = ("torchao", "torch.utils._pytree")


@contextmanager
def without_chatter() -> Iterator[None]:
    """Keeps those messages away; everything else is heard as before."""
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
