// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// The kernels under test, as the schemas in ops/ map to C++. A wrong signature does not link.
#pragma once

#include "test_tensor.h"

namespace esp_nn::native {

using executorch::aten::IntArrayRef;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor& quantize_out(KernelRuntimeContext&, const Tensor&, double, int64_t, Tensor&);
Tensor& dequantize_out(KernelRuntimeContext&, const Tensor&, double, int64_t, Tensor&);
Tensor& conv2d_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&, IntArrayRef,
                   IntArrayRef, IntArrayRef, int64_t, int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& depthwise_conv2d_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&,
                             IntArrayRef, IntArrayRef, IntArrayRef, int64_t, int64_t, int64_t,
                             int64_t, int64_t, Tensor&);
Tensor& linear_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&, int64_t,
                   int64_t, int64_t, int64_t, Tensor&);
Tensor& add_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t,
                int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& mul_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t,
                int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& avg_pool2d_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                       int64_t, int64_t, Tensor&);
Tensor& max_pool2d_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                       int64_t, int64_t, Tensor&);
Tensor& softmax_out(KernelRuntimeContext&, const Tensor&, int64_t, int64_t, int64_t, Tensor&);
Tensor& clamp_out(KernelRuntimeContext&, const Tensor&, int64_t, int64_t, Tensor&);
Tensor& pad_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, int64_t, Tensor&);
Tensor& permute_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, Tensor&);

}  // namespace esp_nn::native

namespace ops_test {

// One call of a kernel, all of its arguments open to change.
struct Call {
  std::vector<TestTensor> tensors;  // the last one is out
  std::vector<std::vector<int64_t>> lists;
  std::vector<int64_t> ints;
  double scale = 1;
};

struct Op {
  const char* name;
  Call (*valid)();
  void (*run)(KernelRuntimeContext&, Call&);
};

inline Error run(const Op& op, Call& call) {
  executorch::runtime::runtime_init();
  KernelRuntimeContext context;
  op.run(context, call);
  return context.failure_state();
}

}  // namespace ops_test
