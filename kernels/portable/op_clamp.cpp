// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/elementwise.h"
#include "common/number.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kScalar[] = "clamp.out";
constexpr char kTensor[] = "clamp.Tensor_out";
constexpr char kNoBound[] = "min and max are both None";

// The operands are the value, min, and perhaps max.
void clamp_floats(Row& row) {
  float* out = static_cast<float*>(row.out) + row.out_index;
  for (size_t i = 0; i < row.count; ++i) {
    const auto value = [&](size_t k) {
      const Operand& in = row.in[k];
      return static_cast<const float*>(in.data)[in.index + i * in.step];
    };
    const float raised = Larger::apply(value(0), value(1));
    out[i] = row.end > row.in + 2 ? Smaller::apply(raised, value(2)) : raised;
  }
}

template <typename C>
void clamp_row(Row& row) {
  for (size_t i = 0; i < row.count; ++i) {
    C value = Larger::apply(operand<C>(row, 0, i), operand<C>(row, 1, i));
    if (row.end > row.in + 2) {
      value = Smaller::apply(value, operand<C>(row, 2, i));
    }
    store<C>(row.tensor->scalar_type(), row.out, row.out_index + i, value);
  }
}

template <const char* kName, unsigned kRules>
constexpr Computations kGeneral = computations(kName, kRules, clamp_row<int64_t>, clamp_row<float>,
                                               clamp_row<double>);

template <const char* kName, unsigned kRules>
constexpr ElementwiseKernel kKernel = elementwise_kernel(kName, kRules, clamp_floats,
                                                         &kGeneral<kName, kRules>);

// Without min: the larger one of the value and itself.
template <typename Bound>
Tensor& clamp(KernelRuntimeContext& ctx, const ElementwiseKernel& kernel, const Tensor& in,
              const std::optional<Bound>& min, const std::optional<Bound>& max, Tensor& out) {
  Work work;
  work.take(ctx, in, in, out);
  work.kernel = &kernel;
  if (min.has_value()) {
    work.in[1].be(*min);
  }
  if (max.has_value()) {
    work.take_third(*max);
  }
  return elementwise(work);
}

// A bound must be a number of the dtype of out.
bool takes(KernelRuntimeContext& ctx, const Scalar& bound, ScalarType dtype) {
  bool taken = fits(bound, dtype);
  if (category(dtype) == Category::kInteger && bound.isIntegral(/*includeBool=*/false)) {
    taken = wrap(dtype, bound.to<int64_t>()) == bound.to<int64_t>();
  }
  return taken || fail(ctx, text(kScalar), text("min or max is out of the range of the dtype"));
}

}  // namespace

Tensor& clamp_out(KernelRuntimeContext& ctx, const Tensor& in, const std::optional<Scalar>& min,
                  const std::optional<Scalar>& max, Tensor& out) {
  if (!min.has_value() && !max.has_value()) {
    fail(ctx, text(kScalar), text(kNoBound));
    return out;
  }
  if ((min.has_value() && !takes(ctx, *min, out.scalar_type())) ||
      (max.has_value() && !takes(ctx, *max, out.scalar_type()))) {
    return out;
  }
  return clamp(ctx, kKernel<kScalar, kWithNumber | kOutIsCommon>, in, min, max, out);
}

Tensor& clamp_tensor_out(KernelRuntimeContext& ctx, const Tensor& in,
                         const std::optional<Tensor>& min, const std::optional<Tensor>& max,
                         Tensor& out) {
  if (!min.has_value() && !max.has_value()) {
    fail(ctx, text(kTensor), text(kNoBound));
    return out;
  }
  return clamp(ctx, kKernel<kTensor, 0>, in, min, max, out);
}

}  // namespace torch::executor::native
