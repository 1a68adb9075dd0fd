// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "reduce.h"

#include <cmath>

#include "copy.h"
#include "walk.h"

namespace torch::executor::native {

namespace {

constexpr size_t kBlock = 16;

// Bit i: dimension i goes.
bool take_dims(KernelRuntimeContext& ctx, const char* op, int64_t rank, IntArrayRef dims,
               uint32_t* gone) {
  const int64_t known = rank == 0 ? 1 : rank;
  *gone = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t dim = dims.data()[i];
    if (dim < -known || dim >= known) {
      return fail(ctx, op, text("dim is not a dimension of the input"));
    }
    const uint32_t bit = 1u << (dim < 0 ? dim + known : dim);
    if ((*gone & bit) != 0) {
      return fail(ctx, op, text("a dim is given twice"));
    }
    *gone |= bit;
  }
  if (dims.size() == 0) {
    *gone = UINT32_MAX;
  }
  return true;
}

bool take_order(KernelRuntimeContext& ctx, const char* op, Order order, const Tensor& in,
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

// Visits the elements of the result that starts at `base`.
template <typename C>
void fold_all(const ReduceCall& call, const Access<C>& access, FoldFunction<C> fold, size_t base,
              Folded<C>& folded) {
  const Reduced& reduced = *call.reduced;
  constexpr ScalarType kOwn = own_dtype<C>();
  const bool direct =
      access.read == nullptr || (call.in_type == kOwn && call.out_type == call.in_type);
  Walk walk(reduced.outer, reduced.outer_sizes, reduced.outer_steps);
  do {
    size_t first = base + walk.position();
    if (direct) {
      fold(static_cast<const C*>(call.in) + first, reduced.run_step, reduced.run, folded);
      continue;
    }
    C block[kBlock];
    for (size_t left = reduced.run; left > 0;) {
      const size_t count = left < kBlock ? left : kBlock;
      access.read(call.in_type, call.out_type, call.in, first, reduced.run_step, count, block);
      fold(block, 1, count, folded);
      first += count * reduced.run_step;
      left -= count;
    }
  } while (walk.next());
}

template <typename C>
void put(const ReduceCall& call, const Access<C>& access, void* out, size_t index, C value) {
  if (out == nullptr) {
    return;
  }
  if (access.write == nullptr) {
    static_cast<C*>(out)[index] = value;
  } else {
    access.write(call.out_type, out, index, value);
  }
}

template <typename C>
bool run(const ReducePath<C>& path, const ReduceCall& call) {
  if (path.run != nullptr) {
    path.run(call, path);
  }
  return path.run != nullptr;
}

}  // namespace

bool take_reduction(KernelRuntimeContext& ctx, const char* op, const Tensor& in, IntArrayRef dims,
                    bool keepdim, Order order, Tensor& out, Reduced* reduced) {
  const size_t rank = static_cast<size_t>(in.dim());
  uint32_t gone = 0;
  if (!take_dims(ctx, op, in.dim(), dims, &gone) || !take_order(ctx, op, order, in, out)) {
    return false;
  }
  SizesType sizes[kMaxRank];
  size_t out_rank = 0;
  for (size_t i = 0; i < rank; ++i) {
    const bool goes = (gone >> i & 1u) != 0;
    if (!goes || keepdim) {
      sizes[out_rank++] = goes ? 1 : in.sizes().data()[i];
    }
  }
  if (!has_memory(ctx, op, in) || !resize(ctx, op, out, sizes, out_rank)) {
    return false;
  }
  size_t steps[kMaxRank];
  size_t out_steps[kMaxRank];
  strides_of(in, steps);
  strides_of(out, out_steps);
  *reduced = {};
  reduced->results = static_cast<size_t>(out.numel());
  reduced->count = 1;
  reduced->run = 1;
  bool running = false;
  size_t axis = 0;
  for (size_t i = 0; i < rank; ++i) {
    const SizesType size = in.sizes().data()[i];
    if ((gone >> i & 1u) == 0) {
      reduced->sizes[reduced->kept] = size;
      reduced->steps[reduced->kept] = steps[i];
      reduced->out_steps[reduced->kept++] = out_steps[axis++];
      continue;
    }
    axis += keepdim ? 1 : 0;
    const size_t count = static_cast<size_t>(size);
    reduced->count *= count;
    if (running && reduced->run_step == steps[i] * count) {
      // Goes on where the axis before it stops: one longer run.
      reduced->run *= count;
    } else {
      if (running) {
        reduced->outer_sizes[reduced->outer] = static_cast<SizesType>(reduced->run);
        reduced->outer_steps[reduced->outer++] = reduced->run_step;
      }
      reduced->run = count;
    }
    reduced->run_step = steps[i];
    running = true;
  }
  return true;
}

template <typename C, bool kWide>
void read_elements(ScalarType from, ScalarType to, const void* data, size_t first, size_t step,
                   size_t count, C* values) {
  const bool floating = kWide && category(from) == Category::kFloating;
  for (size_t i = 0; i < count; ++i, first += step) {
    if constexpr (std::is_same_v<C, int64_t>) {
      int64_t value = 0;
      if (!floating) {
        value = load<int64_t>(from, data, first);
      } else if constexpr (kWide) {
        const double real = load<double>(from, data, first);
        if (to == ScalarType::Bool) {
          value = real != 0;
        } else if (real >= -0x1p63 && real < 0x1p63) {
          value = static_cast<int64_t>(real);
        }
      }
      values[i] = wrap(to, value);
    } else if constexpr (std::is_same_v<C, float> && kWide) {
      values[i] = from == ScalarType::Double ? static_cast<float>(load<double>(from, data, first))
                                             : load<float>(from, data, first);
    } else {
      values[i] = load<C>(from, data, first);
    }
  }
}

template void read_elements<float, false>(ScalarType, ScalarType, const void*, size_t, size_t,
                                          size_t, float*);
template void read_elements<float, true>(ScalarType, ScalarType, const void*, size_t, size_t,
                                         size_t, float*);
template void read_elements<double, false>(ScalarType, ScalarType, const void*, size_t, size_t,
                                           size_t, double*);
template void read_elements<double, true>(ScalarType, ScalarType, const void*, size_t, size_t,
                                          size_t, double*);
template void read_elements<int64_t, false>(ScalarType, ScalarType, const void*, size_t, size_t,
                                            size_t, int64_t*);
template void read_elements<int64_t, true>(ScalarType, ScalarType, const void*, size_t, size_t,
                                           size_t, int64_t*);

template <typename C>
void reduce_in(const ReduceCall& call, const ReducePath<C>& path) {
  const Reduced& reduced = *call.reduced;
  Walk walk(reduced.kept, reduced.sizes, reduced.steps, reduced.out_steps);
  for (size_t left = reduced.results; left > 0; --left) {
    const size_t to = walk.other();
    Folded<C> folded = {static_cast<C>(call.start), C(0), 0, 0, call.largest, false};
    if (reduced.count > 0 && !call.undefined) {
      fold_all(call, path.access, path.fold, walk.position(), folded);
    }
    if constexpr (!std::is_same_v<C, int64_t>) {
      if (call.undefined) {
        folded.value = folded.center = static_cast<C>(NAN);
      } else if (path.again != nullptr) {
        folded.center = folded.value / static_cast<C>(reduced.count);
        folded.value = C(0);
        fold_all(call, path.access, path.again, walk.position(), folded);
      }
      if (call.divisor != 0) {
        folded.value /= static_cast<C>(call.divisor);
      }
    }
    put(call, path.access, call.mean, to, folded.center);
    put(call, path.access, call.out, to, folded.value);
    if (call.indices != nullptr) {
      call.indices[to] = static_cast<int64_t>(folded.index);
    }
    walk.next();
  }
}

template void reduce_in<float>(const ReduceCall&, const ReducePath<float>&);
template void reduce_in<double>(const ReduceCall&, const ReducePath<double>&);
template void reduce_in<int64_t>(const ReduceCall&, const ReducePath<int64_t>&);

void reduce(KernelRuntimeContext& ctx, const ReduceKernel& kernel, ScalarType common,
            const ReduceCall& call) {
  bool known = false;
  switch (compute_type(common)) {
    case Compute::kFloat:
      known = run(kernel.in_float, call);
      break;
    case Compute::kDouble:
      known = run(kernel.in_double, call);
      break;
    case Compute::kInt64:
      known = run(kernel.in_int64, call);
      break;
  }
  if (!known) {
    fail(ctx, text(kernel.op), text("these dtypes were not selected when the kernels were built"));
  }
}

}  // namespace torch::executor::native
