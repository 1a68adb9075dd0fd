// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "damage.h"

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/executor/program.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace ee_faults {

using namespace executorch::runtime;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;

namespace {

constexpr int kMaxSteps = 3000;
// A damaged file may ask for any amount; above this the firmware would not have it either.
constexpr size_t kMaxPlanned = 1 << 20;

// malloc() aligns to 16, and sanitizers watch both ends.
const NamedDataMap* data_map = nullptr;

using Memory = std::unique_ptr<uint8_t, decltype(&std::free)>;
Memory allocate(size_t size) {
  return Memory(static_cast<uint8_t*>(std::calloc(size == 0 ? 1 : size, 1)), &std::free);
}

// Sets input `i` to a tensor as its metadata describes it. Keeps the memory alive in `owner`.
Error set_input(Method& method, const MethodMeta& meta, size_t i, std::vector<Memory>& owner) {
  Result<Tag> tag = meta.input_tag(i);
  if (!tag.ok()) {
    return tag.error();
  }
  switch (*tag) {
    case Tag::None:
      return method.set_input(EValue(), i);
    case Tag::Int:
      return method.set_input(EValue(int64_t{1}), i);
    case Tag::Bool:
      return method.set_input(EValue(true), i);
    case Tag::Double:
      return method.set_input(EValue(1.0), i);
    case Tag::Tensor:
      break;
    default:
      return Error::NotSupported;
  }
  Result<TensorInfo> info = meta.input_tensor_meta(i);
  if (!info.ok() || info->nbytes() > kMaxPlanned || info->sizes().size() > 16 ||
      info->dim_order().size() != info->sizes().size()) {
    return Error::NotSupported;
  }
  int32_t sizes[16];
  uint8_t dim_order[16];
  std::copy(info->sizes().begin(), info->sizes().end(), sizes);
  std::copy(info->dim_order().begin(), info->dim_order().end(), dim_order);
  int32_t strides[16] = {};
  owner.push_back(allocate(info->nbytes()));
  // Zeros are sound indices; a bool is better set.
  std::memset(owner.back().get(), info->scalar_type() == executorch::aten::ScalarType::Bool ? 1 : 0,
              info->nbytes());
  TensorImpl impl(info->scalar_type(), static_cast<ssize_t>(info->sizes().size()), sizes,
                  owner.back().get(), dim_order, strides);
  return method.set_input(EValue(Tensor(&impl)), i);
}

void run(const Program& program, const char* name, size_t method_pool, Outcomes& outcomes,
         size_t* used) {
  Result<MethodMeta> meta = program.method_meta(name);
  if (!meta.ok()) {
    ++outcomes.refused;
    return;
  }
  std::vector<Memory> buffers;
  std::vector<Span<uint8_t>> spans;
  size_t total = 0;
  for (size_t i = 0; i < meta->num_memory_planned_buffers(); ++i) {
    Result<int64_t> size = meta->memory_planned_buffer_size(i);
    if (!size.ok() || *size > static_cast<int64_t>(kMaxPlanned - total)) {
      ++outcomes.refused;
      return;
    }
    total += static_cast<size_t>(*size);
    buffers.push_back(allocate(static_cast<size_t>(*size)));
    spans.emplace_back(buffers.back().get(), static_cast<size_t>(*size));
  }
  Memory pool = allocate(method_pool);
  Memory temp = allocate(4096);
  HierarchicalAllocator planned(Span<Span<uint8_t>>(spans.data(), spans.size()));
  MemoryAllocator method_allocator(static_cast<uint32_t>(method_pool), pool.get());
  MemoryAllocator temp_allocator(4096, temp.get());
  MemoryManager manager(&method_allocator, &planned, &temp_allocator);
  Result<Method> method = program.load_method(name, &manager, nullptr, data_map);
  if (!method.ok()) {
    ++outcomes.refused;
    return;
  }
  if (used != nullptr) {
    *used = std::max(*used, method_allocator.used_size());
  }
  std::vector<Memory> inputs;
  for (size_t i = 0; i < meta->num_inputs(); ++i) {
    if (set_input(*method, *meta, i, inputs) != Error::Ok) {
      ++outcomes.failed;
      return;
    }
  }
  for (size_t i = 0; i < meta->num_outputs(); ++i) {
    Result<TensorInfo> info = meta->output_tensor_meta(i);
    if (info.ok() && !info->is_memory_planned() && info->nbytes() <= kMaxPlanned) {
      inputs.push_back(allocate(info->nbytes()));
      // Refused where the output has memory after all, as an input that is returned has.
      (void)method->set_output_data_ptr(inputs.back().get(), info->nbytes(), i);
    }
  }
  Error error = Error::Ok;
  for (int step = 0; step < kMaxSteps && error == Error::Ok; ++step) {
    error = method->step();
  }
  if (error != Error::EndOfMethod) {
    ++outcomes.failed;
    return;
  }
  // What a caller reads must be there.
  volatile uint8_t sink = 0;
  for (size_t i = 0; i < method->outputs_size(); ++i) {
    const EValue& value = method->get_output(i);
    if (value.isTensor() && value.toTensor().const_data_ptr() != nullptr) {
      const auto* data = static_cast<const uint8_t*>(value.toTensor().const_data_ptr());
      for (size_t k = 0; k < value.toTensor().nbytes(); ++k) {
        sink = static_cast<uint8_t>(sink + data[k]);
      }
    }
  }
  ++outcomes.ran;
}

void visit(const Bytes& bytes, size_t method_pool, Outcomes& outcomes, size_t* used) {
  Memory file = allocate(bytes.size());
  std::copy(bytes.begin(), bytes.end(), file.get());
  executorch::extension::BufferDataLoader loader(file.get(), bytes.size());
  Result<Program> program = Program::load(&loader);
  if (!program.ok()) {
    ++outcomes.refused;
    return;
  }
  for (size_t i = 0; i < program->num_methods() && i < 4; ++i) {
    Result<const char*> name = program->get_method_name(i);
    if (name.ok()) {
      run(*program, *name, method_pool, outcomes, used);
    } else {
      ++outcomes.refused;
    }
  }
}

}  // namespace

void set_data(const NamedDataMap* map) { data_map = map; }

void load_and_run(const Bytes& bytes, size_t method_pool, Outcomes& outcomes) {
  visit(bytes, method_pool, outcomes, nullptr);
}

size_t method_pool_needed(const Bytes& bytes) {
  Outcomes outcomes;
  size_t used = 0;
  visit(bytes, 1 << 20, outcomes, &used);
  return outcomes.refused == 0 && outcomes.failed == 0 ? used : 0;
}

}  // namespace ee_faults

// The sweep makes tens of thousands of messages; only the abort of a failed check matters here.
extern "C" void et_pal_emit_log_message(et_timestamp_t, et_pal_log_level_t level,
                                        const char* filename, const char*, size_t line,
                                        const char* message, size_t) {
  if (level == kFatal || std::getenv("EE_FAULT_LOG") != nullptr) {
    std::fprintf(stderr, "%s:%zu: %s\n", filename, line, message);
  }
}
