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

// Bytes from outside the program that a constant of the method lies in.
struct ExternalData {
  FreeableBuffer data;
  ExternalData* next;
};

// Behind the values, see TableCounts.
inline Delegate* MethodState::delegates() const {
  return reinterpret_cast<Delegate*>(values_ + n_values_);
}

// Whether a tensor's data is outside the program.
inline bool is_external(fb::Table tensor) {
  const fb::Table extra = tensor.table(fb::tensor::kExtra);
  return extra && extra.u8(fb::extra::kLocation) != 0;
}

// The first of the external constants with the name of `tensor`, which is value `index`: they share
// their data.
uint32_t first_external(fb::Vector values, uint32_t index, fb::Table tensor);

// What a method's first block holds, one row after the other.
struct TableCounts {
  explicit TableCounts(fb::Table plan);
  // The counts come from vectors within the file, so the sum is far below SIZE_MAX.
  size_t bytes() const {
    return values * sizeof(EValue) + delegates * sizeof(Delegate) +
           instructions * sizeof(Instruction) + args * sizeof(EValue*) + inputs;
  }

  uint32_t values;
  uint32_t delegates;
  uint32_t instructions = 0;  // of all chains
  uint32_t args = 0;          // the most of one kernel or delegate call
  uint32_t inputs;
};

// A tensor with `n_arrays` arrays (sizes, strides) of `rank` numbers behind it.
constexpr size_t tensor_bytes(size_t n_arrays, size_t rank) {
  return sizeof(executorch::aten::TensorImpl) + n_arrays * rank * sizeof(int32_t);
}

// An item of a list of values, as kernels get it.
constexpr size_t item_bytes(fb::ValueKind kind) {
  return kind == fb::ValueKind::IntList      ? sizeof(int64_t)
         : kind == fb::ValueKind::TensorList ? sizeof(executorch::aten::Tensor)
                                             : sizeof(std::optional<executorch::aten::Tensor>);
}
// A list of `n` values: their items, the list, pointers to them.
constexpr size_t boxed_list_bytes(fb::ValueKind kind, size_t n) {
  return n * (item_bytes(kind) + sizeof(EValue*)) + sizeof(BoxedEvalueList<int64_t>);
}
constexpr size_t boxed_list_alignment(fb::ValueKind kind) {
  return kind == fb::ValueKind::IntList ? alignof(int64_t) : alignof(EValue*);
}

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
  ET_NODISCARD Error check_inputs_and_outputs() const;
  ET_NODISCARD Error load_delegate(fb::Table delegate, Delegate& out);
  ET_NODISCARD Error load_instructions();
  ET_NODISCARD Error load_instruction(fb::Table instruction, uint32_t chain_size, Instruction& out);
  ET_NODISCARD Error load_kernel_call(fb::Table call, Instruction& out);
  ET_NODISCARD Error check_args(fb::Vector args) const;
  ET_NODISCARD Error check_written(uint32_t index, const char* op_name) const;
  // Of a tensor that is loaded and not planned: by now, nothing but constants has memory.
  bool is_constant(uint32_t index) const {
    return method_.values_[index].payload.as_tensor.const_data_ptr() != nullptr;
  }
  bool is_in_list(int list_field, uint32_t index) const;
  int32_t* shared_strides(uint32_t index, const int32_t* sizes, const uint8_t* dim_order,
                          uint32_t rank) const;
  fb::Table value_table(uint32_t index, fb::ValueKind* kind) const;
  void* take(size_t size, size_t alignment, const char* what);

  // What not every program needs: done if the kernel bundle has selected it, else an error. See
  // selected_parts.cpp.
  ET_NODISCARD Error load_list(uint32_t index, fb::ValueKind kind, fb::Table list);
  ET_NODISCARD Error load_list_part(uint32_t index, fb::ValueKind kind, fb::Table list);
  ET_NODISCARD Error check_lists() const;
  ET_NODISCARD Error check_lists_part() const;
  ET_NODISCARD Error check_written_list(fb::Table list, const char* op_name) const;
  ET_NODISCARD Error check_written_list_part(fb::Table list, const char* op_name) const;
  ET_NODISCARD Error load_delegates();
  ET_NODISCARD Error load_delegates_part();
  // Instructions other than kernel calls.
  ET_NODISCARD Error load_other(fb::InstructionKind kind, fb::Table call, uint32_t chain_size);
  ET_NODISCARD Error load_other_part(fb::InstructionKind kind, fb::Table call, uint32_t chain_size);
  // The data of a constant in the program.
  ET_NODISCARD Error load_constant(uint32_t buffer, size_t nbytes, void** data);
  ET_NODISCARD Error load_constant_part(uint32_t buffer, size_t nbytes, void** data);
  // The data of a constant outside the program, or what a planned tensor holds before the first
  // run: `*data` is its memory then.
  ET_NODISCARD Error load_stored(bool external, uint32_t index, fb::Table tensor, size_t nbytes,
                                 void** data);
  ET_NODISCARD Error load_external_part(uint32_t index, fb::Table tensor, size_t nbytes,
                                        void** data);
  ET_NODISCARD Error load_initial_state_part(fb::Table tensor, size_t nbytes, void* data);
  // From now on each call's arguments are looked at before its kernel runs.
  ET_NODISCARD Error check_calls();
  // Views are the one operator that the checks treat differently.
  bool is_view(const char* op_name) const;

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
