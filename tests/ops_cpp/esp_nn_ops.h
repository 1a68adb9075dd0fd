// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "esp_nn_kernels.h"

namespace ops_test {

namespace native = esp_nn::native;

template <typename... Tensors>
std::vector<TestTensor> list_of(Tensors... tensors) {
  std::vector<TestTensor> result;
  (result.push_back(std::move(tensors)), ...);
  return result;
}

// Every operator with a small valid call.
inline const std::vector<Op>& all_ops() {
  static const std::vector<Op> ops = {
      {"conv2d",
       [] {
         return Call{list_of(chars({2, 3, 4, 2}), chars({3, 2, 2, 2}), per_channel({1, 2, 3}),
                             chars({2, 3, 3, 3})),
                     {{1, 1}, {1, 0, 0, 0}, {1, 1}},
                     {1, -3, 4, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::conv2d_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2],
                            {c.lists[0].data(), c.lists[0].size()},
                            {c.lists[1].data(), c.lists[1].size()},
                            {c.lists[2].data(), c.lists[2].size()}, c.ints[0], c.ints[1], c.ints[2],
                            c.ints[3], c.ints[4], *c.tensors[3]);
       }},
      {"depthwise_conv2d",
       [] {
         return Call{list_of(chars({2, 3, 4, 2}), chars({1, 2, 2, 4}), per_channel({1, 2, 3, 4}),
                             chars({2, 3, 3, 4})),
                     {{1, 1}, {1, 0, 0, 0}, {1, 1}},
                     {2, -3, 4, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::depthwise_conv2d_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2],
                                      {c.lists[0].data(), c.lists[0].size()},
                                      {c.lists[1].data(), c.lists[1].size()},
                                      {c.lists[2].data(), c.lists[2].size()}, c.ints[0], c.ints[1],
                                      c.ints[2], c.ints[3], c.ints[4], *c.tensors[3]);
       }},
      {"linear",
       [] {
         return Call{
             list_of(chars({2, 3}), chars({4, 3}), per_channel({1, 2, 3, 4}), chars({2, 4})),
             {},
             {-3, 4, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::linear_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2], c.ints[0], c.ints[1],
                            c.ints[2], c.ints[3], *c.tensors[3]);
       }},
      {"add",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3}), chars({2, 3})),
                     {},
                     {1, kOne, 0, 2, kOne, 0, 3, kOne, -18, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::add_out(ctx, *c.tensors[0], *c.tensors[1], c.ints[0], c.ints[1], c.ints[2],
                         c.ints[3], c.ints[4], c.ints[5], c.ints[6], c.ints[7], c.ints[8],
                         c.ints[9], c.ints[10], *c.tensors[2]);
       }},
      {"mul",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3}), chars({2, 3})),
                     {},
                     {1, 2, 3, kOne, 1, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::mul_out(ctx, *c.tensors[0], *c.tensors[1], c.ints[0], c.ints[1], c.ints[2],
                         c.ints[3], c.ints[4], c.ints[5], c.ints[6], *c.tensors[2]);
       }},
      {"avg_pool2d",
       [] {
         return Call{list_of(chars({2, 3, 4, 2}), chars({2, 3, 3, 2})),
                     {{2, 2}, {1, 1}, {1, 0, 0, 0}},
                     {-128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::avg_pool2d_out(ctx, *c.tensors[0], {c.lists[0].data(), c.lists[0].size()},
                                {c.lists[1].data(), c.lists[1].size()},
                                {c.lists[2].data(), c.lists[2].size()}, c.ints[0], c.ints[1],
                                *c.tensors[1]);
       }},
      {"max_pool2d",
       [] {
         return Call{list_of(chars({2, 3, 4, 2}), chars({2, 3, 3, 2})),
                     {{2, 2}, {1, 1}, {1, 0, 0, 0}},
                     {-128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::max_pool2d_out(ctx, *c.tensors[0], {c.lists[0].data(), c.lists[0].size()},
                                {c.lists[1].data(), c.lists[1].size()},
                                {c.lists[2].data(), c.lists[2].size()}, c.ints[0], c.ints[1],
                                *c.tensors[1]);
       }},
      {"softmax",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3})), {}, {kOne, 23, -248}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::softmax_out(ctx, *c.tensors[0], c.ints[0], c.ints[1], c.ints[2], *c.tensors[1]);
       }},
      {"clamp",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3})), {}, {-3, 5}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::clamp_out(ctx, *c.tensors[0], c.ints[0], c.ints[1], *c.tensors[1]);
       }},
      {"pad",
       [] {
         return Call{list_of(chars({2, 3}), chars({3, 6})), {{1, 2}, {0, 1}}, {9}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::pad_out(ctx, *c.tensors[0], {c.lists[0].data(), c.lists[0].size()},
                         {c.lists[1].data(), c.lists[1].size()}, c.ints[0], *c.tensors[1]);
       }},
      {"permute",
       [] {
         return Call{list_of(chars({2, 3, 4}), chars({4, 2, 3})), {{2, 0, 1}}, {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::permute_out(ctx, *c.tensors[0], {c.lists[0].data(), c.lists[0].size()},
                             *c.tensors[1]);
       }},
      {"quantize",
       [] {
         return Call{list_of(floats({2, 3}), chars({2, 3})), {}, {1}, 0.5};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::quantize_out(ctx, *c.tensors[0], c.scale, c.ints[0], *c.tensors[1]);
       }},
      {"dequantize",
       [] {
         return Call{list_of(chars({2, 3}), floats({2, 3})), {}, {1}, 0.5};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::dequantize_out(ctx, *c.tensors[0], c.scale, c.ints[0], *c.tensors[1]);
       }},
  };
  return ops;
}

inline const Op& op_named(const char* name) {
  for (const Op& op : all_ops()) {
    if (strcmp(op.name, name) == 0) {
      return op;
    }
  }
  abort();
}

}  // namespace ops_test
