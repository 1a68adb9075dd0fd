// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include "flatbuffer.h"
#include "schema.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

struct Delegate {
  FreeableBuffer data;
  BackendInterface* backend;
  DelegateHandle* handle;
};

// Fills a Method from its plan: allocates, checks what the values mean, resolves operators and
// initializes delegates. Lives on the stack of Program::load_method().
class MethodLoader {
 public:
  MethodLoader(const Program& program, MemoryManager& memory, const NamedDataMap* named_data,
               const LoadBackendOptionsMap* backend_options, Span<const Kernel> kernels,
               Method& method)
      : program_(program),
        memory_(memory),
        named_data_(named_data),
        backend_options_(backend_options),
        kernels_(kernels),
        method_(method),
        plan_(method.plan_),
        values_(plan_.vector(fb::plan::kValues)) {}

  ET_NODISCARD Error load();

 private:
  ET_NODISCARD Error allocate_tables();
  ET_NODISCARD Error load_values();
  ET_NODISCARD Error load_value(uint32_t index);
  ET_NODISCARD Error load_tensor(uint32_t index, fb::Table tensor);
  ET_NODISCARD Error tensor_data(uint32_t index, fb::Table tensor, size_t nbytes, void** data);
  template <typename T>
  ET_NODISCARD Error load_array(uint32_t index, fb::Vector items);
  ET_NODISCARD Error load_boxed_list(uint32_t index, fb::ValueKind kind, fb::Vector items);
  ET_NODISCARD Error check_lists() const;
  ET_NODISCARD Error check_inputs_and_outputs() const;
  ET_NODISCARD Error load_delegates();
  ET_NODISCARD Error load_delegate(fb::Table delegate, Delegate& out);
  ET_NODISCARD Error load_instructions();
  ET_NODISCARD Error load_instruction(fb::Table instruction, uint32_t chain_size, Instruction& out);
  ET_NODISCARD Error load_kernel_call(fb::Table call, Instruction& out);
  ET_NODISCARD Error resolve(fb::Table op, fb::Vector args, Instruction& out);
  ET_NODISCARD Error check_args(fb::Vector args) const;
  ET_NODISCARD Error check_written(uint32_t index, const char* op_name) const;
  bool is_in_list(int list_field, uint32_t index) const;
  int32_t* shared_strides(uint32_t index, const int32_t* sizes, const uint8_t* dim_order,
                          uint32_t rank) const;
  fb::Table value_table(uint32_t index, fb::ValueKind* kind) const;
  void* take(size_t size, size_t alignment, const char* what);

  const Program& program_;
  MemoryManager& memory_;
  const NamedDataMap* named_data_;
  const LoadBackendOptionsMap* backend_options_;
  Span<const Kernel> kernels_;
  Method& method_;
  fb::Table plan_;
  fb::Vector values_;
  bool operators_missing_ = false;
};

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
