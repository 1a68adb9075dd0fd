// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/event_tracer.h>
#include <executorch/runtime/core/freeable_buffer.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/executor/memory_manager.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/method_meta.h>
#include <executorch/runtime/executor/pte_data_map.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/compiler.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace testing {
class ProgramTestFriend;
}  // namespace testing
namespace internal {
class MethodLoader;
}  // namespace internal

// A .pte file. Its flatbuffer and constants stay where the DataLoader has them; with a
// BufferDataLoader over flash nothing is copied.
class Program final {
 public:
  // Kept for source compatibility: load() always checks every offset it will later read, because
  // reads during execution are unchecked. The cost is linear in the size of the flatbuffer.
  enum class Verification : uint8_t { Minimal, InternalConsistency };

  // The highest `version` of the schema that this runtime reads.
  static constexpr uint32_t kMaxSupportedSchemaVersion = 0;

  // The loader must outlive the Program; its data must be aligned to 8 bytes.
  ET_NODISCARD static Result<Program> load(DataLoader* loader,
                                           Verification verification = Verification::Minimal);

  [[deprecated("use load()")]] ET_NODISCARD static Result<Program> Load(
      DataLoader* loader, Verification verification = Verification::Minimal) {
    return load(loader, verification);
  }

  Program(Program&&) noexcept = default;
  ~Program() = default;

  // `nbytes` bytes of constant `buffer_idx` of the constant segment, in place.
  Result<const void*> get_constant_buffer_data(size_t buffer_idx, size_t nbytes) const;

  // Error::NotFound if the file has no named data.
  Result<const NamedDataMap*> get_named_data_map() const;

  size_t num_methods() const;
  // The pointer lives as long as the Program.
  Result<const char*> get_method_name(size_t method_index) const;

  // Every byte the Method needs comes from memory_manager->method_allocator(); the exact sequence
  // is at the top of src/executor/method_loader.cpp. `named_data_map` has the tensors whose data
  // is outside the file, and more data for delegates; it must outlive the Method.
  Result<Method> load_method(const char* method_name, MemoryManager* memory_manager,
                             EventTracer* event_tracer = nullptr,
                             const NamedDataMap* named_data_map = nullptr,
                             const LoadBackendOptionsMap* backend_options = nullptr,
                             Span<const Kernel> kernel_registry = {}) const;

  Result<MethodMeta> method_meta(const char* method_name) const;

  [[deprecated("will move out of the core program")]] Result<const char*>
  get_output_flattening_encoding(const char* method_name = "forward") const;

  enum HeaderStatus { CompatibleVersion, IncompatibleVersion, NotPresent, ShortData };
  static constexpr size_t kMinHeadBytes = 64;
  static HeaderStatus check_header(const void* data, size_t size);

 private:
  friend class internal::MethodLoader;
  friend class ::executorch::espressif::MethodView;
  friend class testing::ProgramTestFriend;

  explicit Program(DataLoader* loader) : loader_(loader) {}

  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program& operator=(Program&&) noexcept = delete;

  ET_NODISCARD Error open();
  // Data behind the flatbuffer: loaded if the kernel bundle has selected this, else an error. See
  // src/executor/selected_parts.cpp.
  ET_NODISCARD Error load_segments(size_t file_size);
  ET_NODISCARD Error load_segments_part(size_t file_size);
  Result<const uint8_t*> find_plan(const char* method_name) const;
  ET_NODISCARD Result<FreeableBuffer> LoadSegment(const DataLoader::SegmentInfo& info) const;
  ET_NODISCARD Error get_backend_delegate_data(size_t index, const void** out_data,
                                               size_t* out_size) const;
  ET_NODISCARD Error load_mutable_subsegment_into(size_t mutable_data_segments_index,
                                                  size_t offset_index, size_t size,
                                                  void* buffer) const;

  FreeableBuffer program_data_;
  FreeableBuffer constant_segment_data_;
  DataLoader* loader_;
  // The verified root table.
  const uint8_t* root_ = nullptr;
  size_t segment_base_offset_ = 0;
  // Made by get_named_data_map(): firmware that never calls it links no PteDataMap.
  alignas(internal::PteDataMap) mutable unsigned char named_data_map_[sizeof(internal::PteDataMap)];
};

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::ET_RUNTIME_NAMESPACE::Program;
}  // namespace executor
}  // namespace torch
