// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Lists and strings of a method. A part that a kernel bundle may leave out (selected_parts.cpp).
#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

// What an EValue's own code relies on when it converts a list.
bool is_list_member(ValueKind list, const EValue& member) {
  switch (list) {
    case ValueKind::IntList:
      return member.isInt();
    case ValueKind::TensorList:
      return member.isTensor();
    default:
      return member.isTensor() || member.isNone();
  }
}

}  // namespace

Error MethodLoader::load_list_part(uint32_t index, ValueKind kind, Table table) {
  const Vector items = table.vector(fb::list::kItems);
  ET_CHECK_OR_RETURN_ERROR(items, InvalidProgram, "The list or string of value %u is missing",
                           static_cast<unsigned>(index));
  switch (kind) {
    case ValueKind::String:
      return load_array<char>(index, items);
    case ValueKind::DoubleList:
      return load_array<double>(index, items);
    case ValueKind::BoolList:
      for (uint32_t i = 0; i < items.size(); ++i) {
        ET_CHECK_OR_RETURN_ERROR(items.bytes()[i] <= 1, InvalidProgram,
                                 "Item %u of the bool list of value %u is %u",
                                 static_cast<unsigned>(i), static_cast<unsigned>(index),
                                 static_cast<unsigned>(items.bytes()[i]));
      }
      return load_array<bool>(index, items);
    default:
      return load_boxed_list(index, kind, items);
  }
}

template <typename T>
Error MethodLoader::load_array(uint32_t index, Vector items) {
  using Array = executorch::aten::ArrayRef<T>;
  void* memory = take(sizeof(Array), alignof(Array), "lists");
  if (memory == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  method_.values_[index] = EValue(new (memory) Array(items.data<T>(), items.size()));
  return Error::Ok;
}

// One block: the unwrapped elements, the BoxedEvalueList, the pointers to the members.
Error MethodLoader::load_boxed_list(uint32_t index, ValueKind kind, Vector items) {
  using executorch::aten::Tensor;
  using OptionalTensor = std::optional<Tensor>;
  static_assert(sizeof(BoxedEvalueList<Tensor>) == sizeof(BoxedEvalueList<int64_t>) &&
                    sizeof(BoxedEvalueList<OptionalTensor>) == sizeof(BoxedEvalueList<int64_t>) &&
                    sizeof(BoxedEvalueList<int64_t>) % alignof(EValue*) == 0,
                "the lists differ in nothing but the size of their elements");
  const bool is_ints = kind == ValueKind::IntList;
  const uint32_t n = items.size();
  void* unwrapped = take(boxed_list_bytes(kind, n), boxed_list_alignment(kind), "lists");
  if (unwrapped == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  // All bits zero: an empty optional, a tensor without implementation.
  std::memset(unwrapped, 0, n * item_bytes(kind));
  uint8_t* boxed = static_cast<uint8_t*>(unwrapped) + n * item_bytes(kind);
  EValue** wrapped = reinterpret_cast<EValue**>(boxed + sizeof(BoxedEvalueList<int64_t>));
  for (uint32_t i = 0; i < n; ++i) {
    const int64_t item = is_ints ? items.data<int64_t>()[i] : items.data<int32_t>()[i];
    const bool is_null = item == -1 && kind == ValueKind::OptionalTensorList;
    ET_CHECK_OR_RETURN_ERROR(is_null || (item >= 0 && static_cast<uint64_t>(item) < values_.size()),
                             InvalidProgram, "Item %u of the list of value %u is value %lld of %u",
                             static_cast<unsigned>(i), static_cast<unsigned>(index),
                             static_cast<long long>(item), static_cast<unsigned>(values_.size()));
    wrapped[i] = is_null ? nullptr : &method_.values_[item];
  }
  EValue& out = method_.values_[index];
  const int size = static_cast<int>(n);
  if (is_ints) {
    out = EValue(new (boxed)
                     BoxedEvalueList<int64_t>(wrapped, static_cast<int64_t*>(unwrapped), size));
  } else if (kind == ValueKind::TensorList) {
    out =
        EValue(new (boxed) BoxedEvalueList<Tensor>(wrapped, static_cast<Tensor*>(unwrapped), size));
  } else {
    out = EValue(new (boxed) BoxedEvalueList<OptionalTensor>(
        wrapped, static_cast<OptionalTensor*>(unwrapped), size));
  }
  return Error::Ok;
}

// Lists may name values that come after them, so their members are checked at the end.
Error MethodLoader::check_lists_part() const {
  for (uint32_t i = 0; i < values_.size(); ++i) {
    ValueKind kind;
    const Table table = value_table(i, &kind);
    if (kind != ValueKind::IntList && kind != ValueKind::TensorList &&
        kind != ValueKind::OptionalTensorList) {
      continue;
    }
    const Vector items = table.vector(fb::list::kItems);
    for (uint32_t k = 0; k < items.size(); ++k) {
      const int64_t item =
          kind == ValueKind::IntList ? items.data<int64_t>()[k] : items.data<int32_t>()[k];
      ET_CHECK_OR_RETURN_ERROR(item == -1 || is_list_member(kind, method_.values_[item]),
                               InvalidProgram, "Item %u of the list of value %u has tag %u",
                               static_cast<unsigned>(k), static_cast<unsigned>(i),
                               static_cast<unsigned>(method_.values_[item].tag));
    }
  }
  return Error::Ok;
}

Error MethodLoader::check_written_list_part(Table list, const char* op_name) const {
  const Vector items = list.vector(fb::list::kItems);
  for (uint32_t i = 0; i < items.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(check_written(items.data<uint32_t>()[i], op_name));
  }
  return Error::Ok;
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
