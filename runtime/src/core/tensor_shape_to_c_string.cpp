// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/exec_aten/util/tensor_shape_to_c_string.h>

#include <cstring>

namespace executorch::runtime {

namespace {

char* append(char* out, const char* text) {
  const size_t length = strlen(text);
  memcpy(out, text, length);
  return out + length;
}

char* append_number(char* out, uint32_t number) {
  char digits[10];
  size_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count > 0) {
    *out++ = digits[--count];
  }
  return out;
}

template <typename SizesType>
std::array<char, kTensorShapeStringSizeLimit> to_c_string(Span<const SizesType> shape) {
  std::array<char, kTensorShapeStringSizeLimit> text{};
  if (shape.size() > kTensorDimensionLimit) {
    append(text.data(), "(ERR: tensor ndim exceeds limit)");
    return text;
  }
  char* out = append(text.data(), "(");
  for (size_t i = 0; i < shape.size(); ++i) {
    out = append(out, i == 0 ? "" : ", ");
    const SizesType size = shape[i];
    if (size < 0 || static_cast<uint64_t>(size) > internal::kMaximumPrintableTensorShapeElement) {
      out = append(out, "ERR");
    } else {
      out = append_number(out, static_cast<uint32_t>(size));
    }
  }
  append(out, ")");
  return text;
}

}  // namespace

std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(Span<const int32_t> shape) {
  return to_c_string(shape);
}

std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(Span<const int64_t> shape) {
  return to_c_string(shape);
}

}  // namespace executorch::runtime
