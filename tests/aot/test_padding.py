# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Padding with negative counts, which crops: PyTorch takes it, and the padding kernels do not."""

from __future__ import annotations

import executorch_espressif as ee
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

PLACES = [(-1, 2), (3, -5), (-1, -2), (-1, 2, -1, 1), (1, 1, -2, 0)]
MODES = ["constant", "reflect", "replicate", "circular"]


class Pad(nn.Module):
    def __init__(self, places: tuple[int, ...], mode: str) -> None:
        super().__init__()
        self.places, self.mode = places, mode

    def forward(self, x: Tensor) -> Tensor:
        return F.pad(x, self.places, mode=self.mode)


class Padded(nn.Sequential):
    def __init__(self, places: tuple[int, ...], mode: str) -> None:
        super().__init__(nn.Hardtanh(-2.0, 50.0), Pad(places, mode))


def small_integers() -> Tensor:
    return torch.arange(48.0).reshape(2, 3, 8) - 2


def check(places: tuple[int, ...], mode: str, library: str, **options: object) -> None:
    x = small_integers()
    model = Padded(places, mode)
    art = ee.export(model, (x,), calibration=[(x,)], **options)
    (output,) = ee.run(art, (x,), on="host")
    half_a_code = 48 / 255 / 2
    torch.testing.assert_close(output, model(x), rtol=0, atol=half_a_code + 1e-4)
    rows = [row for row in art.report.operators if "quantize" not in row.operator]
    assert {row.library for row in rows} == {library}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("places", PLACES, ids=str)
def test_padding_that_crops(places: tuple[int, ...], mode: str) -> None:
    check(places, mode, "esp_nn")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("places", [(-1, 2), (1, 1, -2, 0)], ids=str)
def test_float_padding_that_crops(places: tuple[int, ...], mode: str) -> None:
    check(places, mode, "portable", quantize=False)


@pytest.mark.parametrize("options", [{"keep_float": ["0", "1"]}, {"backend": "portable"}], ids=str)
def test_float_calls_of_a_quantized_model(options: dict) -> None:
    check((3, -5), "constant", "portable", **options)


def test_only_the_crop_is_left_where_nothing_is_padded() -> None:
    x = small_integers()
    art = ee.export(Padded((-1, -2), "constant"), (x,), quantize=False)
    operators = [row.operator for row in art.report.operators]
    assert operators == ["aten::hardtanh.out", "aten::slice_copy.Tensor_out"]
