// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Data behind a program's flatbuffer: constants, initial states, data for delegates. A part that a
// kernel bundle may leave out (selected_parts.cpp).
#include <executorch/runtime/executor/program.h>

#include "flatbuffer.h"
#include "schema.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {

using internal::fb::Table;
using internal::fb::Vector;
namespace fb = internal::fb;

namespace {

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

Error Program::load_segments_part(size_t file_size) {
  const Table program(root_);
  ET_CHECK_OK_OR_RETURN_ERROR(check_segments(program, segment_base_offset_, file_size));
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

Result<FreeableBuffer> Program::LoadSegment(const DataLoader::SegmentInfo& info) const {
  const Vector segments = Table(root_).vector(fb::program::kSegments);
  ET_CHECK_OR_RETURN_ERROR(info.segment_index < segments.size(), InvalidProgram,
                           "Segment %zu of %u does not exist", info.segment_index,
                           static_cast<unsigned>(segments.size()));
  const Table segment = segments.table(info.segment_index);
  return loader_->load(segment_base_offset_ + segment.size(fb::segment::kOffset),
                       segment.size(fb::segment::kSize), info);
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
