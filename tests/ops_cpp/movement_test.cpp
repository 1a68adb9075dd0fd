// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What a damaged program, or a caller who forgot an input, can give to the kernels that move
// elements: tensors without memory, and of more dimensions than there may be. Values are compared
// in tests/kernels/parity.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "test_tensor.h"

namespace torch::executor::native {

using executorch::aten::IntArrayRef;
using executorch::aten::MemoryFormat;
using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::aten::TensorList;
using Context = executorch::runtime::KernelRuntimeContext;
using OptionalInt = std::optional<int64_t>;
using OptionalInts = std::optional<IntArrayRef>;

Tensor& alias_copy_out(Context&, const Tensor&, Tensor&);
Tensor& as_strided_copy_out(Context&, const Tensor&, IntArrayRef, IntArrayRef, OptionalInt,
                            Tensor&);
Tensor& cat_out(Context&, TensorList, int64_t, Tensor&);
Tensor& clone_out(Context&, const Tensor&, std::optional<MemoryFormat>, Tensor&);
Tensor& _clone_dim_order_out(Context&, const Tensor&, bool, OptionalInts, Tensor&);
Tensor& constant_pad_nd_out(Context&, const Tensor&, IntArrayRef, const Scalar&, Tensor&);
Tensor& diagonal_copy_out(Context&, const Tensor&, int64_t, int64_t, int64_t, Tensor&);
Tensor& expand_copy_out(Context&, const Tensor&, IntArrayRef, bool, Tensor&);
Tensor& flip_out(Context&, const Tensor&, IntArrayRef, Tensor&);
Tensor& narrow_copy_out(Context&, const Tensor&, int64_t, int64_t, int64_t, Tensor&);
Tensor& permute_copy_out(Context&, const Tensor&, IntArrayRef, Tensor&);
Tensor& pixel_shuffle_out(Context&, const Tensor&, int64_t, Tensor&);
Tensor& pixel_unshuffle_out(Context&, const Tensor&, int64_t, Tensor&);
Tensor& reflection_pad1d_out(Context&, const Tensor&, IntArrayRef, Tensor&);
Tensor& repeat_out(Context&, const Tensor&, IntArrayRef, Tensor&);
Tensor& replication_pad1d_out(Context&, const Tensor&, IntArrayRef, Tensor&);
Tensor& roll_out(Context&, const Tensor&, IntArrayRef, IntArrayRef, Tensor&);
Tensor& select_copy_int_out(Context&, const Tensor&, int64_t, int64_t, Tensor&);
Tensor& select_scatter_out(Context&, const Tensor&, const Tensor&, int64_t, int64_t, Tensor&);
Tensor& slice_copy_Tensor_out(Context&, const Tensor&, int64_t, OptionalInt, OptionalInt, int64_t,
                              Tensor&);
Tensor& slice_scatter_out(Context&, const Tensor&, const Tensor&, int64_t, OptionalInt, OptionalInt,
                          int64_t, Tensor&);
void split_copy_Tensor_out(Context&, const Tensor&, int64_t, int64_t, TensorList);
void split_with_sizes_copy_out(Context&, const Tensor&, IntArrayRef, int64_t, TensorList);
Tensor& squeeze_copy_dims_out(Context&, const Tensor&, IntArrayRef, Tensor&);
Tensor& stack_out(Context&, TensorList, int64_t, Tensor&);
Tensor& t_copy_out(Context&, const Tensor&, Tensor&);
Tensor& _to_dim_order_copy_out(Context&, const Tensor&, bool, OptionalInts, Tensor&);
Tensor& to_copy_out(Context&, const Tensor&, bool, std::optional<MemoryFormat>, Tensor&);
Tensor& transpose_copy_int_out(Context&, const Tensor&, int64_t, int64_t, Tensor&);
Tensor& tril_out(Context&, const Tensor&, int64_t, Tensor&);
void unbind_copy_int_out(Context&, const Tensor&, int64_t, TensorList);
Tensor& unfold_copy_out(Context&, const Tensor&, int64_t, int64_t, int64_t, Tensor&);
Tensor& unsqueeze_copy_out(Context&, const Tensor&, int64_t, Tensor&);
Tensor& view_copy_out(Context&, const Tensor&, IntArrayRef, Tensor&);

}  // namespace torch::executor::native

