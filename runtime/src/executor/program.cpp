// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
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

struct Extent {
  uint64_t program_size;
  uint64_t segment_base;
};

// `head` holds kMinHeadBytes.
Result<Extent> read_extended_header(const uint8_t* head, size_t file_size) {
  if (std::memcmp(head + kExtendedHeaderOffset, "eh00", 4) != 0) {
    return Extent{file_size, 0};
  }
  uint32_t header_size;
  uint64_t fields[3];
  std::memcpy(&header_size, head + kExtendedHeaderOffset + 4, sizeof(header_size));
  std::memcpy(fields, head + kExtendedHeaderOffset + 8, sizeof(fields));
  ET_CHECK_OR_RETURN_ERROR(header_size >= kExtendedHeaderMinSize, InvalidProgram,
                           "The extended header has %u bytes, expected at least %u",
                           static_cast<unsigned>(header_size),
                           static_cast<unsigned>(kExtendedHeaderMinSize));
  const uint64_t program_size = fields[0];
  const uint64_t base = fields[1];
  const uint64_t data_size = header_size >= kExtendedHeaderSize ? fields[2] : 0;
  ET_CHECK_OR_RETURN_ERROR(
      program_size <= file_size && (base == 0 || base >= program_size) && base <= file_size &&
          data_size <= file_size - base,
      InvalidProgram,
      "The file has %zu bytes; its header asks for a program of %llu and for %llu at %llu: "
      "truncated or damaged",
      file_size, static_cast<unsigned long long>(program_size),
      static_cast<unsigned long long>(data_size), static_cast<unsigned long long>(base));
  return Extent{program_size, base};
}

// Every reference to a segment, so that later loads need no checks.
Error check_segments(Table program, uint64_t segment_base, size_t file_size) {
  const Vector segments = program.vector(fb::program::kSegments);
  const uint64_t room = segment_base == 0 ? 0 : file_size - segment_base;
  for (uint32_t i = 0; i < segments.size(); ++i) {
    const uint64_t offset = segments.table(i).scalar<uint64_t>(fb::segment::kOffset);
    const uint64_t size = segments.table(i).scalar<uint64_t>(fb::segment::kSize);
    ET_CHECK_OR_RETURN_ERROR(offset <= room && size <= room - offset, InvalidProgram,
                             "Segment %u (%llu bytes at %llu) ends after the file's %llu",
                             static_cast<unsigned>(i), static_cast<unsigned long long>(size),
                             static_cast<unsigned long long>(offset),
                             static_cast<unsigned long long>(room));
  }
  const Vector named = program.vector(fb::program::kNamedData);
  for (uint32_t i = 0; i < named.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(named.table(i).u32(fb::named_data::kSegment) < segments.size() &&
                                 named.table(i).vector(fb::named_data::kKey),
                             InvalidProgram, "Named data %u has no key or no segment",
                             static_cast<unsigned>(i));
  }
  const Vector mutables = program.vector(fb::program::kMutableDataSegments);
  for (uint32_t i = 0; i < mutables.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(mutables.table(i).u32(fb::subsegments::kSegment) < segments.size(),
                             InvalidProgram, "Mutable data %u has no segment",
                             static_cast<unsigned>(i));
  }
  return Error::Ok;
}

// The segment must exist.
Result<FreeableBuffer> load_segment(const DataLoader& loader, Table program, uint64_t segment_base,
                                    const DataLoader::SegmentInfo& info) {
  const Table segment = program.vector(fb::program::kSegments).table(info.segment_index);
  return loader.load(
      static_cast<size_t>(segment_base + segment.scalar<uint64_t>(fb::segment::kOffset)),
      static_cast<size_t>(segment.scalar<uint64_t>(fb::segment::kSize)), info);
}

// The segment that holds the constants; empty if there are none.
Result<FreeableBuffer> load_constants(const DataLoader& loader, Table program,
                                      uint64_t segment_base) {
  const Table constants = program.table(fb::program::kConstantSegment);
  // Entry 0 is a placeholder.
  if (!constants || constants.vector(fb::subsegments::kOffsets).size() <= 1) {
    return FreeableBuffer();
  }
  const uint32_t n = program.vector(fb::program::kSegments).size();
  const uint32_t index = constants.u32(fb::subsegments::kSegment);
  ET_CHECK_OR_RETURN_ERROR(index < n, InvalidProgram, "The constants are in segment %u of %u",
                           static_cast<unsigned>(index), static_cast<unsigned>(n));
  return load_segment(loader, program, segment_base,
                      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Constant, index));
}

}  // namespace

