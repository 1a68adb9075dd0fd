// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What a method takes from the method allocator, in this order. The exporter computes the same sum
// ahead of time, and method_bytes.cpp on the chip; a change here is a change of theirs. Sizes are
// those of a 32-bit chip; `align` may add padding before a block.
//
//   1. tables    16 V + 32 D + 8 I + 4 A + N                                      align 8
//                V values, D delegates, I instructions of all chains, A the most arguments of one
//                kernel or delegate call, N inputs
//   2. for each value in order, for its kind:
//      Tensor    32, and of rank r                                                align 4
//                  dynamic: + 8 r (sizes, strides)
//                  static:  + 4 r (strides) if r >= 2 and no static tensor of the method before it
//                           has the same sizes and dim order; those share one array
//                  constant outside the program, the first of its name: then 32   align 8
//      IntList   8 n + 12 + 4 n for n items                                       align 8
//      TensorList          4 n + 12 + 4 n                                         align 4
//      OptionalTensorList  8 n + 12 + 4 n                                         align 4
//      String, DoubleList, BoolList  8                                            align 4
//   3. for each delegate: 12 for each compile spec (if any)                       align 4
//      then whatever the backend takes in init()
//      before them, 12 if the program has named data and load_method() gets more  align 4
//
// Sizes, dim orders, argument lists, strings, list items of numbers and constants stay in the file.
// Argument lists are resolved to pointers at each call: about 6 instructions an argument, against
// 4 bytes an argument and 8 bytes a call of RAM for lists built at load.
#include "method_loader.h"

#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/executor/merged_data_map.h>

#include <cstring>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

static_assert(sizeof(void*) != 4 ||
                  (sizeof(EValue) == 16 && sizeof(Delegate) == 32 && sizeof(ExternalData) == 32 &&
                   sizeof(Instruction) == 8 && sizeof(MergedDataMap) == 12 &&
                   sizeof(executorch::aten::TensorImpl) == 32 && sizeof(CompileSpec) == 12 &&
                   sizeof(BoxedEvalueList<int64_t>) == 12 &&
                   sizeof(std::optional<executorch::aten::Tensor>) == 8 &&
                   sizeof(executorch::aten::ArrayRef<char>) == 8),
              "the numbers above, which the exporter relies on");

}  // namespace

Error MethodLoader::load() {
  EventTracerProfileMethodScope scope(method_.event_tracer_, "Method::init");
  ET_CHECK_OK_OR_RETURN_ERROR(allocate_tables());
  ET_CHECK_OK_OR_RETURN_ERROR(load_values());
  ET_CHECK_OK_OR_RETURN_ERROR(check_lists());
  ET_CHECK_OK_OR_RETURN_ERROR(check_inputs_and_outputs());
  ET_CHECK_OK_OR_RETURN_ERROR(load_delegates());
  ET_CHECK_OK_OR_RETURN_ERROR(load_instructions());
  method_.initialized_ = true;
  return Error::Ok;
}

void* MethodLoader::take(size_t size, size_t alignment, [[maybe_unused]] const char* what) {
  void* memory = memory_.method_allocator()->allocate(size, alignment);
  if (memory == nullptr) {
    ET_LOG(Error, "Method '%s' needs %zu bytes more for its %s: enlarge the method allocator",
           plan_.c_str(fb::plan::kName), size, what);
  }
  return memory;
}

TableCounts::TableCounts(Table plan)
    : values(plan.vector(fb::plan::kValues).size()),
      delegates(plan.vector(fb::plan::kDelegates).size()),
      inputs(plan.vector(fb::plan::kInputs).size()) {
  const Vector chains = plan.vector(fb::plan::kChains);
  for (uint32_t c = 0; c < chains.size(); ++c) {
    const Vector list = chains.table(c).vector(fb::chain::kInstructions);
    instructions += list.size();
    for (uint32_t i = 0; i < list.size(); ++i) {
      const Table instruction = list.table(i);
      const auto kind = static_cast<fb::InstructionKind>(instruction.u8(fb::instruction::kTag));
      const Table call = instruction.table(fb::instruction::kCall);
      if (call && (kind == fb::InstructionKind::Kernel || kind == fb::InstructionKind::Delegate)) {
        const uint32_t n = call.vector(fb::call::kArgs).size();
        args = n > args ? n : args;
      }
    }
  }
}

