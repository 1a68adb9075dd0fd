// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Tensors whose data is outside the program. A part that a kernel bundle may leave out
// (selected_parts.cpp).
#include <cstring>

#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using executorch::aten::ScalarType;
using fb::Table;
using fb::ValueKind;
using fb::Vector;

namespace {

Error check_layout([[maybe_unused]] const char* name, Table tensor, const TensorLayout& layout) {
  const auto type = static_cast<ScalarType>(tensor.i8(fb::tensor::kScalarType));
  ET_CHECK_OR_RETURN_ERROR(layout.scalar_type() == type, InvalidExternalData,
                           "External data '%s' is of dtype %s, the program's tensor of %s", name,
                           toString(layout.scalar_type()), toString(type));
  const Vector sizes = tensor.vector(fb::tensor::kSizes);
  ET_CHECK_OR_RETURN_ERROR(layout.sizes().size() == sizes.size(), InvalidExternalData,
                           "External data '%s' has rank %zu, the program's tensor %u", name,
                           layout.sizes().size(), static_cast<unsigned>(sizes.size()));
  const uint8_t* order = tensor.vector(fb::tensor::kDimOrder).bytes();
  for (uint32_t i = 0; i < sizes.size(); ++i) {
    const int32_t size = sizes.data<int32_t>()[i];
    ET_CHECK_OR_RETURN_ERROR(layout.sizes()[i] == size, InvalidExternalData,
                             "External data '%s' has size %d in dimension %u, the program's tensor "
                             "%d",
                             name, static_cast<int>(layout.sizes()[i]), static_cast<unsigned>(i),
                             static_cast<int>(size));
    ET_CHECK_OR_RETURN_ERROR(layout.dim_order()[i] == order[i], InvalidExternalData,
                             "External data '%s' has dimension %u at place %u of its order, the "
                             "program's tensor %u",
                             name, static_cast<unsigned>(layout.dim_order()[i]),
                             static_cast<unsigned>(i), static_cast<unsigned>(order[i]));
  }
  return Error::Ok;
}

}  // namespace

uint32_t first_external(Vector values, uint32_t index, Table tensor) {
  const std::string_view name = tensor.table(fb::tensor::kExtra).string(fb::extra::kName);
  for (uint32_t i = 0; i < index; ++i) {
    const Table value = values.table(i);
    const Table other = value.table(fb::evalue::kValue);
    if (static_cast<ValueKind>(value.u8(fb::evalue::kTag)) == ValueKind::Tensor && other &&
        is_external(other) && !other.table(fb::tensor::kAllocation) &&
        other.table(fb::tensor::kExtra).string(fb::extra::kName) == name) {
      return i;
    }
  }
  return index;
}

Error MethodLoader::load_external_part(uint32_t index, Table tensor, size_t nbytes, void** data) {
  const char* name = tensor.table(fb::tensor::kExtra).c_str(fb::extra::kName);
  ET_CHECK_OR_RETURN_ERROR(name != nullptr, InvalidExternalData,
                           "Tensor %u is outside the program and has no name",
                           static_cast<unsigned>(index));
  const bool is_planned = static_cast<bool>(tensor.table(fb::tensor::kAllocation));
  if (named_data_ == nullptr) {
    ET_LOG(Error, "The data of tensor '%s' is outside the program: load_method() needs a data map",
           name);
    return is_planned ? Error::InvalidExternalData : Error::InvalidState;
  }
  const Result<const TensorLayout> layout = named_data_->get_tensor_layout(name);
  if (!layout.ok()) {
    ET_LOG(Error, "The data map does not have tensor '%s': error 0x%x", name,
           static_cast<unsigned>(layout.error()));
    return layout.error();
  }
  ET_CHECK_OK_OR_RETURN_ERROR(check_layout(name, tensor, *layout));
  if (is_planned) {
    const Error error = named_data_->load_data_into(name, *data, nbytes);
    ET_CHECK_OR_RETURN_ERROR(error == Error::Ok, InvalidExternalData,
                             "External data '%s' cannot be copied (%zu bytes): error 0x%x", name,
                             nbytes, static_cast<unsigned>(error));
    return Error::Ok;
  }
  const uint32_t first = first_external(values_, index, tensor);
  if (first != index) {
    // Both have the layout of the data map.
    *data = method_.values_[first].payload.as_tensor.mutable_data_ptr();
    return Error::Ok;
  }
  void* memory = take(sizeof(ExternalData), alignof(ExternalData), "external data");
  if (memory == nullptr) {
    return Error::MemoryAllocationFailed;
  }
  Result<FreeableBuffer> bytes = named_data_->get_data(name);
  ET_CHECK_OR_RETURN_ERROR(bytes.ok(), InvalidExternalData,
                           "External data '%s' cannot be read: error 0x%x", name,
                           static_cast<unsigned>(bytes.error()));
  auto* external = new (memory) ExternalData{std::move(*bytes), method_.external_data_};
  method_.external_data_ = external;
  const Result<const void*> start = external->data.data_safe();
  ET_CHECK_OR_RETURN_ERROR(
      start.ok() && external->data.size() >= nbytes && (*start != nullptr || nbytes == 0),
      InvalidExternalData, "External data '%s' has %zu bytes, the program's tensor %zu", name,
      external->data.size(), nbytes);
  *data = const_cast<void*>(*start);
  return Error::Ok;
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
