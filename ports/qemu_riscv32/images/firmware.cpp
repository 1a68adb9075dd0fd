// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Firmware of one model: the program in flash, its memory static and of the exact sizes given by
// the build, and only the kernels of its bundle. Inputs come from `inputs.bin`, outputs go to
// `outputs.bin` in the emulator's working directory; `runs.txt` has the number of runs.
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <cstdint>

#include "machine.h"
#include "model_run.h"
#include "semihost.h"

extern "C" {
extern const uint8_t ee_model_start[];
extern const uint8_t ee_model_end[];
}

namespace {

alignas(16) uint8_t method_memory[EE_METHOD_BYTES];
alignas(16) uint8_t planned_memory[EE_PLANNED_BYTES];
alignas(16) uint8_t temp_memory[EE_TEMP_BYTES];

// The inputs are the test bench's, not the firmware's: they lie above the image.
uint8_t* const kInputs = reinterpret_cast<uint8_t*>(0x88000000);
constexpr size_t kInputsCapacity = 0x4000000;

}  // namespace

int main() {
  ee::machine_start();
  executorch::runtime::runtime_init();
  char runs[12] = {};
  const int32_t inputs_size = ee::semihost::load("inputs.bin", kInputs, kInputsCapacity);
  if (ee::semihost::load("runs.txt", runs, sizeof(runs) - 1) < 0 || inputs_size < 0) {
    ee::semihost::print("runs.txt or inputs.bin is missing or too large\n");
    ee::semihost::exit(1);
  }
  ee::ModelJob job = {};
  job.program = ee_model_start;
  job.program_size = static_cast<size_t>(ee_model_end - ee_model_start);
  job.method_name = EE_METHOD_NAME;
  for (const char* digit = runs; *digit >= '0' && *digit <= '9'; ++digit) {
    job.runs = job.runs * 10 + static_cast<uint32_t>(*digit - '0');
  }
  job.count_operators = true;
  job.outputs_path = "outputs.bin";
  ee::RecordReader inputs(kInputs, static_cast<size_t>(inputs_size));
  const ee::ModelMemory memory = {{method_memory, sizeof(method_memory)},
                                  {planned_memory, sizeof(planned_memory)},
                                  {temp_memory, sizeof(temp_memory)}};
  ee::semihost::exit(ee::run_model(job, memory, inputs) ? 0 : 1);
}
