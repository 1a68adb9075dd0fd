// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/named_data_map.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#define ET_MERGED_DATA_MAP_NAMESPACE merged_data_map

namespace executorch::extension {
namespace merged_data_map {

// Several maps as one; their keys are different, and all outlive it.
class MergedDataMap final : public executorch::ET_RUNTIME_NAMESPACE::NamedDataMap {
 public:
  // Null maps are left out. Error::InvalidArgument if none is left, or if two have the same key.
  static executorch::runtime::Result<MergedDataMap> load(
      executorch::runtime::Span<const executorch::ET_RUNTIME_NAMESPACE::NamedDataMap*>
          named_data_maps);

  ET_NODISCARD executorch::runtime::Result<const executorch::ET_RUNTIME_NAMESPACE::TensorLayout>
  get_tensor_layout(std::string_view key) const override;
  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> get_data(
      std::string_view key) const override;
  ET_NODISCARD executorch::runtime::Error load_data_into(std::string_view key, void* buffer,
                                                         size_t size) const override;
  ET_NODISCARD executorch::runtime::Result<uint32_t> get_num_keys() const override;
  // The keys of the first map, then of the second, ...
  ET_NODISCARD executorch::runtime::Result<const char*> get_key(uint32_t index) const override;

  MergedDataMap(MergedDataMap&&) noexcept = default;

 private:
  using NamedDataMap = executorch::ET_RUNTIME_NAMESPACE::NamedDataMap;

  MergedDataMap() = default;
  const NamedDataMap* find(std::string_view key) const;

  std::vector<const char*> keys_;
  std::unordered_map<std::string, const NamedDataMap*> by_key_;
  bool has_maps_ = false;
};

}  // namespace merged_data_map

using merged_data_map::MergedDataMap;

}  // namespace executorch::extension
