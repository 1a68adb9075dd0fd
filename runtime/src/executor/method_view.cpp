// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/espressif/method_view.h>

#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace espressif {

namespace fb = runtime::internal::fb;
using fb::InstructionKind;
using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

const char* text_or_empty(const char* text) { return text == nullptr ? "" : text; }

const char* encoding(const uint8_t* plan, int field) {
  const Table meta = Table(plan).table(fb::plan::kContainerMeta);
  return text_or_empty(meta ? meta.c_str(field) : nullptr);
}

// The content of a value, and its kind; kNone for a number that no value has.
Table value_of(const uint8_t* plan, int32_t value, ValueKind* kind) {
  const Vector values = Table(plan).vector(fb::plan::kValues);
  *kind = ValueKind::None;
  if (static_cast<uint32_t>(value) >= values.size()) {
    return Table();
  }
  *kind = static_cast<ValueKind>(values.table(value).u8(fb::evalue::kTag));
  return values.table(value).table(fb::evalue::kValue);
}

bool has_item(Vector list, int32_t value) {
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (list.data<int32_t>()[i] == value) {
      return true;
    }
  }
  return false;
}

bool gets(const uint8_t* plan, const MethodView::Instruction& instruction, int32_t value) {
  for (const int32_t arg : instruction.args) {
    ValueKind kind;
    const Table table = value_of(plan, arg, &kind);
    const bool is_list = kind == ValueKind::TensorList || kind == ValueKind::OptionalTensorList;
    if (arg == value || (is_list && table && has_item(table.vector(fb::list::kItems), value))) {
      return true;
    }
  }
  return false;
}

}  // namespace

size_t MethodView::num_instructions() const {
  const Vector chains = Table(plan_).vector(fb::plan::kChains);
  size_t count = 0;
  for (uint32_t c = 0; c < chains.size(); ++c) {
    count += chains.table(c).vector(fb::chain::kInstructions).size();
  }
  return count;
}

MethodView::Instruction MethodView::instruction(size_t index) const {
  Instruction found = {Kind::kControl, "", "", {}};
  const Vector chains = Table(plan_).vector(fb::plan::kChains);
  Table table;
  for (uint32_t c = 0; c < chains.size() && !table; ++c) {
    const Vector instructions = chains.table(c).vector(fb::chain::kInstructions);
    if (index < instructions.size()) {
      table = instructions.table(index);
    }
    index -= instructions.size();
  }
  const Table call = table ? table.table(fb::instruction::kCall) : Table();
  if (!call) {
    return found;
  }
  const auto kind = static_cast<InstructionKind>(table.u8(fb::instruction::kTag));
  if (kind == InstructionKind::Kernel) {
    found.kind = Kind::kOperator;
    const Vector operators = Table(plan_).vector(fb::plan::kOperators);
    if (const uint32_t op = call.u32(fb::call::kIndex); op < operators.size()) {
      found.name = text_or_empty(operators.table(op).c_str(fb::op::kName));
      found.overload = text_or_empty(operators.table(op).c_str(fb::op::kOverload));
    }
  } else if (kind == InstructionKind::Delegate) {
    found.kind = Kind::kDelegate;
    const Vector delegates = Table(plan_).vector(fb::plan::kDelegates);
    if (const uint32_t delegate = call.u32(fb::call::kIndex); delegate < delegates.size()) {
      found.name = text_or_empty(delegates.table(delegate).c_str(fb::delegate::kId));
    }
  } else {
    return found;
  }
  if (const Vector args = call.vector(fb::call::kArgs)) {
    found.args = {args.data<int32_t>(), args.size()};
  }
  return found;
}

bool MethodView::only_user(int32_t value, Instruction* found) const {
  size_t users = 0;
  const size_t n = num_instructions();
  for (size_t i = 0; i < n; ++i) {
    const Instruction candidate = instruction(i);
    // Moves and jumps read values too, and are not looked into.
    if (candidate.kind == Kind::kControl) {
      return false;
    }
    if (gets(plan_, candidate, value)) {
      *found = candidate;
      ++users;
    }
  }
  return users == 1;
}

int32_t MethodView::input_value(size_t index) const {
  return Table(plan_).vector(fb::plan::kInputs).data<int32_t>()[index];
}

int32_t MethodView::output_value(size_t index) const {
  return Table(plan_).vector(fb::plan::kOutputs).data<int32_t>()[index];
}

bool MethodView::number(int32_t value, double* out) const {
  ValueKind kind;
  const Table table = value_of(plan_, value, &kind);
  if (kind != ValueKind::Double || !table) {
    return false;
  }
  *out = table.f64(fb::scalar::kValue);
  return true;
}

bool MethodView::number(int32_t value, int64_t* out) const {
  ValueKind kind;
  const Table table = value_of(plan_, value, &kind);
  if (kind != ValueKind::Int || !table) {
    return false;
  }
  *out = table.i64(fb::scalar::kValue);
  return true;
}

const char* MethodView::input_encoding() const {
  return encoding(plan_, fb::container_meta::kEncodedInput);
}

const char* MethodView::output_encoding() const {
  return encoding(plan_, fb::container_meta::kEncodedOutput);
}

}  // namespace espressif
}  // namespace executorch
