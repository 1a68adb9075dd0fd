// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>

#include "prim_ops.h"

namespace executorch {
namespace runtime {
namespace prim_ops {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;

namespace {

void fail(KernelRuntimeContext& context, Error error, [[maybe_unused]] const char* why) {
  ET_LOG(Error, "%s", why);
  context.fail(error);
}

template <typename T>
T first(const Tensor& tensor) {
  T value;
  std::memcpy(&value, tensor.const_data_ptr(), sizeof(value));
  return value;
}

}  // namespace

bool has_args(KernelRuntimeContext& context, Span<EValue*> stack, size_t expected) {
  if (stack.size() == expected) {
    return true;
  }
  ET_LOG(Error, "A prim op has %zu arguments, expected %zu", stack.size(), expected);
  context.fail(Error::InvalidProgram);
  return false;
}

void fail_type(KernelRuntimeContext& context, [[maybe_unused]] const EValue& first) {
  ET_LOG(Error, "The arguments of a prim op have the wrong kind; the first has tag %u",
         static_cast<unsigned>(first.tag));
  context.fail(Error::InvalidType);
}

void et_view(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (!stack[0]->isTensor() || !stack[1]->isIntList() || !stack[2]->isTensor()) {
    return fail_type(context, *stack[0]);
  }
  const Tensor& self = stack[0]->toTensor();
  const Tensor& out = stack[2]->toTensor();
  Result<executorch::aten::ArrayRef<int64_t>> size = stack[1]->tryToIntList();
  if (!size.ok() || size->size() != out.sizes().size() || size->size() > kTensorDimensionLimit ||
      self.scalar_type() != out.scalar_type()) {
    return fail(context, Error::InvalidArgument, "et_view: rank or dtype of out does not fit");
  }
  const size_t rank = size->size();
  executorch::aten::SizesType new_sizes[kTensorDimensionLimit];
  int64_t known = 1;
  size_t inferred = rank;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t s = (*size)[i];
    if (s == -1 && inferred == rank) {
      inferred = i;
      continue;
    }
    // Bounded after each factor, so the product cannot overflow.
    if (s < 0 || s > INT32_MAX || (known *= s) > INT32_MAX) {
      return fail(context, Error::InvalidArgument, "et_view: a size is out of range");
    }
    new_sizes[i] = static_cast<executorch::aten::SizesType>(s);
  }
  if (inferred != rank) {
    if (known == 0 || self.numel() % known != 0) {
      return fail(context, Error::InvalidArgument, "et_view: cannot infer the size of -1");
    }
    new_sizes[inferred] = static_cast<executorch::aten::SizesType>(self.numel() / known);
  } else if (known != self.numel()) {
    return fail(context, Error::InvalidArgument, "et_view: the number of elements differs");
  }
  if (resize_tensor(out, executorch::aten::ArrayRef<executorch::aten::SizesType>(
                             new_sizes, rank)) != Error::Ok) {
    return fail(context, Error::InvalidArgument, "et_view: out cannot take the new sizes");
  }
  out.unsafeGetTensorImpl()->set_data(self.mutable_data_ptr());
}

void et_copy_index(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (!stack[0]->isTensor() || !stack[1]->isTensor() || !stack[2]->isInt()) {
    return fail_type(context, *stack[0]);
  }
  const Tensor& to = stack[0]->toTensor();
  const Tensor& from = stack[1]->toTensor();
  const int64_t index = stack[2]->toInt();
  const size_t rank = to.sizes().size();
  if (index < 0 || index >= INT32_MAX || rank != from.sizes().size() + 1 ||
      rank > kTensorDimensionLimit || to.scalar_type() != from.scalar_type()) {
    return fail(context, Error::InvalidArgument,
                "et_copy_index: index, ranks or dtypes do not fit");
  }
  executorch::aten::SizesType new_sizes[kTensorDimensionLimit];
  new_sizes[0] = static_cast<executorch::aten::SizesType>(index + 1);
  for (size_t i = 1; i < rank; ++i) {
    new_sizes[i] = from.sizes()[i - 1];
    if (to.sizes()[i] != new_sizes[i]) {
      return fail(context, Error::InvalidArgument, "et_copy_index: the rows' sizes differ");
    }
  }
  if (resize_tensor(to, executorch::aten::ArrayRef<executorch::aten::SizesType>(new_sizes, rank)) !=
      Error::Ok) {
    return fail(context, Error::InvalidState, "et_copy_index: the result cannot hold the row");
  }
  const size_t row = from.nbytes();
  if (row != 0) {
    std::memcpy(static_cast<uint8_t*>(to.mutable_data_ptr()) + static_cast<size_t>(index) * row,
                from.const_data_ptr(), row);
  }
}

void sym_size(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 3)) {
    return;
  }
  if (!stack[0]->isTensor() || !stack[1]->isInt()) {
    return fail_type(context, *stack[0]);
  }
  const auto sizes = stack[0]->toTensor().sizes();
  const int64_t dim = stack[1]->toInt();
  if (dim < 0 || static_cast<uint64_t>(dim) >= sizes.size()) {
    return fail(context, Error::InvalidArgument, "sym_size: no such dimension");
  }
  *stack[2] = EValue(static_cast<int64_t>(sizes[static_cast<size_t>(dim)]));
}

void sym_numel(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 2)) {
    return;
  }
  if (!stack[0]->isTensor()) {
    return fail_type(context, *stack[0]);
  }
  *stack[1] = EValue(static_cast<int64_t>(stack[0]->toTensor().numel()));
}

void local_scalar_dense(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!has_args(context, stack, 2)) {
    return;
  }
  if (!stack[0]->isTensor()) {
    return fail_type(context, *stack[0]);
  }
  const Tensor& self = stack[0]->toTensor();
  EValue& out = *stack[1];
  if (self.numel() < 1) {
    return fail(context, Error::InvalidArgument, "_local_scalar_dense: the tensor is empty");
  }
  switch (self.scalar_type()) {
    case ScalarType::Byte:
      out = EValue(static_cast<int64_t>(first<uint8_t>(self)));
      break;
    case ScalarType::Char:
      out = EValue(static_cast<int64_t>(first<int8_t>(self)));
      break;
    case ScalarType::Short:
      out = EValue(static_cast<int64_t>(first<int16_t>(self)));
      break;
    case ScalarType::Int:
      out = EValue(static_cast<int64_t>(first<int32_t>(self)));
      break;
    case ScalarType::Long:
      out = EValue(first<int64_t>(self));
      break;
    case ScalarType::Float:
      out = EValue(static_cast<double>(first<float>(self)));
      break;
    case ScalarType::Double:
      out = EValue(first<double>(self));
      break;
    case ScalarType::Bool:
      out = EValue(first<uint8_t>(self) != 0);
      break;
    default:
      fail(context, Error::InvalidArgument, "_local_scalar_dense: dtype is not supported");
  }
}

}  // namespace prim_ops
}  // namespace runtime
}  // namespace executorch
