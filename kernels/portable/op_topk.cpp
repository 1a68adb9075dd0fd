// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>
#include <tuple>

#include "common/arith.h"
#include "common/axis.h"
#include "common/copy.h"
#include "common/lanes.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "topk.values";

struct Lane {
  ScalarType dtype;
  bool largest;
  const void* in;
  size_t count;
  size_t step;
  // Of the results, as far apart as the elements.
  size_t kept;
  int64_t* indices;
};

// NaN is above all numbers.
template <typename C>
bool less(C a, C b) {
  return a < b || (a == a && b != b);
}

// The places of the best elements, best first and equal ones in order: each element goes up among
// those before it. `in` and `indices` point to the first of the lane.
template <typename Access>
struct Choose {
  static void run(const Lane& lane) {
    using C = typename Access::Type;
    const Access access(lane.dtype);
    size_t filled = 0;
    for (size_t i = 0; i < lane.count; ++i) {
      const C value = access.get(lane.in, i * lane.step);
      size_t place = filled;
      while (place > 0) {
        const int64_t rival = lane.indices[(place - 1) * lane.step];
        const C other = access.get(lane.in, static_cast<size_t>(rival) * lane.step);
        if (!(lane.largest ? less(other, value) : less(value, other))) {
          break;
        }
        if (place < lane.kept) {
          lane.indices[place * lane.step] = rival;
        }
        --place;
      }
      if (place < lane.kept) {
        lane.indices[place * lane.step] = static_cast<int64_t>(i);
        filled += filled < lane.kept ? 1 : 0;
      }
    }
  }
};

bool take(KernelRuntimeContext& ctx, const Tensor& in, int64_t k, int64_t dim, Tensor& values,
          Tensor& indices, size_t* axis) {
  const char* op = text(kName);
  if (!same_dtype(ctx, op, in, values) || !take_axis(ctx, op, in, dim, axis)) {
    return false;
  }
  if (indices.scalar_type() != ScalarType::Long) {
    return fail(ctx, op, text("the indices must be of dtype int64"));
  }
  const int64_t size = in.dim() == 0 ? 1 : in.sizes().data()[*axis];
  if (k < 0 || k > size) {
    return fail(ctx, op, text("k is negative or above the size of the dimension"));
  }
  if (!contiguous(in) || !contiguous(values) || !contiguous(indices)) {
    return fail(ctx, op, text("takes contiguous tensors only"));
  }
  SizesType sizes[kMaxRank];
  const size_t rank = static_cast<size_t>(in.dim());
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = i == *axis ? static_cast<SizesType>(k) : in.sizes().data()[i];
  }
  return has_memory(ctx, op, in) && resize(ctx, op, values, sizes, rank) &&
         resize(ctx, op, indices, sizes, rank);
}

}  // namespace

std::tuple<Tensor&, Tensor&> topk_values(KernelRuntimeContext& ctx, const Tensor& in, int64_t k,
                                         int64_t dim, bool largest, bool sorted, Tensor& values,
                                         Tensor& indices) {
  // Sorted results are a right answer to sorted = false too.
  (void)sorted;
  const std::tuple<Tensor&, Tensor&> results(values, indices);
  const auto function = run_of<Choose, kName, Takes::kReal>(in.scalar_type());
  if (function == nullptr) {
    fail(ctx, text(kName), text("takes real, Half and BFloat16 tensors only"));
    return results;
  }
  size_t axis = 0;
  if (!take(ctx, in, k, dim, values, indices, &axis) || values.numel() == 0) {
    return results;
  }
  const Lanes lanes = lanes_along(in, axis);
  // A 0-dim tensor has its one element in the result even for k = 0.
  const size_t kept = in.dim() == 0 ? 1 : static_cast<size_t>(k);
  const size_t bytes = static_cast<size_t>(in.element_size());
  const uint8_t* from = static_cast<const uint8_t*>(in.const_data_ptr());
  uint8_t* to = static_cast<uint8_t*>(values.mutable_data_ptr());
  int64_t* indices_to = static_cast<int64_t*>(indices.mutable_data_ptr());
  Lane lane = {in.scalar_type(), largest, nullptr, lanes.count, lanes.step, kept, nullptr};
  for (size_t block = 0; block < lanes.blocks; ++block) {
    for (size_t i = 0; i < lanes.step; ++i) {
      const uint8_t* start = from + (block * lanes.count * lanes.step + i) * bytes;
      const size_t first = block * kept * lanes.step + i;
      lane.in = start;
      lane.indices = indices_to + first;
      function(lane);
      for (size_t place = 0; place < kept; ++place) {
        const size_t index = static_cast<size_t>(lane.indices[place * lanes.step]);
        // Memory that a damaged program shares between the results may hold anything by now.
        if (index < lanes.count) {
          memcpy(to + (first + place * lanes.step) * bytes, start + index * lanes.step * bytes,
                 bytes);
        }
      }
    }
  }
  return results;
}

}  // namespace torch::executor::native
