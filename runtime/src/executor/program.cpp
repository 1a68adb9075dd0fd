// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/executor/program.h>

#include <cstring>

#include "flatbuffer.h"
#include "method_loader.h"
#include "schema.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

using internal::fb::Table;
using internal::fb::Vector;
namespace fb = internal::fb;

namespace {

// The flatbuffer has 64-bit numbers that are read in place.
constexpr size_t kAlignment = 8;
constexpr size_t kIdentifierOffset = 4;
constexpr size_t kExtendedHeaderOffset = 8;
// Up to and including segment_base_offset; newer files add segment_data_size.
constexpr uint32_t kExtendedHeaderMinSize = 24;
constexpr uint32_t kExtendedHeaderSize = 32;

struct ExtendedHeader {
  char magic[4];
  uint32_t size;
  uint64_t program_size;
  uint64_t segment_base;
  uint64_t segment_data_size;
};
static_assert(sizeof(ExtendedHeader) == kExtendedHeaderSize, "as in the file");

// The part of the file with the flatbuffer. Sets where the segments begin if there are any.
Result<FreeableBuffer> load_flatbuffer(const DataLoader& loader, size_t file_size,
                                       size_t* segment_base) {
  const DataLoader::SegmentInfo info(DataLoader::SegmentInfo::Type::Program);
  ET_CHECK_OR_RETURN_ERROR(file_size >= Program::kMinHeadBytes, InvalidProgram,
                           "A program has at least %zu bytes, not %zu", Program::kMinHeadBytes,
                           file_size);
  ExtendedHeader header;
  {
    Result<FreeableBuffer> head = loader.load(0, Program::kMinHeadBytes, info);
    if (!head.ok()) {
      return head;
    }
    std::memcpy(&header, static_cast<const uint8_t*>(head->data()) + kExtendedHeaderOffset,
                sizeof(header));
  }
  size_t program_size = file_size;
  if (std::memcmp(header.magic, "eh00", sizeof(header.magic)) == 0) {
    ET_CHECK_OR_RETURN_ERROR(header.size >= kExtendedHeaderMinSize, InvalidProgram,
                             "The extended header has %u bytes, expected at least %u",
                             static_cast<unsigned>(header.size),
                             static_cast<unsigned>(kExtendedHeaderMinSize));
    program_size = fb::to_size(header.program_size);
    *segment_base = fb::to_size(header.segment_base);
    const size_t data_size =
        header.size >= kExtendedHeaderSize ? fb::to_size(header.segment_data_size) : 0;
    ET_CHECK_OR_RETURN_ERROR(
        program_size <= file_size && (*segment_base == 0 || *segment_base >= program_size) &&
            *segment_base <= file_size && data_size <= file_size - *segment_base,
        InvalidProgram,
        "The file has %zu bytes; its header asks for a program of %zu and for %zu at %zu: "
        "truncated or damaged",
        file_size, program_size, data_size, *segment_base);
  }
  return loader.load(0, program_size, info);
}

// Makes the unchecked reads of everything else sound.
Error check_flatbuffer(const FreeableBuffer& data) {
  const uint8_t* base = static_cast<const uint8_t*>(data.data());
  ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(base) % kAlignment == 0, InvalidArgument,
                           "The program at %p must be aligned to %zu bytes",
                           static_cast<const void*>(base), kAlignment);
  ET_CHECK_OR_RETURN_ERROR(data.size() >= Program::kMinHeadBytes, InvalidProgram,
                           "The header gives the program %zu bytes", data.size());
  ET_CHECK_OR_RETURN_ERROR(
      Program::check_header(base, data.size()) == Program::HeaderStatus::CompatibleVersion,
      InvalidProgram, "Not a program of this format: found '%.4s', expected 'ET12'",
      reinterpret_cast<const char*>(base) + kIdentifierOffset);
  return fb::verify_program(base, data.size()) ? Error::Ok : Error::InvalidProgram;
}

}  // namespace

Result<Program> Program::load(DataLoader* loader, Verification) {
  Program program(loader);
  ET_CHECK_OK_OR_RETURN_ERROR(program.open());
  return program;
}

Error Program::open() {
  Result<size_t> file_size = loader_->size();
  if (!file_size.ok()) {
    return file_size.error();
  }
  Result<FreeableBuffer> data = load_flatbuffer(*loader_, *file_size, &segment_base_offset_);
  if (!data.ok()) {
    return data.error();
  }
  program_data_.~FreeableBuffer();
  new (&program_data_) FreeableBuffer(std::move(*data));
  ET_CHECK_OK_OR_RETURN_ERROR(check_flatbuffer(program_data_));
  root_ = fb::follow(static_cast<const uint8_t*>(program_data_.data()));
  const Table program(root_);
  ET_CHECK_OR_RETURN_ERROR(program.u32(fb::program::kVersion) <= kMaxSupportedSchemaVersion,
                           InvalidProgram, "Schema version %u; this runtime reads up to %u",
                           static_cast<unsigned>(program.u32(fb::program::kVersion)),
                           static_cast<unsigned>(kMaxSupportedSchemaVersion));
  return load_segments(*file_size);
}

