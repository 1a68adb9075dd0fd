// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/complex.h"
#include "common/elementwise.h"
#include "common/operations.h"

namespace torch::executor::native {

namespace {

constexpr char kTensor[] = "div.out";
constexpr char kScalar[] = "div.Scalar_out";
constexpr char kTensorMode[] = "div.out_mode";
constexpr char kScalarMode[] = "div.Scalar_mode_out";
constexpr unsigned kModeRules = kDivides | kNoBoolResult;

using Mode = std::optional<std::string_view>;

struct Divide {
  template <typename C>
  static C apply(C a, C b) {
    return a / b;
  }
};

bool is(std::string_view mode, const char (&name)[6]) {
  return mode.size() == 5 && memcmp(mode.data(), name, 5) == 0;
}

template <const char* kName, unsigned kNumber, unsigned kPlainNumber, typename B>
Tensor& div_by(KernelRuntimeContext& ctx, const Tensor& a, const B& b, const Mode& mode,
               Tensor& out) {
  constexpr unsigned kRules = kModeRules | kNumber;
  const ElementwiseKernel* kernel = &Binary<Divide, kName, kFloating | kPlainNumber>::kKernel;
  if (mode.has_value()) {
    if (is(*mode, "trunc")) {
      kernel = &Binary<TruncatingDivide, kName, kRules>::kKernel;
    } else if (is(*mode, "floor")) {
      kernel = &Binary<FloorDivide, kName, kRules>::kKernel;
    } else {
      fail(ctx, text(kName), text("rounding_mode is neither trunc nor floor"));
      return out;
    }
  }
  return binary(ctx, *kernel, a, b, out);
}

}  // namespace

Tensor& div_out(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, Tensor& out) {
  if constexpr (selected_complex(kTensor)) {
    if (is_complex(out)) {
      return complex_binary(ctx, text(kTensor), ComplexOperation::kDivide, a, b, nullptr, out);
    }
  }
  return binary(ctx, Binary<Divide, kTensor, kFloating>::kKernel, a, b, out);
}

Tensor& div_scalar_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b, Tensor& out) {
  constexpr unsigned kRules = kFloating | kWithNumber | kOutIsCommon;
  return binary(ctx, Binary<Divide, kScalar, kRules>::kKernel, a, b, out);
}

Tensor& div_out_mode(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b,
                     std::optional<std::string_view> mode, Tensor& out) {
  if constexpr (selected_complex(kTensorMode)) {
    if (is_complex(out) && !mode.has_value()) {
      return complex_binary(ctx, text(kTensorMode), ComplexOperation::kDivide, a, b, nullptr, out);
    }
  }
  return div_by<kTensorMode, 0, 0>(ctx, a, b, mode, out);
}

Tensor& div_scalar_mode_out(KernelRuntimeContext& ctx, const Tensor& a, const Scalar& b,
                            std::optional<std::string_view> mode, Tensor& out) {
  return div_by<kScalarMode, kWithNumber | kNonzeroNumber, kWithNumber | kOutIsCommon>(ctx, a, b,
                                                                                       mode, out);
}

}  // namespace torch::executor::native
