// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// A program may hand a kernel anything. What does not fit the schema's limits is an error, and
// never an access outside the tensors: build with EE_SANITIZE to see that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "esp_nn_ops.h"

namespace ops_test {
namespace {

constexpr int64_t kWild[] = {std::numeric_limits<int64_t>::min(),
                             -(int64_t{1} << 32),
                             -(int64_t{1} << 31) - 1,
                             int64_t{1} << 31,
                             int64_t{1} << 32,
                             (int64_t{1} << 32) + 1,
                             std::numeric_limits<int64_t>::max()};

class EveryOp : public testing::TestWithParam<size_t> {
 protected:
  const Op& op() const { return all_ops()[GetParam()]; }
  // `change` must turn a valid call into one that is refused.
  template <typename Change>
  void refuses(Change change, const std::string& what) {
    Call call = op().valid();
    change(call);
    EXPECT_EQ(run(op(), call), Error::InvalidArgument) << op().name << ": " << what;
  }
};

TEST_P(EveryOp, TakesTheValidCall) {
  Call call = op().valid();
  EXPECT_EQ(run(op(), call), Error::Ok) << op().name;
}

TEST_P(EveryOp, RefusesIntegersOutOfRange) {
  const size_t ints = op().valid().ints.size();
  for (size_t i = 0; i < ints; ++i) {
    for (int64_t wild : kWild) {
      refuses([&](Call& call) { call.ints[i] = wild; },
              "integer " + std::to_string(i) + " = " + std::to_string(wild));
    }
  }
}

TEST_P(EveryOp, RefusesListsOutOfRange) {
  const size_t lists = op().valid().lists.size();
  for (size_t i = 0; i < lists; ++i) {
    refuses([&](Call& call) { call.lists[i].pop_back(); }, "short list");
    refuses([&](Call& call) { call.lists[i].push_back(1); }, "long list");
    refuses([&](Call& call) { call.lists[i].clear(); }, "empty list");
    for (size_t entry = 0; entry < op().valid().lists[i].size(); ++entry) {
      refuses([&](Call& call) { call.lists[i][entry] = -1; }, "negative entry");
      for (int64_t wild : kWild) {
        refuses([&](Call& call) { call.lists[i][entry] = wild; },
                "list " + std::to_string(i) + " entry " + std::to_string(wild));
      }
    }
  }
}

TEST_P(EveryOp, RefusesOtherDtypes) {
  const size_t tensors = op().valid().tensors.size();
  for (size_t i = 0; i < tensors; ++i) {
    refuses(
        [&](Call& call) {
          const auto sizes = (*call.tensors[i]).sizes();
          const std::vector<int32_t> copy(sizes.begin(), sizes.end());
          call.tensors[i] =
              TestTensor(ScalarType::Byte, copy, std::vector<uint8_t>(count(copy), 0));
        },
        "tensor " + std::to_string(i) + " is Byte");
  }
}

TEST_P(EveryOp, RefusesOtherSizes) {
  const size_t tensors = op().valid().tensors.size();
  for (size_t i = 0; i < tensors; ++i) {
    const size_t rank = static_cast<size_t>((*op().valid().tensors[i]).dim());
    for (size_t axis = 0; axis <= rank; ++axis) {
      const auto& free = op().free_axes;
      if (i == 0 && std::find(free.begin(), free.end(), axis) != free.end()) {
        continue;
      }
      refuses(
          [&](Call& call) {
            const ScalarType dtype = (*call.tensors[i]).scalar_type();
            const auto old = (*call.tensors[i]).sizes();
            std::vector<int32_t> sizes(old.begin(), old.end());
            if (axis < rank) {
              ++sizes[axis];
            } else {
              sizes.push_back(1);
            }
            const size_t bytes = dtype == ScalarType::Char ? 1 : 4;
            call.tensors[i] =
                TestTensor(dtype, sizes, std::vector<uint8_t>(count(sizes) * bytes, 0));
          },
          "tensor " + std::to_string(i) + " grown on axis " + std::to_string(axis));
    }
  }
}

TEST_P(EveryOp, RefusesOtherDimOrders) {
  const size_t tensors = op().valid().tensors.size();
  for (size_t i = 0; i < tensors; ++i) {
    if ((*op().valid().tensors[i]).dim() < 2) {
      continue;  // one dimension has one order
    }
    refuses(
        [&](Call& call) {
          const ScalarType dtype = (*call.tensors[i]).scalar_type();
          const auto old = (*call.tensors[i]).sizes();
          const std::vector<int32_t> sizes(old.begin(), old.end());
          std::vector<uint8_t> order;
          for (size_t axis = sizes.size(); axis-- > 0;) {
            order.push_back(static_cast<uint8_t>(axis));
          }
          const size_t bytes = dtype == ScalarType::Char ? 1 : 4;
          call.tensors[i] =
              TestTensor(dtype, sizes, std::vector<uint8_t>(count(sizes) * bytes, 0), order);
        },
        "dim order of tensor " + std::to_string(i));
  }
}

TEST_P(EveryOp, RefusesTensorsWithoutMemory) {
  const size_t tensors = op().valid().tensors.size();
  for (size_t i = 0; i < tensors; ++i) {
    refuses([&](Call& call) { call.tensors[i].drop_memory(); },
            "no memory in tensor " + std::to_string(i));
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, EveryOp, testing::Range<size_t>(0, EE_OPERATORS),
                         [](const testing::TestParamInfo<size_t>& info) {
                           return std::string(all_ops()[info.param].name);
                         });

TEST(Misuse, CoversAllOperators) { EXPECT_EQ(all_ops().size(), size_t{EE_OPERATORS}); }

TEST(Misuse, UselessScales) {
  for (const char* name : {"quantize", "dequantize"}) {
    for (double scale : {0.0, -1.0, 1e-45, 1e300, std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      Call call = op_named(name).valid();
      call.scale = scale;
      EXPECT_EQ(run(op_named(name), call), Error::InvalidArgument) << name << ": " << scale;
    }
  }
}

Error with_per_channel(const char* name, TestTensor parameters) {
  const Op& op = op_named(name);
  Call call = op.valid();
  call.tensors[2] = std::move(parameters);
  return run(op, call);
}

TEST(Misuse, RequantizationOutOfRange) {
  for (const char* name : {"conv2d", "depthwise_conv2d", "linear"}) {
    const size_t channels = name == std::string("conv2d") ? 3 : 4;
    const std::vector<int32_t> bias(channels, 0);
    EXPECT_EQ(with_per_channel(name, per_channel(bias, kOne, 30)), Error::Ok) << name;
    EXPECT_EQ(with_per_channel(name, per_channel(bias, kOne, -31)), Error::Ok) << name;
    EXPECT_EQ(with_per_channel(name, per_channel(bias, kOne, 31)), Error::InvalidArgument) << name;
    EXPECT_EQ(with_per_channel(name, per_channel(bias, kOne, -32)), Error::InvalidArgument);
    EXPECT_EQ(with_per_channel(name, per_channel(bias, kOne, INT32_MIN)), Error::InvalidArgument);
    EXPECT_EQ(with_per_channel(name, per_channel(bias, kOne, INT32_MAX)), Error::InvalidArgument);
    EXPECT_EQ(with_per_channel(name, per_channel(bias, -1, 0)), Error::InvalidArgument) << name;
    // Zeros are valid wherever they are read from, so that only the address is wrong.
    TestTensor odd = per_channel(bias, 0, 0);
    odd.misalign();
    EXPECT_EQ(with_per_channel(name, std::move(odd)), Error::InvalidArgument) << name;
  }
}

TEST(Misuse, KernelBeyondThePaddedInput) {
  const Op& op = op_named("conv2d");
  Call call = op.valid();
  call.lists[2] = {4, 1};
  EXPECT_EQ(run(op, call), Error::InvalidArgument);
}

TEST(Misuse, GroupsThatDoNotDivideTheChannels) {
  const Op& op = op_named("conv2d");
  for (int64_t groups : {int64_t{0}, int64_t{2}}) {  // 2 divides the 2 inputs, not the 3 outputs
    Call call = op.valid();
    call.ints[0] = groups;
    call.tensors[1] = chars({3, 2, 2, groups == 2 ? 1 : 2});
    testing::internal::CaptureStderr();
    EXPECT_EQ(run(op, call), Error::InvalidArgument);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("esp_nn::conv2d.out: groups"),
              std::string::npos);
  }
}

// The channels of a group are the divisor of nn/.
TEST(Misuse, ConvolutionOfNoChannels) {
  const Op& op = op_named("conv2d");
  Call call = op.valid();
  call.tensors[0] = chars({2, 3, 4, 0});
  call.tensors[1] = chars({3, 2, 2, 0});
  EXPECT_EQ(run(op, call), Error::InvalidArgument);
}

TEST(Misuse, PoolingWindowInThePaddingOnly) {
  const Op& op = op_named("avg_pool2d");
  Call call = op.valid();
  call.lists[2] = {2, 0, 0, 0};
  EXPECT_EQ(run(op, call), Error::InvalidArgument);
}

TEST(Misuse, PermutationThatRepeats) {
  const Op& op = op_named("permute");
  Call call = op.valid();
  call.lists[0] = {2, 0, 2};
  EXPECT_EQ(run(op, call), Error::InvalidArgument);
}

TEST(Misuse, TablesThatPointOutside) {
  for (int32_t wild : {-1, 3, INT32_MIN, INT32_MAX}) {
    const Op& select = op_named("index_select");
    Call call = select.valid();
    call.tensors[1] = ints({3}, {0, wild, 2});
    EXPECT_EQ(run(select, call), Error::InvalidArgument) << wild;

    const Op& nearest = op_named("upsample_nearest2d");
    for (size_t table : {1u, 2u}) {
      call = nearest.valid();
      call.tensors[table] = table == 1 ? ints({3}, {0, wild, 0}) : ints({2}, {0, wild});
      EXPECT_EQ(run(nearest, call), Error::InvalidArgument) << wild;
    }

    const Op& bilinear = op_named("upsample_bilinear2d");
    call = bilinear.valid();
    call.tensors[2] = ints({2, 2}, {1, 0, wild, 0});
    EXPECT_EQ(run(bilinear, call), Error::InvalidArgument) << wild;
  }
}

TEST(Misuse, WeightsOfWhatLiesOutside) {
  const Op& op = op_named("upsample_bilinear2d");
  for (const auto& [index, weight] : {std::pair(2, 1), std::pair(0, 2049), std::pair(0, -1)}) {
    Call call = op.valid();
    call.tensors[2] = ints({2, 2}, {0, 0, index, weight});
    EXPECT_EQ(run(op, call), Error::InvalidArgument) << index << " " << weight;
  }
}

TEST(Misuse, NothingToJoin) {
  executorch::runtime::runtime_init();
  KernelRuntimeContext context;
  TestTensor out = chars({1, 1});
  esp_nn::native::cat_out(context, {}, 0, *out);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument);
}

TEST(Misuse, SumOverADimensionTwice) {
  const Op& op = op_named("mean");
  Call call = op.valid();
  call.lists[0] = {1, 1};
  EXPECT_EQ(run(op, call), Error::InvalidArgument);
}

TEST(Misuse, EpsilonOutOfRange) {
  for (const int64_t epsilon :
       {int64_t{0}, int64_t{1} << 61, int64_t{-1}, (int64_t{1} << 61) + 1}) {
    Call call = op_named("layer_norm").valid();
    executorch::runtime::runtime_init();
    KernelRuntimeContext context;
    native::layer_norm_out(context, *call.tensors[0], *call.tensors[1], epsilon, 35, 4,
                           *call.tensors[2]);
    const bool valid = epsilon >= 0 && epsilon <= int64_t{1} << 61;
    EXPECT_EQ(context.failure_state(), valid ? Error::Ok : Error::InvalidArgument) << epsilon;
  }
}

TEST(Misuse, SizesWhoseProductWraps) {
  // 65536 * 65536 elements are 0 in 32 bits.
  std::vector<int32_t> sizes = {65536, 65536};
  std::vector<uint8_t> order = {0, 1};
  std::vector<int32_t> strides = {65536, 1};
  int8_t byte = 0;
  executorch::aten::TensorImpl impl(ScalarType::Char, 2, sizes.data(), &byte, order.data(),
                                    strides.data());
  Tensor input(&impl);
  TestTensor out = chars({1, 1});
  executorch::runtime::runtime_init();
  KernelRuntimeContext context;
  esp_nn::native::clamp_out(context, input, -1, 1, *out);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument);
}

}  // namespace
}  // namespace ops_test
