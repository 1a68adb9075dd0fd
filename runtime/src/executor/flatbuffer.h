// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads flatbuffers in place on little-endian machines. Reads are unchecked: only use these on
// data that verify_program() has accepted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace executorch {
namespace runtime {
namespace internal {
namespace fb {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "flatbuffers are read in place");

// `p` must be aligned for T; telling the compiler so avoids byte-wise loads on strict targets.
template <typename T>
inline T load(const uint8_t* p) {
  T value;
  std::memcpy(&value, __builtin_assume_aligned(p, alignof(T)), sizeof(T));
  return value;
}

inline const uint8_t* follow(const uint8_t* offset_field) {
  return offset_field + load<uint32_t>(offset_field);
}

class Table;

// A vector that is absent from the file reads as an empty one.
class Vector {
 public:
  explicit Vector(const uint8_t* start = nullptr) : start_(start) {}
  explicit operator bool() const { return start_ != nullptr; }
  uint32_t size() const { return start_ == nullptr ? 0 : load<uint32_t>(start_); }
  const uint8_t* bytes() const { return start_ + 4; }
  template <typename T>
  const T* data() const {
    return reinterpret_cast<const T*>(start_ + 4);
  }
  inline Table table(size_t i) const;

 private:
  const uint8_t* start_;
};

class Table {
 public:
  explicit Table(const uint8_t* start = nullptr) : start_(start) {}
  explicit operator bool() const { return start_ != nullptr; }
  const uint8_t* start() const { return start_; }

  // Null if the field is absent.
  const uint8_t* field(int id) const;

  template <typename T>
  T scalar(int id) const {
    const uint8_t* f = field(id);
    return f == nullptr ? T{0} : load<T>(f);
  }
  uint8_t u8(int id) const { return scalar<uint8_t>(id); }
  int32_t i32(int id) const;
  uint32_t u32(int id) const { return static_cast<uint32_t>(i32(id)); }
  Table table(int id) const { return Table(target(id)); }
  Vector vector(int id) const { return Vector(target(id)); }
  // Null if absent; otherwise ends with NUL.
  const char* c_str(int id) const;
  std::string_view string(int id) const;

 private:
  const uint8_t* target(int id) const;
  const uint8_t* start_;
};

inline Table Vector::table(size_t i) const { return Table(follow(start_ + 4 + 4 * i)); }

// True if the tables, vectors and strings of an ExecuTorch program that the runtime reads lie
// within [base, base + size), are aligned, and take work linear in `size` to visit. Logs the first
// fault. `base` must be aligned to 8 bytes and `size` be at least 8.
bool verify_program(const uint8_t* base, size_t size);

}  // namespace fb
}  // namespace internal
}  // namespace runtime
}  // namespace executorch
