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
      {"conv_transpose2d",
       [] {
         return Call{list_of(chars({2, 3, 4, 2}), chars({3, 2, 2, 2}), per_channel({1, 2, 3}),
                             chars({2, 7, 5, 3})),
                     {{2, 1}, {1, 0, 0, 0}, {2, 0}, {1, 1}},
                     {-3, 4, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::conv_transpose2d_out(
             ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2],
             {c.lists[0].data(), c.lists[0].size()}, {c.lists[1].data(), c.lists[1].size()},
             {c.lists[2].data(), c.lists[2].size()}, {c.lists[3].data(), c.lists[3].size()},
             c.ints[0], c.ints[1], c.ints[2], c.ints[3], *c.tensors[3]);
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
      {"sub",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3}), chars({2, 3})),
                     {},
                     {1, kOne, 0, 2, kOne, 0, 3, kOne, -18, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::sub_out(ctx, *c.tensors[0], *c.tensors[1], c.ints[0], c.ints[1], c.ints[2],
                         c.ints[3], c.ints[4], c.ints[5], c.ints[6], c.ints[7], c.ints[8],
                         c.ints[9], c.ints[10], *c.tensors[2]);
       }},
      {"div",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3}),
                             TestTensor(ScalarType::Int, {256}, std::vector<int32_t>(256, kOne)),
                             chars({2, 3})),
                     {},
                     {1, 2, 30, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::div_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2], c.ints[0], c.ints[1],
                         c.ints[2], c.ints[3], c.ints[4], *c.tensors[3]);
       }},
      {"argmax",
       [] {
         return Call{list_of(chars({2, 3, 4}),
                             TestTensor(ScalarType::Long, {2, 4}, std::vector<int64_t>(8, 0))),
                     {},
                     {1}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::argmax_out(ctx, *c.tensors[0], c.ints[0], false, false, *c.tensors[1]);
       },
       {1}},
      {"amax",
       [] {
         return Call{list_of(chars({2, 3, 4}), chars({2, 1, 4})), {}, {1}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::amax_out(ctx, *c.tensors[0], c.ints[0], false, *c.tensors[1]);
       },
       {1}},
      {"masked_softmax",
       [] {
         return Call{list_of(chars({2, 3, 4}),
                             TestTensor(ScalarType::Bool, {2, 1, 4}, std::vector<uint8_t>(8, 0)),
                             chars({2, 3, 4})),
                     {},
                     {kOne, 23, -128}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::masked_softmax_out(ctx, *c.tensors[0], *c.tensors[1], c.ints[0], c.ints[1],
                                    c.ints[2], *c.tensors[2]);
       }},
      {"minimum",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3}), chars({2, 3})), {}, {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::minimum_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2]);
       }},
      {"maximum",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 3}), chars({2, 3})), {}, {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::maximum_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2]);
       }},
      {"lut",
       [] {
         return Call{list_of(chars({2, 3}), chars({256}), chars({2, 3})), {}, {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::lut_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2]);
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
      {"layer_norm",
       [] {
         return Call{list_of(chars({2, 3}),
                             TestTensor(ScalarType::Int, {2, 3}, std::vector<int32_t>(6, kOne)),
                             chars({2, 3})),
                     {},
                     {35, 4}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::layer_norm_out(ctx, *c.tensors[0], *c.tensors[1], 1000, c.ints[0], c.ints[1],
                                *c.tensors[2]);
       }},
      {"matmul",
       [] {
         return Call{list_of(chars({2, 3, 4}), chars({2, 4, 5}), chars({2, 3, 5})),
                     {},
                     {1, 2, 3, kOne, -7, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::matmul_out(ctx, *c.tensors[0], *c.tensors[1], false, c.ints[0], c.ints[1],
                            c.ints[2], c.ints[3], c.ints[4], c.ints[5], c.ints[6], *c.tensors[2]);
       }},
      {"mean",
       [] {
         return Call{
             list_of(chars({2, 3, 4}), chars({2, 1, 4})), {{1}}, {1, 2, kOne, -2, -128, 127}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::mean_out(ctx, *c.tensors[0], {c.lists[0].data(), c.lists[0].size()}, c.ints[0],
                          c.ints[1], c.ints[2], c.ints[3], c.ints[4], c.ints[5], *c.tensors[1]);
       },
       {1}},
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
      {"cat",
       [] {
         return Call{list_of(chars({2, 3}), chars({2, 4}), chars({2, 7})), {}, {1}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         const Tensor tensors[] = {*c.tensors[0], *c.tensors[1]};
         native::cat_out(ctx, {tensors, 2}, c.ints[0], *c.tensors[2]);
       }},
      {"slice",
       [] {
         return Call{list_of(chars({2, 5, 3}), chars({2, 2, 3})), {}, {1, 1, 4, 2}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::slice_out(ctx, *c.tensors[0], c.ints[0], c.ints[1], c.ints[2], c.ints[3],
                           *c.tensors[1]);
       },
       {1}},
      {"expand",
       [] {
         return Call{list_of(chars({2, 1, 3}), chars({2, 4, 3})), {{2, 4, 3}}, {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::expand_out(ctx, *c.tensors[0], {c.lists[0].data(), c.lists[0].size()},
                            *c.tensors[1]);
       }},
      {"index_select",
       [] {
         return Call{list_of(chars({2, 3, 2}), ints({3}, {2, 0, 2}), chars({2, 3, 2})), {}, {1}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::index_select_out(ctx, *c.tensors[0], *c.tensors[1], c.ints[0], *c.tensors[2]);
       },
       {1}},
      {"upsample_nearest2d",
       [] {
         return Call{list_of(chars({2, 2, 3, 2}), ints({3}, {0, 1, 1}), ints({2}, {2, 0}),
                             chars({2, 3, 2, 2})),
                     {},
                     {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::upsample_nearest2d_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2],
                                        *c.tensors[3]);
       },
       {1, 2}},
      {"upsample_bilinear2d",
       [] {
         return Call{list_of(chars({2, 2, 3, 2}), ints({3, 2}, {0, 2048, 0, 5, 1, 0}),
                             ints({2, 2}, {1, 1024, 2, 0}), chars({2, 3, 2, 2})),
                     {},
                     {}};
       },
       [](KernelRuntimeContext& ctx, Call& c) {
         native::upsample_bilinear2d_out(ctx, *c.tensors[0], *c.tensors[1], *c.tensors[2],
                                         *c.tensors[3]);
       },
       {1, 2}},
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
