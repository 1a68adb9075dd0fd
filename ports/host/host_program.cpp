// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "host_program.h"

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/hierarchical_allocator.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "../common/peak_allocator.h"

namespace ee {
namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::Span;

constexpr size_t kAlignment = 64;
constexpr size_t kPlannedAlignment = 16;

struct AlignedFree {
  void operator()(uint8_t* data) const { std::free(data); }
};
using AlignedBytes = std::unique_ptr<uint8_t[], AlignedFree>;

AlignedBytes aligned_bytes(size_t size) {
  const size_t rounded = (size + kAlignment) & ~(kAlignment - 1);
  auto* data = static_cast<uint8_t*>(std::aligned_alloc(kAlignment, rounded));
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  return AlignedBytes(data);
}

[[noreturn]] void fail(const std::string& what, Error error) {
  char code[24];
  std::snprintf(code, sizeof(code), " (error 0x%x)", static_cast<unsigned>(error));
  const std::string& log = logged_errors();
  throw std::runtime_error(what + (log.empty() ? "" : ": " + log) + code);
}

void check(Error error, const std::string& what) {
  if (error != Error::Ok) {
    fail(what, error);
  }
}

Error set_tensor(Method& method, size_t index, const HostValue& value) {
  const size_t dim = value.sizes.size();
  std::vector<TensorImpl::SizesType> sizes(value.sizes.begin(), value.sizes.end());
  std::vector<TensorImpl::DimOrderType> order(value.dim_order.begin(), value.dim_order.end());
  std::vector<TensorImpl::StridesType> strides(dim);
  if (order.size() != dim) {
    return Error::InvalidArgument;
  }
  TensorImpl::StridesType stride = 1;
  for (size_t i = dim; i-- > 0;) {
    if (order[i] >= dim) {
      return Error::InvalidArgument;
    }
    strides[order[i]] = stride;
    stride *= sizes[order[i]] > 0 ? sizes[order[i]] : 1;
  }
  TensorImpl impl(static_cast<ScalarType>(value.dtype), static_cast<ssize_t>(dim), sizes.data(),
                  const_cast<char*>(value.data.data()), order.data(), strides.data());
  if (impl.nbytes() != value.data.size()) {
    return Error::InvalidArgument;
  }
  return method.set_input(EValue(Tensor(&impl)), index);
}

// Memory for the outputs that the program did not plan. An output that is an input too gets that
// of the input, which is set later.
std::vector<AlignedBytes> give_outputs(Method& method) {
  std::vector<AlignedBytes> buffers;
  const auto meta = method.method_meta();
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    if (!method.get_output(i).isTensor()) {
      continue;
    }
    const auto tensor = meta.output_tensor_meta(i);
    check(tensor.error(), "reading about output " + std::to_string(i) + " failed");
    if (!tensor->is_memory_planned()) {
      buffers.push_back(aligned_bytes(tensor->nbytes()));
      check(method.set_output_data_ptr(buffers.back().get(), tensor->nbytes(), i),
            "giving memory to output " + std::to_string(i) + " failed");
    }
  }
  return buffers;
}

Error set_input(Method& method, size_t index, const HostValue& value) {
  int64_t integer = 0;
  double real = 0;
  switch (value.kind) {
    case ValueKind::kNone:
      return Error::Ok;
    case ValueKind::kTensor:
      return set_tensor(method, index, value);
    case ValueKind::kInt:
      std::memcpy(&integer, value.data.data(), sizeof(integer));
      return method.set_input(EValue(integer), index);
    case ValueKind::kDouble:
      std::memcpy(&real, value.data.data(), sizeof(real));
      return method.set_input(EValue(real), index);
    case ValueKind::kBool:
      return method.set_input(EValue(value.data.at(0) != 0), index);
  }
  return Error::InvalidArgument;
}

template <typename T>
HostValue scalar(ValueKind kind, T value) {
  HostValue result;
  result.kind = kind;
  result.data.assign(reinterpret_cast<const char*>(&value), sizeof(value));
  return result;
}

