# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""A float network on the portable kernels: the official runtime's values on host and chip."""

from __future__ import annotations

from functools import cache

import executorch_espressif as ee
import torch
from networks import classifiers
from networks.blocks import draw, trained
from torch import Tensor


@cache
def mobilenet_v2() -> tuple[ee.Artifact, tuple[Tensor, ...]]:
    inputs = draw(2, 3, 96, 96)
    model = trained(classifiers.mobilenet_v2(), inputs)
    return ee.export(model, (inputs[0],), backend="portable", quantize=False), (inputs[0],)


def test_is_portable_throughout() -> None:
    art, _ = mobilenet_v2()
    assert {row.library for row in art.report.operators} == {"portable"}
    assert "aten::convolution.out" in {row.operator for row in art.report.operators}


def test_same_on_the_host_and_the_official_runtime() -> None:
    art, inputs = mobilenet_v2()
    official = ee.run(art, inputs, on="executorch")[0]
    torch.testing.assert_close(ee.run(art, inputs, on="host")[0], official, rtol=1e-4, atol=1e-5)


def test_same_on_the_emulated_chip_as_on_the_host() -> None:
    art, inputs = mobilenet_v2()
    run = ee.run(art, inputs, on="qemu-riscv32")
    torch.testing.assert_close(run[0], ee.run(art, inputs, on="host")[0], rtol=1e-5, atol=1e-6)
    assert run.instructions > 0
