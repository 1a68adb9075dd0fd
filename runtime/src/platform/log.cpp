// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/platform.h>

#include <cstdio>

namespace executorch::runtime::internal {

namespace {

constexpr size_t kMaxLogMessageLength = 256;

// The bytes that a first byte of UTF-8 announces; 0 for a byte that cannot be first.
size_t utf8_sequence_length(unsigned char first) {
  return first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
}

// Without the incomplete character that cutting at `length` may have left at the end.
size_t whole_utf8_length(const char* text, size_t length) {
  for (size_t back = 1; back <= 4 && back <= length; ++back) {
    const size_t needed = utf8_sequence_length(static_cast<unsigned char>(text[length - back]));
    if (needed != 0) {
      return needed == back ? length : length - back;
    }
  }
  return 0;
}

et_pal_log_level_t pal_level(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return kDebug;
    case LogLevel::Info:
      return kInfo;
    case LogLevel::Error:
      return kError;
    case LogLevel::Fatal:
      return kFatal;
    default:
      return kUnknown;
  }
}

}  // namespace

et_timestamp_t get_log_timestamp() { return pal_current_ticks(); }

void vlogf(LogLevel level, et_timestamp_t timestamp, const char* filename, const char* function,
           size_t line, const char* format, va_list args) {
  char buffer[kMaxLogMessageLength];
  const int written = vsnprintf(buffer, sizeof(buffer), format, args);
  size_t length = written < 0 ? 0 : static_cast<size_t>(written);
  if (length >= sizeof(buffer)) {
    length = whole_utf8_length(buffer, sizeof(buffer) - 1);
  }
  buffer[length] = '\0';
  pal_emit_log_message(timestamp, pal_level(level), filename, function, line, buffer, length);
}

void logf(LogLevel level, et_timestamp_t timestamp, const char* filename, const char* function,
          size_t line, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vlogf(level, timestamp, filename, function, line, format, args);
  va_end(args);
}

}  // namespace executorch::runtime::internal
