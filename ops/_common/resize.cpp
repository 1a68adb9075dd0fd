// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "resize.h"

namespace esp_nn::native {

namespace {

// The second of two entries is the weight of the next row, which lies inside unless it is 0.
constexpr int32_t kLargestWeight = 2048;

bool check_table(const Check& check, const char* name, const Tensor& table, int32_t entries,
                 int32_t extent) {
  if (!check.tensor(name, table, ScalarType::Int, entries == 1 ? 1 : 2) ||
      (entries != 1 && !check.size(name, table, 1, entries))) {
    return false;
  }
  const int32_t* values = table.const_data_ptr<int32_t>();
  for (int32_t i = 0; i < size_at(table, 0); ++i, values += entries) {
    const int32_t weight = entries == 1 ? 0 : values[1];
    if (!check.range(name, weight, 0, kLargestWeight) ||
        !check.range(name, values[0], 0, extent - (weight != 0 ? 2 : 1))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool check_resize(const Check& check, const Tensor& input, const Tensor& rows,
                  const Tensor& columns, int32_t entries, Tensor& out) {
  if (!check.tensor(argument("input"), input, ScalarType::Char, 4) ||
      !check_table(check, argument("rows"), rows, entries, size_at(input, 1)) ||
      !check_table(check, argument("columns"), columns, entries, size_at(input, 2))) {
    return false;
  }
  const SizesType sizes[] = {size_at(input, 0), size_at(rows, 0), size_at(columns, 0),
                             size_at(input, 3)};
  return check.output(out, ScalarType::Char, sizes, 4);
}

}  // namespace esp_nn::native
