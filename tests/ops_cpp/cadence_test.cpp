// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// What the kernels of kernels/cadence refuse. tests/kernels/cadence compares the values with the
// wheel's reference.
#include <gtest/gtest.h>

#include <limits>

#include "test_tensor.h"

namespace impl::generic::native {

using executorch::aten::IntArrayRef;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;
using MaybeTensor = std::optional<Tensor>;

Tensor& quantize_per_tensor_out(KernelRuntimeContext&, const Tensor&, double, int64_t, int64_t,
                                int64_t, ScalarType, Tensor&);
Tensor& dequantize_per_tensor_out(KernelRuntimeContext&, const Tensor&, double, int64_t, int64_t,
                                  int64_t, ScalarType, Tensor&);
Tensor& quantized_relu_per_tensor_out(KernelRuntimeContext&, const Tensor&, int64_t, int64_t,
                                      int64_t, int64_t, Tensor&);
Tensor& quantized_add_per_tensor_out(KernelRuntimeContext&, const Tensor&, double, int64_t,
                                     const Tensor&, double, int64_t, double, int64_t, Tensor&);
Tensor& quantized_linear_per_tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&,
                                        const Tensor&, int64_t, int64_t, int64_t, int64_t, int64_t,
                                        const MaybeTensor&, Tensor&);
Tensor& quantized_fully_connected_per_tensor_out(KernelRuntimeContext&, const Tensor&,
                                                 const Tensor&, const Tensor&, int64_t, int64_t,
                                                 int64_t, int64_t, int64_t, const MaybeTensor&,
                                                 Tensor&);
Tensor& quantized_conv2d_nchw_per_tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&,
                                             const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                                             int64_t, int64_t, int64_t, double, double, int64_t,
                                             int64_t, int64_t, Tensor&);
Tensor& quantized_conv2d_nhwc_per_tensor_out(KernelRuntimeContext&, const Tensor&, const Tensor&,
                                             const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                                             int64_t, int64_t, int64_t, double, double, int64_t,
                                             int64_t, int64_t, const MaybeTensor&, Tensor&);

}  // namespace impl::generic::native

