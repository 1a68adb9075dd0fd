// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Delegates of a method. A part that a kernel bundle may leave out (selected_parts.cpp).
#include <executorch/runtime/executor/merged_data_map.h>

#include "method_loader.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

using fb::Table;
using fb::Vector;

Error MethodLoader::load_delegates_part() {
  const Vector delegates = plan_.vector(fb::plan::kDelegates);
  Result<const NamedDataMap*> own_data = program_.get_named_data_map();
  if (own_data.ok()) {
    const NamedDataMap* all = *own_data;
    if (named_data_ != nullptr) {
      Result<MergedDataMap> both = MergedDataMap::load(named_data_, *own_data);
      if (!both.ok()) {
        return both.error();
      }
      void* memory = take(sizeof(MergedDataMap), alignof(MergedDataMap), "data map");
      if (memory == nullptr) {
        return Error::MemoryAllocationFailed;
      }
      // Its destructor has nothing to do.
      all = new (memory) MergedDataMap(std::move(*both));
    }
    named_data_ = all;
  }
  for (uint32_t i = 0; i < delegates.size(); ++i) {
    ET_CHECK_OK_OR_RETURN_ERROR(load_delegate(delegates.table(i), method_.delegates()[i]));
    // Only now is it the Method's to destroy.
    method_.n_delegates_ = i + 1;
  }
  return Error::Ok;
}

Error MethodLoader::load_delegate(Table delegate, Delegate& out) {
  const char* id = delegate.c_str(fb::delegate::kId);
  const Table processed = delegate.table(fb::delegate::kProcessed);
  ET_CHECK_OR_RETURN_ERROR(id != nullptr && processed, InvalidProgram,
                           "A delegate has no id or no data");
  BackendInterface* backend = get_backend_class(id);
  ET_CHECK_OR_RETURN_ERROR(backend != nullptr && backend->is_available(), NotFound,
                           "Backend '%s' is not registered or not available", id);

  const Vector specs = delegate.vector(fb::delegate::kCompileSpecs);
  CompileSpec* list = nullptr;
  if (specs.size() > 0) {
    list = static_cast<CompileSpec*>(
        take(specs.size() * sizeof(CompileSpec), alignof(CompileSpec), "compile specs"));
    if (list == nullptr) {
      return Error::MemoryAllocationFailed;
    }
    for (uint32_t i = 0; i < specs.size(); ++i) {
      const Vector value = specs.table(i).vector(fb::compile_spec::kValue);
      const char* key = specs.table(i).c_str(fb::compile_spec::kKey);
      ET_CHECK_OR_RETURN_ERROR(key != nullptr && value, InvalidProgram,
                               "Compile spec %u of backend '%s' has no key or no value",
                               static_cast<unsigned>(i), id);
      list[i].key = key;
      list[i].value = {const_cast<uint8_t*>(value.bytes()), value.size()};
    }
  }

  FreeableBuffer* data = nullptr;
  const uint32_t index = processed.u32(fb::reference::kIndex);
  const uint8_t location = processed.u8(fb::reference::kLocation);
  if (location == 0) {
    const void* bytes;
    size_t size;
    ET_CHECK_OK_OR_RETURN_ERROR(program_.get_backend_delegate_data(index, &bytes, &size));
    data = new (&out.data) FreeableBuffer(bytes, size, nullptr);
  } else {
    ET_CHECK_OR_RETURN_ERROR(location == 1, InvalidProgram,
                             "The data of backend '%s' is in unknown location %u", id,
                             static_cast<unsigned>(location));
    Result<FreeableBuffer> segment = program_.LoadSegment(
        DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Backend, index, id));
    if (!segment.ok()) {
      return segment.error();
    }
    data = new (&out.data) FreeableBuffer(std::move(*segment));
  }
  BackendInitContext context(memory_.method_allocator(), method_.event_tracer_,
                             plan_.c_str(fb::plan::kName), named_data_,
                             backend_options_ == nullptr ? Span<const BackendOption>()
                                                         : backend_options_->get_options(id));
  Result<DelegateHandle*> handle =
      backend->init(context, data, ArrayRef<CompileSpec>(list, specs.size()));
  if (!handle.ok()) {
    ET_LOG(Error, "Backend '%s' failed to initialize: error 0x%x", id,
           static_cast<unsigned>(handle.error()));
    data->~FreeableBuffer();
    return handle.error();
  }
  out.backend = backend;
  out.handle = *handle;
  return Error::Ok;
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