namespace ops_test {
namespace {

using namespace torch::executor::native;  // NOLINT

IntArrayRef list(const std::vector<int64_t>& values) { return {values.data(), values.size()}; }

// An operator, the sizes of its input and output, and a call.
struct Case {
  const char* name;
  std::vector<int32_t> in;
  std::vector<int32_t> out;
  std::function<void(Context&, const Tensor&, Tensor&)> call;
};

const std::vector<int64_t> kZero = {0};
const std::vector<int64_t> kOne_ = {1};
const std::vector<int64_t> kOneOne = {1, 1};
const std::vector<int64_t> kTwoThree = {2, 3};
const std::vector<int64_t> kThreeTwo = {3, 2};
const std::vector<int64_t> kThreeOne = {3, 1};
const std::vector<int64_t> kOneZero = {1, 0};

std::vector<Case> cases() {
  return {
      {"alias_copy", {2, 3}, {2, 3}, alias_copy_out},
      {"as_strided_copy",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         as_strided_copy_out(c, x, list(kTwoThree), list(kThreeOne), std::nullopt, out);
       }},
      {"cat",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         cat_out(c, {&x, 1}, 0, out);
       }},
      {"clone",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) { clone_out(c, x, std::nullopt, out); }},
      {"_clone_dim_order",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         _clone_dim_order_out(c, x, false, std::nullopt, out);
       }},
      {"constant_pad_nd",
       {2, 3},
       {2, 5},
       [](Context& c, const Tensor& x, Tensor& out) {
         constant_pad_nd_out(c, x, list(kOneOne), 1.0, out);
       }},
      {"diagonal_copy",
       {2, 3},
       {2},
       [](Context& c, const Tensor& x, Tensor& out) { diagonal_copy_out(c, x, 0, 0, 1, out); }},
      {"expand_copy",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         expand_copy_out(c, x, list(kTwoThree), false, out);
       }},
      {"flip",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) { flip_out(c, x, list(kZero), out); }},
      {"narrow_copy",
       {2, 3},
       {1, 3},
       [](Context& c, const Tensor& x, Tensor& out) { narrow_copy_out(c, x, 0, 1, 1, out); }},
      {"permute_copy",
       {2, 3},
       {3, 2},
       [](Context& c, const Tensor& x, Tensor& out) {
         permute_copy_out(c, x, list(kOneZero), out);
       }},
      {"pixel_shuffle",
       {4, 1, 1},
       {1, 2, 2},
       [](Context& c, const Tensor& x, Tensor& out) { pixel_shuffle_out(c, x, 2, out); }},
      {"pixel_unshuffle",
       {1, 2, 2},
       {4, 1, 1},
       [](Context& c, const Tensor& x, Tensor& out) { pixel_unshuffle_out(c, x, 2, out); }},
      {"reflection_pad1d",
       {2, 3},
       {2, 5},
       [](Context& c, const Tensor& x, Tensor& out) {
         reflection_pad1d_out(c, x, list(kOneOne), out);
       }},
      {"repeat",
       {2, 3},
       {4, 9},
       [](Context& c, const Tensor& x, Tensor& out) { repeat_out(c, x, list(kTwoThree), out); }},
      {"replication_pad1d",
       {2, 3},
       {2, 5},
       [](Context& c, const Tensor& x, Tensor& out) {
         replication_pad1d_out(c, x, list(kOneOne), out);
       }},
      {"roll",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         roll_out(c, x, list(kOne_), list(kZero), out);
       }},
      {"select_copy",
       {2, 3},
       {3},
       [](Context& c, const Tensor& x, Tensor& out) { select_copy_int_out(c, x, 0, 1, out); }},
      {"slice_copy",
       {2, 3},
       {1, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         slice_copy_Tensor_out(c, x, 0, 1, std::nullopt, 1, out);
       }},
      {"slice_scatter",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         slice_scatter_out(c, x, x, 0, std::nullopt, std::nullopt, 1, out);
       }},
      {"split_copy",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         split_copy_Tensor_out(c, x, 2, 0, {&out, 1});
       }},
      {"split_with_sizes_copy",
       {3, 2},
       {3, 2},
       [](Context& c, const Tensor& x, Tensor& out) {
         const std::vector<int64_t> sizes = {3};
         split_with_sizes_copy_out(c, x, list(sizes), 0, {&out, 1});
       }},
      {"squeeze_copy",
       {1, 3},
       {3},
       [](Context& c, const Tensor& x, Tensor& out) {
         squeeze_copy_dims_out(c, x, list(kZero), out);
       }},
      {"stack",
       {2, 3},
       {1, 2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         stack_out(c, {&x, 1}, 0, out);
       }},
      {"t_copy", {2, 3}, {3, 2}, t_copy_out},
      {"_to_dim_order_copy",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         _to_dim_order_copy_out(c, x, false, std::nullopt, out);
       }},
      {"_to_copy",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) {
         to_copy_out(c, x, false, std::nullopt, out);
       }},
      {"transpose_copy",
       {2, 3},
       {3, 2},
       [](Context& c, const Tensor& x, Tensor& out) { transpose_copy_int_out(c, x, 0, 1, out); }},
      {"tril",
       {2, 3},
       {2, 3},
       [](Context& c, const Tensor& x, Tensor& out) { tril_out(c, x, 0, out); }},
      {"unbind_copy",
       {1, 3},
       {3},
       [](Context& c, const Tensor& x, Tensor& out) {
         unbind_copy_int_out(c, x, 0, {&out, 1});
       }},
      {"unfold_copy",
       {2, 3},
       {2, 2, 2},
       [](Context& c, const Tensor& x, Tensor& out) { unfold_copy_out(c, x, 1, 2, 1, out); }},
      {"unsqueeze_copy",
       {2, 3},
       {1, 2, 3},
       [](Context& c, const Tensor& x, Tensor& out) { unsqueeze_copy_out(c, x, 0, out); }},
      {"view_copy",
       {2, 3},
       {3, 2},
       [](Context& c, const Tensor& x, Tensor& out) { view_copy_out(c, x, list(kThreeTwo), out); }},
  };
}

