# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Resizing of images by tables that PyTorch's own operator fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from executorch_espressif.ops._common.operator import Refuse
from torch import Tensor, fx

if TYPE_CHECKING:
    from executorch_espressif.site import Site

LARGEST_EXTENT = 32767


def refuse_sizes(node: fx.Node) -> str | None:
    value = node.meta["val"]
    if max(value.shape[2:]) > LARGEST_EXTENT or 0 in value.shape:
        return (
            f"output of {list(value.shape[2:])}; 1 to {LARGEST_EXTENT} rows and columns are taken"
        )
    return None


def positions(site: Site, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """For each output row and column the place in the input that it shows: the resized ramp
    0, 1, 2, …"""
    found = []
    for axis in (2, 3):
        shape = [1, 1, *site.shape("input")[2:]]
        ramp = torch.arange(shape[axis], dtype=dtype)
        ramp = ramp.reshape([-1 if i == axis else 1 for i in range(4)]).expand(shape).contiguous()
        names = [argument.name for argument in site.target._schema.arguments[1:]]
        resized = site.target(ramp, *(site.arg(name) for name in names))
        found.append(resized.select(5 - axis, 0).reshape(-1))
    rows, columns = found
    if (len(rows), len(columns)) != site.output_shape[2:]:
        raise Refuse(f"its sizes {list(site.output_shape)} are not those of the operator")
    return rows, columns


def resized(site: Site, name: str, rows: Tensor, columns: Tensor) -> fx.Node:
    tables = (site.parameter("rows", rows), site.parameter("columns", columns))
    return site.nchw(site.call(name, site.nhwc(site.input("input")), *tables))
