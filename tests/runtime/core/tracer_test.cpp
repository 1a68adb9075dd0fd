// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Built with ET_EVENT_TRACER_ENABLED.
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace executorch::runtime;

class Recorder : public EventTracer {
 public:
  std::vector<std::string> events;

  void create_event_block(const char* name) override { add("block", name); }
  EventTracerEntry start_profiling(const char* name, ChainID, DebugHandle) override {
    add("start", name);
    return {7, chain_id_, debug_handle_, 0, DelegateDebugIdType::kNone};
  }
  void end_profiling(EventTracerEntry entry) override {
    add("end", std::to_string(entry.event_id) + "@" + std::to_string(entry.debug_handle));
  }
  EventTracerEntry start_profiling_delegate(const char* name, DelegateDebugIntId) override {
    add("delegate", name);
    return {8, 0, 0, 0, DelegateDebugIdType::kStr};
  }
  void end_profiling_delegate(EventTracerEntry entry, const void*, size_t) override {
    add("delegate_end", std::to_string(entry.event_id));
  }
  void log_profiling_delegate(const char* name, DelegateDebugIntId, et_timestamp_t, et_timestamp_t,
                              const void*, size_t) override {
    add("delegate_log", name);
  }
  void track_allocation(AllocatorID id, size_t size) override {
    add("allocation", std::to_string(id) + ":" + std::to_string(size));
  }
  AllocatorID track_allocator(const char*) override { return 9; }
  Result<bool> log_evalue(const EValue& value, LoggedEValueType type) override {
    add(type == LoggedEValueType::kProgramOutput ? "output" : "value",
        std::to_string(value.toInt()));
    return true;
  }
  Result<bool> log_intermediate_output_delegate(const char*, DelegateDebugIntId,
                                                const executorch::aten::Tensor&) override {
    return true;
  }
  Result<bool> log_intermediate_output_delegate(const char*, DelegateDebugIntId,
                                                const ArrayRef<executorch::aten::Tensor>) override {
    return true;
  }
  Result<bool> log_intermediate_output_delegate(const char*, DelegateDebugIntId,
                                                const int& value) override {
    add("delegate_value", std::to_string(value));
    return true;
  }
  Result<bool> log_intermediate_output_delegate(const char*, DelegateDebugIntId,
                                                const bool&) override {
    return true;
  }
  Result<bool> log_intermediate_output_delegate(const char*, DelegateDebugIntId,
                                                const double&) override {
    return true;
  }
  void set_delegation_intermediate_output_filter(EventTracerFilterBase*) override {}

 private:
  void add(const std::string& what, const std::string& name) {
    events.push_back(what + " " + name);
  }
};

TEST(EventTracer, SeesScopes) {
  Recorder tracer;
  {
    internal::EventTracerProfileMethodScope method(&tracer, "forward");
    internal::EventTracerProfileInstructionScope instruction(&tracer, 0, 42);
    internal::EventTracerProfileOpScope op(&tracer, "add");
  }
  EXPECT_EQ(tracer.events,
            (std::vector<std::string>{"start forward", "start add", "end 7@42", "end 7@0"}));
  EXPECT_EQ(tracer.current_chain_id(), kUnsetChainId);
}

TEST(EventTracer, LevelsFilter) {
  Recorder tracer;
  EValue value(int64_t{3});
  internal::event_tracer_log_evalue(&tracer, value);
  internal::event_tracer_log_evalue_output(&tracer, value);
  EXPECT_TRUE(tracer.events.empty());
  tracer.set_event_tracer_debug_level(EventTracerDebugLogLevel::kProgramOutputs);
  internal::event_tracer_log_evalue(&tracer, value);
  internal::event_tracer_log_evalue_output(&tracer, value);
  EXPECT_EQ(tracer.events, (std::vector<std::string>{"output 3"}));
  tracer.set_event_tracer_profiling_level(EventTracerProfilingLevel::kProfileMethodOnly);
  { internal::EventTracerProfileOpScope op(&tracer, "add"); }
  EXPECT_EQ(tracer.events.size(), 1u);
}

TEST(EventTracer, SeesTheRest) {
  Recorder tracer;
  internal::event_tracer_create_event_block(&tracer, "b");
  const AllocatorID id = internal::event_tracer_track_allocator(&tracer, "method");
  internal::event_tracer_track_allocation(&tracer, id, 64);
  internal::event_tracer_set_bundled_input_index(&tracer, 2);
  EXPECT_EQ(tracer.bundled_input_index(), 2);
  const EventTracerEntry entry = event_tracer_start_profiling_delegate(&tracer, "conv", 1);
  event_tracer_end_profiling_delegate(&tracer, entry);
  event_tracer_log_profiling_delegate(&tracer, "pool", 2, 10, 20);
  event_tracer_log_output_delegate(&tracer, "pool", 2, 5);
  EXPECT_EQ(tracer.events,
            (std::vector<std::string>{"block b", "allocation 9:64", "delegate conv",
                                      "delegate_end 8", "delegate_log pool", "delegate_value 5"}));
}

TEST(EventTracer, NullIsFine) {
  EValue value;
  internal::EventTracerProfileMethodScope method(nullptr, "forward");
  internal::EventTracerProfileInstructionScope instruction(nullptr, 0, 1);
  internal::EventTracerProfileOpScope op(nullptr, "add");
  internal::event_tracer_create_event_block(nullptr, "b");
  internal::event_tracer_log_evalue(nullptr, value);
  EXPECT_EQ(internal::event_tracer_track_allocator(nullptr, "a"), 0u);
  EXPECT_EQ(event_tracer_start_profiling_delegate(nullptr, "c", 1).event_id, 0);
}
