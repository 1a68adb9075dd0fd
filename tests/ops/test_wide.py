# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Sequences longer than kernels take: in pieces that together have the windows of the whole."""

from __future__ import annotations

import executorch_espressif as ee
import pytest
import torch
from executorch_espressif.ops._common.wide import pieces
from torch import Tensor, nn


@pytest.mark.parametrize("kernel", [1, 2, 5])
@pytest.mark.parametrize("stride", [1, 2, 7])
@pytest.mark.parametrize("dilation", [1, 3])
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (3, 2), (0, 3)])
def test_pieces_have_the_windows_of_the_whole(
    kernel: int, stride: int, dilation: int, before: int, after: int
) -> None:
    x, most = torch.arange(1.0, 51.0), 14
    weight = torch.linspace(1, 2, kernel).reshape(1, 1, -1)

    def convolved(part: Tensor, left: int, right: int) -> Tensor:
        padded = nn.functional.pad(part.reshape(1, 1, -1), (left, right))
        return nn.functional.conv1d(padded, weight, stride=stride, dilation=dilation).flatten()

    parts = list(pieces(50, kernel, stride, before, after, dilation, most))
    results = [convolved(x[start:end], left, right) for start, end, left, right in parts]
    assert torch.equal(torch.cat(results), convolved(x, before, after))
    assert all(end - start <= most for start, end, _, _ in parts)
    assert all(len(result) <= most for result in results)


def test_pieces_of_windows_that_only_padding_fills_are_empty() -> None:
    assert any(start >= end for start, end, _, _ in pieces(50, 1, 1, 20, 0, 1, 14))


class Sound(nn.Module):
    """Three seconds at 16 kHz, through everything that slides windows."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv1d(1, 2, 16, stride=1, padding=8)
        self.depthwise = nn.Conv1d(2, 2, 5, stride=1, padding=2, groups=2)
        self.largest = nn.MaxPool1d(3, stride=1, padding=1)
        self.shared = nn.AvgPool1d(3, stride=1)
        self.scaled = nn.AvgPool1d(4)

    def forward(self, x: Tensor) -> Tensor:
        x = self.largest(torch.relu(self.depthwise(torch.relu(self.first(x)))))
        return self.scaled(self.shared(x))


def test_three_seconds_of_sound_are_int8_throughout() -> None:
    torch.manual_seed(2)
    model, x = Sound().eval(), torch.randn(1, 1, 48000)
    art = ee.export(model, (x,), calibration=[(x,)])
    assert art.report.fallbacks == []
    counts: dict[str, int] = {}
    for row in art.report.operators:
        name = row.operator.removeprefix("esp_nn::").removesuffix(".out")
        counts[name] = counts.get(name, 0) + 1
    # Two pieces of each: depthwise convolution and the average that has a scale of its own.
    assert (counts["conv2d"], counts["depthwise_conv2d"]) == (2, 4)
    assert (counts["max_pool2d"], counts["avg_pool2d"], counts["cat"]) == (2, 2, 5)
    (host,), (integer,) = ee.run(art, (x,), on="host"), art.integer_reference(x)
    assert host.shape == (1, 2, 11999) and torch.equal(host, integer)
    (converted,), (scale,) = art.reference(x), art.output_scales
    # Five layers, each of which may be one code off.
    assert ((host - converted).abs().max() / scale).item() <= 5
    assert ((host - converted).abs() / scale <= 1.001).double().mean() > 0.999


@pytest.mark.parametrize(
    ("model", "shape", "reason"),
    [
        (
            nn.ConvTranspose1d(1, 1, 8, stride=8),
            (1, 1, 6000),
            "out out_width 48000; conv_transpose2d takes at most 32767",
        ),
        (nn.Linear(66000, 2), (1, 66000), "weight in_features 66000; linear takes at most 65535"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, nn.Module) else "",
)
def test_what_kernels_do_not_take_stays_in_float_and_runs(model, shape, reason) -> None:
    torch.manual_seed(2)
    x = torch.randn(shape)
    art = ee.export(model.eval(), (x,), calibration=[(x,)])
    (row,) = art.report.fallbacks
    assert reason in row.reason and row.library == "portable"
    (host,), (expected,) = ee.run(art, (x,), on="host"), art.reference(x)
    torch.testing.assert_close(host, expected, rtol=1e-3, atol=2 * art.output_scales[0])
