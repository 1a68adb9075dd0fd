// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>

namespace executorch {
namespace extension {

// A file whose pages are mapped as they are loaded, read-only and shared with other processes. It
// stays open as long as the loader lives.
class MmapDataLoader final : public executorch::runtime::DataLoader {
 public:
  // What to do with loaded pages: nothing; lock them and fail if that fails (Error::NotSupported);
  // lock them if possible; tell the system that they will be read.
  enum class MlockConfig { NoMlock, UseMlock, UseMlockIgnoreErrors, UseMadvise };

  // Error::AccessFailed if the file cannot be opened.
  static executorch::runtime::Result<MmapDataLoader> from(
      const char* file_name, MlockConfig mlock_config = MlockConfig::UseMlock);

  [[deprecated("use from()")]] static executorch::runtime::Result<MmapDataLoader> From(
      const char* file_name, MlockConfig mlock_config = MlockConfig::UseMlock) {
    return from(file_name, mlock_config);
  }
  [[deprecated("use from()")]] static executorch::runtime::Result<MmapDataLoader> From(
      const char* file_name, bool use_mlock) {
    return from(file_name, use_mlock ? MlockConfig::UseMlock : MlockConfig::NoMlock);
  }

  MmapDataLoader(MmapDataLoader&& rhs) noexcept
      : file_size_(rhs.file_size_), fd_(rhs.fd_), mlock_config_(rhs.mlock_config_) {
    rhs.fd_ = -1;
  }
  ~MmapDataLoader() override;
  MmapDataLoader(const MmapDataLoader&) = delete;
  MmapDataLoader& operator=(const MmapDataLoader&) = delete;

  ET_NODISCARD executorch::runtime::Result<executorch::runtime::FreeableBuffer> load(
      size_t offset, size_t size, const SegmentInfo& segment_info) const override;
  ET_NODISCARD executorch::runtime::Error load_into(size_t offset, size_t size,
                                                    const SegmentInfo& segment_info,
                                                    void* buffer) const override;
  ET_NODISCARD executorch::runtime::Result<size_t> size() const override;

 private:
  MmapDataLoader(int fd, size_t file_size, MlockConfig mlock_config)
      : file_size_(file_size), fd_(fd), mlock_config_(mlock_config) {}

  ET_NODISCARD executorch::runtime::Error check_range(size_t offset, size_t size) const;

  size_t file_size_;
  int fd_;
  MlockConfig mlock_config_;
};

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
namespace util {
using ::executorch::extension::MmapDataLoader;
}  // namespace util
}  // namespace executor
}  // namespace torch
