// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads flatbuffers in place on little-endian machines. Reads are unchecked: only use these on
// data that verify_program() has accepted.
#pragma once

#include <executorch/runtime/platform/compiler.h>

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

// A size or an offset: one that this machine cannot have becomes SIZE_MAX, which no range holds.
constexpr size_t to_size(uint64_t value) {
  return value > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(value);
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
  // Of 64-bit numbers.
  size_t size_at(size_t i) const { return to_size(load<uint64_t>(start_ + 4 + 8 * i)); }

 private:
  const uint8_t* start_;
};

// Null if the field is absent. Out of line and by value, so that a Table stays in a register.
const uint8_t* field(const uint8_t* table, int id);
uint8_t u8(const uint8_t* table, int id);
int32_t i32(const uint8_t* table, int id);
uint64_t u64(const uint8_t* table, int id);
size_t size(const uint8_t* table, int id);
const char* c_str(const uint8_t* table, int id);
const uint8_t* target(const uint8_t* table, int id);

class Table {
 public:
  explicit Table(const uint8_t* start = nullptr) : start_(start) {}
  explicit operator bool() const { return start_ != nullptr; }
  ET_INLINE const uint8_t* start() const { return start_; }

  // Null if the field is absent.
  ET_INLINE const uint8_t* field(int id) const { return fb::field(start_, id); }

  // Numbers; 0 if absent.
  ET_INLINE uint8_t u8(int id) const { return fb::u8(start_, id); }
  ET_INLINE int8_t i8(int id) const { return static_cast<int8_t>(u8(id)); }
  ET_INLINE int32_t i32(int id) const { return fb::i32(start_, id); }
  ET_INLINE uint32_t u32(int id) const { return static_cast<uint32_t>(i32(id)); }
  ET_INLINE uint64_t u64(int id) const { return fb::u64(start_, id); }
  ET_INLINE int64_t i64(int id) const { return static_cast<int64_t>(u64(id)); }
  double f64(int id) const {
    const uint64_t bits = u64(id);
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  ET_INLINE size_t size(int id) const { return fb::size(start_, id); }
  ET_INLINE Table table(int id) const { return Table(target(start_, id)); }
  ET_INLINE Vector vector(int id) const { return Vector(target(start_, id)); }
  // Null if absent; otherwise ends with NUL.
  ET_INLINE const char* c_str(int id) const { return fb::c_str(start_, id); }
  std::string_view string(int id) const {
    const Vector v = vector(id);
    return v ? std::string_view(v.data<char>(), v.size()) : std::string_view();
  }

 private:
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
