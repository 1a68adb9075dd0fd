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
      return static_cast<const float*>(row.in[k])[row.index[k] + i * row.step[k]];
    };
    const float raised = Larger::apply(value(0), value(1));
    out[i] = row.operands > 2 ? Smaller::apply(raised, value(2)) : raised;
  }
}

template <typename C>
void clamp_row(Row& row) {
  const Work& work = static_cast<const Work&>(row);
  for (size_t i = 0; i < row.count; ++i) {
    C value = Larger::apply(operand<C>(work, 0, i), operand<C>(work, 1, i));
    if (row.operands > 2) {
      value = Smaller::apply(value, operand<C>(work, 2, i));
    }
    store<C>(work.out_type, row.out, row.out_index + i, value);
  }
}

template <const char* kName, unsigned kRules>
constexpr Computations kGeneral = computations(kName, kRules, clamp_row<int64_t>, clamp_row<float>,
                                               clamp_row<double>);

template <const char* kName, unsigned kRules>
constexpr ElementwiseKernel kKernel = elementwise_kernel(kName, kRules, clamp_floats,
                                                         &kGeneral<kName, kRules>);

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
  // Without min: the larger one of the value and itself.
  Operand operands[] = {in, in, in};
  if (min.has_value()) {
    operands[1] = *min;
  }
  if (max.has_value()) {
    operands[2] = *max;
  }
  elementwise(ctx, kKernel<kScalar, kWithNumber | kOutIsCommon>, operands, max.has_value() ? 3 : 2,
              nullptr, out);
  return out;
}

Tensor& clamp_tensor_out(KernelRuntimeContext& ctx, const Tensor& in,
                         const std::optional<Tensor>& min, const std::optional<Tensor>& max,
                         Tensor& out) {
  if (!min.has_value() && !max.has_value()) {
    fail(ctx, text(kTensor), text(kNoBound));
    return out;
  }
  const Operand operands[] = {in, min.has_value() ? *min : in, max.has_value() ? *max : in};
  elementwise(ctx, kKernel<kTensor, 0>, operands, max.has_value() ? 3 : 2, nullptr, out);
  return out;
}

}  // namespace torch::executor::native
