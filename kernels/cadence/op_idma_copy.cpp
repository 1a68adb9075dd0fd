// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "common/args.h"

namespace impl::generic::native {

namespace {

// There is no DMA engine here to start or wait for: the bytes are copied at once, and a wait whose
// input is its output has nothing to do.
void copy(const Args& args, const Tensor& src, Tensor& out) {
  const ScalarType dtype = src.scalar_type();
  if (args.tensor(src, dtype) && args.output(out, dtype, src) && src.numel() > 0) {
    memmove(out.mutable_data_ptr(), src.const_data_ptr(), src.nbytes());
  }
}

}  // namespace

Tensor& idma_copy_out(KernelRuntimeContext& ctx, const Tensor& src, const int64_t /*task_num*/,
                      const int64_t /*channel*/, Tensor& out) {
  copy(Args(ctx, text("cadence::idma_copy.out")), src, out);
  return out;
}

Tensor& idma_load_out(KernelRuntimeContext& ctx, const Tensor& src, const int64_t /*task_num*/,
                      const int64_t /*channel*/, Tensor& out) {
  copy(Args(ctx, text("cadence::idma_load.out")), src, out);
  return out;
}

Tensor& idma_store_out(KernelRuntimeContext& ctx, const Tensor& src, const int64_t /*task_num*/,
                       const int64_t /*channel*/, Tensor& out) {
  copy(Args(ctx, text("cadence::idma_store.out")), src, out);
  return out;
}

Tensor& idma_wait_out(KernelRuntimeContext& ctx, const Tensor& src, const int64_t /*task_num*/,
                      Tensor& out) {
  copy(Args(ctx, text("cadence::idma_wait.out")), src, out);
  return out;
}

}  // namespace impl::generic::native
