// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Just enough kernels for the fixtures. They check their arguments as generated wrappers do: the
// fault sweep runs them on damaged programs.
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cmath>
#include <cstring>
#include <functional>

namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;

// t: tensor, l: tensor list, i: int list, s: scalar, ?: anything
bool match(KernelRuntimeContext& context, Span<EValue*> stack, const char* kinds) {
  bool fits = stack.size() == std::strlen(kinds);
  for (size_t i = 0; fits && i < stack.size(); ++i) {
    fits = kinds[i] == 't'   ? stack[i]->isTensor()
           : kinds[i] == 'l' ? stack[i]->isTensorList()
           : kinds[i] == 'i' ? stack[i]->isIntList()
           : kinds[i] == 's' ? stack[i]->isScalar()
                             : true;
  }
  if (!fits) {
    context.fail(Error::InvalidArgument);
  }
  return fits;
}

bool same_shape(KernelRuntimeContext& context, const Tensor& in, const Tensor& out) {
  const bool fits = in.scalar_type() == out.scalar_type() && in.dim() == out.dim() &&
                    executorch::runtime::resize_tensor(out, in.sizes()) == Error::Ok;
  if (!fits) {
    context.fail(Error::InvalidArgument);
  }
  return fits;
}

template <typename T, typename Op>
void apply(const Tensor& a, const Tensor& b, const Tensor& out, Op op) {
  const T* x = static_cast<const T*>(a.const_data_ptr());
  const T* y = static_cast<const T*>(b.const_data_ptr());
  T* z = static_cast<T*>(out.mutable_data_ptr());
  for (ssize_t i = 0; i < out.numel(); ++i) {
    z[i] = static_cast<T>(op(x[i], y[i % b.numel()]));
  }
}

// b may repeat along a's leading dimensions.
template <typename Op>
void binary(KernelRuntimeContext& context, Span<EValue*> stack, size_t out_index, Op op) {
  const Tensor& a = stack[0]->toTensor();
  const Tensor& b = stack[1]->toTensor();
  const Tensor& out = stack[out_index]->toTensor();
  if (!same_shape(context, a, out)) {
    return;
  }
  if (b.scalar_type() != a.scalar_type() || b.numel() == 0) {
    return context.fail(Error::InvalidArgument);
  }
  switch (a.scalar_type()) {
    case ScalarType::Float:
      return apply<float>(a, b, out, op);
    case ScalarType::Char:
      return apply<uint8_t>(a, b, out, op);
    case ScalarType::Long:
      return apply<uint64_t>(a, b, out, op);
    default:
      return context.fail(Error::InvalidArgument);
  }
}

void add(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (match(context, stack, "ttstt")) {
    binary(context, stack, 3, std::plus<>());
  }
}

void mul(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (match(context, stack, "tttt")) {
    binary(context, stack, 2, std::multiplies<>());
  }
}

void floor_divide(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "tt?tt")) {
    return;
  }
  if (!stack[2]->isString() || stack[2]->toString() != "floor" ||
      stack[0]->toTensor().scalar_type() != ScalarType::Float) {
    return context.fail(Error::InvalidArgument);
  }
  binary(context, stack, 3, [](float a, float b) { return std::floor(a / b); });
}

void clamp(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "t??tt") ||
      !same_shape(context, stack[0]->toTensor(), stack[3]->toTensor())) {
    return;
  }
  if (stack[0]->toTensor().scalar_type() != ScalarType::Float || !stack[1]->isDouble() ||
      !stack[2]->isNone()) {
    return context.fail(Error::InvalidArgument);
  }
  const float low = static_cast<float>(stack[1]->toDouble());
  apply<float>(stack[0]->toTensor(), stack[0]->toTensor(), stack[3]->toTensor(),
               [low](float a, float) { return a < low ? low : a; });
}

void logical_not(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "ttt") ||
      !same_shape(context, stack[0]->toTensor(), stack[1]->toTensor())) {
    return;
  }
  if (stack[0]->toTensor().scalar_type() != ScalarType::Bool) {
    return context.fail(Error::InvalidArgument);
  }
  apply<uint8_t>(stack[0]->toTensor(), stack[0]->toTensor(), stack[1]->toTensor(),
                 [](uint8_t a, uint8_t) { return a == 0; });
}

void copy(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "tt?t") ||
      !same_shape(context, stack[1]->toTensor(), stack[0]->toTensor())) {
    return;
  }
  std::memmove(stack[0]->toTensor().mutable_data_ptr(), stack[1]->toTensor().const_data_ptr(),
               stack[1]->toTensor().nbytes());
}

// Along dimension 0.
void cat(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "lstt")) {
    return;
  }
  auto list = stack[0]->tryToTensorList();
  const Tensor& out = stack[2]->toTensor();
  size_t offset = 0;
  for (size_t i = 0; list.ok() && i < list->size(); ++i) {
    const Tensor& t = (*list)[i];
    if (t.nbytes() > out.nbytes() - offset) {
      return context.fail(Error::InvalidArgument);
    }
    std::memmove(static_cast<uint8_t*>(out.mutable_data_ptr()) + offset, t.const_data_ptr(),
                 t.nbytes());
    offset += t.nbytes();
  }
  if (!list.ok() || offset != out.nbytes()) {
    context.fail(Error::InvalidArgument);
  }
}

