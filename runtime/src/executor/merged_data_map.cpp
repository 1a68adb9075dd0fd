// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/executor/merged_data_map.h>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

Result<MergedDataMap> MergedDataMap::load(const NamedDataMap* first, const NamedDataMap* second) {
  ET_CHECK_OR_RETURN_ERROR(first != nullptr && second != nullptr, InvalidArgument,
                           "A data map to merge is null");
  const Result<uint32_t> count = first->get_num_keys();
  if (!count.ok()) {
    return count.error();
  }
  for (uint32_t i = 0; i < *count; ++i) {
    const Result<const char*> key = first->get_key(i);
    if (!key.ok()) {
      return key.error();
    }
    // A map whose data are no tensors has layouts of none of them.
    const Error error = second->get_tensor_layout(*key).error();
    ET_CHECK_OR_RETURN_ERROR(error == Error::NotFound || error == Error::NotImplemented,
                             InvalidArgument, "Both data maps have the key '%s'", *key);
  }
  return MergedDataMap(first, second);
}

Result<const TensorLayout> MergedDataMap::get_tensor_layout(std::string_view key) const {
  Result<const TensorLayout> layout = first_->get_tensor_layout(key);
  if (layout.error() == Error::NotFound) {
    return second_->get_tensor_layout(key);
  }
  return layout;
}

Result<FreeableBuffer> MergedDataMap::get_data(std::string_view key) const {
  Result<FreeableBuffer> data = first_->get_data(key);
  if (data.error() == Error::NotFound) {
    return second_->get_data(key);
  }
  return data;
}

Result<uint32_t> MergedDataMap::get_num_keys() const {
  const Result<uint32_t> first = first_->get_num_keys();
  const Result<uint32_t> second = second_->get_num_keys();
  if (!first.ok() || !second.ok()) {
    return first.ok() ? second.error() : first.error();
  }
  return *first + *second;
}

Result<const char*> MergedDataMap::get_key(uint32_t index) const {
  const Result<uint32_t> first = first_->get_num_keys();
  if (!first.ok()) {
    return first.error();
  }
  return index < *first ? first_->get_key(index) : second_->get_key(index - *first);
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
