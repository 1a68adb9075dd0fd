// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/core/tensor_layout.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace executorch {
namespace extension {

// The data of a .ptd file ("FT01") by key. The loader must outlive the map.
class FlatTensorDataMap final : public executorch::ET_RUNTIME_NAMESPACE::NamedDataMap {
 public:
  static constexpr uint32_t kMaxSupportedSchemaVersion = 0;

  // Reads and checks the list of data; Error::InvalidExternalData if it is damaged,
  // Error::NotSupported if the schema is newer.
  static executorch::runtime::Result<FlatTensorDataMap> load(
      executorch::runtime::DataLoader* loader);

  // Error::NotFound for an unknown key, Error::InvalidExternalData if it has no layout.
  ET_NODISCARD executorch::runtime::Result<const executorch::ET_RUNTIME_NAMESPACE::TensorLayout>
  get_tensor_layout(std::string_view key) const override;
  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> get_data(
      std::string_view key) const override;
  // The first `size` bytes; Error::InvalidArgument if there are less.
  ET_NODISCARD executorch::runtime::Error load_data_into(std::string_view key, void* buffer,
                                                         size_t size) const override;
  ET_NODISCARD executorch::runtime::Result<uint32_t> get_num_keys() const override;
  ET_NODISCARD executorch::runtime::Result<const char*> get_key(uint32_t index) const override;

  FlatTensorDataMap(FlatTensorDataMap&&) noexcept = default;

 private:
  struct Place {
    size_t offset;
    size_t size;
    uint32_t segment;
    const uint8_t* layout;  // null if the key has none
  };

  FlatTensorDataMap(executorch::runtime::DataLoader* loader, size_t segment_base,
                    executorch::runtime::FreeableBuffer&& list, const uint8_t* root)
      : list_(std::move(list)), loader_(loader), root_(root), segment_base_(segment_base) {}

  executorch::runtime::Result<Place> find(std::string_view key) const;

  executorch::runtime::FreeableBuffer list_;
  executorch::runtime::DataLoader* loader_;
  // The verified root table.
  const uint8_t* root_;
  size_t segment_base_;
};

}  // namespace extension
}  // namespace executorch
