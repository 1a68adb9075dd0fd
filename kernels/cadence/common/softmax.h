// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "args.h"

namespace impl::generic::native {

// The runs along one axis of a contiguous tensor. Masked: of run number i, only the elements up to
// position + i count, none if position is negative; the others give 0.
struct Runs {
  size_t size;   // of the axis
  size_t inner;  // distance of neighbours along it
  size_t all;    // elements
  bool masked;
  int64_t position;
};

// The axis that `dim` means; not masked.
inline bool take_runs(const Args& args, const Tensor& input, int64_t dim, Runs* runs) {
  const int64_t rank = input.dim() == 0 ? 1 : input.dim();
  if (dim < -rank || dim >= rank) {
    return args.fail(text("dim is not a dimension of the input"));
  }
  const size_t axis = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  *runs = {1, 1, static_cast<size_t>(input.numel()), false, 0};
  if (input.dim() > 0) {
    runs->size = static_cast<size_t>(size_at(input, axis));
    for (size_t i = axis + 1; i < static_cast<size_t>(rank); ++i) {
      runs->inner *= static_cast<size_t>(size_at(input, i));
    }
  }
  return true;
}

// Softmax in float32. Values has read(i), a real value up to a constant, and write(i, share).
template <typename Values>
void softmax(const Runs& runs, const Values& values) {
  size_t number = 0;
  for (size_t block = 0; block < runs.all; block += runs.size * runs.inner) {
    for (size_t first = block; first < block + runs.inner; ++first, ++number) {
      size_t count = runs.size;
      if (runs.masked && runs.position < static_cast<int64_t>(count)) {
        const int64_t last = runs.position + static_cast<int64_t>(number);
        count = runs.position < 0                        ? 0
                : last + 1 < static_cast<int64_t>(count) ? static_cast<size_t>(last + 1)
                                                         : count;
      }
      float highest = count > 0 ? values.read(first) : 0.0f;
      for (size_t i = 1; i < count; ++i) {
        const float value = values.read(first + i * runs.inner);
        highest = value > highest ? value : highest;
      }
      float sum = 0;
      for (size_t i = 0; i < count; ++i) {
        sum += std::exp(values.read(first + i * runs.inner) - highest);
      }
      // Two times exp instead of memory for one run.
      for (size_t i = 0; i < runs.size; ++i) {
        const size_t place = first + i * runs.inner;
        values.write(place, i < count ? std::exp(values.read(place) - highest) / sum : 0.0f);
      }
    }
  }
}

}  // namespace impl::generic::native