HostValue to_host(const EValue& value, size_t index) {
  if (value.isTensor()) {
    const Tensor& tensor = value.toTensor();
    HostValue result;
    result.kind = ValueKind::kTensor;
    result.dtype = static_cast<int>(tensor.scalar_type());
    result.sizes.assign(tensor.sizes().begin(), tensor.sizes().end());
    result.dim_order.assign(tensor.dim_order().begin(), tensor.dim_order().end());
    if (tensor.nbytes() > 0) {
      if (tensor.const_data_ptr() == nullptr) {
        throw std::runtime_error("output " + std::to_string(index) + " has no memory");
      }
      result.data.assign(static_cast<const char*>(tensor.const_data_ptr()), tensor.nbytes());
    }
    return result;
  }
  if (value.isInt()) {
    return scalar(ValueKind::kInt, value.toInt());
  }
  if (value.isDouble()) {
    return scalar(ValueKind::kDouble, value.toDouble());
  }
  if (value.isBool()) {
    return scalar(ValueKind::kBool, value.toBool());
  }
  if (value.isNone()) {
    return HostValue();
  }
  throw std::runtime_error("output " + std::to_string(index) +
                           " is a list or a string, which cannot be returned");
}

struct Planned {
  std::vector<AlignedBytes> buffers;
  std::vector<Span<uint8_t>> spans;
  size_t bytes = 0;
};

Planned plan(const executorch::runtime::MethodMeta& meta) {
  Planned planned;
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    const auto size = meta.memory_planned_buffer_size(i);
    check(size.error(), "reading the size of a planned buffer failed");
    const size_t bytes = static_cast<size_t>(*size);
    planned.buffers.push_back(aligned_bytes(bytes));
    std::memset(planned.buffers.back().get(), 0, bytes);
    planned.spans.emplace_back(planned.buffers.back().get(), bytes);
    planned.bytes += (bytes + kPlannedAlignment - 1) & ~(kPlannedAlignment - 1);
  }
  return planned;
}

}  // namespace

struct HostProgram::State {
  AlignedBytes data;
  executorch::extension::BufferDataLoader loader;
  std::optional<executorch::runtime::Program> program;

  explicit State(const std::string& bytes)
      : data(aligned_bytes(bytes.size())), loader(data.get(), bytes.size()) {
    std::memcpy(data.get(), bytes.data(), bytes.size());
  }
};

HostProgram::HostProgram(const std::string& data) : state_(new State(data)) {
  clear_log();
  executorch::runtime::runtime_init();
  auto program = executorch::runtime::Program::load(&state_->loader);
  check(program.error(), "the program does not load");
  state_->program.emplace(std::move(*program));
}

HostProgram::~HostProgram() = default;

std::vector<std::string> HostProgram::methods() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < state_->program->num_methods(); ++i) {
    const auto name = state_->program->get_method_name(i);
    check(name.error(), "reading a method's name failed");
    names.emplace_back(*name);
  }
  return names;
}

std::vector<HostValues> HostProgram::run(const std::string& method_name,
                                         const std::vector<HostValues>& runs, bool gives_outputs,
                                         size_t method_bytes, size_t temp_bytes,
                                         HostMemory& memory) const {
  clear_log();
  const auto meta = state_->program->method_meta(method_name.c_str());
  check(meta.error(), "the program has no method '" + method_name + "'");
  Planned planned = plan(*meta);
  const AlignedBytes method_data = aligned_bytes(method_bytes);
  const AlignedBytes temp_data = aligned_bytes(temp_bytes);
  PeakAllocator method_allocator(method_data.get(), static_cast<uint32_t>(method_bytes));
  PeakAllocator temp_allocator(temp_data.get(), static_cast<uint32_t>(temp_bytes));
  HierarchicalAllocator planned_allocator({planned.spans.data(), planned.spans.size()});
  MemoryManager manager(&method_allocator, &planned_allocator, &temp_allocator);
  auto method = state_->program->load_method(method_name.c_str(), &manager);
  check(method.error(), "the method '" + method_name + "' does not load");

  std::vector<HostValues> results;
  for (const HostValues& inputs : runs) {
    std::vector<AlignedBytes> given;
    if (gives_outputs) {
      given = give_outputs(*method);
    }
    if (inputs.size() != method->inputs_size()) {
      throw std::runtime_error("the method takes " + std::to_string(method->inputs_size()) +
                               " inputs, got " + std::to_string(inputs.size()));
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
      check(set_input(*method, i, inputs[i]), "setting input " + std::to_string(i) + " failed");
    }
    check(method->execute(), "execution failed");
    HostValues outputs;
    for (size_t i = 0; i < method->outputs_size(); ++i) {
      outputs.push_back(to_host(method->get_output(i), i));
    }
    results.push_back(std::move(outputs));
  }
  memory = {method_allocator.used_size(), planned.bytes, temp_allocator.peak()};
  return results;
}

}  // namespace ee
