// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/platform/platform.h>

#include <cstdlib>

namespace executorch::runtime {

namespace {
// Replacements by register_pal(); null: the et_pal_* function. Zero-initialized, so that static
// registrations may log before any constructor has run.
PalImpl replaced;

#define EE_IN_FORCE(member, fallback) (replaced.member != nullptr ? replaced.member : fallback)
}  // namespace

PalImpl PalImpl::create(pal_emit_log_message_method emit_log_message, const char* source_filename) {
  PalImpl impl;
  impl.emit_log_message = emit_log_message;
  impl.source_filename = source_filename;
  return impl;
}

PalImpl PalImpl::create(pal_init_method init, pal_abort_method abort,
                        pal_current_ticks_method current_ticks,
                        pal_ticks_to_ns_multiplier_method ticks_to_ns_multiplier,
                        pal_emit_log_message_method emit_log_message, pal_allocate_method allocate,
                        pal_free_method free, const char* source_filename) {
  return {init,     abort, current_ticks,  ticks_to_ns_multiplier, emit_log_message,
          allocate, free,  source_filename};
}

bool register_pal(PalImpl impl) {
#define EE_REPLACE(member)         \
  if (impl.member != nullptr) {    \
    replaced.member = impl.member; \
  }
  EE_REPLACE(init)
  EE_REPLACE(abort)
  EE_REPLACE(current_ticks)
  EE_REPLACE(ticks_to_ns_multiplier)
  EE_REPLACE(emit_log_message)
  EE_REPLACE(allocate)
  EE_REPLACE(free)
  EE_REPLACE(source_filename)
#undef EE_REPLACE
  if (impl.init != nullptr) {
    impl.init();
  }
  return true;
}

const PalImpl* get_pal_impl() {
  replaced = {EE_IN_FORCE(init, et_pal_init),
              EE_IN_FORCE(abort, et_pal_abort),
              EE_IN_FORCE(current_ticks, et_pal_current_ticks),
              EE_IN_FORCE(ticks_to_ns_multiplier, et_pal_ticks_to_ns_multiplier),
              EE_IN_FORCE(emit_log_message, et_pal_emit_log_message),
              EE_IN_FORCE(allocate, et_pal_allocate),
              EE_IN_FORCE(free, et_pal_free),
              EE_IN_FORCE(source_filename, __FILE__)};
  return &replaced;
}

void pal_init() { EE_IN_FORCE(init, et_pal_init)(); }

ET_NORETURN void pal_abort() {
  EE_IN_FORCE(abort, et_pal_abort)();
  std::abort();
}

et_timestamp_t pal_current_ticks() { return EE_IN_FORCE(current_ticks, et_pal_current_ticks)(); }

et_tick_ratio_t pal_ticks_to_ns_multiplier() {
  return EE_IN_FORCE(ticks_to_ns_multiplier, et_pal_ticks_to_ns_multiplier)();
}

void pal_emit_log_message(et_timestamp_t timestamp, et_pal_log_level_t level, const char* filename,
                          const char* function, size_t line, const char* message, size_t length) {
  EE_IN_FORCE(emit_log_message, et_pal_emit_log_message)
  (timestamp, level, filename, function, line, message, length);
}

void* pal_allocate(size_t size) { return EE_IN_FORCE(allocate, et_pal_allocate)(size); }

void pal_free(void* ptr) { EE_IN_FORCE(free, et_pal_free)(ptr); }

}  // namespace executorch::runtime
