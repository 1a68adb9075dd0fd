# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""PT2E quantizer: int8 as ESP-NN computes it, annotated from the operators' own patterns."""

from __future__ import annotations

import operator as python_operator
from collections.abc import Callable, Iterator

import torch
from torch.fx import GraphModule, Node
from torchao.quantization.pt2e import (
    FakeQuantize,
    HistogramObserver,
    MovingAverageMinMaxObserver,
    MovingAveragePerChannelMinMaxObserver,
    ObserverOrFakeQuantize,
    PerChannelMinMaxObserver,
)
from torchao.quantization.pt2e.quantizer import (
    DerivedQuantizationSpec,
    FixedQParamsQuantizationSpec,
    QuantizationAnnotation,
    QuantizationSpec,
    QuantizationSpecBase,
    Quantizer,
    SharedQuantizationSpec,
)
from torchao.quantization.pt2e.quantizer.quantizer import Q_ANNOTATION_KEY

from executorch_espressif.activations import activation_bounds
from executorch_espressif.annotations import LIKE, is_quantized
from executorch_espressif.data_movement import DATA_MOVEMENT
from executorch_espressif.graph import REASON
from executorch_espressif.layers import BATCH_NORMS, FOLDING
from executorch_espressif.linear_norms import FOLDED_WEIGHT, norm_behind
from executorch_espressif.ops import operators
from executorch_espressif.ops._common.operator import SHARED, Pattern, QParams, Role
from executorch_espressif.ranges import RangeObserver
from executorch_espressif.sharing import fixed_spec, settle_sharing, share_with_what_is_written

OBSERVERS = {"minmax": RangeObserver, "histogram": HistogramObserver}

# Bias codes stay clear of the ends of int32, so that the accumulator of any layer that can run on a
# chip still fits: 2^30 leaves room for 65,000 products of the largest codes.
BIAS_LIMIT = 2**30


