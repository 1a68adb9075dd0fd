// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/executor/pte_data_map.h>

#include "flatbuffer.h"
#include "schema.h"

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
namespace internal {

Result<FreeableBuffer> PteDataMap::get_data(std::string_view key) const {
  const fb::Table program(root_);
  const fb::Vector entries = program.vector(fb::program::kNamedData);
  for (uint32_t i = 0; i < entries.size(); ++i) {
    const fb::Table entry = entries.table(i);
    if (entry.string(fb::named_data::kKey) != key) {
      continue;
    }
    const uint32_t index = entry.u32(fb::named_data::kSegment);
    // Program::load() has checked the index and the segment's range.
    const fb::Table segment = program.vector(fb::program::kSegments).table(index);
    return loader_->load(segment_base_offset_ + segment.size(fb::segment::kOffset),
                         segment.size(fb::segment::kSize),
                         DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::Constant, index));
  }
  return Error::NotFound;
}

Result<uint32_t> PteDataMap::get_num_keys() const {
  return fb::Table(root_).vector(fb::program::kNamedData).size();
}

Result<const char*> PteDataMap::get_key(uint32_t index) const {
  const fb::Vector entries = fb::Table(root_).vector(fb::program::kNamedData);
  ET_CHECK_OR_RETURN_ERROR(index < entries.size(), InvalidArgument,
                           "Named data %u of %u does not exist", static_cast<unsigned>(index),
                           static_cast<unsigned>(entries.size()));
  return entries.table(index).c_str(fb::named_data::kKey);
}

}  // namespace internal
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch
