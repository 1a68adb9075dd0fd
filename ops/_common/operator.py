# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What one operator folder says to the quantizer, the pass manager and PyTorch.

`ops/<op>/<op>.py` defines one subclass of `Operator` and one module-level instance of it; nothing
else has to be edited. Worked examples: `ops/conv2d/conv2d.py` (weights, activation, layout),
`ops/linear/linear.py`, `ops/clamp/clamp.py` (shared quantization, elementwise).

Write:

- `patterns`: which ATen overloads of torch.export's graph the quantizer annotates, and how.
- `edge_targets`: which ATen overloads of the edge graph `lower` takes (convolution, not conv2d).
  Several operators may name the same target; each refuses what is not its own.
- `lower(site)`: returns the int8 node that replaces the quantized output, or raises
  `Refuse(reason)`; then the original stays in float between its dequantize and quantize, and the
  report says why.
- `reference(*args)`: the kernel's exact integer semantics, arguments as in the schema, any
  integer arithmetic in torch or numpy; returns a tensor of the dtype that the json states.
- `meta(*args)`: output sizes for the same arguments (tensors may be fake: only look at shapes).
- `elementwise`, `macs`, `scratch`, `reorder` and others: see below; the defaults suit an operator
  without weights.

`Site` is what `lower` works with; its methods are in aot/executorch_espressif/site.py. In short:

    site.arg("stride")         literal or fx.Node argument by ATen schema name, defaults filled in
    site.input("self")         int8 node behind an argument, Refuse if it is not quantized
    site.qparams("self")       its QParams
    site.constant("weight")    stored integer values of a quantized constant argument, else Refuse
    site.shape("self")         its sizes (the graph's own, NCHW)
    site.output                QParams of the output (after a fused activation)
    site.output_shape
    site.activation            (min, max) output codes; (-128, 127) when nothing is fused
    site.require_shared()      Refuse unless every quantized input has the output's QParams
    site.with_output_qparams("tensors", node)   an element of an argument, requantized if it has to
    site.parameter("per_channel", tensor)   node of a new constant
    site.table()               (int8 node, 256 output codes) of an elementwise function of one value
    site.call("conv2d", ...)   node of an operator of this library, arguments as in its schema;
                               Refuse where they leave the limits that its json states
    site.nhwc(node), site.nchw(node)        rank-4 permutes; the pass manager moves and cancels them
    site.permute(node, dims), site.view(node, shape)
    site.before_permute(node, axis)         the node without a permute that only matters for `axis`
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from math import inf, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from executorch_espressif.ops._common.limits import Limit, excess, limits_of

if TYPE_CHECKING:
    from executorch_espressif.site import Site

NAMESPACE = "esp_nn"
DTYPES = {
    "Char": torch.int8,
    "Int": torch.int32,
    "Long": torch.int64,
    "Float": torch.float32,
    "Bool": torch.bool,
}


class Refuse(Exception):
    """An operator does not take this node; the text is the reason in the export report."""


@dataclass(frozen=True)
class QParams:
    """Affine int8 quantization: real = scale * (code - zero_point).

    `scales` is set for per-channel values instead of `scale`; their zero points are 0.
    """

    scale: float
    zero_point: int
    quant_min: int = -128
    quant_max: int = 127
    scales: tuple[float, ...] | None = None
    axis: int = 0

    def quantize(self, value: float) -> int:
        """Code of a real value, half to even, saturated to the range of int8."""
        return max(-128, min(127, round(value / self.scale) + self.zero_point))

    def clamp(self, low: float, high: float) -> tuple[int, int]:
        """Codes of real bounds, saturated; infinite bounds are the ends of the range."""
        low_code = self.quantize(low) if low > -inf else self.quant_min
        high_code = self.quantize(high) if high < inf else self.quant_max
        return low_code, high_code

    def channel_scales(self, channels: int) -> list[float]:
        return list(self.scales) if self.scales is not None else [self.scale] * channels


class Role(Enum):
    """How an argument is quantized."""

    ACTIVATION = "int8 per tensor, affine"
    WEIGHT = "int8 symmetric per channel (axis of the pattern), -127..127"
    BIAS = "int32 per channel with scale input * weight"


OWN = "own"
SHARED = "shared"


@dataclass(frozen=True)
class Pattern:
    """How the quantizer annotates the calls of `targets` (matched by identity).

    `inputs` maps argument names of the ATen schema to roles; a list argument (cat) gives its role
    to every element. `output`: OWN (observed), SHARED (the QParams of the first activation, for all
    inputs too), a fixed QParams, or None for what is not quantized (indices). `fuses_activation`: a
    following relu, relu6, hardtanh or clamp is annotated as one with the call, if it is the call's
    only user. `when` returns a reason to leave a call in float. `moves`: only moves values, so it
    is annotated only where its input is quantized already. `leaves(node, low, high)`: whether
    values in low..high may become others outside; then a fixed range is not SHARED.
    """

    targets: tuple[torch._ops.OpOverload, ...]
    inputs: dict[str, Role]
    output: str | QParams | None = OWN
    fuses_activation: bool = False
    weight_axis: int = 0
    when: Callable[[torch.fx.Node], str | None] = field(default=lambda node: None)
    moves: bool = False
    leaves: Callable[[torch.fx.Node, float, float], bool] = field(default=lambda *_: False)


class Operator:
    """One operator of the library; see the text at the top of this file."""

    name: str
    patterns: tuple[Pattern, ...] = ()
    edge_targets: tuple[torch._ops.OpOverload, ...] = ()

    whole: tuple[torch._ops.OpOverload, ...] = ()
    """Calls that to_edge would decompose and `lower` takes whole."""

    general = False
    """Asked after the operators that are made for a call."""

    elementwise = False
    """Each output code depends on the input codes at its place alone, broadcast or not."""

    gives_codes = True
    """False: the result holds no quantized values, and takes the call's place as it is."""

    parameters: tuple[str, ...] = ()
    """Tensor arguments that have no places in common with the output: tables."""

    # Instructions of the builtin nn provider on rv32imac at -O2, for the estimate in the report.
    instructions_per_mac: float = 8.0
    instructions_per_element: float = 10.0

    @cached_property
    def spec(self) -> dict[str, Any]:
        """The operator's json: schema, limits, dtypes."""
        path = Path(__file__).parent.parent / self.name / f"{self.name}.json"
        return json.loads(path.read_text())

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """Between which values arguments, ranks and sizes have to lie."""
        return limits_of(self.spec)

    def limit(self, argument: str, size: str | None = None) -> Limit:
        """That of one argument, or of its rank or one of its sizes."""
        return next(x for x in self.limits if (x.argument, x.size) == (argument, size))

    def excess(self, args: Sequence[Any], out: torch.Tensor) -> str | None:
        """What of a call's arguments and result leaves the limits, None if nothing does; a reason
        as of `Refuse`. Tensors may be fake."""
        names = [argument.name for argument in self.overload._schema.arguments]
        return excess(self.name, self.limits, dict(zip([*names, "out"], [*args, out], strict=True)))

    @property
    def overload(self) -> torch._ops.OpOverload:
        """The functional overload registered with PyTorch."""
        return getattr(getattr(torch.ops, NAMESPACE), self.name).default

    @property
    def out_dtype(self) -> torch.dtype:
        return DTYPES[self.spec["dtypes"]["out"][0]]

    def reference(self, *args: Any) -> torch.Tensor:
        raise NotImplementedError(f"{self.name}: no integer reference")

    def meta(self, *args: Any) -> Sequence[int]:
        """Output sizes."""
        return list(args[0].shape)

    def lower(self, site: Site) -> torch.fx.Node:
        raise Refuse(f"{self.name} has no lowering")

    def reorder(self, args: tuple[Any, ...], dims: Sequence[int]) -> tuple[Any, ...] | None:
        """Arguments `new` with permute(op(x, *args), dims) == op(permute(x, dims), *new), or None.

        `args` are those of the schema, tensors included; only the literals of the answer are used
        (pad: new before[i] = before[dims[i]]).
        """
        return args if self.elementwise else None

    def macs(self, *args: Any) -> int:
        """Multiply-accumulates of one call."""
        return 0

    def scratch(self, *args: Any) -> int:
        """Most bytes the kernel asks of the temp allocator, over the providers of nn."""
        return 0

    def instructions(self, *args: Any) -> int:
        """Estimated instructions of one call."""
        elements = prod(self.meta(*args))
        return round(
            self.macs(*args) * self.instructions_per_mac + elements * self.instructions_per_element
        )


def out_schema(schema: str) -> str:
    """The `.out` variant of a functional schema: one keyword-only result tensor, as in the .pte."""
    name, rest = schema.split("(", 1)
    arguments = rest.rsplit(") ->", 1)[0]
    return f"{name}.out({arguments}, *, Tensor(a!) out) -> Tensor(a!)"


def register(library: torch.library.Library, operator: Operator) -> None:
    """Define an operator and its `.out` variant in PyTorch with the integer reference."""
    schema = operator.spec["schema"]
    library.define(schema)
    library.define(out_schema(schema))

    def functional(*args: Any) -> torch.Tensor:
        result = operator.reference(*args)
        expected = tuple(operator.meta(*args))
        if tuple(result.shape) != expected or result.dtype != operator.out_dtype:
            raise RuntimeError(
                f"{NAMESPACE}::{operator.name}: the reference gave {result.dtype} "
                f"{tuple(result.shape)}, expected {operator.out_dtype} {expected}"
            )
        return result.contiguous()

    def out_variant(*args: Any, out: torch.Tensor) -> torch.Tensor:
        return out.copy_(functional(*args))

    def fake(*args: Any) -> torch.Tensor:
        first = args[0][0] if isinstance(args[0], list | tuple) else args[0]
        return first.new_empty(tuple(operator.meta(*args)), dtype=operator.out_dtype)

    def fake_out(*args: Any, out: torch.Tensor) -> torch.Tensor:
        return out

    library.impl(operator.name, functional, "CPU")
    library.impl(f"{operator.name}.out", out_variant, "CPU")
    library.impl(operator.name, fake, "Meta")
    library.impl(f"{operator.name}.out", fake_out, "Meta")
