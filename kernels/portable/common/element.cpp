// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "element.h"

namespace torch::executor::native {

namespace {

// Unsigned: overflow wraps.
template <ScalarType kType, typename T>
bool add_as(ScalarType dtype, void* out, const void* in) {
  if (!in_build(kType) || dtype != kType) {
    return false;
  }
  T& sum = *static_cast<T*>(out);
  sum = static_cast<T>(sum + *static_cast<const T*>(in));
  return true;
}

}  // namespace

void add_float(ScalarType /*dtype*/, void* out, const void* in) {
  *static_cast<float*>(out) += *static_cast<const float*>(in);
}

void add_integer(ScalarType dtype, void* out, const void* in) {
  if (add_as<ScalarType::Long, uint64_t>(dtype, out, in) ||
      add_as<ScalarType::Int, uint32_t>(dtype, out, in) ||
      add_as<ScalarType::Short, uint16_t>(dtype, out, in) ||
      add_as<ScalarType::Char, uint8_t>(dtype, out, in) ||
      add_as<ScalarType::Byte, uint8_t>(dtype, out, in) || !in_build(ScalarType::Bool)) {
    return;
  }
  uint8_t& any = *static_cast<uint8_t*>(out);
  any = (any | *static_cast<const uint8_t*>(in)) != 0 ? 1 : 0;
}

template <typename C>
void add_in(ScalarType dtype, void* out, const void* in) {
  store<C>(dtype, out, 0, load<C>(dtype, out, 0) + load<C>(dtype, in, 0));
}

template void add_in<float>(ScalarType, void*, const void*);
template void add_in<double>(ScalarType, void*, const void*);

}  // namespace torch::executor::native
