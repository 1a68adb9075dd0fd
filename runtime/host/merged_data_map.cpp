// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/named_data_map/merged_data_map.h>
#include <executorch/runtime/platform/log.h>

namespace executorch::extension::merged_data_map {

using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Result;
using executorch::runtime::Span;
using executorch::runtime::TensorLayout;

Result<MergedDataMap> MergedDataMap::load(Span<const NamedDataMap*> named_data_maps) {
  MergedDataMap merged;
  for (const NamedDataMap* map : named_data_maps) {
    if (map == nullptr) {
      continue;
    }
    const Result<uint32_t> count = map->get_num_keys();
    if (!count.ok()) {
      return count.error();
    }
    for (uint32_t i = 0; i < *count; ++i) {
      const Result<const char*> key = map->get_key(i);
      if (!key.ok()) {
        return key.error();
      }
      ET_CHECK_OR_RETURN_ERROR(merged.by_key_.emplace(*key, map).second, InvalidArgument,
                               "Two data maps have the key '%s'", *key);
      merged.keys_.push_back(*key);
    }
    merged.has_maps_ = true;
  }
  ET_CHECK_OR_RETURN_ERROR(merged.has_maps_, InvalidArgument, "No data map to merge");
  return merged;
}

const MergedDataMap::NamedDataMap* MergedDataMap::find(std::string_view key) const {
  const auto found = by_key_.find(std::string(key));
  return found == by_key_.end() ? nullptr : found->second;
}

Result<const TensorLayout> MergedDataMap::get_tensor_layout(std::string_view key) const {
  const NamedDataMap* map = find(key);
  if (map == nullptr) {
    return Error::NotFound;
  }
  return map->get_tensor_layout(key);
}

Result<FreeableBuffer> MergedDataMap::get_data(std::string_view key) const {
  const NamedDataMap* map = find(key);
  if (map == nullptr) {
    return Error::NotFound;
  }
  return map->get_data(key);
}

Error MergedDataMap::load_data_into(std::string_view key, void* buffer, size_t size) const {
  const NamedDataMap* map = find(key);
  return map == nullptr ? Error::NotFound : map->load_data_into(key, buffer, size);
}

Result<uint32_t> MergedDataMap::get_num_keys() const { return static_cast<uint32_t>(keys_.size()); }

Result<const char*> MergedDataMap::get_key(uint32_t index) const {
  ET_CHECK_OR_RETURN_ERROR(index < keys_.size(), InvalidArgument, "Key %u of %zu does not exist",
                           static_cast<unsigned>(index), keys_.size());
  return keys_[index];
}

}  // namespace executorch::extension::merged_data_map
