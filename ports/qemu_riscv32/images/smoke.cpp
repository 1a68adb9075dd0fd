// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Shows that C library, C++ headers, instruction counter, stack measure and trap handler work.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "machine.h"
#include "semihost.h"

namespace {

__attribute__((noinline)) uint32_t sum_of_squares(uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; ++i) {
    sum += i * i;
    asm volatile("" : "+r"(sum));
  }
  return sum;
}

__attribute__((noinline)) int use_stack(uint8_t fill) {
  std::array<volatile uint8_t, 1000> block;
  std::fill(block.begin(), block.end(), fill);
  return block[999];
}

uint64_t instructions_of(uint32_t count) {
  const uint64_t before = ee::instructions_retired();
  sum_of_squares(count);
  return ee::instructions_retired() - before;
}

}  // namespace

int main() {
  ee::machine_start();
  const uint64_t hundred = instructions_of(100);
  const uint64_t two_hundred = instructions_of(200);
  ee::stack_paint();
  const int filled = use_stack(7);
  const size_t stack = ee::stack_used();

  char line[96];
  std::snprintf(line, sizeof(line),
                "{\"sum\": %lu, \"per_iteration\": %lu, \"fill\": %d, \"stack\": %lu}\n",
                static_cast<unsigned long>(sum_of_squares(10)),
                static_cast<unsigned long>((two_hundred - hundred) / 100), filled,
                static_cast<unsigned long>(stack));
  ee::semihost::print(line);
  asm volatile("unimp");
  ee::semihost::exit(0);
}
