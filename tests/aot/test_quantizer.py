# Copyright (c) the executorch-espressif authors.
# SPDX-License-Identifier: BSD-3-Clause
"""What the quantizer annotates, seen in the graph that convert_pt2e makes of it."""

from __future__ import annotations

import pytest
import torch
from aot_support import Call, conv_bn_relu, with_statistics
from executorch_espressif.captured import prepare_captured
from executorch_espressif.quantization import capture, quantize_model
from executorch_espressif.quantizer import BIAS_LIMIT, EspNNQuantizer
from torch import Tensor, nn
from torch.fx import GraphModule, Node

aten = torch.ops.aten
decomposed = torch.ops.quantized_decomposed
QUANTIZE = decomposed.quantize_per_tensor.default


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(11)


def converted(model: nn.Module, *inputs: Tensor) -> tuple[GraphModule, EspNNQuantizer]:
    quantizer = EspNNQuantizer()
    return quantize_model(model.eval(), inputs, [inputs], quantizer), quantizer


def calls(module: GraphModule, target) -> list[Node]:
    return [node for node in module.graph.nodes if node.target is target]


def constants(module: GraphModule, dtype: torch.dtype) -> list[Tensor]:
    return [b for n, b in module.named_buffers() if n.startswith("_frozen") and b.dtype is dtype]


def test_convolution_with_batch_norm_and_relu_is_one_pattern() -> None:
    model = with_statistics(conv_bn_relu(2, 4), 2, 6, 6)
    module, _ = converted(model, torch.randn(1, 2, 6, 6))
    assert len(calls(module, QUANTIZE)) == 2
    (convolution,) = calls(module, aten.conv2d.default)
    assert [user.target for user in convolution.users] == [aten.relu.default]
    assert not calls(module, aten.batch_norm.default)
    (weight,) = constants(module, torch.int8)
    (bias,) = constants(module, torch.int32)
    assert weight.min() >= -127 and weight.abs().amax(dim=(1, 2, 3)).tolist() == [127] * 4
    assert bias.shape == (4,)


def test_bias_has_the_product_of_the_scales() -> None:
    model = nn.Linear(5, 3)
    module, _ = converted(model, torch.randn(4, 5))
    (source,) = [n for n in calls(module, QUANTIZE) if n.args[0].op == "placeholder"]
    scales = model.weight.detach().abs().amax(dim=1) / 127
    expected = torch.round(model.bias.detach() / (source.args[1] * scales))
    (bias,) = constants(module, torch.int32)
    # The observer spreads -127..127 over twice the largest weight, as (2 max) / 254.
    assert (bias - expected).abs().max() <= 1


