// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs upstream's esp_executor_runner through its public functions: 3 * x + 2 with x = (1, 2, 3,
// 4).
#include <cstdio>
#include <cstring>

#include "esp_executor_runner.h"

int main() {
  const float input[4] = {1, 2, 3, 4};
  const float expected[4] = {5, 8, 11, 14};
  float output[4] = {};
  size_t count = 0;
  if (!et_runner_init() || et_runner_inputs_size() != 1 || et_runner_outputs_size() != 1 ||
      !et_runner_set_input(0, input, sizeof(input)) || !et_runner_execute() ||
      !et_runner_get_output(0, output, sizeof(output), &count)) {
    std::printf("a call failed\n");
    return 1;
  }
  if (count != 4 || std::memcmp(output, expected, sizeof(expected)) != 0) {
    std::printf("%zu outputs: %g %g %g %g\n", count, output[0], output[1], output[2], output[3]);
    return 1;
  }
  return 0;
}
