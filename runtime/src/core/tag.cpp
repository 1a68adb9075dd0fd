// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/tag.h>

#include <cstring>

namespace executorch::runtime {

#if ET_ENABLE_ENUM_STRINGS

const char* tag_to_string(Tag tag) {
  switch (tag) {
#define EE_CASE(name) \
  case Tag::name:     \
    return #name;
    EXECUTORCH_FORALL_TAGS(EE_CASE)
#undef EE_CASE
  }
  return "Unknown";
}

#endif

size_t tag_to_string(Tag tag, char* buffer, size_t buffer_size) {
#if ET_ENABLE_ENUM_STRINGS
  const char* text = tag_to_string(tag);
  const size_t length = strlen(text);
#else
  char digits[11];  // of a uint32_t, and the NUL
  char* text = digits + sizeof(digits) - 1;
  *text = '\0';
  uint32_t number = static_cast<uint32_t>(tag);
  do {
    *--text = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  const size_t length = digits + sizeof(digits) - 1 - text;
#endif
  if (buffer_size > 0) {
    const size_t copied = length < buffer_size ? length : buffer_size - 1;
    memcpy(buffer, text, copied);
    buffer[copied] = '\0';
  }
  return length;
}

}  // namespace executorch::runtime
