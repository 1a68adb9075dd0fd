// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/platform/compiler.h>
#include <executorch/runtime/platform/types.h>

#include <cinttypes>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

// Messages below this level are not compiled in.
#ifndef ET_MIN_LOG_LEVEL
#define ET_MIN_LOG_LEVEL Info
#endif

// 0 removes every message, its strings and the evaluation of its arguments.
#ifndef ET_LOG_ENABLED
#define ET_LOG_ENABLED 1
#endif

namespace executorch {
namespace runtime {

enum class LogLevel : uint8_t { Debug, Info, Error, Fatal, NumLevels };

namespace internal {

et_timestamp_t get_log_timestamp();

// Formats into a buffer of 256 bytes; what does not fit is cut off at a whole UTF-8 character.
ET_PRINTFLIKE(6, 0)
void vlogf(LogLevel level, et_timestamp_t timestamp, const char* filename, const char* function,
           size_t line, const char* format, va_list args);

ET_PRINTFLIKE(6, 7)
void logf(LogLevel level, et_timestamp_t timestamp, const char* filename, const char* function,
          size_t line, const char* format, ...);

}  // namespace internal
}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::LogLevel;
}  // namespace executor
}  // namespace torch

#if ET_LOG_ENABLED

#define ET_LOG(_level, _format, ...)                                                              \
  do {                                                                                            \
    if (static_cast<uint32_t>(::executorch::runtime::LogLevel::_level) >=                         \
        static_cast<uint32_t>(::executorch::runtime::LogLevel::ET_MIN_LOG_LEVEL)) {               \
      ::executorch::runtime::internal::logf(::executorch::runtime::LogLevel::_level,              \
                                            ::executorch::runtime::internal::get_log_timestamp(), \
                                            ET_SHORT_FILENAME, ET_FUNCTION, ET_LINE, _format,     \
                                            ##__VA_ARGS__);                                       \
    }                                                                                             \
  } while (0)

#define ET_CHECK_OR_LOG_ERROR(_condition, _format, ...) \
  do {                                                  \
    if (!(_condition)) {                                \
      ET_LOG(Error, _format, ##__VA_ARGS__);            \
    }                                                   \
  } while (0)

#else

#define ET_LOG(_level, _format, ...) ((void)0)
#define ET_CHECK_OR_LOG_ERROR(_condition, _format, ...) ((void)0)

#endif
