// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>

namespace executorch {
namespace extension {

// Reads from a POSIX file into memory from malloc(): for hosts, and for chips with PSRAM and a file
// system. The file stays open as long as the loader lives.
class FileDataLoader final : public executorch::runtime::DataLoader {
 public:
  // alignment: of the pointers that load() returns; a power of two, else Error::InvalidArgument.
  // Error::AccessFailed if the file cannot be opened.
  static executorch::runtime::Result<FileDataLoader> from(
      const char* file_name, size_t alignment = alignof(std::max_align_t));

  [[deprecated("use from()")]] static executorch::runtime::Result<FileDataLoader> From(
      const char* file_name, size_t alignment = alignof(std::max_align_t)) {
    return from(file_name, alignment);
  }

  FileDataLoader(FileDataLoader&& rhs) noexcept
      : file_size_(rhs.file_size_), alignment_(rhs.alignment_), fd_(rhs.fd_) {
    rhs.fd_ = -1;
  }
  ~FileDataLoader() override;

  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo& segment_info) const override;
  ET_NODISCARD executorch::runtime::Error load_into(size_t offset, size_t size,
                                                    const SegmentInfo& segment_info,
                                                    void* buffer) const override;
  ET_NODISCARD executorch::runtime::Result<size_t> size() const override;

 private:
  FileDataLoader(int fd, size_t file_size, size_t alignment)
      : file_size_(file_size), alignment_(alignment), fd_(fd) {}

  FileDataLoader(const FileDataLoader&) = delete;
  FileDataLoader& operator=(const FileDataLoader&) = delete;
  FileDataLoader& operator=(FileDataLoader&&) = delete;

  friend class FileDescriptorDataLoader;
  // Owns `fd` from now on, on failure too.
  static executorch::runtime::Result<FileDataLoader> adopt(int fd, size_t alignment,
                                                           const char* name);

  size_t file_size_;
  size_t alignment_;
  int fd_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::FileDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
