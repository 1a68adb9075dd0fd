// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/tensor/tensor_ptr_maker.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "scalar_visit.h"

namespace executorch {
namespace extension {

using executorch::aten::BFloat16;
using executorch::aten::Half;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::SizesType;
using executorch::aten::StridesType;
using executorch::aten::TensorShapeDynamism;

namespace {

// Whether the dtype can hold the value: no fraction into integers, nothing out of range, a truth
// value into bool only.
template <typename T>
bool convert(Scalar value, T* out) {
  if constexpr (std::is_same_v<T, bool>) {
    if (value.isFloatingPoint()) {
      return false;
    }
    *out = value.isBoolean() ? value.to<bool>() : value.to<int64_t>() != 0;
  } else if constexpr (std::is_integral_v<T>) {
    if (!value.isIntegral(false)) {
      return false;
    }
    const int64_t number = value.to<int64_t>();
    *out = static_cast<T>(number);
    return static_cast<int64_t>(*out) == number && (number < 0) == (*out < T{0});
  } else {
    if (value.isBoolean()) {
      return false;
    }
    const double number =
        value.isFloatingPoint() ? value.to<double>() : static_cast<double>(value.to<int64_t>());
    const double largest = static_cast<double>(std::numeric_limits<T>::max());
    *out = static_cast<T>(number);
    return !std::isfinite(number) || std::fabs(number) <= largest;
  }
  return true;
}

template <typename Distribution>
TensorPtr random_tensor(std::vector<SizesType> sizes, std::vector<StridesType> strides,
                        ScalarType type, TensorShapeDynamism dynamism, Distribution distribution) {
  TensorPtr tensor = empty_strided(std::move(sizes), std::move(strides), type, dynamism);
  std::mt19937 engine{std::random_device{}()};
  internal::visit_scalar_type(type, [&](auto zero) {
    using T = decltype(zero);
    T* data = tensor->mutable_data_ptr<T>();
    std::generate_n(data, tensor->numel(), [&] { return static_cast<T>(distribution(engine)); });
  });
  return tensor;
}

}  // namespace

TensorPtr empty_strided(std::vector<SizesType> sizes, std::vector<StridesType> strides,
                        ScalarType type, TensorShapeDynamism dynamism) {
  const auto count = executorch::aten::safe_numel(sizes.data(), static_cast<ssize_t>(sizes.size()));
  ET_CHECK_MSG(count.ok(), "The sizes are negative or too large");
  size_t bytes = 0;
  ET_CHECK_MSG(!__builtin_mul_overflow(static_cast<size_t>(*count),
                                       executorch::runtime::elementSize(type), &bytes),
               "%zd elements exceed the address space", *count);
  return make_tensor_ptr(std::move(sizes), std::vector<uint8_t>(bytes), {}, std::move(strides),
                         type, dynamism);
}

TensorPtr full_strided(std::vector<SizesType> sizes, std::vector<StridesType> strides,
                       Scalar fill_value, ScalarType type, TensorShapeDynamism dynamism) {
  TensorPtr tensor = empty_strided(std::move(sizes), std::move(strides), type, dynamism);
  internal::visit_scalar_type(type, [&](auto zero) {
    using T = decltype(zero);
    T value{};
    ET_CHECK_MSG(convert(fill_value, &value), "dtype %d cannot hold the fill value",
                 static_cast<int>(type));
    std::fill_n(tensor->mutable_data_ptr<T>(), tensor->numel(), value);
  });
  return tensor;
}

TensorPtr rand_strided(std::vector<SizesType> sizes, std::vector<StridesType> strides,
                       ScalarType type, TensorShapeDynamism dynamism) {
  // Below what a shorter float would round up to 1.
  float end = 1.0f;
  if (type == ScalarType::Half) {
    end -= static_cast<float>(std::numeric_limits<Half>::epsilon()) / 2;
  } else if (type == ScalarType::BFloat16) {
    end -= static_cast<float>(std::numeric_limits<BFloat16>::epsilon()) / 2;
  }
  return random_tensor(std::move(sizes), std::move(strides), type, dynamism,
                       std::uniform_real_distribution<float>(0.0f, end));
}

TensorPtr randn_strided(std::vector<SizesType> sizes, std::vector<StridesType> strides,
                        ScalarType type, TensorShapeDynamism dynamism) {
  return random_tensor(std::move(sizes), std::move(strides), type, dynamism,
                       std::normal_distribution<float>(0.0f, 1.0f));
}

TensorPtr randint_strided(int64_t low, int64_t high, std::vector<SizesType> sizes,
                          std::vector<StridesType> strides, ScalarType type,
                          TensorShapeDynamism dynamism) {
  ET_CHECK_MSG(low < high, "There is no integer in [%lld, %lld)", static_cast<long long>(low),
               static_cast<long long>(high));
  return random_tensor(std::move(sizes), std::move(strides), type, dynamism,
                       std::uniform_int_distribution<int64_t>(low, high - 1));
}

}  // namespace extension
}  // namespace executorch