void view_copy(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "titt")) {
    return;
  }
  const Tensor& in = stack[0]->toTensor();
  const Tensor& out = stack[2]->toTensor();
  auto list = stack[1]->tryToIntList();
  if (!list.ok() || list->size() != 1 || out.dim() != 1 || in.scalar_type() != out.scalar_type()) {
    return context.fail(Error::InvalidArgument);
  }
  // The exporter writes -1 or the number of rows; the rest goes to one dimension either way.
  const executorch::aten::SizesType size = static_cast<int32_t>(in.numel());
  if (executorch::runtime::resize_tensor(
          out, executorch::aten::ArrayRef<executorch::aten::SizesType>(&size, 1)) != Error::Ok) {
    return context.fail(Error::InvalidArgument);
  }
  std::memmove(out.mutable_data_ptr(), in.const_data_ptr(), in.nbytes());
}

// x[:, index] of a matrix.
void index(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "t?tt")) {
    return;
  }
  auto list = stack[1]->tryToListOptionalTensor();
  const Tensor& x = stack[0]->toTensor();
  const Tensor& out = stack[2]->toTensor();
  if (!list.ok() || list->size() != 2 || (*list)[0].has_value() || !(*list)[1].has_value() ||
      (*list)[1]->scalar_type() != ScalarType::Long || x.dim() != 2 || out.dim() != 2 ||
      x.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float ||
      out.size(0) != x.size(0) || out.size(1) != (*list)[1]->numel()) {
    return context.fail(Error::InvalidArgument);
  }
  const auto* columns = static_cast<const int64_t*>((*list)[1]->const_data_ptr());
  for (ssize_t i = 0; i < out.numel(); ++i) {
    const int64_t column = columns[i % out.size(1)];
    if (column < 0 || column >= x.size(1)) {
      return context.fail(Error::InvalidArgument);
    }
    static_cast<float*>(out.mutable_data_ptr())[i] =
        static_cast<const float*>(x.const_data_ptr())[i / out.size(1) * x.size(1) + column];
  }
}

// Dimension 0 only.
void select(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "tsstt")) {
    return;
  }
  const Tensor& x = stack[0]->toTensor();
  const Tensor& out = stack[3]->toTensor();
  if (!stack[2]->isInt() || x.dim() == 0 || stack[2]->toInt() < 0 ||
      stack[2]->toInt() >= x.size(0) || x.scalar_type() != out.scalar_type() ||
      out.numel() != x.numel() / x.size(0)) {
    return context.fail(Error::InvalidArgument);
  }
  std::memmove(out.mutable_data_ptr(),
               static_cast<const uint8_t*>(x.const_data_ptr()) +
                   static_cast<size_t>(stack[2]->toInt()) * out.nbytes(),
               out.nbytes());
}

// x + the sum of a + the trues of b + the sum of c + the length of s.
void lists(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (!match(context, stack, "t??i?tt") ||
      !same_shape(context, stack[0]->toTensor(), stack[5]->toTensor())) {
    return;
  }
  auto c = stack[3]->tryToIntList();
  if (!stack[1]->isDoubleList() || !stack[2]->isBoolList() || !c.ok() || !stack[4]->isString() ||
      stack[0]->toTensor().scalar_type() != ScalarType::Float) {
    return context.fail(Error::InvalidArgument);
  }
  float sum = static_cast<float>(stack[4]->toString().size());
  for (double value : stack[1]->toDoubleList()) {
    sum += static_cast<float>(value);
  }
  for (bool value : stack[2]->toBoolList()) {
    sum += value ? 1.0f : 0.0f;
  }
  for (int64_t value : *c) {
    sum += static_cast<float>(value);
  }
  apply<float>(stack[0]->toTensor(), stack[0]->toTensor(), stack[5]->toTensor(),
               [sum](float a, float) { return a + sum; });
}

const Kernel kKernels[] = {
    Kernel("aten::index.Tensor_out", index),
    Kernel("aten::select_copy.int_out", select),
    Kernel("ee_test::lists.out", lists),
    Kernel("aten::add.out", add),
    Kernel("aten::mul.out", mul),
    Kernel("aten::div.out_mode", floor_divide),
    Kernel("aten::clamp.out", clamp),
    Kernel("aten::logical_not.out", logical_not),
    Kernel("aten::copy_", copy),
    Kernel("aten::cat.out", cat),
    Kernel("aten::view_copy.out", view_copy),
};
[[maybe_unused]] const Error kRegistered =
    executorch::runtime::register_kernels({kKernels, sizeof(kKernels) / sizeof(kKernels[0])});

}  // namespace
