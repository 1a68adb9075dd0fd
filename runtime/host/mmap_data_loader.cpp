// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/mman.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/runtime/platform/log.h>
#include <fcntl.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace executorch {
namespace extension {

using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Result;

namespace {

size_t offset_in_page(size_t offset) { return offset & (get_os_page_size() - 1); }

// Unmaps the pages that hold the data; that unlocks them as well.
void unmap(void*, void* data, size_t size) {
  const size_t before = offset_in_page(reinterpret_cast<uintptr_t>(data));
  if (::munmap(static_cast<uint8_t*>(data) - before, size + before) != 0) {
    ET_LOG(Error, "Unmapping %zu bytes failed: %s", size + before, std::strerror(errno));
  }
}

}  // namespace

Result<MmapDataLoader> MmapDataLoader::from(const char* file_name, MlockConfig mlock_config) {
  ET_CHECK_OR_RETURN_ERROR(file_name != nullptr, InvalidArgument, "No file name given");
  const int fd = ::open(file_name, O_RDONLY);
  ET_CHECK_OR_RETURN_ERROR(fd >= 0, AccessFailed, "Cannot open '%s': %s", file_name,
                           std::strerror(errno));
  MmapDataLoader loader(fd, 0, mlock_config);
  ET_CHECK_OR_RETURN_ERROR(get_file_stat(fd, &loader.file_size_) >= 0, AccessFailed,
                           "Cannot find the size of '%s': %s", file_name, std::strerror(errno));
  return loader;
}

MmapDataLoader::~MmapDataLoader() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Error MmapDataLoader::check_range(size_t offset, size_t size) const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "The loader was moved from");
  ET_CHECK_OR_RETURN_ERROR(offset <= file_size_ && size <= file_size_ - offset, InvalidArgument,
                           "%zu bytes at %zu are not within the file's %zu", size, offset,
                           file_size_);
  return Error::Ok;
}

Result<FreeableBuffer> MmapDataLoader::load(size_t offset, size_t size, const SegmentInfo&) const {
  const Error error = check_range(offset, size);
  if (error != Error::Ok) {
    return error;
  }
  if (size == 0) {
    return FreeableBuffer();
  }
  const size_t before = offset_in_page(offset);
  const size_t mapped = size + before;
  void* pages =
      ::mmap(nullptr, mapped, PROT_READ, MAP_SHARED, fd_, get_mmap_offset(offset - before));
  ET_CHECK_OR_RETURN_ERROR(pages != MAP_FAILED, AccessFailed, "Mapping %zu bytes at %zu failed: %s",
                           mapped, offset - before, std::strerror(errno));
  if (mlock_config_ == MlockConfig::UseMadvise) {
    madvise_pages_willneed_sequential(pages, mapped);
  } else if (mlock_config_ != MlockConfig::NoMlock && ::mlock(pages, mapped) != 0) {
    ET_LOG(Info, "Locking %zu bytes failed: %s", mapped, std::strerror(errno));
    if (mlock_config_ == MlockConfig::UseMlock) {
      ::munmap(pages, mapped);
      return Error::NotSupported;
    }
  }
  return FreeableBuffer(static_cast<uint8_t*>(pages) + before, size, unmap);
}

Error MmapDataLoader::load_into(size_t offset, size_t size, const SegmentInfo& segment_info,
                                void* buffer) const {
  ET_CHECK_OR_RETURN_ERROR(buffer != nullptr, InvalidArgument, "No buffer given");
  const Result<FreeableBuffer> data = load(offset, size, segment_info);
  if (!data.ok()) {
    return data.error();
  }
  if (size != 0) {
    std::memcpy(buffer, data->data(), size);
  }
  return Error::Ok;
}

Result<size_t> MmapDataLoader::size() const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "The loader was moved from");
  return file_size_;
}

}  // namespace extension
}  // namespace executorch
