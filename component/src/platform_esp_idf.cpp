// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The platform layer of ESP-IDF's chips: messages go to esp_log, time comes from esp_timer, memory
// from the heap. Weak, so that applications override it.
#include <esp_log.h>
#include <esp_timer.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstdlib>

#define ET_INTERNAL_PLATFORM_WEAKNESS ET_WEAK
#include <executorch/runtime/platform/platform.h>

void et_pal_init(void) {}

ET_NORETURN void et_pal_abort(void) { std::abort(); }

// Microseconds.
et_timestamp_t et_pal_current_ticks(void) {
  return static_cast<et_timestamp_t>(esp_timer_get_time());
}

et_tick_ratio_t et_pal_ticks_to_ns_multiplier(void) { return {1000, 1}; }

void et_pal_emit_log_message(et_timestamp_t timestamp, et_pal_log_level_t level,
                             const char* filename, ET_UNUSED const char* function, size_t line,
                             const char* message, ET_UNUSED size_t length) {
  const esp_log_level_t esp_level = level == kDebug  ? ESP_LOG_DEBUG
                                    : level == kInfo ? ESP_LOG_INFO
                                                     : ESP_LOG_ERROR;
  esp_log_write(esp_level, "executorch", "%c (%u) executorch: %s:%u] %s\n",
                static_cast<char>(level), static_cast<unsigned>(timestamp / 1000u), filename,
                static_cast<unsigned>(line), message);
}

void* et_pal_allocate(size_t size) { return std::malloc(size); }

void et_pal_free(void* ptr) { std::free(ptr); }
