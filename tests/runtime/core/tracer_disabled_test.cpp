// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Built without ET_EVENT_TRACER_ENABLED.
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>
#include <gtest/gtest.h>

#include "recording_tracer.h"

using namespace executorch::runtime;

TEST(EventTracerDisabled, NothingIsReported) {
  RecordingTracer tracer;
  tracer.set_event_tracer_debug_level(EventTracerDebugLogLevel::kIntermediateOutputs);
  EValue value(int64_t{3});
  {
    internal::EventTracerProfileMethodScope method(&tracer, "forward");
    internal::EventTracerProfileInstructionScope instruction(&tracer, 0, 42);
    internal::EventTracerProfileOpScope op(&tracer, "add");
    EXPECT_EQ(tracer.current_chain_id(), kUnsetChainId);
  }
  internal::event_tracer_create_event_block(&tracer, "b");
  internal::event_tracer_log_evalue(&tracer, value);
  internal::event_tracer_log_evalue_output(&tracer, value);
  event_tracer_end_profiling_delegate(&tracer,
                                      event_tracer_start_profiling_delegate(&tracer, "c", 1));
  event_tracer_log_profiling_delegate(&tracer, "pool", 2, 10, 20);
  event_tracer_log_output_delegate(&tracer, "pool", 2, 5);
  EXPECT_TRUE(tracer.events.empty());
}

// A delegate that logs a type which no tracer takes builds without tracing, as with upstream.
TEST(EventTracerDisabled, DelegatesMayLogAnyType) {
  RecordingTracer tracer;
  event_tracer_log_output_delegate(&tracer, "pool", 2, 5.0f);
  event_tracer_log_output_delegate(&tracer, "pool", 2, std::string("text"));
  EXPECT_TRUE(tracer.events.empty());
}
