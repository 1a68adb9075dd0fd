// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/file_descriptor_data_loader.h>
#include <executorch/runtime/platform/log.h>

#include <climits>
#include <cstdlib>
#include <cstring>

namespace executorch {
namespace extension {

using executorch::runtime::Error;
using executorch::runtime::Result;

Result<FileDescriptorDataLoader> FileDescriptorDataLoader::fromFileDescriptorUri(
    const char* file_descriptor_uri, size_t alignment) {
  constexpr char kPrefix[] = "fd:///";
  constexpr size_t kPrefixLength = sizeof(kPrefix) - 1;
  ET_CHECK_OR_RETURN_ERROR(
      file_descriptor_uri != nullptr && strncmp(file_descriptor_uri, kPrefix, kPrefixLength) == 0,
      InvalidArgument, "'%s' does not begin with %s",
      file_descriptor_uri == nullptr ? "" : file_descriptor_uri, kPrefix);
  const char* digits = file_descriptor_uri + kPrefixLength;
  char* end = nullptr;
  const long number = std::strtol(digits, &end, 10);
  ET_CHECK_OR_RETURN_ERROR(end != digits && *end == '\0' && number >= 0 && number <= INT_MAX,
                           InvalidArgument, "'%s' names no file descriptor", file_descriptor_uri);
  Result<FileDataLoader> file =
      FileDataLoader::adopt(static_cast<int>(number), alignment, file_descriptor_uri);
  if (!file.ok()) {
    return file.error();
  }
  return FileDescriptorDataLoader(std::move(*file));
}

}  // namespace extension
}  // namespace executorch
