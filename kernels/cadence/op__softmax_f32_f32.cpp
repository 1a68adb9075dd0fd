// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/softmax.h"

namespace impl::generic::native {

namespace {

struct Values {
  const float* from;
  float* to;

  float read(size_t i) const { return from[i]; }
  void write(size_t i, float share) const { to[i] = share; }
};

}  // namespace

Tensor& _softmax_f32_f32_out(KernelRuntimeContext& ctx, const Tensor& X, int64_t dim,
                             std::optional<bool> half_to_float, Tensor& Y) {
  const Args args(ctx, text("cadence::_softmax_f32_f32.out"));
  Runs runs = {};
  if (half_to_float.has_value() && *half_to_float) {
    args.fail(text("half_to_float is not supported"));
  } else if (args.tensor(X, ScalarType::Float) && take_runs(args, X, dim, &runs) &&
             args.output(Y, ScalarType::Float, X)) {
    softmax(runs, Values{X.const_data_ptr<float>(), Y.mutable_data_ptr<float>()});
  }
  return Y;
}

}  // namespace impl::generic::native
