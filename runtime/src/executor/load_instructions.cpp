// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "../kernel/find_kernel.h"
#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using fb::InstructionKind;
using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

// With its overload and the NUL; the longest of ATen has 60.
constexpr size_t kMaxOperatorName = 128;

// Writes "name.overload", or "name" without an overload, into kMaxOperatorName bytes.
Error full_name(Table op, char* out) {
  const std::string_view name = op.string(fb::op::kName);
  const std::string_view overload = op.string(fb::op::kOverload);
  ET_CHECK_OR_RETURN_ERROR(!name.empty() && name.size() + overload.size() + 2 <= kMaxOperatorName,
                           InvalidProgram, "An operator's name has %zu + %zu characters",
                           name.size(), overload.size());
  std::memcpy(out, name.data(), name.size());
  out += name.size();
  if (!overload.empty()) {
    *out++ = '.';
    std::memcpy(out, overload.data(), overload.size());
    out += overload.size();
  }
  *out = '\0';
  return Error::Ok;
}

}  // namespace

Error MethodLoader::load_instructions() {
  const Vector chains = plan_.vector(fb::plan::kChains);
  Instruction* out = method_.instructions_;
  for (uint32_t c = 0; c < chains.size(); ++c) {
    const Vector instructions = chains.table(c).vector(fb::chain::kInstructions);
    for (uint32_t i = 0; i < instructions.size(); ++i, ++out) {
      const Error error = load_instruction(instructions.table(i), instructions.size(), *out);
      if (error != Error::Ok) {
        ET_LOG(Error, "Instruction %u of chain %u cannot be loaded", static_cast<unsigned>(i),
               static_cast<unsigned>(c));
        return error;
      }
    }
  }
  // All missing operators have been named by now.
  return operators_missing_ ? Error::OperatorMissing : Error::Ok;
}

Error MethodLoader::load_instruction(Table instruction, uint32_t chain_size, Instruction& out) {
  const auto kind = static_cast<InstructionKind>(instruction.u8(fb::instruction::kTag));
  const Table call = instruction.table(fb::instruction::kCall);
  out = {nullptr, nullptr};
  ET_CHECK_OR_RETURN_ERROR(call, InvalidProgram, "An instruction has no content");
  return kind == InstructionKind::Kernel ? load_kernel_call(call, out)
                                         : load_other(kind, call, chain_size);
}

Error MethodLoader::load_other_part(InstructionKind kind, Table call, uint32_t chain_size) {
  const uint32_t n_values = values_.size();
  switch (kind) {
    case InstructionKind::Delegate:
      ET_CHECK_OR_RETURN_ERROR(call.u32(fb::call::kIndex) < method_.n_delegates_, InvalidProgram,
                               "Delegate %u of %u does not exist",
                               static_cast<unsigned>(call.u32(fb::call::kIndex)),
                               static_cast<unsigned>(method_.n_delegates_));
      return check_args(call.vector(fb::call::kArgs));
    case InstructionKind::Move: {
      const uint32_t from = call.u32(fb::move::kFrom);
      const uint32_t to = call.u32(fb::move::kTo);
      ET_CHECK_OR_RETURN_ERROR(from < n_values && to < n_values, InvalidProgram,
                               "A move from value %u to %u of %u", static_cast<unsigned>(from),
                               static_cast<unsigned>(to), static_cast<unsigned>(n_values));
      // set_input() writes through what the input was at load, and Method::check_args() takes a
      // list to be the one in the file.
      ValueKind from_kind;
      value_table(from, &from_kind);
      ET_CHECK_OR_RETURN_ERROR(
          from_kind != ValueKind::IntList && from_kind < ValueKind::TensorList &&
              !is_in_list(fb::plan::kInputs, to),
          NotSupported, "A move of a list (value %u) or to an input (value %u)",
          static_cast<unsigned>(from), static_cast<unsigned>(to));
      return check_calls();
    }
    case InstructionKind::JumpFalse:
      ET_CHECK_OR_RETURN_ERROR(call.u32(fb::jump::kCondition) < n_values &&
                                   call.u32(fb::jump::kDestination) <= chain_size,
                               InvalidProgram, "A jump on value %u of %u to instruction %u of %u",
                               static_cast<unsigned>(call.u32(fb::jump::kCondition)),
                               static_cast<unsigned>(n_values),
                               static_cast<unsigned>(call.u32(fb::jump::kDestination)),
                               static_cast<unsigned>(chain_size));
      return Error::Ok;
    case InstructionKind::Free: {
      // Only what gets its memory from elsewhere can lose it.
      const uint32_t value = call.u32(fb::free_call::kValue);
      ValueKind value_kind = ValueKind::None;
      const Table table = value < n_values ? value_table(value, &value_kind) : Table();
      ET_CHECK_OR_RETURN_ERROR(value_kind == ValueKind::Tensor &&
                                   !table.table(fb::tensor::kAllocation) && !is_constant(value),
                               InvalidProgram, "Value %u is freed but owns no memory",
                               static_cast<unsigned>(value));
      return check_calls();
    }
    default:
      ET_LOG(Error, "Unknown kind of instruction %u", static_cast<unsigned>(kind));
      return Error::InvalidProgram;
  }
}