Error MethodLoader::allocate_tables() {
  static_assert(sizeof(EValue) % alignof(Delegate) == 0 &&
                    sizeof(Delegate) % alignof(Instruction) == 0 &&
                    sizeof(Instruction) % alignof(EValue*) == 0,
                "the tables follow each other without padding");
  const TableCounts counts(plan_);
  const size_t size = counts.bytes();
  if (size == 0) {
    return Error::Ok;
  }
  void* memory = take(size, alignof(EValue), "tables");
  if (memory == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  // No value has content yet, and no input is set.
  static_assert(static_cast<uint32_t>(Tag::None) == 0, "zeros are an EValue without content");
  std::memset(memory, 0, size);
  method_.values_ = static_cast<EValue*>(memory);
  method_.n_values_ = counts.values;
  method_.instructions_ = reinterpret_cast<Instruction*>(method_.delegates() + counts.delegates);
  method_.args_ = reinterpret_cast<EValue**>(method_.instructions_ + counts.instructions);
  method_.input_set_ = reinterpret_cast<bool*>(method_.args_ + counts.args);
  method_.n_instructions_ = counts.instructions;
  return Error::Ok;
}

Table MethodLoader::value_table(uint32_t index, ValueKind* kind) const {
  const Table value = values_.table(index);
  *kind = static_cast<ValueKind>(value.u8(fb::evalue::kTag));
  return value.table(fb::evalue::kValue);
}

Error MethodLoader::load_values() {
  for (uint32_t i = 0; i < values_.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(load_value(i));
  }
  return Error::Ok;
}

Error MethodLoader::load_value(uint32_t index) {
  ValueKind kind;
  const Table table = value_table(index, &kind);
  if (kind == ValueKind::Null) {
    return Error::Ok;
  }
  ET_CHECK_OR_RETURN_ERROR(kind != ValueKind::None && kind < ValueKind::Count && table,
                           InvalidProgram, "Value %u has no content or an unknown kind (%u)",
                           static_cast<unsigned>(index), static_cast<unsigned>(kind));
  EValue& out = method_.values_[index];
  switch (kind) {
    case ValueKind::Int:
      out = EValue(table.i64(fb::scalar::kValue));
      return Error::Ok;
    case ValueKind::Double:
      out = EValue(table.f64(fb::scalar::kValue));
      return Error::Ok;
    case ValueKind::Bool:
      out = EValue(table.u8(fb::scalar::kValue) != 0);
      return Error::Ok;
    case ValueKind::Tensor:
      return load_tensor(index, table);
    default:
      return load_list(index, kind, table);
  }
}

Error MethodLoader::check_inputs_and_outputs() const {
  for (int list : {fb::plan::kInputs, fb::plan::kOutputs}) {
    const Vector indices = plan_.vector(list);
    for (uint32_t i = 0; i < indices.size(); ++i) {
      const uint32_t index = indices.data<uint32_t>()[i];
      ET_CHECK_OR_RETURN_ERROR(index < values_.size(), InvalidProgram,
                               "Input or output %u is value %u of %u", static_cast<unsigned>(i),
                               static_cast<unsigned>(index), static_cast<unsigned>(values_.size()));
      ValueKind kind;
      const Table table = value_table(index, &kind);
      ET_CHECK_OR_RETURN_ERROR(list == fb::plan::kOutputs || kind != ValueKind::Tensor ||
                                   !is_constant(index) || table.table(fb::tensor::kAllocation),
                               InvalidProgram, "Input %u is a constant", static_cast<unsigned>(i));
    }
  }
  return Error::Ok;
}

bool MethodLoader::is_in_list(int list_field, uint32_t index) const {
  const Vector list = plan_.vector(list_field);
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (list.data<uint32_t>()[i] == index) {
      return true;
    }
  }
  return false;
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
