// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "flatbuffer.h"

namespace executorch {
namespace runtime {
namespace internal {
namespace fb {

const uint8_t* field(const uint8_t* table, int id) {
  const uint8_t* vtable = table - load<int32_t>(table);
  const unsigned entry = 4 + 2 * static_cast<unsigned>(id);
  if (entry >= load<uint16_t>(vtable)) {
    return nullptr;
  }
  const uint16_t offset = load<uint16_t>(vtable + entry);
  return offset == 0 ? nullptr : table + offset;
}

uint8_t u8(const uint8_t* table, int id) {
  const uint8_t* f = field(table, id);
  return f == nullptr ? 0 : *f;
}

int32_t i32(const uint8_t* table, int id) {
  const uint8_t* f = field(table, id);
  return f == nullptr ? 0 : load<int32_t>(f);
}

uint64_t u64(const uint8_t* table, int id) {
  const uint8_t* f = field(table, id);
  return f == nullptr ? 0 : load<uint64_t>(f);
}

size_t size(const uint8_t* table, int id) { return to_size(u64(table, id)); }

const uint8_t* target(const uint8_t* table, int id) {
  const uint8_t* f = field(table, id);
  return f == nullptr ? nullptr : follow(f);
}

const char* c_str(const uint8_t* table, int id) {
  const Vector v(target(table, id));
  return v ? v.data<char>() : nullptr;
}

}  // namespace fb
}  // namespace internal
}  // namespace runtime
}  // namespace executorch
