// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "tensor_records.h"

#include <cstring>

#include "semihost.h"

namespace ee {
namespace {

size_t padded(size_t size) { return (size + kRecordAlignment - 1) & ~(kRecordAlignment - 1); }

bool write_padded(int32_t file, const RecordHeader& header, const void* payload) {
  static constexpr uint8_t kZeros[kRecordAlignment] = {};
  const size_t padding = padded(header.nbytes) - header.nbytes;
  return semihost::write(file, &header, sizeof(header)) &&
         (header.nbytes == 0 || semihost::write(file, payload, header.nbytes)) &&
         (padding == 0 || semihost::write(file, kZeros, padding));
}

}  // namespace

const RecordHeader* RecordReader::next(uint8_t** payload) {
  const size_t left = size_ - position_;
  if (left < sizeof(RecordHeader)) {
    return nullptr;
  }
  const auto* header = reinterpret_cast<const RecordHeader*>(data_ + position_);
  if (header->dim > kRecordMaxDim || header->nbytes > left - sizeof(RecordHeader)) {
    return nullptr;
  }
  *payload = data_ + position_ + sizeof(RecordHeader);
  position_ += sizeof(RecordHeader) + padded(header->nbytes);
  return header;
}

bool write_record(int32_t file, const executorch::runtime::EValue& value) {
  RecordHeader header = {};
  if (value.isTensor()) {
    const auto& tensor = value.toTensor();
    if (static_cast<size_t>(tensor.dim()) > kRecordMaxDim) {
      return false;
    }
    header.kind = static_cast<uint32_t>(RecordKind::kTensor);
    header.dtype = static_cast<uint32_t>(tensor.scalar_type());
    header.dim = static_cast<uint32_t>(tensor.dim());
    header.nbytes = static_cast<uint32_t>(tensor.nbytes());
    for (uint32_t i = 0; i < header.dim; ++i) {
      header.sizes[i] = tensor.sizes()[i];
      header.dim_order[i] = tensor.dim_order()[i];
    }
    return (header.nbytes == 0 || tensor.const_data_ptr() != nullptr) &&
           write_padded(file, header, tensor.const_data_ptr());
  }
  uint8_t scalar[8] = {};
  header.nbytes = sizeof(scalar);
  if (value.isInt()) {
    header.kind = static_cast<uint32_t>(RecordKind::kInt);
    const int64_t number = value.toInt();
    std::memcpy(scalar, &number, sizeof(number));
  } else if (value.isDouble()) {
    header.kind = static_cast<uint32_t>(RecordKind::kDouble);
    const double number = value.toDouble();
    std::memcpy(scalar, &number, sizeof(number));
  } else if (value.isBool()) {
    header.kind = static_cast<uint32_t>(RecordKind::kBool);
    scalar[0] = value.toBool() ? 1 : 0;
  } else if (value.isNone()) {
    header.kind = static_cast<uint32_t>(RecordKind::kNone);
    header.nbytes = 0;
  } else {
    return false;
  }
  return write_padded(file, header, scalar);
}

}  // namespace ee
