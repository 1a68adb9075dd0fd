// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <type_traits>

#include "call.h"
#include "path.h"

namespace torch::executor::native {

using OptionalDims = std::optional<IntArrayRef>;

// Which dim orders a reduction takes.
enum class Order : uint8_t {
  kContiguous,  // both contiguous
  kSame,        // both contiguous or both channels last
  kEither,      // each contiguous or channels last
};

// Where the elements lie that make one result, and where the results lie. Steps are distances of
// neighbours in elements.
struct Reduced {
  size_t results;
  // Elements to a result.
  size_t count;
  // Axes that stay.
  size_t kept;
  SizesType sizes[kMaxRank];
  size_t steps[kMaxRank];
  size_t out_steps[kMaxRank];
  // Axes that go, but the last of them; they lie in the order in which they are visited, that of
  // the dimensions.
  size_t outer;
  SizesType outer_sizes[kMaxRank];
  size_t outer_steps[kMaxRank];
  size_t run;
  size_t run_step;
};

// Checks the arguments of a reduction over `dims`, all dimensions if there are none, and resizes
// `out`. A 0-dim tensor may be reduced over its dimension 0.
bool take_reduction(KernelRuntimeContext& ctx, const char* op, const Tensor& in, IntArrayRef dims,
                    bool keepdim, Order order, Tensor& out, Reduced* reduced);

inline IntArrayRef dims_of(const OptionalDims& dims) {
  return dims.has_value() ? *dims : IntArrayRef();
}

// The value so far, for each result anew.
template <typename C>
struct Folded {
  C value;
  C center;      // of a second pass: the mean
  size_t seen;   // elements so far
  size_t index;  // of Extreme: where the value was
  bool largest;
  bool settled;  // of Extreme: the value is NaN
};

// Takes `count` values, `step` apart, into `folded`.
template <typename C>
using FoldFunction = void (*)(const C* values, size_t step, size_t count, Folded<C>& folded);

struct ReduceCall {
  const Reduced* reduced;
  const void* in;
  ScalarType in_type;
  // Elements are converted to it before anything else.
  ScalarType out_type;
  // Any may be null.
  void* out;
  void* mean;
  int64_t* indices;
  int start;
  bool largest;
  // NaN without a look at the elements.
  bool undefined;
  // The result is divided by it; 0: it is not.
  double divisor;
};

// Of all elements in `in` into `out`, from a start of 0.
inline ReduceCall reduce_call(const Reduced& reduced, const Tensor& in, Tensor& out) {
  ReduceCall call = {};
  call.reduced = &reduced;
  call.in = in.const_data_ptr();
  call.in_type = in.scalar_type();
  call.out_type = out.scalar_type();
  call.out = out.mutable_data_ptr();
  return call;
}

// How to get at elements that are no C; null in a build that has none.
template <typename C>
struct Access {
  // C's from position `first` on, `step` apart, as elements of dtype `to` would hold them.
  void (*read)(ScalarType from, ScalarType to, const void* data, size_t first, size_t step,
               size_t count, C* values);
  void (*write)(ScalarType dtype, void* data, size_t index, C value);
};

// wide: with floating point to integer, and double to float.
template <typename C, bool kWide>
void read_elements(ScalarType from, ScalarType to, const void* data, size_t first, size_t step,
                   size_t count, C* values);

enum class Dtypes : uint8_t {
  kSame,  // out, or what is compared, has the dtype of the input
  kAny,
};

template <typename C>
constexpr Access<C> access(const char* op, Dtypes dtypes) {
  const bool integers = should_include_kernel_dtype(op, ScalarType::Byte) ||
                        should_include_kernel_dtype(op, ScalarType::Char) ||
                        should_include_kernel_dtype(op, ScalarType::Short) ||
                        should_include_kernel_dtype(op, ScalarType::Int) ||
                        should_include_kernel_dtype(op, ScalarType::Bool);
  const bool same = std::is_same_v<C, float>     ? selected_halves(op)
                    : std::is_same_v<C, int64_t> ? integers
                                                 : false;
  if (!(dtypes == Dtypes::kSame ? same : converts<C>(op))) {
    return {nullptr, nullptr};
  }
  const bool floating = selected(op, Compute::kFloat) || selected(op, Compute::kDouble);
  const bool wide =
      dtypes == Dtypes::kAny &&
      (std::is_same_v<C, int64_t> ? floating : should_include_kernel_dtype(op, ScalarType::Double));
  return {wide ? read_elements<C, true> : read_elements<C, false>, store<C>};
}

template <typename C>
struct ReducePath {
  FoldFunction<C> fold;
  // A second pass, around the mean; null if there is none.
  FoldFunction<C> again;
  Access<C> access;
  void (*run)(const ReduceCall& call, const ReducePath& path);
};

// The code of one operator for each way of computing; null where the build left it out.
struct ReduceKernel {
  const char* op;
  ReducePath<float> in_float;
  ReducePath<double> in_double;
  ReducePath<int64_t> in_int64;
};

template <typename C>
void reduce_in(const ReduceCall& call, const ReducePath<C>& path);

extern template void reduce_in<float>(const ReduceCall&, const ReducePath<float>&);
extern template void reduce_in<double>(const ReduceCall&, const ReducePath<double>&);
extern template void reduce_in<int64_t>(const ReduceCall&, const ReducePath<int64_t>&);

// Computes in the type for `common`.
void reduce(KernelRuntimeContext& ctx, const ReduceKernel& kernel, ScalarType common,
            const ReduceCall& call);

template <typename C>
struct Sum {
  static void fold(const C* values, size_t step, size_t count, Folded<C>& folded) {
    for (size_t i = 0; i < count; ++i, values += step) {
      if constexpr (std::is_same_v<C, int64_t>) {
        // Unsigned: overflow wraps.
        folded.value =
            static_cast<C>(static_cast<uint64_t>(folded.value) + static_cast<uint64_t>(*values));
      } else {
        folded.value += *values;
      }
    }
  }
  static constexpr FoldFunction<C> again = nullptr;
};

// The highest or lowest element and the place of the first such; NaN is beyond all of them.
template <typename C>
struct Extreme {
  static void fold(const C* values, size_t step, size_t count, Folded<C>& folded) {
    for (size_t i = 0; i < count; ++i, values += step, ++folded.seen) {
      const C value = *values;
      // True for NaN.
      const bool beyond = folded.largest ? !(value <= folded.value) : !(value >= folded.value);
      if (folded.seen == 0 || (beyond && !folded.settled)) {
        folded.value = value;
        folded.index = folded.seen;
        folded.settled = value != value;
      }
    }
  }
  static constexpr FoldFunction<C> again = nullptr;
};

// The sum, then that of the squared distances to the mean.
template <typename C>
struct Deviation {
  static constexpr FoldFunction<C> fold = Sum<C>::fold;
  static void again(const C* values, size_t step, size_t count, Folded<C>& folded) {
    for (size_t i = 0; i < count; ++i, values += step) {
      const C distance = *values - folded.center;
      folded.value += distance * distance;
    }
  }
};

// kOp is constexpr text, so that what a build does not select is not instantiated. With
// kIntegers false, only results of floating point are computed.
template <const char* kOp, template <typename> class Fold, Dtypes kDtypes, bool kIntegers = true>
constexpr ReduceKernel reduce_kernel() {
  ReduceKernel kernel = {kOp, {}, {}, {}};
  if constexpr (selected(kOp, Compute::kFloat)) {
    kernel.in_float = {Fold<float>::fold, Fold<float>::again, access<float>(kOp, kDtypes),
                       reduce_in<float>};
  }
  if constexpr (selected(kOp, Compute::kDouble)) {
    kernel.in_double = {Fold<double>::fold, Fold<double>::again, access<double>(kOp, kDtypes),
                        reduce_in<double>};
  }
  if constexpr (kIntegers && selected(kOp, Compute::kInt64)) {
    kernel.in_int64 = {Fold<int64_t>::fold, Fold<int64_t>::again, access<int64_t>(kOp, kDtypes),
                       reduce_in<int64_t>};
  }
  return kernel;
}

}  // namespace torch::executor::native
