// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "dtype.h"

#include <type_traits>

namespace torch::executor::native {

using executorch::aten::BFloat16;
using executorch::aten::Half;

Category category(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Bool:
      return Category::kBool;
    case ScalarType::Byte:
    case ScalarType::Char:
    case ScalarType::Short:
    case ScalarType::Int:
    case ScalarType::Long:
      return Category::kInteger;
    case ScalarType::Half:
    case ScalarType::Float:
    case ScalarType::Double:
    case ScalarType::BFloat16:
      return Category::kFloating;
    default:
      return Category::kUnsupported;
  }
}

ScalarType promote(ScalarType a, ScalarType b) {
  if (a == b) {
    return a;
  }
  if (category(a) != category(b)) {
    return category(a) > category(b) ? a : b;
  }
  const size_t a_size = executorch::runtime::elementSize(a);
  const size_t b_size = executorch::runtime::elementSize(b);
  if (a_size != b_size) {
    return a_size > b_size ? a : b;
  }
  // Two dtypes of one size: neither holds the other's values.
  return category(a) == Category::kInteger ? ScalarType::Short : ScalarType::Float;
}

Compute compute_type(ScalarType common) {
  if (common == ScalarType::Double) {
    return Compute::kDouble;
  }
  return category(common) == Category::kFloating ? Compute::kFloat : Compute::kInt64;
}

template <typename C>
C load(ScalarType dtype, const void* data, size_t index) {
  switch (dtype) {
    case ScalarType::Bool:
    case ScalarType::Byte:
      return static_cast<C>(static_cast<const uint8_t*>(data)[index]);
    case ScalarType::Char:
      return static_cast<C>(static_cast<const int8_t*>(data)[index]);
    case ScalarType::Short:
      return static_cast<C>(static_cast<const int16_t*>(data)[index]);
    case ScalarType::Int:
      return static_cast<C>(static_cast<const int32_t*>(data)[index]);
    case ScalarType::Long:
      return static_cast<C>(static_cast<const int64_t*>(data)[index]);
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<C>) {
    switch (dtype) {
      case ScalarType::Half:
        return static_cast<C>(static_cast<float>(static_cast<const Half*>(data)[index]));
      case ScalarType::BFloat16:
        return static_cast<C>(static_cast<float>(static_cast<const BFloat16*>(data)[index]));
      case ScalarType::Float:
        return static_cast<C>(static_cast<const float*>(data)[index]);
      default:
        break;
    }
  }
  if constexpr (std::is_same_v<C, double>) {
    if (dtype == ScalarType::Double) {
      return static_cast<const double*>(data)[index];
    }
  }
  return C(0);
}

template int64_t load<int64_t>(ScalarType, const void*, size_t);
template float load<float>(ScalarType, const void*, size_t);
template double load<double>(ScalarType, const void*, size_t);

template <typename C>
void store(ScalarType dtype, void* data, size_t index, C value) {
  switch (dtype) {
    case ScalarType::Half:
      static_cast<Half*>(data)[index] = static_cast<Half>(static_cast<float>(value));
      return;
    case ScalarType::BFloat16:
      static_cast<BFloat16*>(data)[index] = static_cast<BFloat16>(static_cast<float>(value));
      return;
    case ScalarType::Float:
      static_cast<float*>(data)[index] = static_cast<float>(value);
      return;
    case ScalarType::Double:
      static_cast<double*>(data)[index] = static_cast<double>(value);
      return;
    case ScalarType::Bool:
      static_cast<bool*>(data)[index] = value != C(0);
      return;
    default:
      break;
  }
  if constexpr (!std::is_same_v<C, float>) {
    int64_t integer = 0;
    if constexpr (std::is_same_v<C, double>) {
      // What lies outside int64_t, and NaN, has no right answer; 0 keeps it defined.
      integer = value >= -0x1p63 && value < 0x1p63 ? static_cast<int64_t>(value) : 0;
    } else {
      integer = value;
    }
    switch (dtype) {
      case ScalarType::Byte:
      case ScalarType::Char:
        static_cast<uint8_t*>(data)[index] = static_cast<uint8_t>(integer);
        return;
      case ScalarType::Short:
        static_cast<int16_t*>(data)[index] = static_cast<int16_t>(integer);
        return;
      case ScalarType::Int:
        static_cast<int32_t*>(data)[index] = static_cast<int32_t>(integer);
        return;
      case ScalarType::Long:
        static_cast<int64_t*>(data)[index] = integer;
        return;
      default:
        break;
    }
  }
}

template void store<int64_t>(ScalarType, void*, size_t, int64_t);
template void store<float>(ScalarType, void*, size_t, float);
template void store<double>(ScalarType, void*, size_t, double);

int64_t wrap(ScalarType dtype, int64_t value) {
  switch (dtype) {
    case ScalarType::Bool:
      return value != 0;
    case ScalarType::Byte:
      return static_cast<uint8_t>(value);
    case ScalarType::Char:
      return static_cast<int8_t>(value);
    case ScalarType::Short:
      return static_cast<int16_t>(value);
    case ScalarType::Int:
      return static_cast<int32_t>(value);
    default:
      return value;
  }
}

}  // namespace torch::executor::native
