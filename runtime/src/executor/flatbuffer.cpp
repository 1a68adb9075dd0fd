// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "flatbuffer.h"

namespace executorch {
namespace runtime {
namespace internal {
namespace fb {

const uint8_t* Table::field(int id) const {
  const uint8_t* vtable = start_ - load<int32_t>(start_);
  const unsigned entry = 4 + 2 * static_cast<unsigned>(id);
  if (entry >= load<uint16_t>(vtable)) {
    return nullptr;
  }
  const uint16_t offset = load<uint16_t>(vtable + entry);
  return offset == 0 ? nullptr : start_ + offset;
}

int32_t Table::i32(int id) const { return scalar<int32_t>(id); }

const uint8_t* Table::target(int id) const {
  const uint8_t* f = field(id);
  return f == nullptr ? nullptr : follow(f);
}

const char* Table::c_str(int id) const {
  const uint8_t* t = target(id);
  return t == nullptr ? nullptr : reinterpret_cast<const char*>(t + 4);
}

std::string_view Table::string(int id) const {
  const Vector v = vector(id);
  return v ? std::string_view(v.data<char>(), v.size()) : std::string_view();
}

}  // namespace fb
}  // namespace internal
}  // namespace runtime
}  // namespace executorch