size_t Program::num_methods() const {
  return Table(root_).vector(fb::program::kExecutionPlan).size();
}

Result<const char*> Program::get_method_name(size_t method_index) const {
  ET_CHECK_OR_RETURN_ERROR(method_index < num_methods(), InvalidArgument,
                           "Method %zu of %zu does not exist", method_index, num_methods());
  const char* name =
      Table(root_).vector(fb::program::kExecutionPlan).table(method_index).c_str(fb::plan::kName);
  ET_CHECK_OR_RETURN_ERROR(name != nullptr, InvalidProgram, "Method %zu has no name", method_index);
  return name;
}

Result<const uint8_t*> Program::find_plan(const char* method_name) const {
  const Vector plans = Table(root_).vector(fb::program::kExecutionPlan);
  for (uint32_t i = 0; i < plans.size(); ++i) {
    const char* name = plans.table(i).c_str(fb::plan::kName);
    if (name != nullptr && std::strcmp(name, method_name) == 0) {
      return plans.table(i).start();
    }
  }
  ET_LOG(Error, "The program has no method '%s'", method_name);
  return Error::InvalidArgument;
}

Result<MethodMeta> Program::method_meta(const char* method_name) const {
  Result<const uint8_t*> plan = find_plan(method_name);
  if (!plan.ok()) {
    return plan.error();
  }
  return MethodMeta(*plan);
}

Result<Method> Program::load_method(const char* method_name, MemoryManager* memory_manager,
                                    EventTracer* event_tracer, const NamedDataMap* named_data_map,
                                    const LoadBackendOptionsMap* backend_options,
                                    Span<const Kernel> kernel_registry) const {
  internal::event_tracer_create_event_block(event_tracer, "Default");
  internal::EventTracerProfileMethodScope scope(event_tracer, "Program::load_method");
  Result<const uint8_t*> plan = find_plan(method_name);
  if (!plan.ok()) {
    return plan.error();
  }
  Method method(this, *plan, event_tracer, memory_manager->temp_allocator());
  Error error = internal::MethodLoader(*this, *memory_manager, named_data_map, backend_options,
                                       kernel_registry, method)
                    .load();
  if (error != Error::Ok) {
    return error;
  }
  return method;
}

Result<const NamedDataMap*> Program::get_named_data_map() const {
  if (Table(root_).vector(fb::program::kNamedData).size() == 0) {
    return Error::NotFound;
  }
  // Every call makes the same map, in the same place.
  return static_cast<const NamedDataMap*>(
      new (named_data_map_) internal::PteDataMap(loader_, segment_base_offset_, root_));
}

Result<const char*> Program::get_output_flattening_encoding(const char* method_name) const {
  Result<const uint8_t*> plan = find_plan(method_name);
  if (!plan.ok()) {
    return plan.error();
  }
  const Table meta = Table(*plan).table(fb::plan::kContainerMeta);
  const char* encoding = meta ? meta.c_str(fb::container_meta::kEncodedOutput) : nullptr;
  if (encoding == nullptr) {
    return Error::NotFound;
  }
  return encoding;
}

Program::HeaderStatus Program::check_header(const void* data, size_t size) {
  if (size < kMinHeadBytes) {
    return HeaderStatus::ShortData;
  }
  const char* identifier = static_cast<const char*>(data) + kIdentifierOffset;
  if (std::memcmp(identifier, "ET", 2) != 0) {
    return HeaderStatus::NotPresent;
  }
  return std::memcmp(identifier, "ET12", 4) == 0 ? HeaderStatus::CompatibleVersion
                                                 : HeaderStatus::IncompatibleVersion;
}

Error Program::get_backend_delegate_data(size_t index, const void** out_data,
                                         size_t* out_size) const {
  const Vector list = Table(root_).vector(fb::program::kDelegateData);
  ET_CHECK_OR_RETURN_ERROR(index < list.size(), InvalidProgram,
                           "Delegate data %zu of %u does not exist", index,
                           static_cast<unsigned>(list.size()));
  const Vector data = list.table(index).vector(fb::inline_data::kData);
  *out_data = data ? data.bytes() : nullptr;
  *out_size = data.size();
  return Error::Ok;
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
