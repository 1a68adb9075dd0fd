// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "dtype.h"

#include <type_traits>

namespace torch::executor::native {

using executorch::aten::BFloat16;
using executorch::aten::Half;

Category category(ScalarType dtype) {
  if (dtype == ScalarType::Bool) {
    return Category::kBool;
  }
  if (is_among(dtype, kIntegers)) {
    return Category::kInteger;
  }
  return is_among(dtype, kFloatings) ? Category::kFloating : Category::kUnsupported;
}

ScalarType promote(ScalarType a, ScalarType b) {
  // By number: each dtype holds the values, or the kind of value, of those with a lower rank. From
  // Char to Double that is its number; Bool is 11, BFloat16 15.
  static constexpr uint8_t kRanks[16] = {1, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 5};
  const uint8_t rank = kRanks[static_cast<unsigned>(a) % 16];
  const uint8_t other = kRanks[static_cast<unsigned>(b) % 16];
  if (rank == other && a != b) {
    // Neither holds the other's values, and the next one both.
    return static_cast<ScalarType>(rank + 1);
  }
  return rank > other ? a : b;
}

Compute compute_type(ScalarType common) {
  if (is<ScalarType::Double>(common)) {
    return Compute::kDouble;
  }
  return is_floating(common) ? Compute::kFloat : Compute::kInt64;
}

namespace {

// Element `index` as T, which `dtype` is; nothing if no tensor of the build is.
template <ScalarType kType, typename T, typename C>
C read(const void* data, size_t index) {
  if constexpr (in_build(kType)) {
    const T value = static_cast<const T*>(data)[index];
    if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>) {
      return static_cast<C>(static_cast<float>(value));
    } else {
      return static_cast<C>(value);
    }
  } else {
    (void)data;
    (void)index;
    return C(0);
  }
}

template <ScalarType kType, typename T, typename V>
void write(void* data, size_t index, V value) {
  if constexpr (in_build(kType)) {
    if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>) {
      static_cast<T*>(data)[index] = static_cast<T>(static_cast<float>(value));
    } else {
      static_cast<T*>(data)[index] = static_cast<T>(value);
    }
  } else {
    (void)data;
    (void)index;
    (void)value;
  }
}

}  // namespace

template <typename C>
C load(ScalarType dtype, const void* data, size_t index) {
  switch (dtype) {
    case ScalarType::Bool:
      return read<ScalarType::Bool, uint8_t, C>(data, index);
    case ScalarType::Byte:
      return read<ScalarType::Byte, uint8_t, C>(data, index);
    case ScalarType::Char:
      return read<ScalarType::Char, int8_t, C>(data, index);
    case ScalarType::Short:
      return read<ScalarType::Short, int16_t, C>(data, index);
    case ScalarType::Int:
      return read<ScalarType::Int, int32_t, C>(data, index);
    case ScalarType::Long:
      if constexpr (std::is_same_v<C, int64_t>) {
        break;
      }
      return read<ScalarType::Long, int64_t, C>(data, index);
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<C>) {
    switch (dtype) {
      case ScalarType::Half:
        return read<ScalarType::Half, Half, C>(data, index);
      case ScalarType::BFloat16:
        return read<ScalarType::BFloat16, BFloat16, C>(data, index);
      case ScalarType::Float:
        if constexpr (std::is_same_v<C, float>) {
          break;
        }
        return read<ScalarType::Float, float, C>(data, index);
      case ScalarType::Double:
        if constexpr (std::is_same_v<C, double>) {
          break;
        }
        return read<ScalarType::Double, double, C>(data, index);
      default:
        return C(0);
    }
  } else if (dtype != ScalarType::Long) {
    return C(0);
  }
  return static_cast<const C*>(data)[index];
}

template int64_t load<int64_t>(ScalarType, const void*, size_t);
template float load<float>(ScalarType, const void*, size_t);
template double load<double>(ScalarType, const void*, size_t);

template <typename C>
void store(ScalarType dtype, void* data, size_t index, C value) {
  switch (dtype) {
    case ScalarType::Half:
      write<ScalarType::Half, Half>(data, index, value);
      return;
    case ScalarType::BFloat16:
      write<ScalarType::BFloat16, BFloat16>(data, index, value);
      return;
    case ScalarType::Float:
      if constexpr (std::is_same_v<C, float>) {
        static_cast<float*>(data)[index] = value;
      } else {
        write<ScalarType::Float, float>(data, index, value);
      }
      return;
    case ScalarType::Double:
      if constexpr (std::is_same_v<C, double>) {
        static_cast<double*>(data)[index] = value;
      } else {
        write<ScalarType::Double, double>(data, index, value);
      }
      return;
    case ScalarType::Bool:
      write<ScalarType::Bool, bool>(data, index, value != C(0));
      return;
    default:
      break;
  }
  if constexpr (std::is_same_v<C, double>) {
    // What lies outside int64_t, and NaN, has no right answer; 0 keeps it defined.
    const bool fits = value >= -0x1p63 && value < 0x1p63;
    store<int64_t>(dtype, data, index, fits ? static_cast<int64_t>(value) : 0);
  } else if constexpr (std::is_same_v<C, int64_t>) {
    switch (dtype) {
      case ScalarType::Byte:
        write<ScalarType::Byte, uint8_t>(data, index, value);
        return;
      case ScalarType::Char:
        write<ScalarType::Char, uint8_t>(data, index, value);
        return;
      case ScalarType::Short:
        write<ScalarType::Short, int16_t>(data, index, value);
        return;
      case ScalarType::Int:
        write<ScalarType::Int, int32_t>(data, index, value);
        return;
      case ScalarType::Long:
        static_cast<int64_t*>(data)[index] = value;
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
