// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/copy.h"
#include "common/dtype.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "dim_order_ops::_to_dim_order_copy.out";

// C holds every value of the source's dtype.
template <typename C>
void convert(const Tensor& self, Tensor& out) {
  const size_t elements = static_cast<size_t>(out.numel());
  const void* from = self.const_data_ptr();
  void* to = out.mutable_data_ptr();
  Gather gather(self, nullptr, out);
  for (size_t i = 0; i < elements; ++i) {
    store<C>(out.scalar_type(), to, i, load<C>(self.scalar_type(), from, gather.position()));
    gather.next();
  }
}

}  // namespace

Tensor& _to_dim_order_copy_out(KernelRuntimeContext& ctx, const Tensor& self, bool non_blocking,
                               OptionalIntArrayRef dim_order, Tensor& out) {
  const char* op = text(kName);
  const Category from = category(self.scalar_type());
  const bool same = self.scalar_type() == out.scalar_type();
  if (!same &&
      (from == Category::kUnsupported || category(out.scalar_type()) == Category::kUnsupported)) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
    return out;
  }
  if (!take_dim_order(ctx, op, self, non_blocking, dim_order, out)) {
    return out;
  }
  if (same) {
    copy_permuted(self, nullptr, out);
  } else if (from == Category::kFloating) {
    convert<double>(self, out);
  } else {
    convert<int64_t>(self, out);
  }
  return out;
}

}  // namespace torch::executor::native
