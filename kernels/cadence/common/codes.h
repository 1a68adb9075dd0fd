// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "args.h"

namespace impl::generic::native {

// Quantized values of 8 or 16 bits. All are seen as signed: unsigned codes, and zero points of
// theirs, half the range lower.
class Codes {
 public:
  Codes() = default;
  Codes(ScalarType dtype, void* data);
  // Of a tensor that is read.
  explicit Codes(const Tensor& tensor);
  explicit Codes(Tensor& tensor);

  // uint8, int8, uint16 or int16.
  static bool holds(ScalarType dtype);

  int32_t operator[](size_t index) const {
    return wide_ ? static_cast<int16_t>(static_cast<const uint16_t*>(data_)[index] ^ flip_)
                 : static_cast<int8_t>(static_cast<const uint8_t*>(data_)[index] ^ flip_);
  }

  // Saturates.
  void set(size_t index, int32_t value) const {
    value = value < low() ? low() : value > high() ? high() : value;
    if (wide_) {
      static_cast<uint16_t*>(data_)[index] = static_cast<uint16_t>(value ^ flip_);
    } else {
      static_cast<uint8_t*>(data_)[index] = static_cast<uint8_t>(value ^ flip_);
    }
  }

  int32_t low() const { return wide_ ? -32768 : -128; }
  int32_t high() const { return wide_ ? 32767 : 127; }
  // How much lower codes are seen than they are.
  int32_t lowered() const { return flip_; }

  // A zero point, which has been checked, as it is seen.
  int32_t zero(int64_t zero_point) const { return static_cast<int32_t>(zero_point) - flip_; }

 private:
  void* data_ = nullptr;
  bool wide_ = false;
  uint16_t flip_ = 0;
};

}  // namespace impl::generic::native
