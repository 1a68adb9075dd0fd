// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "binary.h"

#include <cfloat>

namespace torch::executor::native {

namespace {

// Neighbouring axes over which all tensors run evenly are one axis here; [0] is the innermost.
struct Axes {
  size_t rank;
  size_t count[kMaxRank];
  size_t a_step[kMaxRank];
  size_t b_step[kMaxRank];
};

// Size of `tensor` on an axis of a result of `rank` dimensions.
SizesType aligned_size(const Tensor& tensor, size_t rank, size_t axis) {
  const size_t missing = rank - static_cast<size_t>(tensor.dim());
  return axis < missing ? 1 : tensor.sizes().data()[axis - missing];
}

bool broadcast(const Tensor& a, const Tensor& b, SizesType* sizes, size_t* rank) {
  const size_t a_rank = static_cast<size_t>(a.dim());
  const size_t b_rank = static_cast<size_t>(b.dim());
  *rank = a_rank > b_rank ? a_rank : b_rank;
  if (*rank > kMaxRank) {
    return false;
  }
  for (size_t i = 0; i < *rank; ++i) {
    const SizesType a_size = aligned_size(a, *rank, i);
    const SizesType b_size = aligned_size(b, *rank, i);
    if (a_size != b_size && a_size != 1 && b_size != 1) {
      return false;
    }
    sizes[i] = a_size == 1 ? b_size : a_size;
  }
  return true;
}

void collapse(const Tensor& a, const Tensor& b, const Tensor& out, Axes* axes) {
  const size_t rank = static_cast<size_t>(out.dim());
  size_t n = 0;
  size_t a_stride = 1;
  size_t b_stride = 1;
  axes->count[0] = 1;
  axes->a_step[0] = 0;
  axes->b_step[0] = 0;
  for (size_t i = rank; i-- > 0;) {
    const size_t axis = out.dim_order().data()[i];
    const size_t count = static_cast<size_t>(out.sizes().data()[axis]);
    const size_t a_size = static_cast<size_t>(aligned_size(a, rank, axis));
    const size_t b_size = static_cast<size_t>(aligned_size(b, rank, axis));
    const size_t a_step = a_size == 1 ? 0 : a_stride;
    const size_t b_step = b_size == 1 ? 0 : b_stride;
    a_stride *= a_size;
    b_stride *= b_size;
    if (count == 1) {
      continue;
    }
    if (n > 0 && a_step == axes->a_step[n - 1] * axes->count[n - 1] &&
        b_step == axes->b_step[n - 1] * axes->count[n - 1]) {
      axes->count[n - 1] *= count;
      continue;
    }
    axes->count[n] = count;
    axes->a_step[n] = a_step;
    axes->b_step[n] = b_step;
    ++n;
  }
  axes->rank = n > 0 ? n : 1;
}

void for_each_row(const Axes& axes, RowFunction function, Row* row) {
  size_t index[kMaxRank] = {};
  row->count = axes.count[0];
  row->a_step = axes.a_step[0];
  row->b_step = axes.b_step[0];
  for (;;) {
    function(*row);
    row->out_index += row->count;
    size_t axis = 1;
    for (; axis < axes.rank; ++axis) {
      row->a_index += axes.a_step[axis];
      row->b_index += axes.b_step[axis];
      if (++index[axis] < axes.count[axis]) {
        break;
      }
      row->a_index -= axes.a_step[axis] * axes.count[axis];
      row->b_index -= axes.b_step[axis] * axes.count[axis];
      index[axis] = 0;
    }
    if (axis >= axes.rank) {
      return;
    }
  }
}

// Upstream's rules: the factor's category must not lie above the result's, must fit its type, and a
// bool factor goes with bool tensors only.
bool take_alpha(const Scalar& alpha, ScalarType common, Compute compute, Row* row) {
  if (alpha.isFloatingPoint()) {
    row->alpha_float = alpha.to<double>();
    if (compute == Compute::kInt64) {
      return false;
    }
  } else {
    if (alpha.isBoolean() && common != ScalarType::Bool) {
      return false;
    }
    row->alpha_int = alpha.isBoolean() ? alpha.to<bool>() : alpha.to<int64_t>();
    if (compute == Compute::kInt64) {
      if (common == ScalarType::Bool) {
        row->alpha_int = row->alpha_int != 0;
      }
      row->alpha_is_one = row->alpha_int == 1;
      return wrap(common, row->alpha_int) == row->alpha_int;
    }
    row->alpha_float = static_cast<double>(row->alpha_int);
  }
  row->alpha_is_one = row->alpha_float == 1.0;
  const double magnitude = row->alpha_float < 0 ? -row->alpha_float : row->alpha_float;
  const bool finite = magnitude <= DBL_MAX;
  return compute == Compute::kDouble || !finite || magnitude <= static_cast<double>(FLT_MAX);
}

RowFunction choose(const BinaryKernel& kernel, const Row& row, Compute compute) {
  if (row.a_type == ScalarType::Float && row.b_type == ScalarType::Float &&
      row.out_type == ScalarType::Float) {
    return kernel.all_float;
  }
  if (compute == Compute::kInt64) {
    return kernel.in_int64;
  }
  return compute == Compute::kFloat ? kernel.in_float : kernel.in_double;
}

}  // namespace

void binary(KernelRuntimeContext& ctx, const BinaryKernel& kernel, const Tensor& a, const Tensor& b,
            const Scalar* alpha, Tensor& out) {
  const char* op = text(kernel.op);
  Row row = {};
  row.a_type = a.scalar_type();
  row.b_type = b.scalar_type();
  row.out_type = out.scalar_type();
  if (category(row.a_type) == Category::kUnsupported ||
      category(row.b_type) == Category::kUnsupported ||
      category(row.out_type) == Category::kUnsupported) {
    fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors only"));
    return;
  }
  row.common = promote(row.a_type, row.b_type);
  const Compute compute = compute_type(row.common);
  if (category(row.common) > category(row.out_type)) {
    fail(ctx, op, text("the result does not fit the dtype of out"));
    return;
  }
  if (alpha != nullptr && !take_alpha(*alpha, row.common, compute, &row)) {
    fail(ctx, op, text("alpha does not fit the dtype of the result"));
    return;
  }
  const RowFunction function = choose(kernel, row, compute);
  if (function == nullptr) {
    fail(ctx, op, text("these dtypes were not selected when the kernels were built"));
    return;
  }
  if (!same_order(a, b) || !same_order(a, out) || !same_order(b, out)) {
    fail(ctx, op, text("the tensors have different dim orders"));
    return;
  }
  SizesType sizes[kMaxRank];
  size_t rank = 0;
  if (!broadcast(a, b, sizes, &rank)) {
    fail(ctx, op, text("the sizes of the operands do not broadcast"));
    return;
  }
  if (!has_memory(ctx, op, a) || !has_memory(ctx, op, b) || !resize(ctx, op, out, sizes, rank) ||
      out.numel() == 0) {
    return;
  }
  row.a = a.const_data_ptr();
  row.b = b.const_data_ptr();
  row.out = out.mutable_data_ptr();
  Axes axes;
  collapse(a, b, out, &axes);
  for_each_row(axes, function, &row);
}

}  // namespace torch::executor::native
