# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""Models and data that export and accuracy cannot take: one ExportError that says what to do, with
PyTorch's or ExecuTorch's own error as its cause. And named tuples as outputs, which it takes."""

from __future__ import annotations

import gc
import re
from collections import namedtuple
from collections.abc import Iterator

import executorch_espressif as ee
import pytest
import torch
from aot_support import Call, edge
from executorch_espressif.errors import stage, told
from executorch_espressif.kernel_bundle import pte
from executorch_espressif.kernels import unfit
from executorch_espressif.passes.check_limits import check_limits
from executorch_espressif.upstream import MANY_OBJECTS
from torch import Tensor, nn

X = torch.randn(2, 3, generator=torch.Generator().manual_seed(1))


def refused(model: nn.Module, *inputs: Tensor, **options) -> ee.ExportError:
    """The error of an export; it has a cause of PyTorch's or ExecuTorch's own."""
    data = [inputs] if options.get("quantize", True) else None
    with pytest.raises(ee.ExportError) as error:
        ee.export(model, inputs, calibration=data, **options)
    assert error.value.__cause__ is not None
    assert not isinstance(error.value.__cause__, ee.ExportError)
    return error.value


@pytest.mark.parametrize("quantize", [True, False])
@pytest.mark.parametrize(
    ("inputs", "shapes"),
    [
        ((X, X), "with float32[2, 3], float32[2, 3]"),
        ((), "without inputs"),
        ((torch.zeros(2, 5),), "with float32[2, 5]"),
        ((X.double(),), "with float64[2, 3]"),
    ],
    ids=["too many", "too few", "width", "dtype"],
)
def test_inputs_that_the_model_does_not_take(inputs, shapes: str, quantize: bool) -> None:
    error = refused(nn.Linear(3, 4), *inputs, quantize=quantize)
    text = str(error)
    assert re.match(rf"model\(\*example_inputs\) fails {re.escape(shapes)}: \w+Error: .", text)
    assert "\n" not in text


def test_a_branch_on_values() -> None:
    class Branch(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return x * 2 if x.sum() > 0 else x

    assert "Write it with torch.where" in str(refused(Branch(), X))


def test_what_torch_export_cannot_follow() -> None:
    class Leaves(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return x * torch.tensor(x.detach().numpy()).sum()

    error = refused(Leaves(), X)
    assert str(error).startswith("torch.export cannot capture the model with float32[2, 3]: ")


def test_no_variant_with_out() -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.RReLU())
    error = str(refused(model, X, quantize=False))
    assert re.search(r"no kernel library can have aten::rrelu\w* at 1: it has no variant", error)


@pytest.mark.parametrize(
    ("model", "shape"),
    [(nn.Conv3d(1, 2, 2), (1, 1, 3, 3, 3)), (nn.ConvTranspose3d(1, 2, 2), (1, 1, 3, 3, 3))],
    ids=["conv3d", "conv_transpose3d"],
)
def test_convolutions_of_rank_5_name_their_module(model: nn.Module, shape) -> None:
    x = torch.zeros(shape)
    with pytest.raises(ee.ExportError) as error:
        ee.export(nn.Sequential(nn.Identity(), model), (x,), quantize=False)
    assert "1: a convolution of rank 5; 3 (Conv1d) and 4 (Conv2d) are taken" in str(error.value)


def test_convolutions_of_other_ranks_fit() -> None:
    for model, shape in ((nn.Conv1d(1, 2, 2), (1, 1, 3)), (nn.Conv2d(1, 2, 2), (1, 1, 3, 3))):
        graph = edge(model, torch.zeros(shape))
        calls = [node for node in graph.graph.nodes if node.op == "call_function"]
        assert calls and not any(map(unfit, calls))


def test_a_call_that_a_pass_took_out_of_its_limits() -> None:
    def slides(x: Tensor) -> Tensor:
        return torch.ops.esp_nn.max_pool2d(x, [1, 1], [1, 1], [0, 0, 0, 0], -128, 127)

    check_limits(edge(slides, torch.zeros(1, 1, 32767, 1, dtype=torch.int8)))
    graph = edge(slides, torch.zeros(1, 1, 32768, 1, dtype=torch.int8))
    with pytest.raises(ee.ExportError, match="input width 32768; max_pool2d takes at most 32767"):
        check_limits(graph)


def test_calibration_that_cannot_be_read() -> None:
    def data() -> Iterator[tuple[Tensor]]:
        yield (X,)
        raise OSError("disk on fire")

    with pytest.raises(ee.ExportError, match="item 1 cannot be read: OSError: disk on fire"):
        ee.export(nn.Linear(3, 4), (X,), calibration=data())


def test_calibration_that_the_model_does_not_compute() -> None:
    indices = [torch.tensor([0]), torch.tensor([7])]
    with pytest.raises(ee.ExportError, match="the model fails at calibration item 1: IndexError"):
        data = [(i,) for i in indices]
        ee.export(nn.Sequential(nn.Embedding(3, 4), nn.Linear(4, 2)), data[0], calibration=data)


def test_calibration_without_quantization_is_said_to_be_unused() -> None:
    with pytest.warns(UserWarning, match="calibration is not used: quantize=False"):
        ee.export(nn.Linear(3, 4), (X,), calibration=[(X,)], quantize=False)


Pair = namedtuple("Pair", ["low", "high"])
NAMED = {
    "topk": lambda x: x.topk(2),
    "max": lambda x: x.max(1),
    "min": lambda x: {"smallest": x.min(1), "twice": [x * 2]},
    "own": lambda x: Pair(x - 1, x + 1),
}


@pytest.mark.parametrize("name", NAMED)
def test_outputs_that_are_named_tuples(name: str) -> None:
    from executorch.runtime import Runtime

    art = ee.export(Call(NAMED[name]), (X,), quantize=False)
    expected = art.reference(X)
    assert len(expected) == (3 if name == "min" else 2)
    method = Runtime.get().load_program(art.pte).load_method("forward")
    for given, right in zip(method.execute([X]), expected, strict=True):
        assert torch.equal(given, right)
    outputs = pte.read(art.pte).plan().encoded_outputs
    assert ("smallest" in outputs) == (name == "min") and "return_types" not in outputs


@pytest.fixture(scope="module")
def quantized() -> ee.Artifact:
    return ee.export(nn.Linear(3, 4), (X,), calibration=[(X,)])


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "accuracy: inputs is empty; expected at least one tuple of inputs"),
        (X, "accuracy: inputs is a tensor; expected an iterable of input tuples"),
        (3, "accuracy: inputs is a int; expected an iterable"),
        ([X], "accuracy: inputs item 0 is a Tensor; expected a tuple of tensors"),
        ([(X,), (X, X)], r"item 1 has float32\[2, 3\], float32\[2, 3\]; expected float32\[2, 3\]"),
        ([(torch.zeros(2, 9),)], r"item 0 has float32\[2, 9\]; expected float32\[2, 3\]"),
        ([(X.double(),)], "item 0 has float64"),
        ([(X / 0,)], r"item 0\[0\] holds NaN or infinity"),
    ],
)
def test_inputs_of_accuracy(quantized: ee.Artifact, inputs, message: str) -> None:
    with pytest.raises(ee.ExportError, match=message):
        ee.accuracy(quantized, inputs)


def test_accuracy_takes_what_calibration_takes(quantized: ee.Artifact) -> None:
    lists, once = ee.accuracy(quantized, [[X]]), ee.accuracy(quantized, iter([(X,)]))
    assert [row.sqnr for row in lists.rows] == [row.sqnr for row in once.rows]


def test_garbage_is_looked_for_rarely_and_then_as_before() -> None:
    class Watching(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            seen.append(gc.get_threshold())
            # The model is tried, then captured.
            return x if len(seen) == 1 else x.unknown()

    before, seen = gc.get_threshold(), []
    refused(Watching(), X)
    assert seen == [before, (MANY_OBJECTS, *before[1:])] and gc.get_threshold() == before


def test_errors_are_told_in_one_line() -> None:
    assert told(ValueError("\n\n  first\nsecond")) == "ValueError: first"
    assert told(KeyError()) == "KeyError"
    with pytest.raises(ee.ExportError, match=r"^ours$"), stage(lambda error: "theirs"):
        raise ee.ExportError("ours")
    with pytest.raises(KeyboardInterrupt), stage(lambda error: "theirs"):
        raise KeyboardInterrupt
