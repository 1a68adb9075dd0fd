// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/runtime/platform/log.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace executorch {
namespace extension {

using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Result;

namespace {

bool is_power_of_two(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

// `context` is what malloc() returned; `data` lies within.
void free_aligned(void* context, void*, size_t) { std::free(context); }

}  // namespace

Result<FileDataLoader> FileDataLoader::from(const char* file_name, size_t alignment) {
  ET_CHECK_OR_RETURN_ERROR(file_name != nullptr, InvalidArgument, "No file name given");
  ET_CHECK_OR_RETURN_ERROR(is_power_of_two(alignment), InvalidArgument,
                           "Alignment %zu is not a power of two", alignment);
  const int fd = ::open(file_name, O_RDONLY);
  ET_CHECK_OR_RETURN_ERROR(fd >= 0, AccessFailed, "Cannot open '%s': %s", file_name,
                           std::strerror(errno));
  return adopt(fd, alignment, file_name);
}

Result<FileDataLoader> FileDataLoader::adopt(int fd, size_t alignment,
                                             [[maybe_unused]] const char* name) {
  FileDataLoader loader(fd, 0, alignment);
  ET_CHECK_OR_RETURN_ERROR(is_power_of_two(alignment), InvalidArgument,
                           "Alignment %zu is not a power of two", alignment);
  struct stat info;
  ET_CHECK_OR_RETURN_ERROR(::fstat(fd, &info) == 0, AccessFailed,
                           "Cannot find the size of '%s': %s", name, std::strerror(errno));
  loader.file_size_ = static_cast<size_t>(info.st_size);
  return loader;
}

FileDataLoader::~FileDataLoader() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Result<FreeableBuffer> FileDataLoader::load(size_t offset, size_t size,
                                            const SegmentInfo& segment_info) const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "The loader was moved from");
  ET_CHECK_OR_RETURN_ERROR(offset <= file_size_ && size <= file_size_ - offset, InvalidArgument,
                           "%zu bytes at %zu are not within the file's %zu", size, offset,
                           file_size_);
  if (size == 0) {
    return FreeableBuffer();
  }
  void* memory = std::malloc(size + alignment_ - 1);
  ET_CHECK_OR_RETURN_ERROR(memory != nullptr, MemoryAllocationFailed, "No memory for %zu bytes",
                           size);
  const uintptr_t address =
      (reinterpret_cast<uintptr_t>(memory) + alignment_ - 1) & ~(alignment_ - 1);
  void* data = reinterpret_cast<void*>(address);
  const Error error = load_into(offset, size, segment_info, data);
  if (error != Error::Ok) {
    std::free(memory);
    return error;
  }
  return FreeableBuffer(data, size, free_aligned, memory);
}

Error FileDataLoader::load_into(size_t offset, size_t size, const SegmentInfo&,
                                void* buffer) const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "The loader was moved from");
  ET_CHECK_OR_RETURN_ERROR(buffer != nullptr && offset <= file_size_ && size <= file_size_ - offset,
                           InvalidArgument, "%zu bytes at %zu are not within the file's %zu", size,
                           offset, file_size_);
  uint8_t* out = static_cast<uint8_t*>(buffer);
  while (size > 0) {
    const ssize_t n = ::pread(fd_, out, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) {
      continue;
    }
    ET_CHECK_OR_RETURN_ERROR(n > 0, AccessFailed, "Reading at %zu failed: %s", offset,
                             n < 0 ? std::strerror(errno) : "the file has become shorter");
    out += n;
    offset += static_cast<size_t>(n);
    size -= static_cast<size_t>(n);
  }
  return Error::Ok;
}

Result<size_t> FileDataLoader::size() const {
  ET_CHECK_OR_RETURN_ERROR(fd_ >= 0, InvalidState, "The loader was moved from");
  return file_size_;
}

}  // namespace extension
}  // namespace executorch
