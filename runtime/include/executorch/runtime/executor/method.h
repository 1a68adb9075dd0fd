// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method_meta.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

class Program;
namespace internal {
class MethodLoader;
struct Delegate;
struct ExternalData;

// One instruction of the flattened chains. Only kernel calls have an `op`; the others are rare and
// read their operands from the flatbuffer. `args` is the flatbuffer vector of value indices in
// place (args[-1] is its length), so an argument list costs no RAM.
struct Instruction {
  OpFunction op;
  const int32_t* args;
};

struct MethodState {
  const Program* program_;
  const uint8_t* plan_;
  EventTracer* event_tracer_;
  MemoryAllocator* temp_allocator_;
  EValue* values_ = nullptr;
  internal::Instruction* instructions_ = nullptr;
  // The argument list of the call under way; sized for the longest one of the method.
  EValue** args_ = nullptr;
  bool* input_set_ = nullptr;
  // Of constants whose data is outside the program, the last one loaded first.
  internal::ExternalData* external_data_ = nullptr;
  uint32_t n_values_ = 0;
  uint32_t n_instructions_ = 0;
  uint32_t n_delegates_ = 0;
  uint32_t pc_ = 0;
  // et_view: the one kernel that may be given a tensor without memory.
  OpFunction view_op_ = nullptr;
  // Set at load if values may change their kind or lack memory while the method runs (moves, views,
  // computed numbers): then each call's arguments are checked first.
  bool checked_ = false;
  bool initialized_ = false;

  inline Delegate* delegates() const;
};
}  // namespace internal

using InstructionArgs = Span<EValue*>;

// A loaded method. Not reentrant: one thread at a time, and its kernels must not execute it.
class Method final : private internal::MethodState {
 public:
  Method(Method&& rhs) noexcept;
  ~Method();

  // Sets one input. A tensor must have the dtype and the layout of the program's input, and its
  // sizes (within the bounds of a dynamic one). The data is copied if the program planned memory
  // for the input, or stays what it is there if the tensor has none; otherwise the pointer is
  // kept and must stay valid during execution. Numbers and strings are constants of the program:
  // the value must be equal to them.
  ET_NODISCARD Error set_input(const EValue& input_evalue, size_t input_idx);
  ET_NODISCARD Error set_inputs(const executorch::aten::ArrayRef<EValue>& input_evalues);

  // Gives memory to an output that was not planned; `size` must hold its largest shape.
  ET_NODISCARD Error set_output_data_ptr(void* buffer, size_t size, size_t output_idx);

  // Shallow copies of the outputs; entries from outputs_size() on become None.
  ET_NODISCARD Error get_outputs(EValue* output_evalues, size_t length);

  [[deprecated("use method_meta() and set_input()")]] ET_NODISCARD Error
  get_inputs(EValue* input_evalues, size_t length);

  // The tensor with this fully qualified name; Error::NotFound if there is none.
  ET_NODISCARD Result<executorch::aten::Tensor> get_attribute(std::string_view name);

  // Runs all instructions. Error::InvalidState if step() has left the method half-way. After an
  // error the method is at its start again and may be executed anew.
  ET_NODISCARD Error execute();

  // Runs one instruction; Error::EndOfMethod when there is none left. For profiling, and for tasks
  // that must yield between operators.
  ET_NODISCARD Error step();
  [[deprecated("use step()")]] ET_NODISCARD Error experimental_step() { return step(); }

  // True between the first step() and the last.
  ET_NODISCARD bool in_progress() const { return pc_ != 0 && pc_ < n_instructions_; }

  // Back to the start; Error::InvalidState before step() has reached the end.
  ET_NODISCARD Error reset_execution();
  [[deprecated("use reset_execution()")]] ET_NODISCARD Error experimental_reset_execution() {
    return reset_execution();
  }

  MethodMeta method_meta() const { return MethodMeta(plan_); }

  size_t inputs_size() const;
  size_t outputs_size() const;
  // The index must be less than outputs_size(): anything else aborts.
  const EValue& get_output(size_t i) const;

  EventTracer* get_event_tracer() { return event_tracer_; }

  [[deprecated("use method_meta() and set_input()")]] const EValue& get_input(size_t i) const;
  [[deprecated("use method_meta() and set_input()")]] EValue& mutable_input(size_t i);
  [[deprecated("use get_output()")]] EValue& mutable_output(size_t i);

 private:
  friend class Program;
  friend class internal::MethodLoader;
  friend class ::executorch::espressif::MethodView;

  Method(const Program* program, const uint8_t* plan, EventTracer* event_tracer,
         MemoryAllocator* temp_allocator)
      : MethodState{program, plan, event_tracer, temp_allocator} {}

  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  Method& operator=(Method&&) = delete;

  ET_NODISCARD Error run(size_t max_instructions);
  Span<EValue*> resolve_args(const int32_t* indices);
  ET_NODISCARD Error set_tensor_input(const executorch::aten::Tensor& source, size_t input_idx);
  Error instruction_failed(Error error) const;
  bool inputs_are_set() const;
  size_t value_index(int list_field, size_t i) const;

  // What not every program needs, see src/executor/selected_parts.cpp.
  ET_NODISCARD Error run_other(uint32_t* next);
  ET_NODISCARD Error run_other_part(uint32_t* next);
  ET_NODISCARD Error run_delegate(const uint8_t* call);
  ET_NODISCARD Error run_delegate_part(const uint8_t* call);
  ET_NODISCARD Error check_args(Span<EValue*> args, const int32_t* indices, bool is_view) const;
  ET_NODISCARD Error check_args_part(Span<EValue*> args, const int32_t* indices,
                                     bool is_view) const;
  void release_part();
  ET_NODISCARD Error set_constant_input(const EValue& given, size_t input_idx) const;
  ET_NODISCARD Error set_constant_input_part(const EValue& given, size_t input_idx) const;
};

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::ET_RUNTIME_NAMESPACE::Method;
}  // namespace executor
}  // namespace torch
