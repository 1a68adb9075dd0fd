# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Which places of a graph have one quantization: what the annotations share, settled for PT2E.

A place is a call (its output) or a pair of a value and the call that reads it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e.quantizer import (
    DerivedQuantizationSpec,
    FixedQParamsQuantizationSpec,
    QuantizationSpec,
    QuantizationSpecBase,
    SharedQuantizationSpec,
)
from torchao.quantization.pt2e.quantizer.quantizer import Q_ANNOTATION_KEY, EdgeOrNode

from executorch_espressif.annotations import is_quantized


def spec_of(place: EdgeOrNode) -> QuantizationSpecBase | None:
    source, node = place if isinstance(place, tuple) else (None, place)
    annotation = node.meta.get(Q_ANNOTATION_KEY)
    if annotation is None:
        return None
    return annotation.output_qspec if source is None else annotation.input_qspec_map.get(source)


def root_of(place: EdgeOrNode) -> EdgeOrNode:
    """The place that has the quantization which this one shares, in the end."""
    while isinstance(spec := spec_of(place), SharedQuantizationSpec):
        place = spec.edge_or_node
    return place


def fixed_spec(node: Node) -> FixedQParamsQuantizationSpec | None:
    """The fixed parameters that a value has, also by sharing those of another one."""
    spec = spec_of(root_of(node))
    return spec if isinstance(spec, FixedQParamsQuantizationSpec) else None


def share_with_what_is_written(model: GraphModule) -> None:
    """A buffer is read with the quantization of what is written into it, so that its codes stay
    what they are from one run to the next."""
    for write in model.graph.nodes:
        if write.target is not torch.ops.aten.copy_.default:
            continue
        buffer, value = write.args[:2]
        if not isinstance(value, Node) or not is_quantized(value):
            continue
        reads = [(buffer, user) for user in buffer.users if spec_of((buffer, user)) is not None]
        first, *others = dict.fromkeys(root_of(place) for place in (*reads, value))
        for root in others:
            # What is fixed, and what others have, stays; then a table stands in between.
            own = type(spec_of(root)) is QuantizationSpec
            if root[0] is buffer if isinstance(root, tuple) else own:
                _set_spec(root, SharedQuantizationSpec(first))


def settle_sharing(model: GraphModule) -> None:
    """All places of a group share with its first one, and PT2E adds nothing of its own.

    A group is what annotations join, and all places of one value that ask for the same. PT2E joins
    these itself, but goes in circles where both kinds meet in a ring.
    """
    groups = _Groups()
    kinds: dict[tuple[Node, Hashable], EdgeOrNode] = {}
    for place in _places(model):
        spec = spec_of(place)
        groups.join(place, spec.edge_or_node if isinstance(spec, SharedQuantizationSpec) else place)
        value = place[0] if isinstance(place, tuple) else place
        groups.join(place, kinds.setdefault((value, _kind(place)), place))
    leaders: dict[EdgeOrNode, EdgeOrNode] = {}
    specs = {place: spec_of(root_of(place)) for place in _places(model)}
    for place, spec in specs.items():
        leader = leaders.setdefault(groups.group(place), place)
        _set_spec(place, spec if leader == place else SharedQuantizationSpec(leader))
    for node in model.graph.nodes:
        if Q_ANNOTATION_KEY in node.meta:
            node.meta[Q_ANNOTATION_KEY].allow_implicit_sharing = False


def _places(model: GraphModule) -> Iterator[EdgeOrNode]:
    """In the order in which PT2E creates their observers."""
    for node in model.graph.nodes:
        annotation = node.meta.get(Q_ANNOTATION_KEY)
        if annotation is None:
            continue
        for source in annotation.input_qspec_map:
            yield source, node
        if annotation.output_qspec is not None:
            yield node


def _kind(place: EdgeOrNode) -> Hashable:
    """Equal where two places of one value ask for the same codes."""
    root = root_of(place)
    spec = spec_of(root)
    if isinstance(spec, DerivedQuantizationSpec):
        return root
    if isinstance(spec, FixedQParamsQuantizationSpec):
        return spec.dtype, spec.scale, spec.zero_point
    return spec.dtype, spec.quant_min, spec.quant_max, spec.qscheme, spec.ch_axis


def _set_spec(place: EdgeOrNode, spec: QuantizationSpecBase) -> None:
    if isinstance(place, tuple):
        source, reader = place
        reader.meta[Q_ANNOTATION_KEY].input_qspec_map[source] = spec
    else:
        place.meta[Q_ANNOTATION_KEY].output_qspec = spec


class _Groups:
    """Disjoint sets of places."""

    def __init__(self) -> None:
        self._parents: dict[EdgeOrNode, EdgeOrNode] = {}

    def group(self, place: EdgeOrNode) -> EdgeOrNode:
        while (parent := self._parents.get(place, place)) != place:
            place = parent
        return place

    def join(self, left: EdgeOrNode, right: EdgeOrNode) -> None:
        self._parents[self.group(left)] = self.group(right)
