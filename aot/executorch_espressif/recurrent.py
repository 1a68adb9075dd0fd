# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""GRU, LSTM and Elman layers and cells, written step by step with linear layers and elementwise
calls ahead of quantization; by the equations of PyTorch's documentation.

Every step's calls are quantized as those of the first one, so that the steps share tables.
"""

from __future__ import annotations

import operator as python_operator
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.fx import GraphModule, Node

from executorch_espressif.annotations import LIKE
from executorch_espressif.rewrites import Builder

aten = torch.ops.aten


@dataclass(frozen=True)
class Weights:
    """Of one layer and direction; the biases are None without them."""

    input: Node
    hidden: Node
    input_bias: Node | None
    hidden_bias: Node | None


State = list[Node]
"""The hidden state, and the cell's state of an LSTM."""


class Steps:
    """The calls of one layer and direction."""

    def __init__(self, b: Builder, weights: Weights) -> None:
        self.b = b
        self.weights = weights
        self.size = weights.hidden.meta["val"].shape[1]
        self._first: list[Node] = []
        self._taken: int | None = None

    def begin(self) -> None:
        """The next calls are those of another step."""
        self._taken = None if not self._first else 0

    def call(self, target: torch._ops.OpOverload, *args: object) -> Node:
        node = self.b.call(target, *args)
        if self._taken is None:
            self._first.append(node)
        else:
            node.meta[LIKE] = self._first[self._taken].name
            self._taken += 1
        return node

    def part(self, gates: Node, first: int, last: int) -> Node:
        return self.call(aten.slice.Tensor, gates, 1, first * self.size, last * self.size)

    def from_input(self, x: Node) -> Node:
        return self.b.call(aten.linear.default, x, self.weights.input, self.weights.input_bias)

    def from_state(self, hidden: Node) -> Node:
        return self.call(aten.linear.default, hidden, self.weights.hidden, self.weights.hidden_bias)


Cell = Callable[[Steps, Node, State], State]


def _gru(s: Steps, from_input: Node, state: State) -> State:
    (hidden,) = state
    from_state = s.from_state(hidden)
    both = s.call(aten.add.Tensor, s.part(from_input, 0, 2), s.part(from_state, 0, 2))
    both = s.call(aten.sigmoid.default, both)
    reset, update = s.part(both, 0, 1), s.part(both, 1, 2)
    remembered = s.call(aten.mul.Tensor, reset, s.part(from_state, 2, 3))
    new = s.call(aten.add.Tensor, s.part(from_input, 2, 3), remembered)
    new = s.call(aten.tanh.default, new)
    # (1 - update) new + update hidden
    kept = s.call(aten.mul.Tensor, update, s.call(aten.sub.Tensor, hidden, new))
    return [s.call(aten.add.Tensor, new, kept)]


def _lstm(s: Steps, from_input: Node, state: State) -> State:
    hidden, cell = state
    gates = s.call(aten.add.Tensor, from_input, s.from_state(hidden))
    opened = s.call(aten.sigmoid.default, s.part(gates, 0, 2))
    new = s.call(aten.tanh.default, s.part(gates, 2, 3))
    out = s.call(aten.sigmoid.default, s.part(gates, 3, 4))
    kept = s.call(aten.mul.Tensor, s.part(opened, 1, 2), cell)
    added = s.call(aten.mul.Tensor, s.part(opened, 0, 1), new)
    cell = s.call(aten.add.Tensor, kept, added)
    return [s.call(aten.mul.Tensor, out, s.call(aten.tanh.default, cell)), cell]


def _elman(activation: torch._ops.OpOverload) -> Cell:
    def step(s: Steps, from_input: Node, state: State) -> State:
        total = s.call(aten.add.Tensor, from_input, s.from_state(state[0]))
        return [s.call(activation, total)]

    return step


