// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>

#include <cstddef>
#include <cstdint>

namespace esp_nn::native {

using executorch::aten::IntArrayRef;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using SizesType = executorch::aten::SizesType;

// Spatial extents, channels, kernels, strides and padding of one image: ESP-NN keeps them in 16
// bits.
constexpr int32_t kMaxExtent = 32767;
constexpr int32_t kMaxRank = executorch::runtime::kTensorDimensionLimit;
constexpr int kAnyRank = -1;

// Requantization shifts; positive is left.
constexpr int32_t kMinShift = -31;
constexpr int32_t kMaxShift = 30;

// Argument names are for the log only; without a log they take no room.
constexpr const char* argument(const char* name) { return ET_LOG_ENABLED ? name : nullptr; }

struct Fixed {
  int32_t multiplier;
  int32_t shift;
};

// Zero points and activation limits, narrowed once they are known to fit.
struct Codes {
  int32_t input_zero_point;
  int32_t output_zero_point;
  int32_t activation_min;
  int32_t activation_max;
};

// The checks of one kernel call. Each returns true if all is well; else it logs
// "esp_nn::<op>.out: <argument>: <found>, expected <what would be right>", fails the call with
// Error::InvalidArgument, and the kernel returns. All are out of line: kernels stay small.
class Check {
 public:
  Check(KernelRuntimeContext& ctx, const char* op) : ctx_(ctx), op_(argument(op)) {}

  // dtype, rank, contiguous dim order, at most INT32_MAX elements, memory present and aligned.
  bool tensor(const char* name, const Tensor& tensor, ScalarType dtype, int rank = kAnyRank) const;

  // Resizes `out` to `sizes`, then checks it like any tensor.
  bool output(const Tensor& out, ScalarType dtype, const SizesType* sizes, size_t rank) const;
  bool output(const Tensor& out, ScalarType dtype, const Tensor& shape_of) const;

  // `tensor` has rank > axis; checks one of its sizes.
  bool size(const char* name, const Tensor& tensor, size_t axis, int32_t expected) const;

  bool range(const char* name, int64_t value, int32_t low, int32_t high) const;
  bool code(const char* name, int64_t value) const { return range(name, value, -128, 127); }
  bool activation(int64_t min, int64_t max, Codes* codes) const;
  // `input` names the argument of the input's zero point.
  bool codes(const char* input, int64_t input_zero_point, int64_t output_zero_point,
             int64_t activation_min, int64_t activation_max, Codes* codes) const;
  bool fixed(const char* name, int64_t multiplier, int64_t shift, int32_t max_shift,
             Fixed* fixed) const;
  // A positive normal float32 whose reciprocal is one too.
  bool scale(double scale) const;

  // `count` entries, each in low..high, narrowed into `values`.
  bool list(const char* name, IntArrayRef list, size_t count, int32_t low, int32_t high,
            int32_t* values) const;

  // int32 [3, channels]: bias, multiplier >= 0, shift in -31..30.
  bool per_channel(const Tensor& tensor, int32_t channels) const;

  // Sizes `out` as numpy broadcasts checked operands.
  bool broadcast(const Tensor& self, const Tensor& other, Tensor& out) const;

  // The operands of an elementwise operator: int8, and `out` broadcast from them.
  bool operands(const Tensor& self, const Tensor& other, int64_t self_zero_point,
                int64_t output_zero_point, int64_t activation_min, int64_t activation_max,
                Tensor& out, Codes* codes) const;

  // Memory until the end of the call, aligned to 16 bytes; null if there is not as much.
  void* scratch(int32_t bytes) const;

  // For what only one kernel checks.
  bool fail(const char* name, const char* what, Error error = Error::InvalidArgument) const;

 private:
  bool within(const char* name, const char* what, int64_t value, int32_t low, int32_t high) const;

  KernelRuntimeContext& ctx_;
  const char* op_;
};

// Whether all start at multiples of 16, which SIMD loads of ESP-NN's chips need.
inline bool aligned(const void* a, const void* b, const void* c) {
  return ((reinterpret_cast<uintptr_t>(a) | reinterpret_cast<uintptr_t>(b) |
           reinterpret_cast<uintptr_t>(c)) &
          15) == 0;
}

// A size of a tensor whose rank has been checked.
inline int32_t size_at(const Tensor& tensor, size_t axis) { return tensor.sizes().data()[axis]; }

// Size of the axis `place` steps from the last one; shorter shapes have 1 in front.
inline int32_t size_from_last(const Tensor& tensor, int32_t place) {
  const int32_t rank = static_cast<int32_t>(tensor.dim());
  return place < rank ? size_at(tensor, static_cast<size_t>(rank - 1 - place)) : 1;
}

// Product of the sizes of axes from..to-1 of a checked tensor.
inline int32_t elements_between(const Tensor& tensor, size_t from, size_t to) {
  int32_t product = 1;
  for (size_t axis = from; axis < to; ++axis) {
    product *= size_at(tensor, axis);
  }
  return product;
}

}  // namespace esp_nn::native
