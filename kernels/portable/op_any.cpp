// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "common/reduce.h"
#include "common/unary.h"
#include "common/walk.h"

namespace torch::executor::native {

namespace {

// Whether an element is anything but a zero of either sign.
bool is_true(const uint8_t* element, size_t bytes, bool floating) {
  uint8_t bits = static_cast<uint8_t>(element[bytes - 1] << (floating ? 1 : 0));
  for (size_t i = 0; i + 1 < bytes; ++i) {
    bits |= element[i];
  }
  return bits != 0;
}

bool any_of(Reduced& reduced, const uint8_t* in, size_t base, size_t bytes, bool floating) {
  if (reduced.count == 0) {
    return false;
  }
  Walk walk = reduced.outer;
  do {
    const uint8_t* element = in + (base + walk.position()) * bytes;
    for (size_t i = 0; i < reduced.run; ++i, element += reduced.run_step * bytes) {
      if (is_true(element, bytes, floating)) {
        return true;
      }
    }
  } while (walk.next());
  return false;
}

bool take_dtypes(KernelRuntimeContext& ctx, const char* op, const Tensor& in, const Tensor& out) {
  return (is_real(in.scalar_type()) &&
          (out.scalar_type() == ScalarType::Bool || out.scalar_type() == ScalarType::Byte)) ||
         fail(ctx, op, text("takes real, bool, Half and BFloat16 tensors, out Bool or Byte"));
}

void any(KernelRuntimeContext& ctx, const char* op, const Tensor& in, IntArrayRef dims,
         bool keepdim, Tensor& out) {
  Reduced reduced;
  if (!take_dtypes(ctx, op, in, out) ||
      !take_reduction(ctx, op, in, dims, keepdim, Order::kSame, out, &reduced)) {
    return;
  }
  const size_t bytes = static_cast<size_t>(in.element_size());
  const bool floating = is_floating(in.scalar_type());
  const uint8_t* from = static_cast<const uint8_t*>(in.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  Walk& walk = reduced.kept;
  for (size_t i = 0; i < reduced.results; ++i) {
    to[walk.other()] = any_of(reduced, from, walk.position(), bytes, floating) ? 1 : 0;
    walk.next();
  }
}

}  // namespace

Tensor& any_all_out(KernelRuntimeContext& ctx, const Tensor& in, Tensor& out) {
  any(ctx, text("any.all_out"), in, {}, false, out);
  return out;
}

Tensor& any_out(KernelRuntimeContext& ctx, const Tensor& in, int64_t dim, bool keepdim,
                Tensor& out) {
  any(ctx, text("any.out"), in, {&dim, 1}, keepdim, out);
  return out;
}

Tensor& any_dims_out(KernelRuntimeContext& ctx, const Tensor& in, OptionalDims dims, bool keepdim,
                     Tensor& out) {
  const char* op = text("any.dims_out");
  if (!dims.has_value() || dims->size() != 0) {
    any(ctx, op, in, dims_of(dims), keepdim, out);
  } else if (take_dtypes(ctx, op, in, out)) {
    // Over no dimension: element by element.
    unary_ask(ctx, op, Question::kIsTrue, in, out);
  }
  return out;
}

}  // namespace torch::executor::native
