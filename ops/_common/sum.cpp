// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "sum.h"

#include <nn_provider.h>

#include "broadcast.h"

namespace esp_nn::native {

namespace {

constexpr int32_t kLeftShift = 20;
// ESP-NN's add has no left shift after its multiplications.
constexpr int32_t kRightOnly = 0;

struct Scales {
  Codes codes;
  int32_t other_offset;
  Fixed self;
  Fixed other;
  Fixed output;
};

void add_run(const void* context, const int8_t* self, const int8_t* other, int8_t* out,
             int32_t size) {
  const Scales& s = *static_cast<const Scales*>(context);
  const auto function =
      provider::add(s.self.shift, s.other.shift, s.output.shift, aligned(self, other, out));
  function(self, other, -s.codes.input_zero_point, s.other_offset, s.self.multiplier,
           s.other.multiplier, s.self.shift, s.other.shift, kLeftShift, out,
           s.codes.output_zero_point, s.output.multiplier, s.output.shift, s.codes.activation_min,
           s.codes.activation_max, size);
}

// -(code - zero_point) = ~code + 1 + zero_point, and ~code is a code: ESP-NN's add, which takes no
// negative multiplier, then subtracts.
void subtract_run(const void* context, const int8_t* self, const int8_t* other, int8_t* out,
                  int32_t size) {
  int8_t complement[kBlock];
  for (int32_t i = 0; i < size; i += kBlock) {
    const int32_t count = size - i < kBlock ? size - i : kBlock;
    for (int32_t j = 0; j < count; ++j) {
      complement[j] = static_cast<int8_t>(~other[i + j]);
    }
    add_run(context, self + i, complement, out + i, count);
  }
}

}  // namespace

void sum(const Check& check, const Tensor& self, const Tensor& other, const SumArguments& arguments,
         bool negate_other, Tensor& out) {
  Scales scales;
  if (!check.operands(self, other, arguments.self_zero_point, arguments.output_zero_point,
                      arguments.activation_min, arguments.activation_max, out, &scales.codes) ||
      !check.code(argument("other_zero_point"), arguments.other_zero_point) ||
      !check.fixed(argument("self_multiplier, self_shift"), arguments.self_multiplier,
                   arguments.self_shift, kRightOnly, &scales.self) ||
      !check.fixed(argument("other_multiplier, other_shift"), arguments.other_multiplier,
                   arguments.other_shift, kRightOnly, &scales.other) ||
      !check.fixed(argument("output_multiplier, output_shift"), arguments.output_multiplier,
                   arguments.output_shift, kRightOnly, &scales.output)) {
    return;
  }
  const int32_t zero_point = static_cast<int32_t>(arguments.other_zero_point);
  scales.other_offset = negate_other ? 1 + zero_point : -zero_point;
  for_each_run(self, other, out, negate_other ? subtract_run : add_run, &scales);
}

}  // namespace esp_nn::native
