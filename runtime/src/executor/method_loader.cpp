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
//      IntList   8 n + 12 + 4 n for n items                                       align 8
//      TensorList          4 n + 12 + 4 n                                         align 4
//      OptionalTensorList  8 n + 12 + 4 n                                         align 4
//      String, DoubleList, BoolList  8                                            align 4
//   3. for each delegate: 12 for each compile spec (if any)                       align 4
//      then whatever the backend takes in init()
//
// Sizes, dim orders, argument lists, strings, list items of numbers and constants stay in the file.
// Argument lists are resolved to pointers at each call: about 6 instructions an argument, against
// 4 bytes an argument and 8 bytes a call of RAM for lists built at load.
#include "method_loader.h"

#include <cstring>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

static_assert(sizeof(void*) != 4 ||
                  (sizeof(EValue) == 16 && sizeof(Delegate) == 32 && sizeof(Instruction) == 8 &&
                   sizeof(executorch::aten::TensorImpl) == 32 && sizeof(CompileSpec) == 12 &&
                   sizeof(BoxedEvalueList<int64_t>) == 12 &&
                   sizeof(std::optional<executorch::aten::Tensor>) == 8 &&
                   sizeof(executorch::aten::ArrayRef<char>) == 8),
              "the numbers above, which the exporter relies on");

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

