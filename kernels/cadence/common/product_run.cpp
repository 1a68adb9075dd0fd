// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "product_run.h"

#include <type_traits>

namespace impl::generic::native {

namespace {

template <typename A, typename B, typename Sum>
void run_all(const Product& product) {
  const A* row = static_cast<const A*>(product.a);
  size_t to = product.first;
  for (int32_t i = 0; i < product.rows; ++i) {
    const B* column = static_cast<const B*>(product.b);
    for (int32_t j = 0; j < product.columns; ++j) {
      const B* b = column;
      if constexpr (std::is_floating_point_v<Sum>) {
        Sum sum = product.bias == nullptr ? Sum{0} : static_cast<const Sum*>(product.bias)[j];
        for (int32_t k = 0; k < product.inner; ++k) {
          sum += row[k] * *b;
          b += product.b_step;
        }
        product.reals[to] = sum;
      } else {
        Sum sum = 0;
        for (int32_t k = 0; k < product.inner; ++k) {
          sum += static_cast<Sum>(row[k] - product.a_zero) * (*b - product.b_zero);
          b += product.b_step;
        }
        int64_t biased = sum;
        if (product.bias != nullptr) {
          biased += static_cast<const int32_t*>(product.bias)[j];
        }
        const Factor factor = product.multipliers == nullptr
                                  ? product.factor
                                  : factor_of(product.multipliers[j], product.shifts[j]);
        const int32_t code =
            sizeof(Sum) == sizeof(int32_t) ? scaled_small(biased, factor) : scaled(biased, factor);
        product.codes.set(to, code + product.out_zero);
      }
      ++to;
      column += product.b_column;
    }
    row += product.inner;
  }
}

}  // namespace

template <typename A, typename B, typename Sum>
void product_run(const Product& product) {
  run_all<A, B, Sum>(product);
}

template void product_run<int8_t, int8_t, int32_t>(const Product&);
template void product_run<uint8_t, uint8_t, int32_t>(const Product&);
template void product_run<int16_t, int16_t, int64_t>(const Product&);
template void product_run<int16_t, int8_t, int64_t>(const Product&);

void product_run_float(const Product& product) { run_all<float, float, float>(product); }

}  // namespace impl::generic::native