def _direction(
    b: Builder, cell: Cell, weights: Weights, x: Node, state: State, backward: bool
) -> tuple[list[Node], State]:
    """Hidden states in the order of time, and the last state; x is [time, batch, features]."""
    s = Steps(b, weights)
    time = x.meta["val"].shape[0]
    gates = s.from_input(x)
    hidden: list[Node] = []
    for step in range(time):
        s.begin()
        place = time - 1 - step if backward else step
        state = cell(s, s.b.call(aten.select.int, gates, 0, place), state)
        hidden.append(state[0])
    return hidden[::-1] if backward else hidden, state


def _layers(b: Builder, cell: Cell, count: int) -> list[Node] | None:
    """[output, last hidden state, last cell state]; `count` states."""
    g = b.given
    initial = [g["hx"]] if isinstance(g["hx"], Node) else list(g["hx"])
    x, batched = g["input"], g["input"].meta["val"].dim() == 3
    if len(initial) != count or g["train"] or not batched:
        return None
    if g["batch_first"]:
        x = b.call(aten.transpose.int, x, 0, 1)
    each = 4 if g["has_biases"] else 2
    if len(g["params"]) != each * g["num_layers"] * (2 if g["bidirectional"] else 1):
        # A projection of the hidden state.
        return None
    last: list[list[Node]] = [[] for _ in range(count)]
    for _ in range(g["num_layers"]):
        results = []
        for backward in (False, True) if g["bidirectional"] else (False,):
            index = len(last[0])
            found = g["params"][each * index : each * (index + 1)]
            weights = Weights(*found, *(() if each == 4 else (None, None)))
            state = [b.call(aten.select.int, value, 0, index) for value in initial]
            hidden, state = _direction(b, cell, weights, x, state, backward)
            results.append(hidden)
            for kept, value in zip(last, state, strict=True):
                kept.append(value)
        steps = [
            b.call(aten.cat.default, list(pair), -1) if len(pair) > 1 else pair[0]
            for pair in zip(*results, strict=True)
        ]
        x = _stacked(b, steps)
    if g["batch_first"]:
        x = b.call(aten.transpose.int, x, 0, 1)
    return [x, *(_stacked(b, values) for values in last)]


def _stacked(b: Builder, values: list[Node]) -> Node:
    rows = [b.call(aten.unsqueeze.default, value, 0) for value in values]
    return rows[0] if len(rows) == 1 else b.call(aten.cat.default, rows, 0)


def _one_cell(b: Builder, cell: Cell, count: int) -> list[Node] | None:
    g = b.given
    state = [g["hx"]] if isinstance(g["hx"], Node) else list(g["hx"])
    if len(state) != count or b.source.meta["val"].dim() != 2:
        return None
    s = Steps(b, Weights(g["w_ih"], g["w_hh"], g["b_ih"], g["b_hh"]))
    return cell(s, s.from_input(g["input"]), state)


LAYERS: dict[torch._ops.OpOverload, tuple[Cell, int]] = {
    aten.gru.input: (_gru, 1),
    aten.lstm.input: (_lstm, 2),
    aten.rnn_tanh.input: (_elman(aten.tanh.default), 1),
    aten.rnn_relu.input: (_elman(aten.relu.default), 1),
}
CELLS: dict[torch._ops.OpOverload, tuple[Cell, int]] = {
    aten.gru_cell.default: (_gru, 1),
    aten.lstm_cell.default: (_lstm, 2),
    aten.rnn_tanh_cell.default: (_elman(aten.tanh.default), 1),
    aten.rnn_relu_cell.default: (_elman(aten.relu.default), 1),
}


def decompose_recurrent(module: GraphModule) -> None:
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target not in LAYERS | CELLS:
            continue
        if node.target in LAYERS:
            results = _layers(Builder(module, node), *LAYERS[node.target])
        else:
            results = _one_cell(Builder(module, node), *CELLS[node.target])
        if results is None:
            continue
        for user in list(node.users):
            if user.target is python_operator.getitem:
                user.replace_all_uses_with(results[user.args[1]])
                module.graph.erase_node(user)
        if node.users:
            node.replace_all_uses_with(results[0])
        module.graph.erase_node(node)
    module.graph.eliminate_dead_code()