Result<Program> Program::load(DataLoader* loader, Verification) {
  const DataLoader::SegmentInfo program_info(DataLoader::SegmentInfo::Type::Program);
  Result<size_t> file_size = loader->size();
  if (!file_size.ok()) {
    return file_size.error();
  }
  ET_CHECK_OR_RETURN_ERROR(*file_size >= kMinHeadBytes, InvalidProgram,
                           "A program has at least %zu bytes, not %zu", kMinHeadBytes, *file_size);
  Extent extent;
  {
    Result<FreeableBuffer> head = loader->load(0, kMinHeadBytes, program_info);
    if (!head.ok()) {
      return head.error();
    }
    Result<Extent> result =
        read_extended_header(static_cast<const uint8_t*>(head->data()), *file_size);
    if (!result.ok()) {
      return result.error();
    }
    extent = *result;
  }
  Result<FreeableBuffer> data =
      loader->load(0, static_cast<size_t>(extent.program_size), program_info);
  if (!data.ok()) {
    return data.error();
  }
  const uint8_t* base = static_cast<const uint8_t*>(data->data());
  ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(base) % kAlignment == 0, InvalidArgument,
                           "The program at %p must be aligned to %zu bytes",
                           static_cast<const void*>(base), kAlignment);
  ET_CHECK_OR_RETURN_ERROR(data->size() >= kMinHeadBytes, InvalidProgram,
                           "The header gives the program %zu bytes", data->size());
  ET_CHECK_OR_RETURN_ERROR(check_header(base, kMinHeadBytes) == HeaderStatus::CompatibleVersion,
                           InvalidProgram,
                           "Not a program of this format: found '%.4s', expected 'ET12'",
                           reinterpret_cast<const char*>(base) + kIdentifierOffset);
  if (!fb::verify_program(base, data->size())) {
    return Error::InvalidProgram;
  }
  const uint8_t* root = fb::follow(base);
  const Table program(root);
  ET_CHECK_OR_RETURN_ERROR(program.u32(fb::program::kVersion) <= kMaxSupportedSchemaVersion,
                           InvalidProgram, "Schema version %u; this runtime reads up to %u",
                           static_cast<unsigned>(program.u32(fb::program::kVersion)),
                           static_cast<unsigned>(kMaxSupportedSchemaVersion));
  Error error = check_segments(program, extent.segment_base, *file_size);
  if (error != Error::Ok) {
    return error;
  }

  Result<FreeableBuffer> constants = load_constants(*loader, program, extent.segment_base);
  if (!constants.ok()) {
    return constants.error();
  }
  return Program(loader, static_cast<size_t>(extent.segment_base), std::move(*data), root,
                 std::move(*constants));
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

Result<const void*> Program::get_constant_buffer_data(size_t buffer_idx, size_t nbytes) const {
  const Table constants = Table(root_).table(fb::program::kConstantSegment);
  const Vector offsets = constants ? constants.vector(fb::subsegments::kOffsets) : Vector();
  const size_t size = constant_segment_data_.size();
  ET_CHECK_OR_RETURN_ERROR(buffer_idx < offsets.size(), InvalidProgram,
                           "Constant %zu of %u does not exist (files from before ExecuTorch 0.7 "
                           "must be exported again)",
                           buffer_idx, static_cast<unsigned>(offsets.size()));
  const uint64_t offset = fb::load<uint64_t>(offsets.bytes() + 8 * buffer_idx);
  ET_CHECK_OR_RETURN_ERROR(offset <= size && nbytes <= size - offset, InvalidProgram,
                           "Constant %zu (%zu bytes at %llu) ends after its segment of %zu",
                           buffer_idx, nbytes, static_cast<unsigned long long>(offset), size);
  return static_cast<const void*>(static_cast<const uint8_t*>(constant_segment_data_.data()) +
                                  offset);
}

Result<const NamedDataMap*> Program::get_named_data_map() const {
  if (Table(root_).vector(fb::program::kNamedData).size() == 0) {
    return Error::NotFound;
  }
  return static_cast<const NamedDataMap*>(&pte_data_map_);
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

Result<FreeableBuffer> Program::LoadSegment(const DataLoader::SegmentInfo& info) const {
  const Vector segments = Table(root_).vector(fb::program::kSegments);
  ET_CHECK_OR_RETURN_ERROR(info.segment_index < segments.size(), InvalidProgram,
                           "Segment %zu of %u does not exist", info.segment_index,
                           static_cast<unsigned>(segments.size()));
  return load_segment(*loader_, Table(root_), segment_base_offset_, info);
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

Error Program::load_mutable_subsegment_into(size_t mutable_data_segments_index, size_t offset_index,
                                            size_t size, void* buffer) const {
  const Table program(root_);
  const Vector mutables = program.vector(fb::program::kMutableDataSegments);
  ET_CHECK_OR_RETURN_ERROR(mutable_data_segments_index < mutables.size(), InvalidProgram,
                           "Mutable data %zu of %u does not exist", mutable_data_segments_index,
                           static_cast<unsigned>(mutables.size()));
  const Table entry = mutables.table(mutable_data_segments_index);
  const Vector offsets = entry.vector(fb::subsegments::kOffsets);
  const uint32_t segment_index = entry.u32(fb::subsegments::kSegment);
  const Table segment = program.vector(fb::program::kSegments).table(segment_index);
  const uint64_t segment_size = segment.scalar<uint64_t>(fb::segment::kSize);
  ET_CHECK_OR_RETURN_ERROR(offset_index < offsets.size(), InvalidProgram,
                           "Initial state %zu of %u does not exist", offset_index,
                           static_cast<unsigned>(offsets.size()));
  const uint64_t offset = fb::load<uint64_t>(offsets.bytes() + 8 * offset_index);
  ET_CHECK_OR_RETURN_ERROR(offset <= segment_size && size <= segment_size - offset, InvalidProgram,
                           "Initial state %zu (%zu bytes at %llu) ends after its segment of %llu",
                           offset_index, size, static_cast<unsigned long long>(offset),
                           static_cast<unsigned long long>(segment_size));
  return loader_->load_into(
      static_cast<size_t>(segment_base_offset_ + segment.scalar<uint64_t>(fb::segment::kOffset) +
                          offset),
      size, DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Mutable, segment_index), buffer);
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
