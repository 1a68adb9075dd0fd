// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Execution. Every index and pointer used here was checked by MethodLoader.
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include "method_loader.h"

// Bounds execute() when jumps of a damaged program form an endless loop.
#ifndef ET_MAX_INSTRUCTIONS
#define ET_MAX_INSTRUCTIONS 10000000
#endif

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

using executorch::aten::Tensor;
using internal::Delegate;
using internal::Instruction;
namespace fb = internal::fb;
using fb::InstructionKind;
using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

// The flatbuffer table of instruction `pc` of all chains; `start` is where its chain begins.
Table find_instruction(Table plan, uint32_t pc, uint32_t* start) {
  const Vector chains = plan.vector(fb::plan::kChains);
  *start = 0;
  for (uint32_t c = 0;; ++c) {
    const Vector instructions = chains.table(c).vector(fb::chain::kInstructions);
    if (pc - *start < instructions.size()) {
      return instructions.table(pc - *start);
    }
    *start += instructions.size();
  }
}

// What events name an instruction by: its chain, and its place there. `chain_end` is the number
// of the first instruction, of all chains, behind the chain.
struct Place {
  ChainID chain = 0;
  DebugHandle instruction = 0;
  uint32_t chain_end = 0;
};

// Of instruction `pc` of all chains; only looked up for a tracer.
Place place_of(const EventTracer* tracer, Table plan, uint32_t pc) {
  Place place;
  if (!internal::is_tracing(tracer)) {
    return place;
  }
  const Vector chains = plan.vector(fb::plan::kChains);
  for (uint32_t c = 0;; ++c) {
    const uint32_t start = place.chain_end;
    place.chain_end += chains.table(c).vector(fb::chain::kInstructions).size();
    if (pc < place.chain_end) {
      place.chain = static_cast<ChainID>(c);
      place.instruction = pc - start;
      return place;
    }
  }
}

void log_outputs(EventTracer* tracer, const Method& method) {
  if (internal::is_tracing(tracer)) {
    for (size_t i = 0; i < method.outputs_size(); ++i) {
      internal::event_tracer_log_evalue_output(tracer, method.get_output(i));
    }
  }
}

bool lacks_data(const EValue& value) {
  return value.isTensor() && value.toTensor().const_data_ptr() == nullptr &&
         value.toTensor().numel() != 0;
}

