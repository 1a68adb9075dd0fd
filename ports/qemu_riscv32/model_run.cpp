// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "model_run.h"

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include <cstring>

#include "../common/peak_allocator.h"
#include "machine.h"
#include "semihost.h"

namespace ee {
namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::Program;
using executorch::runtime::Result;
using executorch::runtime::Span;

constexpr size_t kMaxPlannedBuffers = 16;
constexpr size_t kPlannedAlignment = 16;

void print_field(const char* name, uint64_t value) {
  semihost::print("\"");
  semihost::print(name);
  semihost::print("\": ");
  semihost::print(value);
}

// What the runtime logged about it stands in the lines before.
bool report(const char* stage, Error error) {
  semihost::print("{\"error\": \"");
  semihost::print(stage);
  semihost::print("\", ");
  print_field("code", static_cast<uint64_t>(error));
  semihost::print("}\n");
  return false;
}

Error set_tensor(Method& method, size_t index, const RecordHeader& header, uint8_t* payload) {
  TensorImpl::SizesType sizes[kRecordMaxDim];
  TensorImpl::DimOrderType order[kRecordMaxDim];
  TensorImpl::StridesType strides[kRecordMaxDim];
  TensorImpl::StridesType stride = 1;
  for (uint32_t i = header.dim; i-- > 0;) {
    const uint8_t axis = header.dim_order[i];
    if (axis >= header.dim) {
      return Error::InvalidArgument;
    }
    sizes[i] = header.sizes[i];
    order[i] = axis;
    strides[axis] = stride;
    stride *= header.sizes[axis] > 0 ? header.sizes[axis] : 1;
  }
  TensorImpl impl(static_cast<ScalarType>(header.dtype), header.dim, sizes, payload, order,
                  strides);
  if (impl.nbytes() != header.nbytes) {
    return Error::InvalidArgument;
  }
  return method.set_input(EValue(Tensor(&impl)), index);
}

Error set_inputs(Method& method, RecordReader& inputs) {
  for (size_t i = 0; i < method.inputs_size(); ++i) {
    uint8_t* payload = nullptr;
    const RecordHeader* header = inputs.next(&payload);
    if (header == nullptr) {
      return Error::InvalidArgument;
    }
    Error error = Error::InvalidArgument;
    int64_t integer = 0;
    double real = 0;
    switch (static_cast<RecordKind>(header->kind)) {
      case RecordKind::kTensor:
        error = set_tensor(method, i, *header, payload);
        break;
      case RecordKind::kInt:
        std::memcpy(&integer, payload, sizeof(integer));
        error = method.set_input(EValue(integer), i);
        break;
      case RecordKind::kDouble:
        std::memcpy(&real, payload, sizeof(real));
        error = method.set_input(EValue(real), i);
        break;
      case RecordKind::kBool:
        error = method.set_input(EValue(payload[0] != 0), i);
        break;
      case RecordKind::kNone:
        error = Error::Ok;
        break;
    }
    if (error != Error::Ok) {
      return error;
    }
  }
  return Error::Ok;
}

bool write_outputs(const Method& method, int32_t file) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    if (!write_record(file, method.get_output(i))) {
      return false;
    }
  }
  return true;
}

// Instructions of each step, in order; what runs between two steps is not counted.
Error count_operators(Method& method) {
  semihost::print("{\"operators\": [");
  for (const char* separator = "";; separator = ", ") {
    const uint64_t before = instructions_retired();
    const Error error = method.step();
    const uint64_t spent = instructions_retired() - before;
    if (error == Error::EndOfMethod) {
      semihost::print("]}\n");
      return method.reset_execution();
    }
    if (error != Error::Ok) {
      semihost::print("]}\n");
      return error;
    }
    semihost::print(separator);
    semihost::print(spent);
  }
}

struct Planned {
  Span<uint8_t> spans[kMaxPlannedBuffers];
  size_t count = 0;
  size_t bytes = 0;
};

