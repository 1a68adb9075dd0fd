// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/named_data_map.h>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

// The named data of a .pte file: blobs that delegates look up by key, each one a segment.
class PteDataMap final : public NamedDataMap {
 public:
  PteDataMap() = default;
  // `root` is the verified root table of a program; it and the loader must outlive the map.
  PteDataMap(DataLoader* loader, size_t segment_base_offset, const uint8_t* root)
      : loader_(loader), segment_base_offset_(segment_base_offset), root_(root) {}

  ET_NODISCARD Result<const TensorLayout> get_tensor_layout(std::string_view) const override {
    return Error::NotImplemented;
  }
  ET_NODISCARD Result<FreeableBuffer> get_data(std::string_view key) const override;
  ET_NODISCARD Error load_data_into(std::string_view, void*, size_t) const override {
    return Error::NotImplemented;
  }
  ET_NODISCARD Result<uint32_t> get_num_keys() const override;
  ET_NODISCARD Result<const char*> get_key(uint32_t index) const override;

 private:
  DataLoader* loader_ = nullptr;
  size_t segment_base_offset_ = 0;
  const uint8_t* root_ = nullptr;
};

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
