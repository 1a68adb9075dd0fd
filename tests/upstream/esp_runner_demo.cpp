// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs the main function of upstream's esp_executor_runner, which ends the program if the outputs
// are not those of the bundled program.
void executor_runner_main();

int main() {
  executor_runner_main();
  return 0;
}
