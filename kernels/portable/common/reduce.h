// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include "call.h"
#include "path.h"
#include "walk.h"

namespace torch::executor::native {

using OptionalDims = std::optional<IntArrayRef>;

// Which dim orders a reduction takes.
enum class Order : uint8_t {
  kContiguous,  // both contiguous
  kSame,        // both contiguous or both channels last
  kEither,      // each contiguous or channels last
};

// Where the elements lie that make one result, and where the results lie.
struct Reduced {
  size_t results;
  // Elements to a result.
  size_t count;
  // Axes that stay: positions in the input and in the result.
  Walk kept;
  // Axes that go, but the last ones; they are visited in the order of the dimensions.
  Walk outer;
  size_t run;
  size_t run_step;
};

inline bool take_order(KernelRuntimeContext& ctx, const char* op, Order order, const Tensor& in,
                       const Tensor& out) {
  bool taken = false;
  if (order == Order::kContiguous) {
    taken = contiguous(in) && contiguous(out);
  } else if (order == Order::kSame) {
    taken = executorch::runtime::tensors_have_same_dim_order(in, out);
  } else {
    taken = executorch::runtime::tensor_is_default_or_channels_last_dim_order(in) &&
            executorch::runtime::tensor_is_default_or_channels_last_dim_order(out);
  }
  return taken || fail(ctx, op, text("does not take the dim orders of input and out"));
}

// Checks the arguments of a reduction over `dims`, all dimensions if there are none, but for
// dtypes and dim orders, and resizes `out`. A 0-dim tensor may be reduced over its dimension 0.
bool take_dims(KernelRuntimeContext& ctx, const char* op, const Tensor& in, IntArrayRef dims,
               bool keepdim, Tensor& out, Reduced* reduced);

inline bool take_reduction(KernelRuntimeContext& ctx, const char* op, const Tensor& in,
                           IntArrayRef dims, bool keepdim, Order order, Tensor& out,
                           Reduced* reduced) {
  return take_order(ctx, op, order, in, out) && take_dims(ctx, op, in, dims, keepdim, out, reduced);
}

inline IntArrayRef dims_of(const OptionalDims& dims) {
  return dims.has_value() ? *dims : IntArrayRef();
}

// The value so far, for each result anew.
struct Folded {
  Number value;
  Number center;  // of a second pass: the mean
  size_t count;   // elements in all
  size_t seen;    // of Extreme: elements so far
  size_t index;   // of Extreme: where the value was
  bool largest;
  bool settled;  // of Extreme: the value is NaN; of Deviation: the center is known
};

// Takes `count` values of the type of the computation, `step` apart, into `folded`.
using FoldFunction = void (*)(const void* values, size_t step, size_t count, Folded& folded);

struct ReduceCall {
  Reduced* reduced;
  const void* in;
  ScalarType in_type;
  // Elements are converted to it before anything else.
  ScalarType out_type;
  // Any may be null.
  void* out;
  void* mean;
  int64_t* indices;
  bool largest;
  // The result of Average and Deviation is NaN.
  bool undefined;
  // Of Deviation.
  double divisor;
};

// Of all elements in `in` into `out`.
inline ReduceCall reduce_call(Reduced& reduced, const Tensor& in, Tensor& out) {
  return {&reduced,
          in.const_data_ptr(),
          in.scalar_type(),
          out.scalar_type(),
          out.mutable_data_ptr(),
          nullptr,
          nullptr,
          false,
          false,
          0};
}

// Makes a result of what has been folded.
using FinishFunction = void (*)(const ReduceCall& call, Folded& folded);

struct ReducePath;

// How to get at elements.
struct Access {
  // Folds the elements of the result that begins at position `base`.
  void (*visit)(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t base,
                Folded& folded);
  // Values from position `first` on, `step` apart, as elements of dtype `to` would hold them; null
  // where all are of the dtype of the computation.
  void (*read)(ScalarType from, ScalarType to, const void* data, size_t first, size_t step,
               size_t count, void* values);
  void (*write)(ScalarType dtype, void* data, size_t index, Number& value);
};

// Of elements of the dtype of the computation, and of any dtype.
void visit_own(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t base,
               Folded& folded);
void visit_any(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t base,
               Folded& folded);

// wide: with floating point to integer, and double to float.
template <typename C, bool kWide>
void read_elements(ScalarType from, ScalarType to, const void* data, size_t first, size_t step,
                   size_t count, void* values);

template <typename C>
void write_element(ScalarType dtype, void* data, size_t index, Number& value) {
  store<C>(dtype, data, index, number_as<C>(value));
}

template <typename C>
void write_own(ScalarType /*dtype*/, void* data, size_t index, Number& value) {
  static_cast<C*>(data)[index] = number_as<C>(value);
}

enum class Dtypes : uint8_t {
  kSame,  // out, or what is compared, has the dtype of the input
  kAny,
};

template <typename C>
constexpr Access access(const char* op, Dtypes dtypes) {
  const bool integers = should_include_kernel_dtype(op, ScalarType::Byte) ||
                        should_include_kernel_dtype(op, ScalarType::Char) ||
                        should_include_kernel_dtype(op, ScalarType::Short) ||
                        should_include_kernel_dtype(op, ScalarType::Int) ||
                        should_include_kernel_dtype(op, ScalarType::Bool);
  const bool same = std::is_same_v<C, float>     ? selected_halves(op)
                    : std::is_same_v<C, int64_t> ? integers
                                                 : false;
  if (!(dtypes == Dtypes::kSame ? same : converts<C>(op))) {
    return {visit_own, nullptr, write_own<C>};
  }
  const bool floating = selected(op, Compute::kFloat) || selected(op, Compute::kDouble);
  const bool wide =
      dtypes == Dtypes::kAny &&
      (std::is_same_v<C, int64_t> ? floating : should_include_kernel_dtype(op, ScalarType::Double));
  return {visit_any, wide ? read_elements<C, true> : read_elements<C, false>, write_element<C>};
}

// One way of computing. `again`, for a second pass over the elements, and `finish` may be null.
struct ReducePath {
  FoldFunction fold;
  FoldFunction again;
  FinishFunction finish;
  Access access;
  // The bits of the Number to start from.
  int64_t start;
  ScalarType dtype;
  uint8_t size;
};

// The code of one operator for each way of computing; null where the build left it out.
struct ReduceKernel {
  const char* op;
  const ReducePath* paths[3];  // by the number of their Compute
};

// Computes in the type for `common`.
void reduce(KernelRuntimeContext& ctx, const ReduceKernel& kernel, ScalarType common,
            const ReduceCall& call);

template <typename C>
struct Sum {
  static void fold(const void* values, size_t step, size_t count, Folded& folded) {
    const C* value = static_cast<const C*>(values);
    C sum = number_as<C>(folded.value);
    for (size_t i = 0; i < count; ++i, value += step) {
      if constexpr (std::is_same_v<C, int64_t>) {
        // Unsigned: overflow wraps.
        sum = static_cast<C>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(*value));
      } else {
        sum += *value;
      }
    }
    number_as<C>(folded.value) = sum;
  }
  static constexpr FoldFunction again = nullptr;
  static constexpr FinishFunction finish = nullptr;
  static constexpr int64_t start() { return 0; }
};