def _bias_qparams(
    observers: list[ObserverOrFakeQuantize],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Scale input * weight per channel, zero point 0. In float64 the product is exact, as it is in
    the accumulator; rounded to float32, it would move large biases by 1e-6 of a code."""
    input_scale, _ = observers[0].calculate_qparams()
    weight_scales, _ = observers[1].calculate_qparams()
    scales = input_scale.double() * weight_scales.double()
    return scales, torch.zeros_like(scales, dtype=torch.int32)


class EspNNQuantizer(Quantizer):
    """Annotates every call that a pattern of `ops/*/<op>.py` names, and data movement around it.

    Activations are int8 per tensor, affine; weights int8 per channel, symmetric, in -127..127;
    biases int32 with the product of both scales. `observer`, for activations, is "minmax" or
    "histogram". Minmax is the default: on a residual network with relu for images of 8x8 digits,
    calibrated with 1 to 128 samples, both came out with the float model's accuracy and the same
    error in the logits, and histograms only cost time.

    Calls of the modules `keep_float` (paths) stay float. `training`: for quantization-aware
    training, with ranges that follow the training, and with batch norms still behind their layers.

    After `annotate`, `reasons` tells for each float call that a pattern named why it stays float.
    """

    def __init__(
        self,
        observer: str = "minmax",
        keep_float: tuple[str, ...] = (),
        training: bool = False,
    ) -> None:
        if observer not in OBSERVERS:
            raise ValueError(f"observer '{observer}': choose one of {', '.join(OBSERVERS)}")
        self.reasons: dict[str, str] = {}
        self._keep_float = keep_float
        self._training = training
        seen: Callable[..., ObserverOrFakeQuantize] = OBSERVERS[observer].with_args(eps=2**-24)
        if training:
            seen = FakeQuantize.with_args(observer=MovingAverageMinMaxObserver, eps=2**-24)
        self._activation = QuantizationSpec(
            dtype=torch.int8,
            observer_or_fake_quant_ctr=seen,
            quant_min=-128,
            quant_max=127,
            qscheme=torch.per_tensor_affine,
        )
        self._patterns: dict[torch._ops.OpOverload, list[Pattern]] = {}
        for op in operators().values():
            for pattern in op.patterns:
                for target in pattern.targets:
                    self._patterns.setdefault(target, []).append(pattern)
        for pattern in DATA_MOVEMENT:
            for target in pattern.targets:
                self._patterns.setdefault(target, []).append(pattern)

    def annotate(self, model: GraphModule) -> GraphModule:
        for node in model.graph.nodes:
            if node.op != "call_function" or Q_ANNOTATION_KEY in node.meta:
                continue
            reasons = [] if node.target in self._patterns else [f"esp_nn has no {node.target}"]
            for pattern in self._patterns.get(node.target, ()):
                reason = self._refusal(node, pattern)
                if reason is None:
                    self._annotate(node, pattern)
                    break
                if reason not in reasons:
                    reasons.append(reason)
            else:
                self.reasons[node.name] = "; ".join(reasons)
        self._annotate_moves(model)
        share_with_what_is_written(model)
        settle_sharing(model)
        for node in model.graph.nodes:
            if node.name in self.reasons:
                # PT2E and export rename nodes, but keep this key of their meta.
                custom = node.meta.get("custom", {})
                node.meta["custom"] = {**custom, REASON: self.reasons[node.name]}
        return model

    def validate(self, model: GraphModule) -> None:
        pass

    def _annotate_moves(self, model: GraphModule) -> None:
        """Where something quantizes what was moved, the codes can be moved instead: backwards, so
        that whole chains turn; then what moves values that have turned to codes since."""
        for node in reversed(model.graph.nodes):
            readers = [
                user.meta[Q_ANNOTATION_KEY].input_qspec_map
                for user in node.users
                if node in user.meta.get(Q_ANNOTATION_KEY, QuantizationAnnotation()).input_qspec_map
            ]
            if readers and self._turn(node, floats=True):
                for inputs in readers:
                    inputs[node] = SharedQuantizationSpec(node)
        for node in model.graph.nodes:
            self._turn(node, floats=False)

    def _turn(self, node: Node, floats: bool) -> bool:
        """Annotates a move that has been left in float, if it can be one of codes."""
        left = node.op == "call_function" and Q_ANNOTATION_KEY not in node.meta
        for pattern in self._patterns.get(node.target, ()) if left else ():
            if pattern.moves and self._refusal(node, pattern, floats) is None:
                self.reasons.pop(node.name, None)
                self._annotate(node, pattern)
                return True
        return False

    def _refusal(self, node: Node, pattern: Pattern, floats: bool = False) -> str | None:
        if self._kept(node):
            return "its module is named in keep_float"
        if pattern.output is not None and not _is_float(node):
            return f"its output is {_describe(node)}, not a float32 tensor"
        for name, role, value in _arguments(node, pattern):
            if value is None and role is Role.BIAS:
                continue
            if not isinstance(value, Node):
                return f"argument '{name}' is {value!r}, not a tensor"
            if not _is_float(value):
                return f"argument '{name}' is {_describe(value)}, not a float32 tensor"
            constant = value.op == "get_attr" or FOLDED_WEIGHT in value.meta
            if role is not Role.ACTIVATION and not constant:
                return f"argument '{name}' is computed, not a constant"
        if pattern.moves and not floats and not any(map(is_quantized, _activations(node, pattern))):
            return "moves float values"
        return pattern.when(node)

    def _kept(self, node: Node) -> bool:
        stack = node.meta.get("nn_module_stack") or {}
        paths = [path for path, _ in stack.values()]
        return any(path in self._keep_float for path in paths)

    def _annotate(self, node: Node, pattern: Pattern) -> None:
        inputs: dict[Node, QuantizationSpecBase] = {}
        first = _first_activation(node, pattern)
        shares = pattern.output == SHARED and _can_share(node, pattern)
        weight = next((v for _, r, v in _arguments(node, pattern) if r is Role.WEIGHT), None)
        for _, role, value in _arguments(node, pattern):
            if value is None or value in inputs:
                continue
            if role is Role.WEIGHT:
                inputs[value] = _weight_spec(pattern.weight_axis, self._training)
            elif role is Role.BIAS and self._training and _batch_norm(node) is not None:
                # Conversion folds the batch norm into it; its codes come with lowering.
                continue
            elif role is Role.BIAS:
                inputs[value] = DerivedQuantizationSpec(
                    derived_from=[(first, node), (weight, node)],
                    derive_qparams_fn=_bias_qparams,
                    dtype=torch.int32,
                    quant_min=-BIAS_LIMIT,
                    quant_max=BIAS_LIMIT - 1,
                    qscheme=torch.per_channel_symmetric,
                    ch_axis=0,
                )
            elif shares and value is not first:
                inputs[value] = SharedQuantizationSpec((first, node))
            elif is_quantized(value):
                inputs[value] = SharedQuantizationSpec(value)
            else:
                inputs[value] = self._activation

        output: QuantizationSpecBase | None
        if pattern.output is None:
            output = None
        elif isinstance(pattern.output, QParams):
            output = FixedQParamsQuantizationSpec(
                dtype=torch.int8,
                scale=pattern.output.scale,
                zero_point=pattern.output.zero_point,
                quant_min=-128,
                quant_max=127,
                qscheme=torch.per_tensor_affine,
            )
        elif shares:
            output = SharedQuantizationSpec((first, node))
        else:
            output = self._activation

        norm = _batch_norm(node) if self._training else None
        tail = _fusable_activation(norm or node) if pattern.fuses_activation else None
        tail = norm if tail is None or self._kept(tail) else tail
        if norm is not None:
            norm.meta[Q_ANNOTATION_KEY] = QuantizationAnnotation(_annotated=True)
        like = _like(tail or node)
        if output is self._activation and like is not None:
            output = SharedQuantizationSpec(like)
        node.meta[Q_ANNOTATION_KEY] = QuantizationAnnotation(
            input_qspec_map=inputs,
            output_qspec=None if tail else output,
            _annotated=True,
        )
        if tail is not None:
            tail.meta[Q_ANNOTATION_KEY] = QuantizationAnnotation(
                output_qspec=output, _annotated=True
            )


def _weight_spec(axis: int, training: bool) -> QuantizationSpec:
    seen: Callable[..., ObserverOrFakeQuantize] = PerChannelMinMaxObserver.with_args(eps=2**-40)
    if training:
        seen = FakeQuantize.with_args(observer=MovingAveragePerChannelMinMaxObserver, eps=2**-40)
    return QuantizationSpec(
        dtype=torch.int8,
        observer_or_fake_quant_ctr=seen,
        quant_min=-127,
        quant_max=127,
        qscheme=torch.per_channel_symmetric,
        ch_axis=axis,
    )


def _arguments(node: Node, pattern: Pattern) -> Iterator[tuple[str, Role, object]]:
    """Name, role and value of each argument that the pattern quantizes; lists are flattened."""
    schema = node.target._schema.arguments
    for index, argument in enumerate(schema):
        role = pattern.inputs.get(argument.name)
        if role is None:
            continue
        value = node.args[index] if index < len(node.args) else node.kwargs.get(argument.name)
        for element in value if isinstance(value, list | tuple) else [value]:
            yield argument.name, role, element


def _activations(node: Node, pattern: Pattern) -> list[Node]:
    return [v for _, role, v in _arguments(node, pattern) if role is Role.ACTIVATION]


def _first_activation(node: Node, pattern: Pattern) -> Node | None:
    return next(iter(_activations(node, pattern)), None)


def _like(node: Node) -> Node | None:
    """The call whose output a call's output shares its quantization with."""
    name = node.meta.get(LIKE)
    found = (other for other in node.graph.nodes if other.name == name) if name else ()
    like = next(iter(found), None)
    return like if like is not None and is_quantized(like) else None


def _can_share(node: Node, pattern: Pattern) -> bool:
    """Whether all inputs and the output may have one range: not if the range of one is fixed and of
    another not, or another one; and not if a fixed range does not hold what the call adds."""
    fixed = {fixed_spec(value) for value in _activations(node, pattern)}
    if len(fixed) != 1:
        return False
    (spec,) = fixed
    if spec is None:
        return True
    low, high = (spec.scale * (code - spec.zero_point) for code in (-128, 127))
    return not pattern.leaves(node, low, high)


def _is_float(node: Node) -> bool:
    value = node.meta.get("val")
    if value is None and node.op == "get_attr":
        value = _attribute(node)
    return isinstance(value, torch.Tensor) and value.dtype == torch.float32


def _attribute(node: Node) -> object:
    return python_operator.attrgetter(str(node.target))(node.graph.owning_module)


def _describe(node: Node) -> str:
    value = node.meta.get("val")
    return str(value.dtype) if isinstance(value, torch.Tensor) else "no tensor"


def _batch_norm(node: Node) -> Node | None:
    """The batch norm that conversion folds into a layer."""
    if norm_behind(node) is not None:
        return norm_behind(node)
    users = list(node.users)
    folds = node.target in FOLDING and len(users) == 1 and users[0].target in BATCH_NORMS
    return users[0] if folds else None


def _fusable_activation(node: Node) -> Node | None:
    if len(node.users) != 1:
        return None
    user = next(iter(node.users))
    return user if activation_bounds(user) is not None else None