Error MethodLoader::load() {
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

Error MethodLoader::allocate_tables() {
  const Vector chains = plan_.vector(fb::plan::kChains);
  size_t n_instructions = 0;
  size_t max_args = 0;
  for (uint32_t c = 0; c < chains.size(); ++c) {
    const Vector instructions = chains.table(c).vector(fb::chain::kInstructions);
    n_instructions += instructions.size();
    for (uint32_t i = 0; i < instructions.size(); ++i) {
      const auto kind =
          static_cast<fb::InstructionKind>(instructions.table(i).u8(fb::instruction::kTag));
      if (kind == fb::InstructionKind::Kernel || kind == fb::InstructionKind::Delegate) {
        const Table call = instructions.table(i).table(fb::instruction::kCall);
        const size_t n = call ? call.vector(fb::call::kArgs).size() : 0;
        max_args = n > max_args ? n : max_args;
      }
    }
  }
  const size_t n_values = values_.size();
  const size_t n_inputs = plan_.vector(fb::plan::kInputs).size();
  const size_t n_delegates = plan_.vector(fb::plan::kDelegates).size();
  static_assert(sizeof(EValue) % alignof(Delegate) == 0 &&
                    sizeof(Delegate) % alignof(Instruction) == 0 &&
                    sizeof(Instruction) % alignof(EValue*) == 0,
                "the tables follow each other without padding");
  // The counts come from vectors within the file, so the sum is far below SIZE_MAX.
  const size_t size = n_values * sizeof(EValue) + n_delegates * sizeof(Delegate) +
                      n_instructions * sizeof(Instruction) + max_args * sizeof(EValue*) + n_inputs;
  if (size == 0) {
    return Error::Ok;
  }
  void* memory = take(size, alignof(EValue), "tables");
  if (memory == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  method_.values_ = static_cast<EValue*>(memory);
  method_.delegates_ = reinterpret_cast<Delegate*>(method_.values_ + n_values);
  method_.instructions_ = reinterpret_cast<Instruction*>(method_.delegates_ + n_delegates);
  method_.args_ = reinterpret_cast<EValue**>(method_.instructions_ + n_instructions);
  method_.input_set_ = reinterpret_cast<bool*>(method_.args_ + max_args);
  method_.n_values_ = static_cast<uint32_t>(n_values);
  method_.n_instructions_ = static_cast<uint32_t>(n_instructions);
  std::memset(method_.input_set_, 0, n_inputs);
  return Error::Ok;
}

Table MethodLoader::value_table(uint32_t index, ValueKind* kind) const {
  const Table value = values_.table(index);
  *kind = static_cast<ValueKind>(value.u8(fb::evalue::kTag));
  return value.table(fb::evalue::kValue);
}

Error MethodLoader::load_values() {
  for (uint32_t i = 0; i < values_.size(); ++i) {
    new (&method_.values_[i]) EValue();
  }
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
      out = EValue(table.scalar<int64_t>(fb::scalar::kValue));
      return Error::Ok;
    case ValueKind::Double:
      out = EValue(table.scalar<double>(fb::scalar::kValue));
      return Error::Ok;
    case ValueKind::Bool:
      out = EValue(table.u8(fb::scalar::kValue) != 0);
      return Error::Ok;
    case ValueKind::Tensor:
      return load_tensor(index, table);
    default:
      break;
  }
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
  const size_t element = is_ints                         ? sizeof(int64_t)
                         : kind == ValueKind::TensorList ? sizeof(Tensor)
                                                         : sizeof(OptionalTensor);
  const uint32_t n = items.size();
  constexpr size_t kBoxed = sizeof(BoxedEvalueList<int64_t>);
  void* unwrapped = take(n * (element + sizeof(EValue*)) + kBoxed,
                         is_ints ? alignof(int64_t) : alignof(EValue*), "lists");
  if (unwrapped == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  // All bits zero: an empty optional, a tensor without implementation.
  std::memset(unwrapped, 0, n * element);
  uint8_t* boxed = static_cast<uint8_t*>(unwrapped) + n * element;
  EValue** wrapped = reinterpret_cast<EValue**>(boxed + kBoxed);
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
Error MethodLoader::check_lists() const {
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
                                   table.u32(fb::tensor::kDataBuffer) == 0 ||
                                   table.table(fb::tensor::kAllocation),
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

Error MethodLoader::load_delegates() {
  const Vector delegates = plan_.vector(fb::plan::kDelegates);
  if (delegates.size() == 0) {
    return Error::Ok;
  }
  Result<const NamedDataMap*> own_data = program_.get_named_data_map();
  if (own_data.ok()) {
    ET_CHECK_OR_RETURN_ERROR(named_data_ == nullptr, NotSupported,
                             "The program has named data itself; a second map is not supported");
    named_data_ = *own_data;
  }
  for (uint32_t i = 0; i < delegates.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(load_delegate(delegates.table(i), method_.delegates_[i]));
    // Only now is it the Method's to destroy.
    method_.n_delegates_ = i + 1;
  }
  return Error::Ok;
}

Error MethodLoader::load_delegate(Table delegate, Delegate& out) {
  const char* id = delegate.c_str(fb::delegate::kId);
  const Table processed = delegate.table(fb::delegate::kProcessed);
  ET_CHECK_OR_RETURN_ERROR(id != nullptr && processed, InvalidProgram,
                           "A delegate has no id or no data");
  BackendInterface* backend = get_backend_class(id);
  ET_CHECK_OR_RETURN_ERROR(backend != nullptr && backend->is_available(), NotFound,
                           "Backend '%s' is not registered or not available", id);

  const Vector specs = delegate.vector(fb::delegate::kCompileSpecs);
  CompileSpec* list = nullptr;
  if (specs.size() > 0) {
    list = static_cast<CompileSpec*>(
        take(specs.size() * sizeof(CompileSpec), alignof(CompileSpec), "compile specs"));
    if (list == nullptr) {
      return Error::MemoryAllocationFailed;
    }
    for (uint32_t i = 0; i < specs.size(); ++i) {
      const Vector value = specs.table(i).vector(fb::compile_spec::kValue);
      const char* key = specs.table(i).c_str(fb::compile_spec::kKey);
      ET_CHECK_OR_RETURN_ERROR(key != nullptr && value, InvalidProgram,
                               "Compile spec %u of backend '%s' has no key or no value",
                               static_cast<unsigned>(i), id);
      list[i].key = key;
      list[i].value = {const_cast<uint8_t*>(value.bytes()), value.size()};
    }
  }

  FreeableBuffer* data = nullptr;
  const uint32_t index = processed.u32(fb::reference::kIndex);
  const uint8_t location = processed.u8(fb::reference::kLocation);
  if (location == 0) {
    const void* bytes;
    size_t size;
    ET_CHECK_OK_OR_RETURN_ERROR(program_.get_backend_delegate_data(index, &bytes, &size));
    data = new (&out.data) FreeableBuffer(bytes, size, nullptr);
  } else {
    ET_CHECK_OR_RETURN_ERROR(location == 1, InvalidProgram,
                             "The data of backend '%s' is in unknown location %u", id,
                             static_cast<unsigned>(location));
    Result<FreeableBuffer> segment = program_.LoadSegment(
        DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Backend, index, id));
    if (!segment.ok()) {
      return segment.error();
    }
    data = new (&out.data) FreeableBuffer(std::move(*segment));
  }
  BackendInitContext context(memory_.method_allocator(), method_.event_tracer_,
                             plan_.c_str(fb::plan::kName), named_data_,
                             backend_options_ == nullptr ? Span<const BackendOption>()
                                                         : backend_options_->get_options(id));
  Result<DelegateHandle*> handle =
      backend->init(context, data, ArrayRef<CompileSpec>(list, specs.size()));
  if (!handle.ok()) {
    ET_LOG(Error, "Backend '%s' failed to initialize: error 0x%x", id,
           static_cast<unsigned>(handle.error()));
    data->~FreeableBuffer();
    return handle.error();
  }
  out.backend = backend;
  out.handle = *handle;
  return Error::Ok;
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