Error MethodLoader::check_args(Vector args) const {
  ET_CHECK_OR_RETURN_ERROR(args, InvalidProgram, "A call has no argument list");
  for (uint32_t i = 0; i < args.size(); ++i) {
    const uint32_t value = args.data<uint32_t>()[i];
    ET_CHECK_OR_RETURN_ERROR(value < method_.n_values_, InvalidProgram,
                             "Argument %u is value %u of %u", static_cast<unsigned>(i),
                             static_cast<unsigned>(value),
                             static_cast<unsigned>(method_.n_values_));
  }
  return Error::Ok;
}

Error MethodLoader::load_kernel_call(Table call, Instruction& out) {
  const Vector args = call.vector(fb::call::kArgs);
  ET_CHECK_OK_OR_RETURN_ERROR(check_args(args));
  const Vector operators = plan_.vector(fb::plan::kOperators);
  const uint32_t index = call.u32(fb::call::kIndex);
  ET_CHECK_OR_RETURN_ERROR(index < operators.size(), InvalidProgram,
                           "Operator %u of %u does not exist", static_cast<unsigned>(index),
                           static_cast<unsigned>(operators.size()));
  char name[kMaxOperatorName];
  ET_CHECK_OK_OR_RETURN_ERROR(full_name(operators.table(index), name));
  out.args = args.data<int32_t>();
  out.op = find_kernel(name, method_.values_, {out.args, args.size()}, kernels_);
  if (out.op == nullptr) {
#if ET_LOG_ENABLED
    log_missing_kernel(name, kernels_);
#endif
    operators_missing_ = true;
    return Error::Ok;
  }
  const bool views = is_view(name);
  if (views) {
    method_.view_op_ = out.op;
  }
  if (args.size() == 0) {
    return Error::Ok;
  }
  // By convention the last argument is what the operator returns.
  const uint32_t result = args.data<uint32_t>()[args.size() - 1];
  const EValue& value = method_.values_[result];
  if (!value.isTensor() && !value.isTensorList()) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_calls());
  }
  return views ? Error::Ok : check_written(result, name);
}

// Refuses a result that the kernel could not write: a constant lies in flash, and a tensor that
// borrows its memory must not grow beyond what was lent.
Error MethodLoader::check_written(uint32_t index, const char* op_name) const {
  ValueKind kind;
  const Table table = value_table(index, &kind);
  if (kind == ValueKind::TensorList) {
    return check_written_list(table, op_name);
  }
  if (kind != ValueKind::Tensor || table.table(fb::tensor::kAllocation)) {
    return Error::Ok;
  }
  const bool constant = is_constant(index);
  const bool may_grow =
      table.u8(fb::tensor::kDynamism) != 0 &&
      (!is_in_list(fb::plan::kOutputs, index) || is_in_list(fb::plan::kInputs, index));
  ET_CHECK_OR_RETURN_ERROR(!constant && !may_grow, InvalidProgram,
                           "Operator '%s' writes to value %u, which is %s", op_name,
                           static_cast<unsigned>(index),
                           constant ? "a constant" : "dynamic and has no memory of its own");
  return Error::Ok;
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