// True if the program jumps; Error::InvalidProgram for a condition that is not of bools.
Result<bool> is_false(const EValue& condition) {
  if (condition.isBool()) {
    return !condition.toBool();
  }
  ET_CHECK_OR_RETURN_ERROR(
      condition.isTensor() &&
          condition.toTensor().scalar_type() == executorch::aten::ScalarType::Bool &&
          !lacks_data(condition),
      InvalidProgram, "The condition of a jump is not a bool but has tag %u",
      static_cast<unsigned>(condition.tag));
  const Tensor& tensor = condition.toTensor();
  const uint8_t* data = static_cast<const uint8_t*>(tensor.const_data_ptr());
  for (ssize_t i = 0; i < tensor.numel(); ++i) {
    if (data[i] == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

Method::Method(Method&& rhs) noexcept : MethodState(rhs) {
  rhs.n_delegates_ = 0;
  rhs.external_data_ = nullptr;
  rhs.initialized_ = false;
}

void Method::release_part() {
  for (uint32_t i = 0; i < n_delegates_; ++i) {
    delegates()[i].backend->destroy(delegates()[i].handle);
    delegates()[i].data.~FreeableBuffer();
  }
  for (internal::ExternalData* e = external_data_; e != nullptr; e = e->next) {
    e->data.~FreeableBuffer();
  }
}

Error Method::run(size_t max_instructions) {
  for (; max_instructions != 0 && pc_ < n_instructions_; --max_instructions) {
    const Instruction& instruction = instructions_[pc_];
    const Place place = place_of(event_tracer_, Table(plan_), pc_);
    internal::EventTracerProfileInstructionScope instruction_scope(event_tracer_, place.chain,
                                                                   place.instruction);
    uint32_t next = pc_ + 1;
    Error error = Error::Ok;
    if ET_UNLIKELY (instruction.op == nullptr) {
      error = run_other(&next);
    } else {
      internal::EventTracerProfileOpScope op_scope(event_tracer_, "OPERATOR_CALL");
      const Span<EValue*> args = resolve_args(instruction.args);
      if ET_UNLIKELY (checked_) {
        error = check_args(args, instruction.args, instruction.op == view_op_);
      }
      if ET_LIKELY (error == Error::Ok) {
        KernelRuntimeContext context(event_tracer_, temp_allocator_);
        instruction.op(context, args);
        error = context.failure_state();
      }
    }
    if (temp_allocator_ != nullptr) {
      temp_allocator_->reset();
    }
    if ET_UNLIKELY (error != Error::Ok) {
      return instruction_failed(error);
    }
    pc_ = next;
  }
  return Error::Ok;
}

// Pointers to the values of one call's flatbuffer vector, in the buffer that all calls share. Two
// at a time: this is most of what a call costs.
inline Span<EValue*> Method::resolve_args(const int32_t* indices) {
  EValue* const values = values_;
  EValue** to = args_;
  const size_t n = static_cast<uint32_t>(indices[-1]);
  EValue** const end = to + n;
  if ((n & 1) != 0) {
    *to++ = values + *indices++;
  }
  while (to != end) {
    to[0] = values + indices[0];
    to[1] = values + indices[1];
    to += 2;
    indices += 2;
  }
  return Span<EValue*>(args_, n);
}

Error Method::check_args_part(Span<EValue*> args, const int32_t* indices, bool is_view) const {
  const Vector values = Table(plan_).vector(fb::plan::kValues);
  for (size_t i = 0; i < args.size(); ++i) {
    const EValue& value = *args[i];
    // The tensors of a view but its first get their memory from the view.
    const bool may_lack_data = is_view && i != 0;
    ET_CHECK_OR_RETURN_ERROR(may_lack_data || !lacks_data(value), InvalidState,
                             "Argument %zu (value %d) has no memory: set the input or the output's "
                             "data pointer",
                             i, static_cast<int>(indices[i]));
    if (!value.isIntList() && !value.isTensorList() && !value.isListOptionalTensor()) {
      continue;
    }
    // Lists are never moved, so this is the list in the file.
    const Table table = values.table(static_cast<uint32_t>(indices[i]));
    const auto kind = static_cast<ValueKind>(table.u8(fb::evalue::kTag));
    const Vector items = table.table(fb::evalue::kValue).vector(fb::list::kItems);
    for (uint32_t k = 0; k < items.size(); ++k) {
      const int64_t item =
          kind == ValueKind::IntList ? items.data<int64_t>()[k] : items.data<int32_t>()[k];
      if (item < 0) {
        continue;
      }
      const EValue& member = values_[item];
      const bool fits =
          kind == ValueKind::IntList
              ? member.isInt()
              : member.isTensor() || (member.isNone() && kind == ValueKind::OptionalTensorList);
      ET_CHECK_OR_RETURN_ERROR(fits && !lacks_data(member), InvalidProgram,
                               "Item %u of the list in argument %zu has tag %u or no memory",
                               static_cast<unsigned>(k), i, static_cast<unsigned>(member.tag));
    }
  }
  return Error::Ok;
}

// Everything but a kernel call. Sets `next` if the program jumps.
Error Method::run_other_part(uint32_t* next) {
  uint32_t chain_start;
  const Table instruction = find_instruction(Table(plan_), pc_, &chain_start);
  const Table call = instruction.table(fb::instruction::kCall);
  switch (static_cast<InstructionKind>(instruction.u8(fb::instruction::kTag))) {
    case InstructionKind::Delegate:
      ET_CHECK_OK_OR_RETURN_ERROR(run_delegate(call.start()));
      break;
    case InstructionKind::Move: {
      internal::EventTracerProfileOpScope scope(event_tracer_, "MOVE_CALL");
      const EValue& from = values_[call.u32(fb::move::kFrom)];
      ET_CHECK_OR_RETURN_ERROR(!lacks_data(from), InvalidState,
                               "Value %u is moved before it has memory",
                               static_cast<unsigned>(call.u32(fb::move::kFrom)));
      values_[call.u32(fb::move::kTo)] = from;
      break;
    }
    case InstructionKind::JumpFalse: {
      internal::EventTracerProfileOpScope scope(event_tracer_, "JF_CALL");
      Result<bool> jumps = is_false(values_[call.u32(fb::jump::kCondition)]);
      if (!jumps.ok()) {
        return jumps.error();
      }
      if (*jumps) {
        *next = chain_start + call.u32(fb::jump::kDestination);
      }
      break;
    }
    default: {  // Free
      internal::EventTracerProfileOpScope scope(event_tracer_, "FREE_CALL");
      const EValue& value = values_[call.u32(fb::free_call::kValue)];
      ET_CHECK_OR_RETURN_ERROR(value.isTensor(), InvalidType, "Value %u is freed but no tensor",
                               static_cast<unsigned>(call.u32(fb::free_call::kValue)));
      value.toTensor().unsafeGetTensorImpl()->set_data(nullptr);
      break;
    }
  }
  return Error::Ok;
}

Error Method::run_delegate_part(const uint8_t* call) {
  internal::EventTracerProfileOpScope op_scope(event_tracer_, "DELEGATE_CALL");
  const int32_t* indices = Table(call).vector(fb::call::kArgs).data<int32_t>();
  const Span<EValue*> args = resolve_args(indices);
  if (checked_) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_args(args, indices, false));
  }
  const Delegate& delegate = delegates()[Table(call).u32(fb::call::kIndex)];
  BackendExecutionContext context(event_tracer_, temp_allocator_,
                                  Table(plan_).c_str(fb::plan::kName));
  const Error error = delegate.backend->execute(context, delegate.handle, args);
  // A program does not say which of them are outputs.
  for (EValue* arg : args) {
    internal::event_tracer_log_evalue(event_tracer_, *arg);
  }
  return error;
}

// Logs which instruction failed; pc_ is still on it.
Error Method::instruction_failed(Error error) const {
#if ET_LOG_ENABLED
  uint32_t chain_start;
  const Table plan(plan_);
  const Table instruction = find_instruction(plan, pc_, &chain_start);
  const Table call = instruction.table(fb::instruction::kCall);
  const unsigned number = static_cast<unsigned>(pc_);
  const unsigned code = static_cast<unsigned>(error);
  if (instructions_[pc_].op != nullptr) {
    const Table op = plan.vector(fb::plan::kOperators).table(call.u32(fb::call::kIndex));
    const char* overload = op.c_str(fb::op::kOverload);
    ET_LOG(Error, "Instruction %u failed in operator %s.%s: error 0x%x", number,
           op.c_str(fb::op::kName), overload == nullptr ? "" : overload, code);
  } else if (static_cast<InstructionKind>(instruction.u8(fb::instruction::kTag)) ==
             InstructionKind::Delegate) {
    ET_LOG(Error, "Instruction %u failed in delegate %s: error 0x%x", number,
           plan.vector(fb::plan::kDelegates)
               .table(call.u32(fb::call::kIndex))
               .c_str(fb::delegate::kId),
           code);
  } else {
    ET_LOG(Error, "Instruction %u failed: error 0x%x", number, code);
  }
#endif
  return error;
}

size_t Method::inputs_size() const { return Table(plan_).vector(fb::plan::kInputs).size(); }

bool Method::inputs_are_set() const {
  const size_t n = inputs_size();
  for (size_t i = 0; i < n; ++i) {
    if (!input_set_[i]) {
      ET_LOG(Error, "Input %zu has not been set", i);
      return false;
    }
  }
  return true;
}

Error Method::step() {
  ET_CHECK_OR_RETURN_ERROR(initialized_, InvalidState, "The method is not loaded");
  if (pc_ == n_instructions_) {
    return Error::EndOfMethod;
  }
  if (pc_ == 0 && !inputs_are_set()) {
    return Error::InvalidArgument;
  }
  const Place place = place_of(event_tracer_, Table(plan_), pc_);
  internal::EventTracerProfileInstructionScope scope(event_tracer_, place.chain, place.instruction);
  const EventTracerEntry event =
      internal::event_tracer_begin_profiling_event(event_tracer_, "Method::step");
  ET_CHECK_OK_OR_RETURN_ERROR(run(1));
  internal::event_tracer_end_profiling_event(event_tracer_, event);
  if (internal::is_tracing(event_tracer_) && pc_ == place.chain_end) {
    log_outputs(event_tracer_, *this);
  }
  return Error::Ok;
}

// As upstream's, a call that fails leaves its event without an end.
Error Method::execute() {
  internal::event_tracer_create_event_block(event_tracer_, "Execute");
  const EventTracerEntry event =
      internal::event_tracer_begin_profiling_event(event_tracer_, "Method::execute");
  ET_CHECK_OR_RETURN_ERROR(initialized_, NotSupported, "The method is not loaded");
  ET_CHECK_OR_RETURN_ERROR(!in_progress(), InvalidState,
                           "step() is at instruction %u of %u: finish and reset_execution() first",
                           static_cast<unsigned>(pc_), static_cast<unsigned>(n_instructions_));
  if (!inputs_are_set()) {
    return Error::InvalidArgument;
  }
  pc_ = 0;
  Error error = run(ET_MAX_INSTRUCTIONS);
  if (error == Error::Ok && pc_ < n_instructions_) {
    ET_LOG(Error, "Stopped after %d instructions: an endless loop? (ET_MAX_INSTRUCTIONS)",
           static_cast<int>(ET_MAX_INSTRUCTIONS));
    error = Error::InvalidProgram;
  }
  pc_ = 0;
  if (internal::is_tracing(event_tracer_) && error == Error::Ok) {
    internal::event_tracer_end_profiling_event(event_tracer_, event);
    log_outputs(event_tracer_, *this);
  }
  return error;
}

Error Method::reset_execution() {
  ET_CHECK_OR_RETURN_ERROR(pc_ == n_instructions_, InvalidState,
                           "Instruction %u of %u is next: step() to the end first",
                           static_cast<unsigned>(pc_), static_cast<unsigned>(n_instructions_));
  pc_ = 0;
  return Error::Ok;
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
