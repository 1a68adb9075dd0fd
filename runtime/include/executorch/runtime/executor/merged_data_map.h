// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/named_data_map.h>

#include <cstdint>
#include <string_view>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

// Two maps as one; their keys are different, and both outlive it.
class MergedDataMap final : public NamedDataMap {
 public:
  // Error::InvalidArgument on a null map and on a key that both have.
  static Result<MergedDataMap> load(const NamedDataMap* first, const NamedDataMap* second);

  ET_NODISCARD Result<const TensorLayout> get_tensor_layout(std::string_view key) const override;
  ET_NODISCARD Result<FreeableBuffer> get_data(std::string_view key) const override;
  ET_NODISCARD Error load_data_into(std::string_view, void*, size_t) const override {
    return Error::NotImplemented;
  }
  ET_NODISCARD Result<uint32_t> get_num_keys() const override;
  // The first map's keys, then the second's.
  ET_NODISCARD Result<const char*> get_key(uint32_t index) const override;

  MergedDataMap(MergedDataMap&&) noexcept = default;

 private:
  MergedDataMap(const NamedDataMap* first, const NamedDataMap* second)
      : first_(first), second_(second) {}

  const NamedDataMap* first_;
  const NamedDataMap* second_;
};

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
