// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/executor/method_meta.h>

#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

namespace fb = internal::fb;
using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

Result<Table> value_of(Table plan, int list_field, size_t index, ValueKind* kind) {
  const Vector list = plan.vector(list_field);
  const Vector values = plan.vector(fb::plan::kValues);
  ET_CHECK_OR_RETURN_ERROR(index < list.size(), InvalidArgument,
                           "Input or output %zu of %u does not exist", index,
                           static_cast<unsigned>(list.size()));
  const uint32_t value = list.data<uint32_t>()[index];
  ET_CHECK_OR_RETURN_ERROR(value < values.size(), InvalidProgram,
                           "Input or output %zu is value %u of %u", index,
                           static_cast<unsigned>(value), static_cast<unsigned>(values.size()));
  *kind = static_cast<ValueKind>(values.table(value).u8(fb::evalue::kTag));
  return values.table(value).table(fb::evalue::kValue);
}

std::string_view attribute_name(Table value) {
  if (static_cast<ValueKind>(value.u8(fb::evalue::kTag)) != ValueKind::Tensor) {
    return {};
  }
  const Table tensor = value.table(fb::evalue::kValue);
  const Table extra = tensor ? tensor.table(fb::tensor::kExtra) : Table();
  return extra ? extra.string(fb::extra::kName) : std::string_view();
}

// Whether a tensor has its memory without the caller's doing: planned, or a constant.
bool has_memory(Table tensor) {
  return tensor.table(fb::tensor::kAllocation) || tensor.u32(fb::tensor::kDataBuffer) != 0 ||
         internal::is_external(tensor);
}

}  // namespace

Result<TensorInfo> TensorInfo::create(Span<const int32_t> sizes, Span<const uint8_t> dim_order,
                                      executorch::aten::ScalarType scalar_type,
                                      const bool is_memory_planned, std::string_view name) {
  ET_CHECK_OR_RETURN_ERROR(isValid(scalar_type), InvalidProgram, "Unknown dtype %d",
                           static_cast<int>(scalar_type));
  uint64_t nbytes = elementSize(scalar_type);
  for (size_t i = 0; i < sizes.size(); ++i) {
    // A size has 31 bits, so the product of two checked factors fits 64 bits.
    ET_CHECK_OR_RETURN_ERROR(sizes[i] >= 0 && (nbytes *= static_cast<uint64_t>(sizes[i])) <=
                                                  static_cast<uint64_t>(INT32_MAX),
                             InvalidProgram, "Size %zu of a tensor is %d: negative or too large", i,
                             static_cast<int>(sizes[i]));
  }
  return TensorInfo(sizes, dim_order, scalar_type, is_memory_planned, name,
                    static_cast<size_t>(nbytes));
}

const char* MethodMeta::name() const { return Table(plan_).c_str(fb::plan::kName); }

size_t MethodMeta::num_inputs() const { return Table(plan_).vector(fb::plan::kInputs).size(); }
size_t MethodMeta::num_outputs() const { return Table(plan_).vector(fb::plan::kOutputs).size(); }

Result<Tag> MethodMeta::input_tag(size_t index) const { return tag(fb::plan::kInputs, index); }
Result<Tag> MethodMeta::output_tag(size_t index) const { return tag(fb::plan::kOutputs, index); }
Result<TensorInfo> MethodMeta::input_tensor_meta(size_t index) const {
  return tensor_meta(fb::plan::kInputs, index);
}
Result<TensorInfo> MethodMeta::output_tensor_meta(size_t index) const {
  return tensor_meta(fb::plan::kOutputs, index);
}

Result<Tag> MethodMeta::tag(int list_field, size_t index) const {
  ValueKind kind;
  Result<Table> value = value_of(Table(plan_), list_field, index, &kind);
  if (!value.ok()) {
    return value.error();
  }
  switch (kind) {
    case ValueKind::Null:
      return Tag::None;
    case ValueKind::Int:
      return Tag::Int;
    case ValueKind::Double:
      return Tag::Double;
    case ValueKind::Bool:
      return Tag::Bool;
    case ValueKind::String:
      return Tag::String;
    case ValueKind::Tensor:
      return Tag::Tensor;
    default:
      ET_LOG(Error, "Input or output %zu has kind %u: not a tensor, number or string", index,
             static_cast<unsigned>(kind));
      return Error::Internal;
  }
}

