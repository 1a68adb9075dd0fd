// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/platform/platform.h>

#include <string>
#include <vector>

struct LogLine {
  char level;
  std::string filename;
  std::string function;
  size_t line;
  std::string message;
};

inline std::vector<LogLine>& log_lines() {
  static std::vector<LogLine> lines;
  return lines;
}

// Collects what is logged while it lives; the last line is what most tests look at.
class LogCapture {
 public:
  LogCapture() {
    log_lines().clear();
    executorch::runtime::register_pal(executorch::runtime::PalImpl::create(record, __FILE__));
  }
  ~LogCapture() {
    executorch::runtime::register_pal(
        executorch::runtime::PalImpl::create(et_pal_emit_log_message, __FILE__));
  }
  std::string last() const { return log_lines().empty() ? "" : log_lines().back().message; }

 private:
  static void record(et_timestamp_t, et_pal_log_level_t level, const char* filename,
                     const char* function, size_t line, const char* message, size_t length) {
    log_lines().push_back(
        {static_cast<char>(level), filename, function, line, std::string(message, length)});
  }
};
