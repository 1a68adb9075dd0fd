// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/evalue.h>

#include <cstddef>
#include <cstdint>

namespace ee {

// How values travel between Python and an image: a stream of records, each a header and its data,
// padded to 16 bytes. Little-endian; aot/executorch_espressif/values.py writes the same layout.
enum class RecordKind : uint32_t { kNone = 0, kTensor = 1, kInt = 2, kDouble = 3, kBool = 4 };

constexpr size_t kRecordAlignment = 16;
constexpr uint32_t kRecordMaxDim = 16;

struct RecordHeader {
  uint32_t kind;
  uint32_t dtype;   // a ScalarType; of tensors only
  uint32_t dim;     // at most kRecordMaxDim
  uint32_t nbytes;  // of the data, without padding
  int32_t sizes[kRecordMaxDim];
  uint8_t dim_order[kRecordMaxDim];
};
static_assert(sizeof(RecordHeader) == 96, "the layout that values.py writes");

// Reads records in place from memory that is aligned to kRecordAlignment.
class RecordReader {
 public:
  RecordReader(uint8_t* data, size_t size) : data_(data), size_(size) {}

  // The next record, or null at the end or when the rest is malformed.
  const RecordHeader* next(uint8_t** payload);

  size_t position() const { return position_; }
  void rewind(size_t position) { position_ = position; }

 private:
  uint8_t* data_;
  size_t size_;
  size_t position_ = 0;
};

// Appends `value` to an open semihosting file. False when its kind cannot travel or writing fails.
bool write_record(int32_t file, const executorch::runtime::EValue& value);

}  // namespace ee
