// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Memory mapping of files, on systems that have it.
#include <executorch/runtime/platform/compiler.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>

inline size_t get_os_page_size() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

// What fstat() returns; the size is set where that is not negative.
inline int get_file_stat(int fd, size_t* out_size) {
  struct stat info;
  const int result = ::fstat(fd, &info);
  if (result >= 0) {
    *out_size = static_cast<size_t>(info.st_size);
  }
  return result;
}

inline off_t get_mmap_offset(size_t offset) { return static_cast<off_t>(offset); }

// A hint that all of it will be read from front to back.
inline void madvise_pages_willneed_sequential(void* address, size_t size) {
  ::madvise(address, size, MADV_WILLNEED);
  ::madvise(address, size, MADV_SEQUENTIAL);
}
