// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// How delegates call an EventTracer; see event_tracer_hooks.h.
#pragma once

#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/event_tracer_hooks.h>

#include <type_traits>

namespace executorch {
namespace runtime {

inline EventTracerEntry event_tracer_start_profiling_delegate(EventTracer* event_tracer,
                                                              const char* name,
                                                              DebugHandle delegate_debug_id) {
  return internal::is_tracing(event_tracer)
             ? event_tracer->start_profiling_delegate(name, delegate_debug_id)
             : EventTracerEntry();
}

inline void event_tracer_end_profiling_delegate(EventTracer* event_tracer,
                                                EventTracerEntry event_tracer_entry,
                                                const void* metadata = nullptr,
                                                size_t metadata_len = 0) {
  if (internal::is_tracing(event_tracer)) {
    event_tracer->end_profiling_delegate(event_tracer_entry, metadata, metadata_len);
  }
}

inline void event_tracer_log_profiling_delegate(EventTracer* event_tracer, const char* name,
                                                DebugHandle delegate_debug_id,
                                                et_timestamp_t start_time, et_timestamp_t end_time,
                                                const void* metadata = nullptr,
                                                size_t metadata_len = 0) {
  if (internal::is_tracing(event_tracer)) {
    event_tracer->log_profiling_delegate(name, delegate_debug_id, start_time, end_time, metadata,
                                         metadata_len);
  }
}

template <typename T>
inline void event_tracer_log_output_delegate([[maybe_unused]] EventTracer* event_tracer,
                                             [[maybe_unused]] const char* name,
                                             [[maybe_unused]] DebugHandle delegate_debug_id,
                                             [[maybe_unused]] const T& output) {
  // Without tracing any type is fine, as with upstream.
  if constexpr (internal::event_tracer_enabled()) {
    static_assert(std::is_same_v<T, int> || std::is_same_v<T, bool> || std::is_same_v<T, double> ||
                      std::is_same_v<T, aten::Tensor> || std::is_same_v<T, ArrayRef<aten::Tensor>>,
                  "an event tracer does not log this type");
    if (event_tracer != nullptr) {
      (void)event_tracer->log_intermediate_output_delegate(name, delegate_debug_id, output);
    }
  }
}

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::event_tracer_end_profiling_delegate;
using ::executorch::runtime::event_tracer_log_output_delegate;
using ::executorch::runtime::event_tracer_log_profiling_delegate;
using ::executorch::runtime::event_tracer_start_profiling_delegate;
}  // namespace executor
}  // namespace torch
