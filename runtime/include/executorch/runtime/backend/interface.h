// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/backend_execution_context.h>
#include <executorch/runtime/backend/backend_init_context.h>
#include <executorch/runtime/backend/backend_option_context.h>
#include <executorch/runtime/backend/options.h>
#include <executorch/runtime/core/array_ref.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/core/named_data_map.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstring>

namespace executorch {
namespace runtime {

struct SizedBuffer {
  void* buffer;
  size_t nbytes;
};

// A setting that the exporter stored for the backend.
struct CompileSpec {
  const char* key;
  SizedBuffer value;
};

// Whatever init() returns; only the backend looks inside.
using DelegateHandle = void;

// A delegate: executes parts of a program that its own compiler turned into a blob.
class BackendInterface {
 public:
  virtual ~BackendInterface() = 0;

  // Whether the device can run it.
  ET_NODISCARD virtual bool is_available() const = 0;

  // Prepares one blob. `processed` may be freed here once it is not needed any more; otherwise it
  // lives as long as the handle.
  ET_NODISCARD virtual Result<DelegateHandle*> init(BackendInitContext& context,
                                                    FreeableBuffer* processed,
                                                    ArrayRef<CompileSpec> compile_specs) const = 0;

  // `args`: the blob's inputs, then its outputs.
  ET_NODISCARD virtual Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                                     Span<EValue*> args) const = 0;

  ET_NODISCARD virtual Error set_option(ET_UNUSED BackendOptionContext& context,
                                        ET_UNUSED const Span<BackendOption>& backend_options) {
    return Error::Ok;
  }
  ET_NODISCARD virtual Error get_option(ET_UNUSED BackendOptionContext& context,
                                        ET_UNUSED Span<BackendOption>& backend_options) {
    return Error::Ok;
  }

  // Called once per handle when its method goes.
  virtual void destroy(ET_UNUSED DelegateHandle* handle) const {}
};

struct Backend {
  // The id that the .pte names; must live as long as the registry.
  const char* name;
  BackendInterface* backend;
};

// InvalidArgument if the name is taken; Internal if all 16 places are.
ET_NODISCARD Error register_backend(const Backend& backend);
// Null if there is none of that name.
BackendInterface* get_backend_class(const char* name);
size_t get_num_registered_backends();
// InvalidArgument when out of range.
Result<const char*> get_backend_name(size_t index);

// NotFound if there is no such backend, else what the backend says.
Error set_option(const char* backend_name, const Span<BackendOption> backend_options);
Error get_option(const char* backend_name, Span<BackendOption> backend_options);

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::Backend;
using ::executorch::runtime::CompileSpec;
using ::executorch::runtime::DelegateHandle;
using ::executorch::runtime::get_backend_class;
using ::executorch::runtime::register_backend;
using ::executorch::runtime::SizedBuffer;
using PyTorchBackendInterface = ::executorch::runtime::BackendInterface;
}  // namespace executor
}  // namespace torch
