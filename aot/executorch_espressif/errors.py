# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What export raises for models and inputs that it cannot take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class ExportError(ValueError):
    """The text says what was found, what was expected, and what to do."""


@contextmanager
def stage(says: Callable[[Exception], str]) -> Iterator[None]:
    """What others raise inside becomes an ExportError with the text of `says`; theirs is its
    cause."""
    try:
        yield
    except ExportError:
        raise
    except Exception as error:
        raise ExportError(says(error)) from error


def told(error: Exception) -> str:
    """The first line of an error, with its type."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
