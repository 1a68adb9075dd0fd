// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "demo_backend.h"

#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/core/event_tracer_hooks_delegate.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstring>

namespace ee_test {

DemoBackendCounters& demo_backend_counters() {
  static DemoBackendCounters counters{};
  return counters;
}

namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using namespace executorch::runtime;

class DemoBackend final : public BackendInterface {
 public:
  bool is_available() const override { return true; }

  Result<DelegateHandle*> init(BackendInitContext& context, FreeableBuffer* processed,
                               ArrayRef<CompileSpec> specs) const override {
    if (processed->size() != 8 || std::memcmp(processed->data(), "demo:add", 8) != 0 ||
        specs.empty() || std::strcmp(specs[0].key, "scale") != 0 || specs[0].value.nbytes != 1) {
      return Error::DelegateInvalidCompatibility;
    }
    auto* scale = context.get_runtime_allocator()->allocateInstance<float>();
    if (scale == nullptr) {
      return Error::MemoryAllocationFailed;
    }
    *scale = static_cast<const uint8_t*>(specs[0].value.buffer)[0];
    ++demo_backend_counters().inits;
    demo_backend_counters().named_data = context.get_named_data_map();
    return scale;
  }

  Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                Span<EValue*> args) const override {
    if (args.size() != 3 || !args[0]->isTensor() || !args[1]->isTensor() || !args[2]->isTensor()) {
      return Error::InvalidArgument;
    }
    const Tensor& a = args[0]->toTensor();
    const Tensor& b = args[1]->toTensor();
    const Tensor& out = args[2]->toTensor();
    for (const Tensor* t : {&a, &b, &out}) {
      if (t->scalar_type() != ScalarType::Float || t->numel() != a.numel()) {
        return Error::InvalidArgument;
      }
    }
    const EventTracerEntry event = event_tracer_start_profiling_delegate(
        context.event_tracer(), "demo", kUnsetDelegateDebugIntId);
    for (ssize_t i = 0; i < a.numel(); ++i) {
      static_cast<float*>(out.mutable_data_ptr())[i] =
          (static_cast<const float*>(a.const_data_ptr())[i] +
           static_cast<const float*>(b.const_data_ptr())[i]) *
          *static_cast<float*>(handle);
    }
    event_tracer_end_profiling_delegate(context.event_tracer(), event);
    event_tracer_log_output_delegate(context.event_tracer(), "sum", kUnsetDelegateDebugIntId, out);
    ++demo_backend_counters().executes;
    return Error::Ok;
  }

  void destroy(DelegateHandle*) const override { ++demo_backend_counters().destroys; }
};

DemoBackend backend;
[[maybe_unused]] const Error registered = register_backend({"DemoBackend", &backend});

}  // namespace
}  // namespace ee_test
