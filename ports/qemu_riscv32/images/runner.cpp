// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The generic runner: every kernel, programs and inputs from files. `jobs.txt` in the emulator's
// working directory has one job a line:
//   <program> <method> <runs> <count operators: 0|1> <inputs> <outputs>
// Each job answers as run_model() says; the runner goes on after a job that failed.
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <cstdint>

#include "machine.h"
#include "model_run.h"
#include "semihost.h"

namespace {

// Memory of the `virt` machine (started with -m 512M) above the image, see EE_IMAGE_MEMORY.
struct Area {
  uint32_t start;
  uint32_t size;

  uint8_t* data() const { return reinterpret_cast<uint8_t*>(start); }
  executorch::runtime::Span<uint8_t> span() const { return {data(), size}; }
};
constexpr Area kProgram = {0x84000000, 0x4000000};
constexpr Area kInputs = {0x88000000, 0x4000000};
constexpr Area kMethod = {0x8c000000, 0x2000000};
constexpr Area kTemp = {0x8e000000, 0x2000000};
constexpr Area kPlanned = {0x90000000, 0xe000000};
constexpr Area kJobs = {0x9e000000, 0x100000};

// Splits the text at spaces and newlines, in place.
class Words {
 public:
  explicit Words(char* text) : next_(text) {}

  // The next word, or null at the end of the text.
  char* next() {
    while (is_blank(*next_)) {
      ++next_;
    }
    if (*next_ == '\0') {
      return nullptr;
    }
    char* word = next_;
    while (*next_ != '\0' && !is_blank(*next_)) {
      ++next_;
    }
    if (*next_ != '\0') {
      *next_++ = '\0';
    }
    return word;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\n'; }

  char* next_;
};

uint32_t number(const char* digits) {
  uint32_t value = 0;
  for (; *digits >= '0' && *digits <= '9'; ++digits) {
    value = value * 10 + static_cast<uint32_t>(*digits - '0');
  }
  return value;
}

void run_job(const char* program_path, const char* inputs_path, ee::ModelJob job) {
  const int32_t program_size = ee::semihost::load(program_path, kProgram.data(), kProgram.size);
  const int32_t inputs_size = ee::semihost::load(inputs_path, kInputs.data(), kInputs.size);
  if (program_size < 0 || inputs_size < 0) {
    ee::semihost::print("{\"error\": \"the program or the inputs are missing or over 64 MB\", ");
    ee::semihost::print("\"code\": 34}\n");
    return;
  }
  job.program = kProgram.data();
  job.program_size = static_cast<size_t>(program_size);
  ee::RecordReader inputs(kInputs.data(), static_cast<size_t>(inputs_size));
  ee::run_model(job, {kMethod.span(), kPlanned.span(), kTemp.span()}, inputs);
}

}  // namespace

int main() {
  ee::machine_start();
  executorch::runtime::runtime_init();
  const int32_t size = ee::semihost::load("jobs.txt", kJobs.data(), kJobs.size - 1);
  if (size < 0) {
    ee::semihost::print("jobs.txt is missing or over 1 MB\n");
    ee::semihost::exit(1);
  }
  kJobs.data()[size] = '\0';
  Words words(reinterpret_cast<char*>(kJobs.data()));
  while (const char* program = words.next()) {
    char* rest[5];
    for (char*& word : rest) {
      word = words.next();
      if (word == nullptr) {
        ee::semihost::print("jobs.txt ends in the middle of a job\n");
        ee::semihost::exit(1);
      }
    }
    ee::ModelJob job = {};
    job.method_name = rest[0];
    job.runs = number(rest[1]);
    job.count_operators = number(rest[2]) != 0;
    job.outputs_path = rest[4];
    run_job(program, rest[3], job);
  }
  ee::semihost::exit(0);
}
