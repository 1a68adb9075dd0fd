// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/extension/data_loader/file_data_loader.h>

#include <cstddef>

namespace executorch {
namespace extension {

// A file that somebody has opened, named by "fd:///<number>". The loader closes it.
class FileDescriptorDataLoader final : public executorch::runtime::DataLoader {
 public:
  // Error::InvalidArgument on another form of name and on an alignment that is no power of two;
  // Error::AccessFailed if the number is no open file.
  static executorch::runtime::Result<FileDescriptorDataLoader> fromFileDescriptorUri(
      const char* file_descriptor_uri, size_t alignment = alignof(std::max_align_t));

  FileDescriptorDataLoader(FileDescriptorDataLoader&&) noexcept = default;

  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo& segment_info) const override {
    return file_.load(offset, size, segment_info);
  }
  ET_NODISCARD executorch::runtime::Error load_into(size_t offset, size_t size,
                                                    const SegmentInfo& segment_info,
                                                    void* buffer) const override {
    return file_.load_into(offset, size, segment_info, buffer);
  }
  ET_NODISCARD executorch::runtime::Result<size_t> size() const override { return file_.size(); }

 private:
  explicit FileDescriptorDataLoader(FileDataLoader&& file) : file_(std::move(file)) {}

  FileDataLoader file_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::FileDescriptorDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
