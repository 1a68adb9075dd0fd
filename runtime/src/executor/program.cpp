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

// That the tables of a list name segments of the file.
Error check_references(Table program, int list_field, int segment_field) {
  const Vector list = program.vector(list_field);
  const uint32_t n_segments = program.vector(fb::program::kSegments).size();
  for (uint32_t i = 0; i < list.size(); ++i) {
    const uint32_t segment = list.table(i).u32(segment_field);
    ET_CHECK_OR_RETURN_ERROR(
        segment < n_segments, InvalidProgram, "Entry %u of %s is in segment %u of %u",
        static_cast<unsigned>(i),
        list_field == fb::program::kNamedData ? "the named data" : "the initial states",
        static_cast<unsigned>(segment), static_cast<unsigned>(n_segments));
  }
  return Error::Ok;
}

// Every reference to a segment, so that later loads need no checks.
Error check_segments(Table program, size_t segment_base, size_t file_size) {
  const Vector segments = program.vector(fb::program::kSegments);
  const size_t room = segment_base == 0 ? 0 : file_size - segment_base;
  for (uint32_t i = 0; i < segments.size(); ++i) {
    const Table segment = segments.table(i);
    const size_t offset = segment.size(fb::segment::kOffset);
    const size_t size = segment.size(fb::segment::kSize);
    ET_CHECK_OR_RETURN_ERROR(offset <= room && size <= room - offset, InvalidProgram,
                             "Segment %u (%zu bytes at %zu) ends after the file's %zu",
                             static_cast<unsigned>(i), size, offset, room);
  }
  const Vector named = program.vector(fb::program::kNamedData);
  for (uint32_t i = 0; i < named.size(); ++i) {
    ET_CHECK_OR_RETURN_ERROR(named.table(i).vector(fb::named_data::kKey), InvalidProgram,
                             "Named data %u has no key", static_cast<unsigned>(i));
  }
  ET_CHECK_OK_OR_RETURN_ERROR(
      check_references(program, fb::program::kNamedData, fb::named_data::kSegment));
  return check_references(program, fb::program::kMutableDataSegments, fb::subsegments::kSegment);
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
  ET_CHECK_OK_OR_RETURN_ERROR(check_segments(program, segment_base_offset_, *file_size));
  const Table constants = program.table(fb::program::kConstantSegment);
  // Entry 0 is a placeholder.
  if (!constants || constants.vector(fb::subsegments::kOffsets).size() <= 1) {
    return Error::Ok;
  }
  Result<FreeableBuffer> segment = LoadSegment(DataLoader::SegmentInfo(
      DataLoader::SegmentInfo::Type::Constant, constants.u32(fb::subsegments::kSegment)));
  if (!segment.ok()) {
    return segment.error();
  }
  constant_segment_data_.~FreeableBuffer();
  new (&constant_segment_data_) FreeableBuffer(std::move(*segment));
  return Error::Ok;
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
  const size_t offset = offsets.size_at(buffer_idx);
  ET_CHECK_OR_RETURN_ERROR(offset <= size && nbytes <= size - offset, InvalidProgram,
                           "Constant %zu (%zu bytes at %zu) ends after its segment of %zu",
                           buffer_idx, nbytes, offset, size);
  return static_cast<const void*>(static_cast<const uint8_t*>(constant_segment_data_.data()) +
                                  offset);
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

Result<FreeableBuffer> Program::LoadSegment(const DataLoader::SegmentInfo& info) const {
  const Vector segments = Table(root_).vector(fb::program::kSegments);
  ET_CHECK_OR_RETURN_ERROR(info.segment_index < segments.size(), InvalidProgram,
                           "Segment %zu of %u does not exist", info.segment_index,
                           static_cast<unsigned>(segments.size()));
  const Table segment = segments.table(info.segment_index);
  return loader_->load(segment_base_offset_ + segment.size(fb::segment::kOffset),
                       segment.size(fb::segment::kSize), info);
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
  const size_t segment_size = segment.size(fb::segment::kSize);
  ET_CHECK_OR_RETURN_ERROR(offset_index < offsets.size(), InvalidProgram,
                           "Initial state %zu of %u does not exist", offset_index,
                           static_cast<unsigned>(offsets.size()));
  const size_t offset = offsets.size_at(offset_index);
  ET_CHECK_OR_RETURN_ERROR(offset <= segment_size && size <= segment_size - offset, InvalidProgram,
                           "Initial state %zu (%zu bytes at %zu) ends after its segment of %zu",
                           offset_index, size, offset, segment_size);
  return loader_->load_into(
      segment_base_offset_ + segment.size(fb::segment::kOffset) + offset, size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Mutable, segment_index), buffer);
}

}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
