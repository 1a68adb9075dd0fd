// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "range.h"

#include <cmath>

namespace torch::executor::native {

bool real_scalar(const Scalar& scalar, double* value) {
  if (scalar.isFloatingPoint()) {
    *value = scalar.to<double>();
    return true;
  }
  if (scalar.isBoolean()) {
    return false;
  }
  *value = static_cast<double>(scalar.to<int64_t>());
  return true;
}

void arange(KernelRuntimeContext& ctx, const char* op, StoreReal store, const Scalar& start,
            const Scalar& end, const Scalar& step, Tensor& out) {
  double first = 0;
  double last = 0;
  double by = 0;
  if (!real_scalar(start, &first) || !real_scalar(end, &last) || !real_scalar(step, &by)) {
    fail(ctx, op, text("start, end and step must be numbers"));
    return;
  }
  if (out.dim() != 1) {
    fail(ctx, op, text("out must have one dimension"));
    return;
  }
  if (!((by > 0 && last >= first) || (by < 0 && last <= first))) {
    fail(ctx, op, text("step does not lead from start to end"));
    return;
  }
  const Category kind = category(out.scalar_type());
  if (kind != Category::kInteger && kind != Category::kFloating) {
    fail(ctx, op, text("out must be of a real dtype"));
    return;
  }
  const double length = std::ceil((last - first) / by);
  if (!(length >= 0 && length <= INT32_MAX)) {
    fail(ctx, op, text("the result has too many elements"));
    return;
  }
  const SizesType size = static_cast<SizesType>(length);
  if (!resize(ctx, op, out, &size, 1)) {
    return;
  }
  const ScalarType dtype = out.scalar_type();
  void* data = out.mutable_data_ptr();
  for (SizesType i = 0; i < size; ++i) {
    store(dtype, data, static_cast<size_t>(i), first + i * by);
  }
}

}  // namespace torch::executor::native
