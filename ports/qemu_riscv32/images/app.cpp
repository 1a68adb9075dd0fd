// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The smallest application of a model of two float inputs [2, 3] and one float output: what a
// firmware grows by, without the test bench around it. Ends with status 0 if the output is there.
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <cstdint>

#include "machine.h"
#include "semihost.h"

extern "C" {
extern const uint8_t ee_model_start[];
extern const uint8_t ee_model_end[];
}

namespace {

using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::Program;
using executorch::runtime::Result;
using executorch::runtime::Span;

alignas(16) uint8_t method_memory[EE_METHOD_BYTES];
alignas(16) uint8_t planned_memory[EE_PLANNED_BYTES];

float samples[] = {1, 2, 3, 4, 5, 6};
int32_t sizes[] = {2, 3};

bool run() {
  BufferDataLoader loader(ee_model_start, static_cast<size_t>(ee_model_end - ee_model_start));
  Result<Program> program = Program::load(&loader);
  if (!program.ok()) {
    return false;
  }
  MemoryAllocator method_allocator(sizeof(method_memory), method_memory);
  Span<uint8_t> buffers[] = {{planned_memory, sizeof(planned_memory)}};
  HierarchicalAllocator planned_allocator({buffers, 1});
  MemoryManager manager(&method_allocator, &planned_allocator);
  Result<Method> method = program->load_method(EE_METHOD_NAME, &manager);
  if (!method.ok()) {
    return false;
  }
  TensorImpl impl(executorch::aten::ScalarType::Float, 2, sizes, samples);
  const EValue input = Tensor(&impl);
  if (method->set_input(input, 0) != Error::Ok || method->set_input(input, 1) != Error::Ok ||
      method->execute() != Error::Ok) {
    return false;
  }
  const float* output = method->get_output(0).toTensor().const_data_ptr<float>();
  // x + x or x * x, of x = 2.
  return output[1] == 4.0f;
}

}  // namespace

int main() {
  ee::machine_start();
  executorch::runtime::runtime_init();
  ee::semihost::exit(run() ? 0 : 1);
}
