// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/method_meta.h>
#include <executorch/runtime/executor/program.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace espressif {

// What upstream's API does not tell of a method: the exact memory that loading it takes, the names
// of its operators, its constants. Not part of ExecuTorch's public API: kernels and delegates that
// must also build against upstream do not use it. The Program must outlive it.
class MethodView final {
 public:
  enum class Kind : uint8_t { kOperator, kDelegate, kControl };

  struct Instruction {
    Kind kind;
    // Of the operator, without its overload; the id of the delegate; else "".
    const char* name;
    const char* overload;
    // Numbers of the values that it gets. Empty for kControl.
    runtime::Span<const int32_t> args;
  };

  explicit MethodView(const runtime::MethodMeta& meta) : plan_(meta.plan_) {}

  // Bytes that Program::load_method() takes from a method allocator whose memory is aligned to 16.
  // What delegates take in init() comes on top.
  size_t method_allocator_bytes() const;

  size_t num_instructions() const;
  // `index` counts through all chains and must be less than num_instructions().
  Instruction instruction(size_t index) const;
  // True if exactly one instruction gets the value, itself or in a list; that one is in `found`.
  bool only_user(int32_t value, Instruction* found) const;

  // Numbers of values; `index` must be less than MethodMeta's num_inputs() or num_outputs().
  int32_t input_value(size_t index) const;
  int32_t output_value(size_t index) const;
  // False if the value is not a number.
  bool number(int32_t value, double* out) const;
  bool number(int32_t value, int64_t* out) const;

  // How the exporter saw the arguments and the result in Python: PyTorch's pytree encoding, a JSON
  // text. "" if the program has none.
  const char* input_encoding() const;
  const char* output_encoding() const;

  // The instruction that step() runs next; num_instructions() after the last.
  static size_t next_instruction(const runtime::Method& method) { return method.pc_; }
  // Back to the start from anywhere, as execute() does after an error.
  static void restart(runtime::Method& method) { method.pc_ = 0; }

  // Has a program that holds no Method yet read from another loader of the same bytes in the same
  // place.
  static void change_loader(runtime::Program& program, runtime::DataLoader* loader) {
    program.loader_ = loader;
  }

 private:
  const uint8_t* plan_;
};

}  // namespace espressif
}  // namespace executorch