namespace ops_test {
namespace {

using namespace impl::generic::native;  // NOLINT

using Codes = std::vector<int8_t>;

constexpr int64_t kHalf = int64_t{1} << 30;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kHuge[] = {INT64_MIN, INT32_MIN, -129, 128, INT32_MAX, INT64_MAX};

struct Relu {
  TestTensor x = chars({4}, {-5, 0, 6, 127});
  TestTensor out = chars({4});
  int64_t in_zero = 1, out_zero = -3, multiplier = kHalf, shift = 0;
  Error run() {
    return call([&](KernelRuntimeContext& ctx) {
      quantized_relu_per_tensor_out(ctx, *x, in_zero, out_zero, multiplier, shift, *out);
    });
  }
};

TEST(Cadence, ReluHalvesWhatIsAboveTheZeroPointToEven) {
  Relu relu;
  ASSERT_EQ(relu.run(), Error::Ok);
  EXPECT_EQ(relu.out.values<int8_t>(), (Codes{-3, -3, -1, 60}));  // 2.5 -> 2, 63
}

TEST(Cadence, ReluSaturatesForAnyShift) {
  for (int64_t shift : {int64_t{40}, INT64_MAX}) {
    Relu relu;
    relu.shift = shift;
    ASSERT_EQ(relu.run(), Error::Ok);
    EXPECT_EQ(relu.out.values<int8_t>(), (Codes{-3, -3, 127, 127}));
  }
  for (int64_t shift : {int64_t{-40}, INT64_MIN}) {
    Relu relu;
    relu.shift = shift;
    ASSERT_EQ(relu.run(), Error::Ok);
    EXPECT_EQ(relu.out.values<int8_t>(), (Codes{-3, -3, -3, -3}));
  }
}

TEST(Cadence, ReluRefuses) {
  for (int64_t wrong : kHuge) {
    Relu relu;
    relu.in_zero = wrong;
    EXPECT_EQ(relu.run(), Error::InvalidArgument);
    relu = Relu();
    relu.out_zero = wrong;
    EXPECT_EQ(relu.run(), Error::InvalidArgument);
  }
  // What the Python reference expects; upstream's C++ and the flow have it positive.
  for (int64_t wrong : {-kHalf, INT64_MIN, int64_t{INT32_MAX} + 1}) {
    Relu relu;
    relu.multiplier = wrong;
    EXPECT_EQ(relu.run(), Error::InvalidArgument);
  }
  Relu relu;
  relu.x = floats({4}, {1, 2, 3, 4});
  EXPECT_EQ(relu.run(), Error::InvalidArgument);
  relu = Relu();
  relu.out = chars({5});
  EXPECT_EQ(relu.run(), Error::InvalidArgument);
  relu = Relu();
  relu.x.drop_memory();
  EXPECT_EQ(relu.run(), Error::InvalidArgument);
}

struct Add {
  TestTensor x = chars({3}, {10, -128, 127}), y = chars({3}, {4, -128, 127}), out = chars({3});
  double x_scale = 0.5, y_scale = 0.25, out_scale = 0.5;
  int64_t x_zero = 0, y_zero = 0, out_zero = 1;
  Error run() {
    return call([&](KernelRuntimeContext& ctx) {
      quantized_add_per_tensor_out(ctx, *x, x_scale, x_zero, *y, y_scale, y_zero, out_scale,
                                   out_zero, *out);
    });
  }
};

TEST(Cadence, AddScalesBoth) {
  Add add;
  ASSERT_EQ(add.run(), Error::Ok);
  EXPECT_EQ(add.out.values<int8_t>(), (Codes{13, -128, 127}));
  add.y_scale = 1e-30;
  ASSERT_EQ(add.run(), Error::Ok);
  EXPECT_EQ(add.out.values<int8_t>(), (Codes{11, -127, 127}));
  add.x_scale = 1e30;
  add.x_zero = 10;
  add.out_scale = 1e-30;
  ASSERT_EQ(add.run(), Error::Ok);
  EXPECT_EQ(add.out.values<int8_t>(), (Codes{5, -128, 127}));
}

TEST(Cadence, AddRefuses) {
  for (double wrong : {0.0, -1.0, kNaN, 1e-300, 1e300}) {
    for (double Add::*scale : {&Add::x_scale, &Add::y_scale, &Add::out_scale}) {
      Add add;
      add.*scale = wrong;
      EXPECT_EQ(add.run(), Error::InvalidArgument);
    }
  }
  for (int64_t wrong : kHuge) {
    for (int64_t Add::*zero : {&Add::x_zero, &Add::y_zero, &Add::out_zero}) {
      Add add;
      add.*zero = wrong;
      EXPECT_EQ(add.run(), Error::InvalidArgument);
    }
  }
  Add add;
  add.y = chars({2}, {1, 2});
  EXPECT_EQ(add.run(), Error::InvalidArgument);
}

struct Linear {
  TestTensor src = chars({2, 2}, {1, 2, 3, 4}), weight = chars({1, 2}, {10, 1});
  TestTensor bias = ints({1}, {7}), out = chars({2, 1});
  int64_t src_zero = 1, weight_zero = 0, multiplier = kHalf, shift = 1, out_zero = -2;
  bool fully_connected = false;
  Error run() {
    return call([&](KernelRuntimeContext& ctx) {
      (fully_connected ? quantized_fully_connected_per_tensor_out
                       : quantized_linear_per_tensor_out)(ctx, *src, *weight, *bias, src_zero,
                                                          weight_zero, multiplier, shift, out_zero,
                                                          std::nullopt, *out);
    });
  }
};

TEST(Cadence, LinearTakesEachRow) {
  Linear linear;
  ASSERT_EQ(linear.run(), Error::Ok);
  EXPECT_EQ(linear.out.values<int8_t>(), (Codes{6, 28}));
}

TEST(Cadence, LinearRefuses) {
  Linear linear;
  linear.fully_connected = true;  // two rows
  EXPECT_EQ(linear.run(), Error::InvalidArgument);
  linear = Linear();
  linear.weight = chars({1, 3}, {1, 2, 3});
  EXPECT_EQ(linear.run(), Error::InvalidArgument);
  linear = Linear();
  linear.bias = ints({2}, {1, 2});
  EXPECT_EQ(linear.run(), Error::InvalidArgument);
  linear = Linear();
  linear.bias.misalign();
  EXPECT_EQ(linear.run(), Error::InvalidArgument);
  linear = Linear();
  linear.src = chars({}, {1});
  EXPECT_EQ(linear.run(), Error::InvalidArgument);
  linear = Linear();
  linear.multiplier = -kHalf;
  EXPECT_EQ(linear.run(), Error::InvalidArgument);
  for (int64_t wrong : kHuge) {
    linear = Linear();
    linear.weight_zero = wrong;
    EXPECT_EQ(linear.run(), Error::InvalidArgument);
  }
}

struct Conv {
  TestTensor input = chars({1, 1, 2, 2}, {1, 2, 3, 4}), weight = chars({1, 1, 1, 2}, {1, 10});
  TestTensor bias = ints({1}, {5}), out = chars({1, 1, 2, 3});
  std::vector<int64_t> stride{1, 1}, padding{0, 1}, dilation{1, 1};
  int64_t groups = 1, in_zero = 1, weight_zero = 0, out_zero = -4;
  double bias_scale = 0.5, out_scale = 0.5;
  bool nhwc = false;
  Error run() {
    const auto list = [](const std::vector<int64_t>& values) {
      return IntArrayRef(values.data(), values.size());
    };
    return call([&](KernelRuntimeContext& ctx) {
      if (nhwc) {
        quantized_conv2d_nhwc_per_tensor_out(
            ctx, *input, *weight, *bias, list(stride), list(padding), list(dilation), groups,
            in_zero, weight_zero, bias_scale, out_scale, out_zero, 0, 0, std::nullopt, *out);
      } else {
        quantized_conv2d_nchw_per_tensor_out(
            ctx, *input, *weight, *bias, list(stride), list(padding), list(dilation), groups,
            in_zero, weight_zero, bias_scale, out_scale, out_zero, 0, 0, *out);
      }
    });
  }
};

TEST(Cadence, ConvPadsWithTheZeroPoint) {
  Conv conv;
  ASSERT_EQ(conv.run(), Error::Ok);
  // Minus 1: rows 0 1 and 2 3; weights 1 and 10, one column of zeros on both sides; plus 5 - 4.
  EXPECT_EQ(conv.out.values<int8_t>(), (Codes{1, 11, 2, 21, 33, 4}));
}

TEST(Cadence, ConvRefuses) {
  const auto refused = [](auto change) {
    for (bool nhwc : {false, true}) {
      Conv conv;
      conv.nhwc = nhwc;
      change(conv);
      EXPECT_EQ(conv.run(), Error::InvalidArgument);
    }
  };
  for (int64_t wrong : {INT64_MIN, int64_t{-1}, int64_t{0}, int64_t{40000}, INT64_MAX}) {
    refused([&](Conv& conv) { conv.stride = {wrong, 1}; });
    refused([&](Conv& conv) { conv.dilation = {1, wrong}; });
    refused([&](Conv& conv) { conv.groups = wrong; });
  }
  for (int64_t wrong : {INT64_MIN, int64_t{-1}, int64_t{40000}, INT64_MAX}) {
    refused([&](Conv& conv) { conv.padding = {wrong, 0}; });
  }
  refused([](Conv& conv) { conv.padding = {}; });
  refused([](Conv& conv) { conv.padding = {0, 0, 0, 0}; });
  refused([](Conv& conv) {
    conv.padding = {0, 0};
    conv.dilation = {1, 9};
  });
  refused([](Conv& conv) { conv.input = chars({1, 2, 2}, {1, 2, 3, 4}); });
  refused([](Conv& conv) { conv.input = chars({1, 2, 1, 2}, {1, 2, 3, 4}); });
  refused([](Conv& conv) { conv.bias = ints({2}, {1, 2}); });
  refused([](Conv& conv) { conv.bias = ints({1, 1}, {1}); });
  refused([](Conv& conv) { conv.weight = chars({1, 1, 0, 2}); });
  refused([](Conv& conv) { conv.bias_scale = 0; });
  refused([](Conv& conv) { conv.out_scale = kNaN; });
  refused([](Conv& conv) { conv.out = chars({1, 1, 2, 2}); });
  for (int64_t wrong : kHuge) {
    refused([&](Conv& conv) { conv.in_zero = wrong; });
    refused([&](Conv& conv) { conv.weight_zero = wrong; });
    refused([&](Conv& conv) { conv.out_zero = wrong; });
  }
}

TEST(Cadence, ConvHasNoRoomForAnOverflow) {
  Conv conv;
  conv.input = TestTensor(ScalarType::Char, {1, 1, 1, 32768}, Codes(32768, -128));
  conv.weight = TestTensor(ScalarType::Char, {1, 1, 1, 32768}, Codes(32768, -128));
  conv.padding = {0, 0};
  conv.out = chars({1, 1, 1, 1});
  EXPECT_EQ(conv.run(), Error::InvalidArgument);
  conv.weight = TestTensor(ScalarType::Char, {1, 1, 1, 32767}, Codes(32767, -128));
  conv.in_zero = conv.weight_zero = 127;
  conv.out = chars({1, 1, 1, 2});
  conv.bias_scale = 1e-7;
  conv.out_scale = 10;
  ASSERT_EQ(conv.run(), Error::Ok);
  // 255 * 255 * 32767 * 1e-8 = 21.3
  EXPECT_EQ(conv.out.values<int8_t>(), (Codes{17, 17}));
}

TEST(Cadence, QuantizeRefuses) {
  TestTensor real = floats({2}, {1, -1}), codes = chars({2});
  const auto quantize = [&](double scale, int64_t zero, int64_t low, int64_t high,
                            ScalarType dtype) {
    return call([&](KernelRuntimeContext& ctx) {
      quantize_per_tensor_out(ctx, *real, scale, zero, low, high, dtype, *codes);
    });
  };
  ASSERT_EQ(quantize(0.5, 1, -128, 2, ScalarType::Char), Error::Ok);
  EXPECT_EQ(codes.values<int8_t>(), (Codes{2, -1}));
  EXPECT_EQ(quantize(0, 1, -128, 127, ScalarType::Char), Error::InvalidArgument);
  EXPECT_EQ(quantize(kNaN, 1, -128, 127, ScalarType::Char), Error::InvalidArgument);
  EXPECT_EQ(quantize(1, 200, -128, 127, ScalarType::Char), Error::InvalidArgument);
  EXPECT_EQ(quantize(1, 0, 0, 255, ScalarType::Byte), Error::InvalidArgument);
  EXPECT_EQ(quantize(1, 0, 5, 4, ScalarType::Char), Error::InvalidArgument);
  EXPECT_EQ(call([&](KernelRuntimeContext& ctx) {
              dequantize_per_tensor_out(ctx, *real, 1, 0, -128, 127, ScalarType::Char, *codes);
            }),
            Error::InvalidArgument);
}

}  // namespace
}  // namespace ops_test