def test_activation_of_a_value_with_two_users_stays_apart() -> None:
    class Twice(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(5, 3)

        def forward(self, x: Tensor) -> Tensor:
            y = self.layer(x)
            return y + torch.relu(y)

    module, _ = converted(Twice(), torch.randn(4, 5))
    (layer,) = calls(module, aten.linear.default)
    assert {user.target for user in layer.users} == {QUANTIZE}


def test_maxima_and_views_share_their_input() -> None:
    model = nn.Sequential(
        nn.Conv2d(2, 4, 3), nn.MaxPool2d(2), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(4, 3)
    )
    module, _ = converted(model, torch.randn(1, 2, 6, 6))
    shared = {n.args[1:3] for n in calls(module, QUANTIZE)}
    # Input, the convolution and its maxima, the means up to the linear layer, and the output.
    assert len(shared) == 4


def test_cat_shares_over_all_branches() -> None:
    class Branches(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.small, self.large = nn.Linear(5, 3), nn.Linear(5, 3)
            with torch.no_grad():
                self.large.weight.mul_(50)

        def forward(self, x: Tensor) -> Tensor:
            return torch.cat([self.small(x), self.large(x)], 1)

    module, _ = converted(Branches(), torch.randn(4, 5))
    outputs = [n.args[1:3] for n in calls(module, QUANTIZE) if n.args[0].op == "call_function"]
    assert len(outputs) == 3 and len(set(outputs)) == 1


def test_a_value_and_a_part_of_it_meet_in_a_cat() -> None:
    """Both moves turned to codes for the sum; PT2E then went in circles."""

    class Meets(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.cat([x[:2], x]).sum(0)

    module, _ = converted(Meets(), torch.randn(4, 3))
    # Of x and its part, and of the sum.
    assert len({n.args[1:3] for n in calls(module, QUANTIZE)}) == 2


def test_softmax_has_fixed_parameters_and_passes_them_on() -> None:
    model = nn.Sequential(nn.Linear(5, 4), nn.Softmax(-1), nn.Linear(4, 2))
    module, _ = converted(model, torch.randn(4, 5))
    (softmax,) = calls(module, aten.softmax.int)
    (quantize,) = softmax.users
    assert quantize.args[1:3] == (1 / 256, -128)
    assert len(calls(module, QUANTIZE)) == 4


def test_a_pattern_that_does_not_fit_stays_float_with_a_reason() -> None:
    quantizer = EspNNQuantizer()
    model = nn.ZeroPad3d(1)
    inputs = (torch.randn(1, 2, 3, 3, 3),)
    module = quantize_model(model.eval(), inputs, [inputs], quantizer)
    assert not calls(module, QUANTIZE)
    (reason,) = quantizer.reasons.values()
    assert reason == "padding of rank 5; at most 4 is taken"


def test_similar_names_are_not_taken_for_each_other() -> None:
    """cumsum is not sum, and conv3d is not conv2d."""
    module, quantizer = converted(Call(lambda x: torch.cumsum(x, 1)), torch.randn(3, 4))
    assert not calls(module, QUANTIZE)
    assert quantizer.reasons == {"cumsum": "esp_nn has no aten.cumsum.default"}
    module, _ = converted(nn.Conv3d(2, 3, 3), torch.randn(1, 2, 5, 5, 5))
    assert not calls(module, QUANTIZE)


def test_int_tensors_are_not_quantized() -> None:
    module, quantizer = converted(Call(lambda x: x + x), torch.arange(4))
    assert not calls(module, QUANTIZE)
    assert quantizer.reasons["add"] == "its output is torch.int64, not a float32 tensor"


def test_shared_weight_with_two_batch_norms_is_folded_once_each() -> None:
    """torchao folds into the shared weight twice."""

    class Shared(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Conv2d(3, 3, 3, padding=1)
            self.first, self.second = nn.BatchNorm2d(3), nn.BatchNorm2d(3)

        def forward(self, x: Tensor) -> Tensor:
            return self.second(self.layer(self.first(self.layer(x))))

    model = with_statistics(Shared(), 3, 8, 8)
    with torch.no_grad():
        model.first.weight.mul_(4)
        model.second.weight.mul_(0.5)
    x = torch.randn(2, 3, 8, 8)
    module, _ = converted(model, x)
    with torch.no_grad():
        expected, found = model(x), module(x)
    assert (expected - found).abs().max() < 0.03 * expected.abs().max()


def test_tiny_weight_channels_keep_their_bias() -> None:
    """A weight scale of almost 0 would push the bias out of int32."""
    model = nn.Linear(4, 3)
    with torch.no_grad():
        model.weight[0] = 0.0
        model.weight[1] *= 1e-12
        model.bias.copy_(torch.tensor([3.0, -2.0, 1.0]))
    x = torch.rand(16, 4)
    module, _ = converted(model, x)
    (bias,) = constants(module, torch.int32)
    assert bias.abs().max() < BIAS_LIMIT - 1
    with torch.no_grad():
        assert (model(x) - module(x)).abs().max() < 0.03


@pytest.mark.parametrize(("kernel", "dilation"), [(3, 1), (4, 1), (2, 3), ((1, 6), (1, 2))])
def test_same_padding_becomes_numbers(kernel, dilation) -> None:
    model = nn.Conv2d(2, 3, kernel, padding="same", dilation=dilation).eval()
    x = torch.randn(1, 2, 9, 12)
    module = capture(model, (x,)).module(check_guards=False)
    prepare_captured(module)
    assert not calls(module, aten.conv2d.padding)
    torch.testing.assert_close(module(x), model(x))


def test_dropout_does_not_part_a_layer_from_its_activation() -> None:
    model = nn.Sequential(nn.Linear(5, 4), nn.Dropout(), nn.ReLU())
    module, _ = converted(model, torch.randn(4, 5))
    assert len(calls(module, QUANTIZE)) == 2


def test_unknown_observer_is_named() -> None:
    with pytest.raises(ValueError, match="'median': choose one of minmax, histogram"):
        EspNNQuantizer("median")
