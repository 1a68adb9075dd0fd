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
Tensor& conv_transpose2d_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&,
                             IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, int64_t, int64_t,
                             int64_t, int64_t, Tensor&);
Tensor& linear_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&, int64_t,
                   int64_t, int64_t, int64_t, Tensor&);
Tensor& add_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t,
                int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& mul_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t,
                int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& sub_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t, int64_t,
                int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& div_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&, int64_t,
                int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& argmax_out(KernelRuntimeContext&, const Tensor&, int64_t, bool, bool, Tensor&);
Tensor& amax_out(KernelRuntimeContext&, const Tensor&, int64_t, bool, Tensor&);
Tensor& masked_softmax_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t,
                           int64_t, Tensor&);
Tensor& minimum_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& maximum_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& lut_out(KernelRuntimeContext&, const Tensor&, const Tensor&, Tensor&);
Tensor& layer_norm_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, int64_t,
                       int64_t, Tensor&);
Tensor& matmul_out(KernelRuntimeContext&, const Tensor&, const Tensor&, bool, int64_t, int64_t,
                   int64_t, int64_t, int64_t, int64_t, int64_t, Tensor&);
Tensor& mean_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, int64_t, int64_t, int64_t,
                 int64_t, int64_t, int64_t, Tensor&);
Tensor& avg_pool2d_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                       int64_t, int64_t, Tensor&);
Tensor& max_pool2d_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, IntArrayRef,
                       int64_t, int64_t, Tensor&);
Tensor& softmax_out(KernelRuntimeContext&, const Tensor&, int64_t, int64_t, int64_t, Tensor&);
Tensor& clamp_out(KernelRuntimeContext&, const Tensor&, int64_t, int64_t, Tensor&);
Tensor& pad_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, IntArrayRef, int64_t, Tensor&);
Tensor& permute_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, Tensor&);
Tensor& cat_out(KernelRuntimeContext&, executorch::aten::ArrayRef<Tensor>, int64_t, Tensor&);
Tensor& slice_out(KernelRuntimeContext&, const Tensor&, int64_t, int64_t, int64_t, int64_t,
                  Tensor&);
Tensor& expand_out(KernelRuntimeContext&, const Tensor&, IntArrayRef, Tensor&);
Tensor& index_select_out(KernelRuntimeContext&, const Tensor&, const Tensor&, int64_t, Tensor&);
Tensor& upsample_nearest2d_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&,
                               Tensor&);
Tensor& upsample_bilinear2d_out(KernelRuntimeContext&, const Tensor&, const Tensor&, const Tensor&,
                                Tensor&);

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
  // Axes along which the input may grow and the call stays valid.
  std::vector<size_t> free_axes = {};
};

inline Error run(const Op& op, Call& call) {
  executorch::runtime::runtime_init();
  KernelRuntimeContext context;
  op.run(context, call);
  return context.failure_state();
}

}  // namespace ops_test
