// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "element.h"

#include <type_traits>

namespace torch::executor::native {

void add_element_float(ScalarType /*dtype*/, void* out, size_t out_index, const void* in,
                       size_t in_index) {
  static_cast<float*>(out)[out_index] += static_cast<const float*>(in)[in_index];
}

template <typename C>
void add_element(ScalarType dtype, void* out, size_t out_index, const void* in, size_t in_index) {
  const C a = load<C>(dtype, out, out_index);
  const C b = load<C>(dtype, in, in_index);
  if constexpr (std::is_same_v<C, int64_t>) {
    // Unsigned: overflow wraps.
    store<C>(dtype, out, out_index,
             static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)));
  } else {
    store<C>(dtype, out, out_index, a + b);
  }
}

template void add_element<int64_t>(ScalarType, void*, size_t, const void*, size_t);
template void add_element<float>(ScalarType, void*, size_t, const void*, size_t);
template void add_element<double>(ScalarType, void*, size_t, const void*, size_t);

Add Adders::operator()(ScalarType dtype) const {
  if (dtype == ScalarType::Float) {
    return all_float;
  }
  switch (compute_type(dtype)) {
    case Compute::kInt64:
      return in_int64;
    case Compute::kFloat:
      return in_float;
    case Compute::kDouble:
      return in_double;
  }
  return nullptr;
}

}  // namespace torch::executor::native
