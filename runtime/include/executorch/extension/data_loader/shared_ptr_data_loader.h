// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/log.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace executorch {
namespace extension {

// Data in memory that the loader shares with others. What it hands out points into it.
class SharedPtrDataLoader final : public executorch::runtime::DataLoader {
 public:
  SharedPtrDataLoader(std::shared_ptr<void> data, size_t size)
      : data_(std::move(data)), size_(size) {}

  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo&) const override {
    ET_CHECK_OR_RETURN_ERROR(offset <= size_ && size <= size_ - offset, InvalidArgument,
                             "%zu bytes at offset %zu are not within the %zu bytes of the buffer",
                             size, offset, size_);
    return executorch::runtime::FreeableBuffer(static_cast<uint8_t*>(data_.get()) + offset, size,
                                               nullptr);
  }

  ET_NODISCARD executorch::runtime::Result<size_t> size() const override { return size_; }

 private:
  const std::shared_ptr<void> data_;
  const size_t size_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::SharedPtrDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
