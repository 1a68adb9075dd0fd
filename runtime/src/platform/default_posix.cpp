// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The platform layer of a computer: messages go to stderr. Weak, so that applications override it.
#if defined(__unix__) || defined(__APPLE__)

#include <executorch/runtime/platform/compiler.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>

#define ET_INTERNAL_PLATFORM_WEAKNESS ET_WEAK
#include <executorch/runtime/platform/platform.h>

void et_pal_init(void) {}

ET_NORETURN void et_pal_abort(void) { std::abort(); }

et_timestamp_t et_pal_current_ticks(void) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<et_timestamp_t>(now.tv_sec) * 1000000000u + now.tv_nsec;
}

et_tick_ratio_t et_pal_ticks_to_ns_multiplier(void) { return {1, 1}; }

void et_pal_emit_log_message(et_timestamp_t timestamp, et_pal_log_level_t level,
                             const char* filename, ET_UNUSED const char* function, size_t line,
                             const char* message, ET_UNUSED size_t length) {
  std::fprintf(stderr, "%c %llu.%06llu executorch:%s:%zu] %s\n", static_cast<char>(level),
               static_cast<unsigned long long>(timestamp / 1000000000u),
               static_cast<unsigned long long>(timestamp / 1000u % 1000000u), filename, line,
               message);
}

void* et_pal_allocate(size_t size) { return std::malloc(size); }

void et_pal_free(void* ptr) { std::free(ptr); }

#endif