Result<TensorInfo> MethodMeta::tensor_meta(int list_field, size_t index) const {
  ValueKind kind;
  Result<Table> value = value_of(Table(plan_), list_field, index, &kind);
  if (!value.ok()) {
    return value.error();
  }
  ET_CHECK_OR_RETURN_ERROR(kind == ValueKind::Tensor && *value, InvalidArgument,
                           "Input or output %zu has kind %u: not a tensor", index,
                           static_cast<unsigned>(kind));
  const Vector sizes = value->vector(fb::tensor::kSizes);
  const Vector order = value->vector(fb::tensor::kDimOrder);
  ET_CHECK_OR_RETURN_ERROR(sizes && order, InvalidProgram, "Input or output %zu has no sizes",
                           index);
  return TensorInfo::create(
      {sizes.data<int32_t>(), sizes.size()}, {order.bytes(), order.size()},
      static_cast<executorch::aten::ScalarType>(value->i8(fb::tensor::kScalarType)),
      has_memory(*value), {});
}

size_t MethodMeta::num_attributes() const {
  const Vector values = Table(plan_).vector(fb::plan::kValues);
  size_t count = 0;
  for (uint32_t i = 0; i < values.size(); ++i) {
    count += attribute_name(values.table(i)).empty() ? 0 : 1;
  }
  return count;
}

Result<TensorInfo> MethodMeta::attribute_tensor_meta(size_t index) const {
  const Vector values = Table(plan_).vector(fb::plan::kValues);
  size_t count = 0;
  for (uint32_t i = 0; i < values.size(); ++i) {
    const std::string_view name = attribute_name(values.table(i));
    if (name.empty() || count++ != index) {
      continue;
    }
    const Table tensor = values.table(i).table(fb::evalue::kValue);
    const Vector sizes = tensor.vector(fb::tensor::kSizes);
    const Vector order = tensor.vector(fb::tensor::kDimOrder);
    ET_CHECK_OR_RETURN_ERROR(sizes && order, InvalidProgram, "Attribute %zu has no sizes", index);
    return TensorInfo::create(
        {sizes.data<int32_t>(), sizes.size()}, {order.bytes(), order.size()},
        static_cast<executorch::aten::ScalarType>(tensor.i8(fb::tensor::kScalarType)),
        has_memory(tensor), name);
  }
  ET_LOG(Error, "Attribute %zu of %zu does not exist", index, count);
  return Error::InvalidArgument;
}

// Entry 0 of the list is reserved.
size_t MethodMeta::num_memory_planned_buffers() const {
  const uint32_t n = Table(plan_).vector(fb::plan::kBufferSizes).size();
  return n == 0 ? 0 : n - 1;
}

Result<int64_t> MethodMeta::memory_planned_buffer_size(size_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_memory_planned_buffers(), InvalidArgument,
                           "Planned buffer %zu of %zu does not exist", index,
                           num_memory_planned_buffers());
  const Vector sizes = Table(plan_).vector(fb::plan::kBufferSizes);
  const int64_t size = fb::load<int64_t>(sizes.bytes() + 8 * (index + 1));
  ET_CHECK_OR_RETURN_ERROR(size >= 0, InvalidProgram, "Planned buffer %zu has size %lld", index,
                           static_cast<long long>(size));
  return size;
}

Result<etensor::Device> MethodMeta::memory_planned_buffer_device(size_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_memory_planned_buffers(), InvalidArgument,
                           "Planned buffer %zu of %zu does not exist", index,
                           num_memory_planned_buffers());
  const Vector devices = Table(plan_).vector(fb::plan::kBufferDevices);
  for (uint32_t i = 0; i < devices.size(); ++i) {
    const Table device = devices.table(i);
    if (device.u32(fb::buffer_device::kBuffer) == index + 1) {
      return etensor::Device(
          static_cast<etensor::DeviceType>(device.u8(fb::buffer_device::kType)),
          static_cast<etensor::DeviceIndex>(device.u8(fb::buffer_device::kIndex)));
    }
  }
  return etensor::Device(etensor::DeviceType::CPU, 0);
}

bool MethodMeta::uses_backend(const char* backend_name) const {
  const Vector delegates = Table(plan_).vector(fb::plan::kDelegates);
  for (uint32_t i = 0; i < delegates.size(); ++i) {
    const char* id = delegates.table(i).c_str(fb::delegate::kId);
    if (id != nullptr && std::strcmp(id, backend_name) == 0) {
      return true;
    }
  }
  return false;
}

size_t MethodMeta::num_backends() const { return Table(plan_).vector(fb::plan::kDelegates).size(); }

Result<const char*> MethodMeta::get_backend_name(size_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < num_backends(), InvalidArgument,
                           "Backend %zu of %zu does not exist", index, num_backends());
  const char* id = Table(plan_).vector(fb::plan::kDelegates).table(index).c_str(fb::delegate::kId);
  ET_CHECK_OR_RETURN_ERROR(id != nullptr, InvalidProgram, "Backend %zu has no name", index);
  return id;
}

size_t MethodMeta::num_instructions() const {
  const Vector chains = Table(plan_).vector(fb::plan::kChains);
  size_t count = 0;
  for (uint32_t i = 0; i < chains.size(); ++i) {
    count += chains.table(i).vector(fb::chain::kInstructions).size();
  }
  return count;
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
