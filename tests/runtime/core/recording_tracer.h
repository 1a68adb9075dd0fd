// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/event_tracer.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

// Writes down what it is told, one line an event. Those of an instruction end in " @chain:place".
class RecordingTracer : public executorch::runtime::EventTracer {
  using Entry = executorch::runtime::EventTracerEntry;
  using Number = executorch::runtime::DelegateDebugIntId;
  using Logged = executorch::runtime::Result<bool>;

 public:
  std::vector<std::string> events;

  std::vector<std::string> take() { return std::exchange(events, {}); }

  void create_event_block(const char* name) override { add("block ", name); }

  Entry start_profiling(const char* name, executorch::runtime::ChainID,
                        executorch::runtime::DebugHandle) override {
    add("start ", name);
    return entry(name);
  }
  void end_profiling(Entry entry) override { events.push_back("end " + names_.at(entry.event_id)); }

  Entry start_profiling_delegate(const char* name, Number) override {
    add("delegate start ", name);
    return entry(name);
  }
  void end_profiling_delegate(Entry entry, const void*, size_t) override {
    events.push_back("delegate end " + names_.at(entry.event_id));
  }
  void log_profiling_delegate(const char* name, Number, et_timestamp_t start, et_timestamp_t end,
                              const void*, size_t) override {
    add("delegate took " + std::to_string(end - start) + " ", name);
  }

  void track_allocation(executorch::runtime::AllocatorID id, size_t size) override {
    add("allocation " + std::to_string(id) + ":" + std::to_string(size), "");
  }
  executorch::runtime::AllocatorID track_allocator(const char*) override { return 9; }

  Logged log_evalue(const executorch::runtime::EValue& value,
                    executorch::runtime::LoggedEValueType type) override {
    const bool is_output = type == executorch::runtime::LoggedEValueType::kProgramOutput;
    add(is_output ? "output " : "value ", text(value));
    return true;
  }
  Logged log_intermediate_output_delegate(const char* name, Number,
                                          const executorch::aten::Tensor& output) override {
    return log_delegate(name, text(output));
  }
  Logged log_intermediate_output_delegate(
      const char* name, Number,
      const executorch::runtime::ArrayRef<executorch::aten::Tensor> output) override {
    return log_delegate(name, std::to_string(output.size()) + " tensors");
  }
  Logged log_intermediate_output_delegate(const char* name, Number, const int& output) override {
    return log_delegate(name, std::to_string(output));
  }
  Logged log_intermediate_output_delegate(const char* name, Number, const bool& output) override {
    return log_delegate(name, output ? "true" : "false");
  }
  Logged log_intermediate_output_delegate(const char* name, Number, const double& output) override {
    return log_delegate(name, std::to_string(output));
  }
  void set_delegation_intermediate_output_filter(
      executorch::runtime::EventTracerFilterBase*) override {}

 private:
  Entry entry(const char* name) {
    names_.push_back(name);
    Entry made{};
    made.event_id = static_cast<int64_t>(names_.size() - 1);
    return made;
  }

  Logged log_delegate(const char* name, const std::string& value) {
    add("delegate value ", name + (" " + value));
    return true;
  }

  void add(const std::string& what, const std::string& name) {
    std::string line = what + name;
    if (current_chain_id() != executorch::runtime::kUnsetChainId) {
      line +=
          " @" + std::to_string(current_chain_id()) + ":" + std::to_string(current_debug_handle());
    }
    events.push_back(line);
  }

  // Floats; of others the number of elements.
  static std::string text(const executorch::aten::Tensor& tensor) {
    std::ostringstream out;
    if (tensor.scalar_type() != executorch::aten::ScalarType::Float) {
      out << tensor.numel() << " elements";
      return out.str();
    }
    for (ssize_t i = 0; i < tensor.numel(); ++i) {
      out << (i == 0 ? "" : " ") << static_cast<const float*>(tensor.const_data_ptr())[i];
    }
    return out.str();
  }
  static std::string text(const executorch::runtime::EValue& value) {
    return value.isTensor() ? text(value.toTensor()) : std::to_string(value.toInt());
  }

  std::vector<std::string> names_;
};
