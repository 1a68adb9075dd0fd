// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Built with ET_EVENT_TRACER_ENABLED.
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>
#include <gtest/gtest.h>

#include "recording_tracer.h"

using namespace executorch::runtime;
using Events = std::vector<std::string>;

TEST(EventTracer, SeesScopes) {
  RecordingTracer tracer;
  {
    internal::EventTracerProfileMethodScope method(&tracer, "forward");
    internal::EventTracerProfileInstructionScope instruction(&tracer, 0, 42);
    internal::EventTracerProfileOpScope op(&tracer, "add");
    { internal::EventTracerProfileInstructionScope inner(&tracer, 1, 7); }
    internal::EventTracerProfileOpScope again(&tracer, "mul");
  }
  EXPECT_EQ(tracer.events, (Events{"start forward", "start add @0:42", "start mul @0:42", "end mul",
                                   "end add", "end forward"}));
  EXPECT_EQ(tracer.current_chain_id(), kUnsetChainId);
}

TEST(EventTracer, LevelsFilter) {
  RecordingTracer tracer;
  EValue value(int64_t{3});
  internal::event_tracer_log_evalue(&tracer, value);
  internal::event_tracer_log_evalue_output(&tracer, value);
  EXPECT_TRUE(tracer.events.empty());
  tracer.set_event_tracer_debug_level(EventTracerDebugLogLevel::kProgramOutputs);
  internal::event_tracer_log_evalue(&tracer, value);
  internal::event_tracer_log_evalue_output(&tracer, value);
  EXPECT_EQ(tracer.events, Events{"output 3"});
  tracer.set_event_tracer_profiling_level(EventTracerProfilingLevel::kProfileMethodOnly);
  { internal::EventTracerProfileOpScope op(&tracer, "add"); }
  EXPECT_EQ(tracer.events.size(), 1u);
}

TEST(EventTracer, SeesTheRest) {
  RecordingTracer tracer;
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
            (Events{"block b", "allocation 9:64", "delegate start conv", "delegate end conv",
                    "delegate took 10 pool", "delegate value pool 5"}));
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