Error plan(const Program& program, const char* method_name, Span<uint8_t> area, Planned& planned) {
  auto meta = program.method_meta(method_name);
  if (!meta.ok()) {
    return meta.error();
  }
  planned.count = meta->num_memory_planned_buffers();
  if (planned.count > kMaxPlannedBuffers) {
    return Error::NotSupported;
  }
  for (size_t i = 0; i < planned.count; ++i) {
    const Result<int64_t> size = meta->memory_planned_buffer_size(i);
    if (!size.ok()) {
      return size.error();
    }
    const size_t bytes = static_cast<size_t>(*size);
    const size_t rounded = (bytes + kPlannedAlignment - 1) & ~(kPlannedAlignment - 1);
    if (rounded < bytes || rounded > area.size() - planned.bytes) {
      return Error::MemoryAllocationFailed;
    }
    planned.spans[i] = {area.data() + planned.bytes, bytes};
    planned.bytes += rounded;
  }
  std::memset(area.data(), 0, planned.bytes);
  return Error::Ok;
}

bool run_all(const ModelJob& job, Method& method, RecordReader& inputs, int32_t outputs,
             uint64_t& total) {
  size_t last_position = 0;
  for (uint32_t run = 0; run < job.runs; ++run) {
    last_position = inputs.position();
    if (const Error error = set_inputs(method, inputs); error != Error::Ok) {
      return report("setting the inputs failed", error);
    }
    const uint64_t before = instructions_retired();
    const Error error = method.execute();
    const uint64_t spent = instructions_retired() - before;
    if (error != Error::Ok) {
      return report("execution failed", error);
    }
    total += spent;
    if (!write_outputs(method, outputs)) {
      return report("an output could not be written", Error::NotSupported);
    }
    semihost::print("{");
    print_field("run", run + 1);
    semihost::print(", ");
    print_field("instructions", spent);
    semihost::print("}\n");
  }
  if (!job.count_operators) {
    return true;
  }
  inputs.rewind(last_position);
  Error error = set_inputs(method, inputs);
  if (error == Error::Ok) {
    error = count_operators(method);
  }
  return error == Error::Ok || report("execution by steps failed", error);
}

}  // namespace

bool run_model(const ModelJob& job, const ModelMemory& memory, RecordReader& inputs) {
  stack_paint();
  const uint64_t start = instructions_retired();
  BufferDataLoader loader(job.program, job.program_size);
  Result<Program> program = Program::load(&loader);
  if (!program.ok()) {
    return report("the program does not load", program.error());
  }
  const uint64_t program_loaded = instructions_retired();
  Planned planned;
  if (const Error error = plan(*program, job.method_name, memory.planned, planned);
      error != Error::Ok) {
    return report("the planned buffers could not be made", error);
  }
  PeakAllocator method_allocator(memory.method.data(), memory.method.size());
  PeakAllocator temp_allocator(memory.temp.data(), memory.temp.size());
  HierarchicalAllocator planned_allocator({planned.spans, planned.count});
  MemoryManager manager(&method_allocator, &planned_allocator, &temp_allocator);
  const uint64_t method_start = instructions_retired();
  Result<Method> method = program->load_method(job.method_name, &manager);
  const uint64_t method_loaded = instructions_retired();
  if (!method.ok()) {
    return report("the method does not load", method.error());
  }

  const int32_t outputs = semihost::open(job.outputs_path, semihost::Mode::kWriteBinary);
  if (outputs < 0) {
    return report("the outputs file cannot be opened", Error::AccessFailed);
  }
  uint64_t total = 0;
  const bool ran = run_all(job, *method, inputs, outputs, total);
  semihost::close(outputs);
  if (!ran) {
    return false;
  }
  const struct {
    const char* name;
    uint64_t value;
  } fields[] = {
      {"instructions", total},
      {"load_program_instructions", program_loaded - start},
      {"load_method_instructions", method_loaded - method_start},
      {"method", method_allocator.used_size()},
      {"planned", planned.bytes},
      {"temp", temp_allocator.peak()},
      {"stack", stack_used()},
  };
  const char* separator = "{\"done\": {";
  for (const auto& field : fields) {
    semihost::print(separator);
    print_field(field.name, field.value);
    separator = ", ";
  }
  semihost::print("}}\n");
  return true;
}

}  // namespace ee
