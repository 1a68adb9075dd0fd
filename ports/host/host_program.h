// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ee {

// Error messages of the runtime on this thread since clear_log(), joined by "; ".
void clear_log();
const std::string& logged_errors();

// The kinds of a record between Python and a runtime; values.py has the same numbers.
enum class ValueKind : int { kNone = 0, kTensor = 1, kInt = 2, kDouble = 3, kBool = 4 };

// A value that owns its data. dtype is a ScalarType; scalars hold 8 bytes of int64 or double, and
// a bool one byte.
struct HostValue {
  ValueKind kind = ValueKind::kNone;
  int dtype = 0;
  std::vector<int32_t> sizes;
  std::vector<uint8_t> dim_order;
  std::string data;
};

struct HostMemory {
  size_t method = 0;   // runtime objects of the method
  size_t planned = 0;  // all planned buffers, each rounded up to 16 bytes
  size_t temp = 0;     // the most that one operator asked for
};

using HostValues = std::vector<HostValue>;

// A program held in memory that is aligned as in flash. Every failure throws std::runtime_error
// with what was being done, the runtime's log and its error code.
class HostProgram {
 public:
  explicit HostProgram(const std::string& data);
  ~HostProgram();

  std::vector<std::string> methods() const;

  // Runs the method on each set of inputs in turn, with one Method for all of them. gives_outputs:
  // whether outputs that the program did not plan get memory.
  std::vector<HostValues> run(const std::string& method, const std::vector<HostValues>& runs,
                              bool gives_outputs, size_t method_bytes, size_t temp_bytes,
                              HostMemory& memory) const;

 private:
  // Hides the runtime's classes, which are compiled without RTTI, from code that needs it.
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ee
