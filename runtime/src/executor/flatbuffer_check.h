// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Steps of a walk that makes unchecked reads of a flatbuffer safe, for the small formats beside the
// program's. Programs have a walk of their own, driven by a table, in verifier.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatbuffer.h"

namespace executorch {
namespace runtime {
namespace internal {
namespace fb {

// Positions are relative to `base`, which is aligned to 8; `size` is at least 8. All functions
// return whether what they look at lies within the data and is aligned; absent fields do.
class FlatbufferCheck {
 public:
  FlatbufferCheck(const void* base, size_t size)
      : base_(static_cast<const uint8_t*>(base)), size_(size), budget_(size) {}

  Table at(size_t position) const { return Table(base_ + position); }

  bool root(size_t* position) { return follow_offset(0, position) && table(*position); }

  // A scalar of `bytes` bytes.
  bool field(size_t table_at, int id, size_t bytes) const {
    const uint8_t* place = at(table_at).field(id);
    if (place == nullptr) {
      return true;
    }
    const size_t position = static_cast<size_t>(place - base_);
    return position <= size_ && bytes <= size_ - position && position % bytes == 0;
  }

  // A vector of elements of `width` bytes.
  bool vector(size_t table_at, int id, size_t width) const {
    size_t position = 0;
    return locate(table_at, id, width, &position);
  }

  // A string must be there, and a NUL behind it.
  bool text(size_t table_at, int id) const {
    size_t position = 0;
    if (!locate(table_at, id, 1, &position) || position == 0) {
      return false;
    }
    const size_t end = position + 4 + load<uint32_t>(base_ + position);
    return end < size_ && base_[end] == 0;
  }

  // The table that a field refers to; *position is 0 if it is absent.
  bool sub_table(size_t table_at, int id, size_t* position) {
    *position = 0;
    if (!field(table_at, id, 4)) {
      return false;
    }
    const uint8_t* place = at(table_at).field(id);
    return place == nullptr ||
           (follow_offset(static_cast<size_t>(place - base_), position) && table(*position));
  }

  // A vector of tables, each of which visit(position) accepts.
  template <typename Visit>
  bool tables(size_t table_at, int id, Visit visit) {
    size_t position = 0;
    if (!locate(table_at, id, 4, &position)) {
      return false;
    }
    const uint32_t count = position == 0 ? 0 : load<uint32_t>(base_ + position);
    for (uint32_t i = 0; i < count; ++i) {
      size_t target = 0;
      if (!follow_offset(position + 4 + 4 * size_t{i}, &target) || !table(target) ||
          !visit(target)) {
        return false;
      }
    }
    return true;
  }

 private:
  // Offsets point forward, so a file cannot contain a cycle.
  bool follow_offset(size_t position, size_t* target) const {
    const uint32_t distance = load<uint32_t>(base_ + position);
    *target = position + distance;
    return distance != 0 && distance <= size_ - position && size_ - *target >= 4 &&
           *target % 4 == 0;
  }

  bool table(size_t position) {
    // Offsets may share targets; the work must not multiply.
    if (budget_ == 0) {
      return false;
    }
    --budget_;
    const int64_t vtable = static_cast<int64_t>(position) - load<int32_t>(base_ + position);
    if (vtable < 0 || vtable % 2 != 0 || vtable > static_cast<int64_t>(size_) - 4) {
      return false;
    }
    const uint16_t length = load<uint16_t>(base_ + vtable);
    return length >= 4 && length % 2 == 0 && length <= size_ - static_cast<size_t>(vtable);
  }

  bool locate(size_t table_at, int id, size_t width, size_t* position) const {
    *position = 0;
    if (!field(table_at, id, 4)) {
      return false;
    }
    const uint8_t* place = at(table_at).field(id);
    return place == nullptr ||
           (follow_offset(static_cast<size_t>(place - base_), position) &&
            load<uint32_t>(base_ + *position) <= (size_ - *position - 4) / width);
  }

  const uint8_t* base_;
  size_t size_;
  size_t budget_;
};

}  // namespace fb
}  // namespace internal
}  // namespace runtime
}  // namespace executorch
