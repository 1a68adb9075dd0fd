// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// ExecuTorch's platform layer on the emulator: log lines and exit by semihosting, time as
// instructions, which `-icount shift=0` makes nanoseconds. No heap.
#include <executorch/runtime/platform/platform.h>

#include "machine.h"
#include "semihost.h"

extern "C" {

void et_pal_init() {}

void et_pal_abort() {
  ee::semihost::print("{\"error\": \"the runtime aborted\", \"code\": 1}\n");
  ee::semihost::exit(2);
}

et_timestamp_t et_pal_current_ticks() { return ee::instructions_retired(); }

et_tick_ratio_t et_pal_ticks_to_ns_multiplier() { return {1, 1}; }

void et_pal_emit_log_message(et_timestamp_t, et_pal_log_level_t level, const char*, const char*,
                             size_t, const char* message, size_t length) {
  char line[256];
  const size_t kept = length < sizeof(line) - 4 ? length : sizeof(line) - 4;
  line[0] = static_cast<char>(level);
  line[1] = ' ';
  // A damaged program's names may hold anything, line ends included.
  for (size_t i = 0; i < kept; ++i) {
    line[i + 2] = message[i] >= ' ' && message[i] <= '~' ? message[i] : '?';
  }
  line[kept + 2] = '\n';
  line[kept + 3] = '\0';
  ee::semihost::print(line);
}

void* et_pal_allocate(size_t) { return nullptr; }

void et_pal_free(void*) {}
}
