// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "arith.h"
#include "window.h"

namespace torch::executor::native {

using OptionalSizes = executorch::aten::OptionalArrayRef<int64_t>;
using OptionalScales = executorch::aten::OptionalArrayRef<double>;

// A batch of images resampled to other heights and widths, checked.
struct Resample {
  ScalarType dtype;
  const void* in;
  void* out;
  Image from;
  Image to;
  // Sizes of the input divided by those of the output, or what the caller wants instead.
  float row_scale;
  float column_scale;
  bool align_corners;
};

// Real and of rank 4, in one of the dim orders of images, the same for both; with elements.
bool take_images(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out);

// The .vec overloads: either the sizes of the result or the factors to them. Resizes `out`.
bool take_resample(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                   const OptionalSizes& output_size, const OptionalScales& scale_factors,
                   bool align_corners, Tensor& out, Resample* call);

// Distance in the input of neighbours in the output; `factor` is that of the sizes.
float resample_scale(int32_t in, int32_t out, bool align_corners, double factor);

// Fills in what follows from the tensors, once `out` has its sizes.
void set_images(const Tensor& in, Tensor& out, Resample* call);

// Elements of integer dtypes, Half and BFloat16, computed in float.
struct Real {
  using Type = float;
  explicit Real(ScalarType of) : dtype(of) {}
  float get(const void* data, size_t index) const { return load<float>(dtype, data, index); }
  // Integers are cut off.
  void put(void* data, size_t index, float value) const {
    if (category(dtype) == Category::kInteger) {
      store<int64_t>(dtype, data, index, converted<int64_t>(value));
    } else {
      store<float>(dtype, data, index, value);
    }
  }
  // A sum that is kept in the dtype.
  float add(float a, float b) const {
    if (category(dtype) == Category::kInteger) {
      return static_cast<float>(converted<int64_t>(a + b));
    }
    return narrowed(dtype, a + narrowed(dtype, b));
  }
  const ScalarType dtype;
};

// Kernel<Access>::run for the dtype; null for what is not real, or was left out of the build of
// `op`.
template <template <typename> class Kernel, const char* kOp>
constexpr auto real_run_of(ScalarType dtype) {
  using Run = decltype(&Kernel<Plain<float>>::run);
  Run run = nullptr;
  switch (dtype) {
    case ScalarType::Float:
      if constexpr (should_include_kernel_dtype(kOp, ScalarType::Float)) {
        run = Kernel<Plain<float>>::run;
      }
      break;
    case ScalarType::Double:
      if constexpr (should_include_kernel_dtype(kOp, ScalarType::Double)) {
        run = Kernel<Plain<double>>::run;
      }
      break;
    default:
      if constexpr (selected(kOp, Compute::kInt64) ||
                    should_include_kernel_dtype(kOp, ScalarType::Half) ||
                    should_include_kernel_dtype(kOp, ScalarType::BFloat16)) {
        if (category(dtype) == Category::kInteger || category(dtype) == Category::kFloating) {
          run = Kernel<Real>::run;
        }
      }
      break;
  }
  return run;
}

}  // namespace torch::executor::native
