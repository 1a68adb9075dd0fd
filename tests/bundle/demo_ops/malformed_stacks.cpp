// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Calls registered demo kernels with stacks that no sound program has. Prints each failure state;
// an abort, or a kernel that was reached, shows in the output.
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <vector>

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;

namespace {

void call(const char* what, const char* name, std::vector<EValue*> stack) {
  const auto function = executorch::runtime::get_op_function_from_registry(name);
  if (!function.ok()) {
    std::printf("%s: not registered\n", what);
    return;
  }
  KernelRuntimeContext context;
  (*function)(context, Span<EValue*>(stack.data(), stack.size()));
  std::printf("%s: %u\n", what, static_cast<unsigned>(context.failure_state()));
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  float data[2] = {1.0f, 2.0f};
  float result[2] = {7.0f, 7.0f};
  TensorImpl::SizesType sizes[1] = {2};
  TensorImpl::DimOrderType order[1] = {0};
  TensorImpl::StridesType strides[1] = {1};
  TensorImpl in(ScalarType::Float, 1, sizes, data, order, strides);
  TensorImpl result_impl(ScalarType::Float, 1, sizes, result, order, strides);
  EValue x{Tensor(&in)};
  EValue out{Tensor(&result_impl)};
  EValue none;
  EValue scale(2.0);
  EValue three(static_cast<int64_t>(3));
  EValue four(static_cast<int64_t>(4));

  EValue* items[2] = {&three, &four};
  int64_t unboxed[2] = {0, 0};
  BoxedEvalueList<int64_t> list(items, unboxed, 2);
  EValue dims(&list);
  EValue* wrong_items[2] = {&three, &x};
  BoxedEvalueList<int64_t> wrong_list(wrong_items, unboxed, 2);
  EValue wrong_dims(&wrong_list);

  const char* op = "demo::scale_add.out";
  call("empty stack", op, {});
  call("too few", op, {&x, &none, &scale, &dims});
  call("too many", op, {&x, &none, &scale, &dims, &out, &out, &out});
  call("null entry", op, {&x, nullptr, &scale, &dims, &out, &out});
  call("null result", op, {&x, &none, &scale, &dims, &out, nullptr});
  call("int for tensor", op, {&three, &none, &scale, &dims, &out, &out});
  call("none for tensor", op, {&none, &none, &scale, &dims, &out, &out});
  call("int for optional tensor", op, {&x, &three, &scale, &dims, &out, &out});
  call("int for double", op, {&x, &none, &three, &dims, &out, &out});
  call("tensor for list", op, {&x, &none, &scale, &x, &out, &out});
  call("tensor in list", op, {&x, &none, &scale, &wrong_dims, &out, &out});
  call("list for out", op, {&x, &none, &scale, &dims, &dims, &out});
  std::printf("out: %g %g\n", static_cast<double>(result[0]), static_cast<double>(result[1]));
  call("sound", op, {&x, &none, &scale, &dims, &out, &out});
  std::printf("out: %g %g\n", static_cast<double>(result[0]), static_cast<double>(result[1]));
  call("sound without result entry", op, {&x, &x, &scale, &dims, &out});
  std::printf("out: %g %g\n", static_cast<double>(result[0]), static_cast<double>(result[1]));
  call("no entry for a new value", "demo::total", {&x});
  EValue total;
  call("new value", "demo::total", {&x, &total});
  std::printf("total: %g\n", total.toDouble());
  return 0;
}
