// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>

namespace executorch {
namespace extension {

// Data that is already in memory: embedded in the firmware, or a memory-mapped partition. Loading
// hands out pointers into it and copies nothing.
class BufferDataLoader final : public executorch::runtime::DataLoader {
 public:
  BufferDataLoader(const void* data, size_t size)
      : data_(static_cast<const uint8_t*>(data)), size_(size) {}

  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo&) const override {
    ET_CHECK_OR_RETURN_ERROR(offset <= size_ && size <= size_ - offset, InvalidArgument,
                             "%zu bytes at offset %zu are not within the %zu bytes of the buffer",
                             size, offset, size_);
    return executorch::runtime::FreeableBuffer(data_ + offset, size, nullptr);
  }

  ET_NODISCARD executorch::runtime::Error load_into(size_t offset, size_t size, const SegmentInfo&,
                                                    void* buffer) const override {
    ET_CHECK_OR_RETURN_ERROR(
        buffer != nullptr && offset <= size_ && size <= size_ - offset, InvalidArgument,
        "cannot copy %zu bytes at offset %zu of the %zu bytes of the buffer to %p", size, offset,
        size_, buffer);
    if (size != 0) {
      std::memcpy(buffer, data_ + offset, size);
    }
    return executorch::runtime::Error::Ok;
  }

  ET_NODISCARD executorch::runtime::Result<size_t> size() const override { return size_; }

 private:
  const uint8_t* const data_;
  const size_t size_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::BufferDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
