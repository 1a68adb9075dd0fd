// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// ExecuTorch's platform layer inside a Python process: log lines are kept for the exception that a
// failed call raises, and an abort becomes an exception rather than the end of the process.
#include <executorch/runtime/platform/platform.h>

#include <stdexcept>
#include <string>

#include "host_program.h"

namespace ee {
namespace {

std::string& log_text() {
  static thread_local std::string text;
  return text;
}

}  // namespace

void clear_log() { log_text().clear(); }
const std::string& logged_errors() { return log_text(); }

}  // namespace ee

extern "C" {

// The runtime's frames have unwind tables but no handlers: its destructors do not run, so whatever
// was being loaded or executed must not be used again.
void et_pal_abort() { throw std::runtime_error("the runtime aborted: " + ee::logged_errors()); }

void et_pal_emit_log_message(et_timestamp_t, et_pal_log_level_t level, const char*, const char*,
                             size_t, const char* message, size_t length) {
  if (level != kError && level != kFatal) {
    return;
  }
  std::string& text = ee::log_text();
  if (!text.empty()) {
    text += "; ";
  }
  // A damaged program's names may be anything, but Python wants UTF-8.
  for (size_t i = 0; i < length; ++i) {
    text += message[i] >= ' ' && message[i] <= '~' ? message[i] : '?';
  }
}
}
