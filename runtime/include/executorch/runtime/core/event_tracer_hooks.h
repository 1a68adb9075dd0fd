// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// How the runtime and generated kernel code call an EventTracer: a null tracer is fine, and without
// ET_EVENT_TRACER_ENABLED everything here compiles to nothing.
#pragma once

#include <executorch/runtime/core/event_tracer.h>

namespace executorch {
namespace runtime {
namespace internal {

inline constexpr bool event_tracer_enabled() {
#ifdef ET_EVENT_TRACER_ENABLED
  return true;
#else
  return false;
#endif
}

inline bool is_tracing(const EventTracer* tracer) {
  return event_tracer_enabled() && tracer != nullptr;
}

// An operator, from construction to destruction.
class EventTracerProfileOpScope final {
 public:
  EventTracerProfileOpScope([[maybe_unused]] EventTracer* event_tracer,
                            [[maybe_unused]] const char* name) {
#ifdef ET_EVENT_TRACER_ENABLED
    if (event_tracer != nullptr && event_tracer->event_tracer_profiling_level() >
                                       EventTracerProfilingLevel::kProfileMethodOnly) {
      event_tracer_ = event_tracer;
      event_entry_ = event_tracer->start_profiling(name);
    }
#endif
  }
  ~EventTracerProfileOpScope() {
#ifdef ET_EVENT_TRACER_ENABLED
    if (event_tracer_ != nullptr) {
      event_tracer_->end_profiling(event_entry_);
    }
#endif
  }

 private:
#ifdef ET_EVENT_TRACER_ENABLED
  EventTracer* event_tracer_ = nullptr;
  EventTracerEntry event_entry_;
#endif
};

using EventTracerProfileScope = EventTracerProfileOpScope;

// A method: traced at every profiling level.
class EventTracerProfileMethodScope final {
 public:
  EventTracerProfileMethodScope([[maybe_unused]] EventTracer* event_tracer,
                                [[maybe_unused]] const char* name) {
#ifdef ET_EVENT_TRACER_ENABLED
    event_tracer_ = event_tracer;
    if (event_tracer_ != nullptr) {
      event_entry_ = event_tracer_->start_profiling(name);
    }
#endif
  }
  ~EventTracerProfileMethodScope() {
#ifdef ET_EVENT_TRACER_ENABLED
    if (event_tracer_ != nullptr) {
      event_tracer_->end_profiling(event_entry_);
    }
#endif
  }

 private:
#ifdef ET_EVENT_TRACER_ENABLED
  EventTracer* event_tracer_;
  EventTracerEntry event_entry_;
#endif
};

// The instruction that events inside belong to. Scopes nest.
class EventTracerProfileInstructionScope final {
 public:
  EventTracerProfileInstructionScope([[maybe_unused]] EventTracer* event_tracer,
                                     [[maybe_unused]] ChainID chain_idx,
                                     [[maybe_unused]] DebugHandle debug_handle) {
#ifdef ET_EVENT_TRACER_ENABLED
    event_tracer_ = event_tracer;
    if (event_tracer_ != nullptr) {
      outer_chain_ = event_tracer_->current_chain_id();
      outer_handle_ = event_tracer_->current_debug_handle();
      event_tracer_->set_chain_debug_handle(chain_idx, debug_handle);
    }
#endif
  }
  ~EventTracerProfileInstructionScope() {
#ifdef ET_EVENT_TRACER_ENABLED
    if (event_tracer_ != nullptr) {
      event_tracer_->set_chain_debug_handle(outer_chain_, outer_handle_);
    }
#endif
  }

 private:
#ifdef ET_EVENT_TRACER_ENABLED
  EventTracer* event_tracer_;
  ChainID outer_chain_;
  DebugHandle outer_handle_;
#endif
};

inline void event_tracer_create_event_block(EventTracer* event_tracer, char const* name) {
  if (is_tracing(event_tracer)) {
    event_tracer->create_event_block(name);
  }
}

inline EventTracerEntry event_tracer_begin_profiling_event(EventTracer* event_tracer,
                                                           char const* name) {
  return is_tracing(event_tracer) ? event_tracer->start_profiling(name) : EventTracerEntry();
}

inline void event_tracer_end_profiling_event(EventTracer* event_tracer, EventTracerEntry event) {
  if (is_tracing(event_tracer)) {
    event_tracer->end_profiling(event);
  }
}

inline AllocatorID event_tracer_track_allocator(EventTracer* event_tracer, const char* name) {
  return is_tracing(event_tracer) ? event_tracer->track_allocator(name) : 0;
}

inline void event_tracer_track_allocation(EventTracer* event_tracer, AllocatorID id, size_t size) {
  if (is_tracing(event_tracer)) {
    event_tracer->track_allocation(id, size);
  }
}

inline void event_tracer_log_evalue(EventTracer* event_tracer, EValue& evalue) {
  if (is_tracing(event_tracer) &&
      event_tracer->event_tracer_debug_level() >= EventTracerDebugLogLevel::kIntermediateOutputs) {
    (void)event_tracer->log_evalue(evalue, LoggedEValueType::kIntermediateOutput);
  }
}

inline void event_tracer_log_evalue_output(EventTracer* event_tracer, const EValue& evalue) {
  if (is_tracing(event_tracer) &&
      event_tracer->event_tracer_debug_level() >= EventTracerDebugLogLevel::kProgramOutputs) {
    (void)event_tracer->log_evalue(evalue, LoggedEValueType::kProgramOutput);
  }
}

inline void event_tracer_set_bundled_input_index(EventTracer* event_tracer,
                                                 int bundled_input_index) {
  if (is_tracing(event_tracer)) {
    event_tracer->set_bundled_input_index(bundled_input_index);
  }
}

}  // namespace internal
}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
namespace internal {
using ::executorch::runtime::internal::event_tracer_begin_profiling_event;
using ::executorch::runtime::internal::event_tracer_create_event_block;
using ::executorch::runtime::internal::event_tracer_end_profiling_event;
using ::executorch::runtime::internal::event_tracer_log_evalue;
using ::executorch::runtime::internal::event_tracer_log_evalue_output;
using ::executorch::runtime::internal::event_tracer_set_bundled_input_index;
using ::executorch::runtime::internal::event_tracer_track_allocation;
using ::executorch::runtime::internal::event_tracer_track_allocator;
using ::executorch::runtime::internal::EventTracerProfileInstructionScope;
using ::executorch::runtime::internal::EventTracerProfileMethodScope;
using ::executorch::runtime::internal::EventTracerProfileOpScope;
using ::executorch::runtime::internal::EventTracerProfileScope;
}  // namespace internal
}  // namespace executor
}  // namespace torch