template <typename C>
struct Average : Sum<C> {
  static void finish(const ReduceCall& call, Folded& folded) {
    C& value = number_as<C>(folded.value);
    value = call.undefined ? static_cast<C>(NAN) : value / static_cast<C>(folded.count);
  }
};

// The highest or lowest element and the place of the first such; NaN is beyond all of them.
template <typename C>
struct Extreme {
  static void fold(const void* values, size_t step, size_t count, Folded& folded) {
    const C* next = static_cast<const C*>(values);
    for (size_t i = 0; i < count; ++i, next += step, ++folded.seen) {
      const C value = *next;
      const C best = number_as<C>(folded.value);
      // True for NaN.
      const bool beyond = folded.largest ? !(value <= best) : !(value >= best);
      if (folded.seen == 0 || (beyond && !folded.settled)) {
        number_as<C>(folded.value) = value;
        folded.index = folded.seen;
        folded.settled = value != value;
      }
    }
  }
  static constexpr FoldFunction again = nullptr;
  static constexpr FinishFunction finish = nullptr;
  static constexpr int64_t start() { return 0; }
};

// The sum, then that of the squared distances to the mean.
template <typename C>
struct Deviation : Sum<C> {
  static void again(const void* values, size_t step, size_t count, Folded& folded) {
    C& sum = number_as<C>(folded.value);
    C& center = number_as<C>(folded.center);
    if (!folded.settled) {
      center = sum / static_cast<C>(folded.count);
      sum = C(0);
      folded.settled = true;
    }
    const C* value = static_cast<const C*>(values);
    for (size_t i = 0; i < count; ++i, value += step) {
      const C distance = *value - center;
      sum += distance * distance;
    }
  }
  static void finish(const ReduceCall& call, Folded& folded) {
    C& value = number_as<C>(folded.value);
    if (call.undefined) {
      value = number_as<C>(folded.center) = static_cast<C>(NAN);
    } else {
      value /= static_cast<C>(call.divisor);
    }
  }
};

template <const char* kOp, template <typename> class Fold, Dtypes kDtypes, typename C>
inline constexpr ReducePath kReducePath = {
    Fold<C>::fold,    Fold<C>::again, Fold<C>::finish, access<C>(kOp, kDtypes),
    Fold<C>::start(), own_dtype<C>(), sizeof(C)};

// kOp is constexpr text, so that what a build does not select is not instantiated. With
// kIntegers false, only results of floating point are computed.
template <const char* kOp, template <typename> class Fold, Dtypes kDtypes, bool kIntegers = true>
constexpr ReduceKernel reduce_kernel() {
  ReduceKernel kernel = {text(kOp), {}};
  if constexpr (selected(kOp, Compute::kFloat)) {
    kernel.paths[static_cast<int>(Compute::kFloat)] = &kReducePath<kOp, Fold, kDtypes, float>;
  }
  if constexpr (selected(kOp, Compute::kDouble)) {
    kernel.paths[static_cast<int>(Compute::kDouble)] = &kReducePath<kOp, Fold, kDtypes, double>;
  }
  if constexpr (kIntegers && selected(kOp, Compute::kInt64)) {
    kernel.paths[static_cast<int>(Compute::kInt64)] = &kReducePath<kOp, Fold, kDtypes, int64_t>;
  }
  return kernel;
}

}  // namespace torch::executor::native
