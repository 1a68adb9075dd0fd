// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "codes.h"
#include "factor.h"

namespace impl::generic::native {

// Rows times columns, checked: code = round((sum over `inner` of (a - zero point) * (b - zero
// point) + bias) * factor) + zero point; of float32, the sum and the bias.
struct Product {
  const void* a;
  const void* b;
  const void* bias;  // may be null
  int32_t rows;
  int32_t columns;
  int32_t inner;
  int32_t b_column;  // distance of columns, and of neighbours in one, in elements
  int32_t b_step;
  int32_t a_zero;
  int32_t b_zero;
  Factor factor;
  // Factors, one a column, in the place of `factor`.
  const int32_t* multipliers;
  const int32_t* shifts;
  Codes codes;
  int32_t out_zero;
  float* reals;
  size_t first;  // of the results
};

using ProductRun = void (*)(const Product&);

template <typename A, typename B, typename Sum>
void product_run(const Product& product);
void product_run_float(const Product& product);

}  // namespace impl::generic::native
