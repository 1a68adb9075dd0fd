// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/runtime/platform/log.h>

#include <cstring>

#include "../executor/flatbuffer_check.h"

namespace executorch {
namespace extension {

using executorch::aten::ScalarType;
using executorch::runtime::DataLoader;
using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Result;
using executorch::runtime::Span;
using executorch::runtime::TensorLayout;
using executorch::runtime::internal::fb::FlatbufferCheck;
using executorch::runtime::internal::fb::follow;
using executorch::runtime::internal::fb::load;
using executorch::runtime::internal::fb::Table;
using executorch::runtime::internal::fb::Vector;

namespace {

// Field numbers of flat_tensor.fbs ("FT01").
namespace root {
enum { kVersion, kSegments, kNamedData };
}
namespace segment {
enum { kOffset, kSize };
}
namespace named {
enum { kKey, kSegment, kLayout };
}
namespace layout {
enum { kScalarType, kSizes, kDimOrder };
}

// At byte 8: magic, its own length, then where the flatbuffer and the segments lie.
constexpr size_t kHeadBytes = 64;
constexpr size_t kHeaderAt = 8;
constexpr size_t kHeaderLength = 40;

struct Header {
  uint64_t list_offset;
  uint64_t list_size;
  uint64_t segment_base;
  uint64_t segment_size;
};

Result<Header> read_header(const uint8_t* head, size_t file_size) {
  const uint8_t* at = head + kHeaderAt;
  uint32_t length = 0;
  std::memcpy(&length, at + 4, sizeof(length));
  ET_CHECK_OR_RETURN_ERROR(std::memcmp(at, "FH01", 4) == 0 && length >= kHeaderLength,
                           InvalidExternalData, "This is no .ptd file");
  Header header;
  std::memcpy(&header, at + 8, sizeof(header));
  ET_CHECK_OR_RETURN_ERROR(
      header.list_offset <= file_size && header.list_size <= file_size - header.list_offset &&
          header.segment_base <= file_size &&
          header.segment_size <= file_size - header.segment_base && header.list_size >= 8,
      InvalidExternalData, "The .ptd file is shorter than its header says");
  return header;
}

bool verify(const uint8_t* list, size_t size, size_t segment_size) {
  FlatbufferCheck check(list, size);
  size_t top = 0;
  if (!check.root(&top) || !check.field(top, root::kVersion, 4)) {
    return false;
  }
  const bool segments_ok = check.tables(top, root::kSegments, [&](size_t at) {
    if (!check.field(at, segment::kOffset, 8) || !check.field(at, segment::kSize, 8)) {
      return false;
    }
    const uint64_t offset = check.at(at).u64(segment::kOffset);
    const uint64_t bytes = check.at(at).u64(segment::kSize);
    return offset <= segment_size && bytes <= segment_size - offset;
  });
  if (!segments_ok) {
    return false;
  }
  const uint32_t count = check.at(top).vector(root::kSegments).size();
  return check.tables(top, root::kNamedData, [&](size_t at) {
    size_t shape = 0;
    return check.text(at, named::kKey) && check.field(at, named::kSegment, 4) &&
           check.at(at).u32(named::kSegment) < count &&
           check.sub_table(at, named::kLayout, &shape) &&
           (shape == 0 ||
            (check.field(shape, layout::kScalarType, 1) && check.vector(shape, layout::kSizes, 4) &&
             check.vector(shape, layout::kDimOrder, 1)));
  });
}

}  // namespace

Result<FlatTensorDataMap> FlatTensorDataMap::load(DataLoader* loader) {
  const DataLoader::SegmentInfo info(DataLoader::SegmentInfo::Type::External);
  const Result<size_t> file_size = loader->size();
  if (!file_size.ok()) {
    return file_size.error();
  }
  ET_CHECK_OR_RETURN_ERROR(*file_size >= kHeadBytes, InvalidExternalData,
                           "A .ptd file has at least %zu bytes, not %zu", kHeadBytes, *file_size);
  const Result<FreeableBuffer> head = loader->load(0, kHeadBytes, info);
  if (!head.ok()) {
    return head.error();
  }
  const Result<Header> header = read_header(static_cast<const uint8_t*>(head->data()), *file_size);
  if (!header.ok()) {
    return header.error();
  }
  // Offsets in the list count from the beginning of the file.
  const size_t list_size = static_cast<size_t>(header->list_offset + header->list_size);
  Result<FreeableBuffer> list = loader->load(0, list_size, info);
  if (!list.ok()) {
    return list.error();
  }
  const uint8_t* data = static_cast<const uint8_t*>(list->data());
  ET_CHECK_OR_RETURN_ERROR(reinterpret_cast<uintptr_t>(data) % 8 == 0, InvalidArgument,
                           "The data of a .ptd file must be aligned to 8 bytes");
  ET_CHECK_OR_RETURN_ERROR(std::memcmp(data + 4, "FT01", 4) == 0 &&
                               verify(data, list_size, static_cast<size_t>(header->segment_size)),
                           InvalidExternalData, "The .ptd file is damaged");
  const Table top(follow(data));
  ET_CHECK_OR_RETURN_ERROR(top.u32(root::kVersion) <= kMaxSupportedSchemaVersion, NotSupported,
                           "The .ptd file has schema version %u",
                           static_cast<unsigned>(top.u32(root::kVersion)));
  return FlatTensorDataMap(loader, static_cast<size_t>(header->segment_base), std::move(*list),
                           top.start());
}

Result<FlatTensorDataMap::Place> FlatTensorDataMap::find(std::string_view key) const {
  const Table top(root_);
  const Vector entries = top.vector(root::kNamedData);
  for (uint32_t i = 0; i < entries.size(); ++i) {
    const Table entry = entries.table(i);
    if (entry.string(named::kKey) != key) {
      continue;
    }
    const uint32_t index = entry.u32(named::kSegment);
    const Table data = top.vector(root::kSegments).table(index);
    return Place{segment_base_ + static_cast<size_t>(data.u64(segment::kOffset)),
                 static_cast<size_t>(data.u64(segment::kSize)), index,
                 entry.table(named::kLayout).start()};
  }
  return Error::NotFound;
}

Result<const TensorLayout> FlatTensorDataMap::get_tensor_layout(std::string_view key) const {
  const Result<Place> place = find(key);
  if (!place.ok()) {
    return place.error();
  }
  ET_CHECK_OR_RETURN_ERROR(place->layout != nullptr, InvalidExternalData,
                           "The data '%.*s' is no tensor", static_cast<int>(key.size()),
                           key.data());
  const Table shape(place->layout);
  const Vector sizes = shape.vector(layout::kSizes);
  const Vector dim_order = shape.vector(layout::kDimOrder);
  return TensorLayout::create(Span<const int32_t>(sizes.data<int32_t>(), sizes.size()),
                              Span<const uint8_t>(dim_order.bytes(), dim_order.size()),
                              static_cast<ScalarType>(shape.u8(layout::kScalarType)));
}

Result<FreeableBuffer> FlatTensorDataMap::get_data(std::string_view key) const {
  const Result<Place> place = find(key);
  if (!place.ok()) {
    return place.error();
  }
  return loader_->load(
      place->offset, place->size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::External, place->segment));
}

Error FlatTensorDataMap::load_data_into(std::string_view key, void* buffer, size_t size) const {
  const Result<Place> place = find(key);
  if (!place.ok()) {
    return place.error();
  }
  ET_CHECK_OR_RETURN_ERROR(size <= place->size, InvalidArgument,
                           "%zu bytes asked for, '%.*s' has %zu", size,
                           static_cast<int>(key.size()), key.data(), place->size);
  return loader_->load_into(
      place->offset, size,
      DataLoader::SegmentInfo(DataLoader::SegmentInfo::Type::External, place->segment), buffer);
}

Result<uint32_t> FlatTensorDataMap::get_num_keys() const {
  return Table(root_).vector(root::kNamedData).size();
}

Result<const char*> FlatTensorDataMap::get_key(uint32_t index) const {
  const Vector entries = Table(root_).vector(root::kNamedData);
  ET_CHECK_OR_RETURN_ERROR(index < entries.size(), InvalidArgument, "Key %u of %u does not exist",
                           static_cast<unsigned>(index), static_cast<unsigned>(entries.size()));
  return entries.table(index).c_str(named::kKey);
}

}  // namespace extension
}  // namespace executorch
