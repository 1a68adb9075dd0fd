// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "unary.h"

#include <cstring>

namespace torch::executor::native {

namespace {

constexpr size_t kBlock = 16;

// In the set Question::kIsTrue: what has no question of its own.
constexpr unsigned kOrdinary = 8;

bool refuse_dtype(KernelRuntimeContext& ctx, const char* op) {
  return fail(ctx, op, text("does not take tensors of this dtype"));
}

bool is_integer(const Tensor& tensor) {
  return category(tensor.scalar_type()) == Category::kInteger;
}

// The upper bits of infinity without its sign, shifted up against the end; 0 for integers.
uint32_t infinity_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      return 0xf8000000;
    case ScalarType::BFloat16:
    case ScalarType::Float:
      return 0xff000000;
    case ScalarType::Double:
      return 0xffe00000;
    default:
      return 0;
  }
}

uint64_t one_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Half:
      return 0x3c00;
    case ScalarType::BFloat16:
      return 0x3f80;
    case ScalarType::Float:
      return 0x3f800000;
    case ScalarType::Double:
      return 0x3ff0000000000000;
    default:
      return 1;
  }
}

}  // namespace

template <typename C>
void convert_blocks(const UnaryCall& call, ArrayFunction compute) {
  C block[kBlock];
  for (size_t first = 0; first < call.count; first += kBlock) {
    const size_t left = call.count - first;
    const size_t count = left < kBlock ? left : kBlock;
    for (size_t i = 0; i < count; ++i) {
      block[i] = load<C>(call.in_type, call.in, first + i);
    }
    compute(block, block, count, call.args);
    for (size_t i = 0; i < count; ++i) {
      store<C>(call.out_type, call.out, first + i, block[i]);
    }
  }
}

template void convert_blocks<float>(const UnaryCall&, ArrayFunction);
template void convert_blocks<double>(const UnaryCall&, ArrayFunction);
template void convert_blocks<int64_t>(const UnaryCall&, ArrayFunction);

bool unary_shape(KernelRuntimeContext& ctx, const char* op, const Tensor& in, Tensor& out) {
  if (!executorch::runtime::tensors_have_same_dim_order(in, out)) {
    return fail(ctx, op, text("input and out must both be contiguous or both channels_last"));
  }
  return has_memory(ctx, op, in) &&
         resize(ctx, op, out, in.sizes().data(), static_cast<size_t>(in.dim()));
}

void unary_copy(KernelRuntimeContext& ctx, const char* op, const Tensor& in, Tensor& out) {
  if (in.scalar_type() != out.scalar_type()) {
    fail(ctx, op, text("out has another dtype than the input"));
  } else if (unary_shape(ctx, op, in, out) && in.numel() != 0) {
    memmove(out.mutable_data_ptr(), in.const_data_ptr(), in.nbytes());
  }
}

void unary_same(KernelRuntimeContext& ctx, const UnaryKernel& kernel, const Tensor& in, Tensor& out,
                const UnaryArgs* args) {
  const char* op = text(kernel.op);
  const ScalarType dtype = in.scalar_type();
  const Category kind = category(dtype);
  if (kind != Category::kFloating &&
      (kind != Category::kInteger || kernel.in_int64.compute == nullptr)) {
    refuse_dtype(ctx, op);
  } else if (dtype != out.scalar_type()) {
    fail(ctx, op, text("out has another dtype than the input"));
  } else if (unary_shape(ctx, op, in, out)) {
    unary_run(ctx, kernel, compute_type(dtype), in, out, args);
  }
}

void unary_round(KernelRuntimeContext& ctx, const UnaryKernel& kernel, const Tensor& in,
                 Tensor& out) {
  if (is_integer(in)) {
    unary_copy(ctx, text(kernel.op), in, out);
  } else {
    unary_same(ctx, kernel, in, out);
  }
}

void unary_to_floating(KernelRuntimeContext& ctx, const UnaryKernel& kernel, const Tensor& in,
                       Tensor& out) {
  const char* op = text(kernel.op);
  if (!is_real(in.scalar_type())) {
    refuse_dtype(ctx, op);
  } else if (!is_floating(out.scalar_type())) {
    fail(ctx, op, text("out must be of floating point"));
  } else if (unary_shape(ctx, op, in, out)) {
    const bool in_double = in.scalar_type() == ScalarType::Double;
    unary_run(ctx, kernel, in_double ? Compute::kDouble : Compute::kFloat, in, out, nullptr);
  }
}

void unary_run(KernelRuntimeContext& ctx, const UnaryKernel& kernel, Compute compute,
               const Tensor& in, Tensor& out, const UnaryArgs* args) {
  const UnaryCall call = {in.const_data_ptr(), out.mutable_data_ptr(),           in.scalar_type(),
                          out.scalar_type(),   static_cast<size_t>(out.numel()), args};
  const UnaryPath* path = &kernel.in_float;
  ScalarType own = ScalarType::Float;
  if (compute != Compute::kFloat) {
    path = compute == Compute::kDouble ? &kernel.in_double : &kernel.in_int64;
    own = compute == Compute::kDouble ? ScalarType::Double : ScalarType::Long;
  }
  if (path->compute != nullptr && call.in_type == own && call.out_type == own) {
    path->compute(call.in, call.out, call.count, args);
  } else if (path->convert != nullptr) {
    path->convert(call, path->compute);
  } else {
    fail(ctx, text(kernel.op), text("these dtypes were not selected when the kernels were built"));
  }
}

void unary_ask(KernelRuntimeContext& ctx, const char* op, Question question, const Tensor& in,
               Tensor& out) {
  if (!is_real(in.scalar_type()) || !is_real(out.scalar_type())) {
    refuse_dtype(ctx, op);
    return;
  }
  if ((question == Question::kIsInfinite || question == Question::kIsNan) &&
      out.scalar_type() != ScalarType::Bool) {
    fail(ctx, op, text("out must be of dtype bool"));
    return;
  }
  if (!unary_shape(ctx, op, in, out)) {
    return;
  }
  const uint32_t infinity = infinity_of(in.scalar_type());
  const uint64_t one = one_of(out.scalar_type());
  const size_t in_size = static_cast<size_t>(in.element_size());
  const size_t out_size = static_cast<size_t>(out.element_size());
  // Of Double the upper half, of others everything.
  const size_t upper = in_size < sizeof(uint32_t) ? in_size : sizeof(uint32_t);
  const uint8_t* from = static_cast<const uint8_t*>(in.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(out.mutable_data_ptr());
  for (size_t i = static_cast<size_t>(in.numel()); i > 0; --i) {
    uint32_t high = 0;
    uint32_t low = 0;
    memcpy(reinterpret_cast<uint8_t*>(&high) + sizeof(high) - upper, from + in_size - upper, upper);
    if (in_size > upper) {
      memcpy(&low, from, sizeof(low));
    }
    if (infinity != 0) {
      high <<= 1;
    }
    unsigned kind = kOrdinary;
    if ((high | low) == 0) {
      kind = static_cast<unsigned>(Question::kIsZero);
    } else if (infinity != 0 && high >= infinity) {
      kind = static_cast<unsigned>(high == infinity && low == 0 ? Question::kIsInfinite
                                                                : Question::kIsNan);
    }
    const bool yes = (kind & static_cast<unsigned>(question)) != 0;
    const uint64_t result = yes ? one : 0;
    memcpy(to, &result, out_size);
    from += in_size;
    to += out_size;
  }
}

double number(const Scalar& scalar) {
  return scalar.isFloatingPoint() ? scalar.to<double>() : static_cast<double>(scalar.to<int64_t>());
}

}  // namespace torch::executor::native