Error run(const Case& each, TestTensor& x, TestTensor& out) {
  executorch::runtime::runtime_init();
  Context context;
  each.call(context, *x, *out);
  return context.failure_state();
}

TEST(Movement, NeedsMemory) {
  for (const Case& each : cases()) {
    TestTensor x = floats(each.in);
    TestTensor out = floats(each.out);
    EXPECT_EQ(run(each, x, out), Error::Ok) << each.name;
    out.drop_memory();
    EXPECT_EQ(run(each, x, out), Error::InvalidArgument) << each.name << ": out";
    TestTensor other = floats(each.out);
    x.drop_memory();
    EXPECT_EQ(run(each, x, other), Error::InvalidArgument) << each.name << ": input";
  }
}

TEST(Movement, SourceNeedsMemory) {
  Context context;
  TestTensor x = floats({2, 3});
  TestTensor src = floats({3});
  TestTensor out = floats({2, 3});
  src.drop_memory();
  select_scatter_out(context, *x, *src, 0, 1, *out);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument);
}

TEST(Movement, RefusesMoreDimensionsThanThereMayBe) {
  const std::vector<int32_t> many(17, 1);
  for (const Case& each : cases()) {
    // These take the elements as they lie, whatever the dimensions.
    const std::string name = each.name;
    if (name == "alias_copy" || name == "clone" || name == "_to_copy") {
      continue;
    }
    TestTensor x = floats(many);
    TestTensor out = floats(many);
    EXPECT_EQ(run(each, x, out), Error::InvalidArgument) << each.name;
  }
}

}  // namespace
}  // namespace ops_test
