# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Networks over time: recurrent ones, attention, and convolutions that keep what they have seen."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class KeywordsGru(nn.Module):
    """[N, time, 10] to 12, from the last hidden state."""

    def __init__(self) -> None:
        super().__init__()
        self.gru = nn.GRU(10, 32, batch_first=True)
        self.classify = nn.Linear(32, 12)

    def forward(self, x: Tensor) -> Tensor:
        hidden, _ = self.gru(x)
        return self.classify(hidden[:, -1])


class EncoderBlock(nn.Module):
    """Self-attention and a feed-forward part, each behind a norm and around a residual path:
    [N, time, 32] to 12."""

    def __init__(self, width: int = 32, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.join = nn.Linear(width, width)
        self.feed = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width)
        )
        self.last = nn.LayerNorm(width)
        self.classify = nn.Linear(width, 12)

    def forward(self, x: Tensor) -> Tensor:
        batch, time, width = x.shape
        parts = self.project(self.norm(x)).reshape(batch, time, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4).unbind(0)
        seen = nn.functional.scaled_dot_product_attention(q, k, v)
        x = x + self.join(seen.transpose(1, 2).reshape(batch, time, width))
        x = x + self.feed(x)
        return self.classify(self.last(x).mean(1))


class StreamingConv(nn.Module):
    """A convolution over time that keeps the end of what it was given: in slices it gives what it
    would give over the whole."""

    def __init__(self, inputs: int, outputs: int, kernel: int, dilation: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv1d(inputs, outputs, kernel, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm1d(outputs)
        self.register_buffer("past", torch.zeros(1, inputs, dilation * (kernel - 1)))

    def forward(self, x: Tensor) -> Tensor:
        x = torch.cat([self.past, x], 2)
        self.past.copy_(x[:, :, -self.past.shape[2] :])
        return torch.relu(self.norm(self.conv(x)))


def streaming_keywords() -> nn.Module:
    """[1, 10, 4], four frames of ten features at a time, to 12."""
    return nn.Sequential(
        *(StreamingConv(10, 24, 3), StreamingConv(24, 24, 3, 2), StreamingConv(24, 32, 5)),
        *(nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(32, 12)),
    )


class StreamingCell(nn.Module):
    """A recurrent cell whose state stays in the program: [1, 10] to 12."""

    def __init__(self, cell: type[nn.RNNCellBase]) -> None:
        super().__init__()
        self.cell = cell(10, 24)
        self.classify = nn.Linear(24, 12)
        self.register_buffer("hidden", torch.zeros(1, 24))
        self.register_buffer("memory", torch.zeros(1, 24))

    def forward(self, x: Tensor) -> Tensor:
        if isinstance(self.cell, nn.LSTMCell):
            hidden, memory = self.cell(x, (self.hidden, self.memory))
            self.memory.copy_(memory)
        else:
            hidden = self.cell(x, self.hidden)
        self.hidden.copy_(hidden)
        return self.classify(hidden)


class CellWithState(nn.Module):
    """The same with the state as inputs and outputs."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.LSTMCell(10, 24)
        self.classify = nn.Linear(24, 12)

    def forward(self, x: Tensor, hidden: Tensor, memory: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        hidden, memory = self.cell(x, (hidden, memory))
        return self.classify(hidden), hidden, memory
