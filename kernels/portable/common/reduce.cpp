// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "reduce.h"

#include <cstring>

#include "copy.h"
#include "walk.h"

namespace torch::executor::native {

namespace {

constexpr size_t kBlock = 16;

// Bit i: dimension i goes.
bool take_dims(KernelRuntimeContext& ctx, const char* op, int64_t rank, IntArrayRef dims,
               uint32_t* gone) {
  const int32_t known = rank == 0 ? 1 : static_cast<int32_t>(rank);
  *gone = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int32_t dim = static_cast<int32_t>(dims.data()[i]);
    if (dim != dims.data()[i] || dim < -known || dim >= known) {
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
void fold_all(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t base,
              Folded& folded) {
  Reduced& reduced = *call.reduced;
  const bool direct =
      path.access.run == nullptr || (call.in_type == path.dtype && call.out_type == call.in_type);
  do {
    const size_t first = base + reduced.outer.position();
    if (direct) {
      fold(static_cast<const uint8_t*>(call.in) + first * path.size, reduced.run_step, reduced.run,
           folded);
    } else {
      path.access.run(call, path, fold, first, folded);
    }
  } while (reduced.outer.next());
}

void put(const ReduceCall& call, const ReducePath& path, void* out, size_t index, Number& value) {
  if (out == nullptr) {
    return;
  }
  if (path.access.write != nullptr) {
    path.access.write(call.out_type, out, index, value);
  } else {
    memcpy(static_cast<uint8_t*>(out) + index * path.size, &value, path.size);
  }
}

void reduce_each(const ReduceCall& call, const ReducePath& path) {
  Reduced& reduced = *call.reduced;
  Walk& walk = reduced.kept;
  for (size_t left = reduced.results; left > 0; --left) {
    const size_t to = walk.other();
    Folded folded = {};
    folded.value.integer = path.start;
    folded.count = reduced.count;
    folded.largest = call.largest;
    if (reduced.count > 0) {
      fold_all(call, path, path.fold, walk.position(), folded);
      if (path.again != nullptr) {
        fold_all(call, path, path.again, walk.position(), folded);
      }
    }
    if (path.finish != nullptr) {
      path.finish(call, folded);
    }
    put(call, path, call.mean, to, folded.center);
    put(call, path, call.out, to, folded.value);
    if (call.indices != nullptr) {
      call.indices[to] = static_cast<int64_t>(folded.index);
    }
    walk.next();
  }
}

}  // namespace

void fold_blocks(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t first,
                 Folded& folded) {
  const size_t step = call.reduced->run_step;
  for (size_t left = call.reduced->run; left > 0;) {
    Number block[kBlock];
    const size_t count = left < kBlock ? left : kBlock;
    path.access.read(call.in_type, call.out_type, call.in, first, step, count, block);
    fold(block, 1, count, folded);
    first += count * step;
    left -= count;
  }
}

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
  reduced->results = static_cast<size_t>(out.numel());
  reduced->count = 1;
  reduced->run = 1;
  reduced->run_step = 1;
  reduced->kept = Walk();
  reduced->outer = Walk();
  bool first = true;
  bool running = true;
  for (size_t i = rank; i-- > 0;) {
    const SizesType size = in.sizes().data()[i];
    const bool goes = (gone >> i & 1u) != 0;
    out_rank -= !goes || keepdim ? 1 : 0;
    if (!goes) {
      reduced->kept.add(size, steps[i], out_steps[out_rank]);
      continue;
    }
    const size_t count = static_cast<size_t>(size);
    reduced->count *= count;
    if (first) {
      reduced->run_step = steps[i];
      first = false;
    }
    // Stops where the axis behind it goes on: one longer run.
    running = running && steps[i] == reduced->run_step * reduced->run;
    if (running) {
      reduced->run *= count;
    } else {
      reduced->outer.add(size, steps[i], 0);
    }
  }
  return true;
}

template <typename C, bool kWide>
void read_elements(ScalarType from, ScalarType to, const void* data, size_t first, size_t step,
                   size_t count, void* block) {
  C* values = static_cast<C*>(block);
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
                                          size_t, void*);
template void read_elements<float, true>(ScalarType, ScalarType, const void*, size_t, size_t,
                                         size_t, void*);
template void read_elements<double, false>(ScalarType, ScalarType, const void*, size_t, size_t,
                                           size_t, void*);
template void read_elements<double, true>(ScalarType, ScalarType, const void*, size_t, size_t,
                                          size_t, void*);
template void read_elements<int64_t, false>(ScalarType, ScalarType, const void*, size_t, size_t,
                                            size_t, void*);
template void read_elements<int64_t, true>(ScalarType, ScalarType, const void*, size_t, size_t,
                                           size_t, void*);

void reduce(KernelRuntimeContext& ctx, const ReduceKernel& kernel, ScalarType common,
            const ReduceCall& call) {
  const ReducePath* path = nullptr;
  switch (compute_type(common)) {
    case Compute::kFloat:
      path = kernel.in_float;
      break;
    case Compute::kDouble:
      path = kernel.in_double;
      break;
    case Compute::kInt64:
      path = kernel.in_int64;
      break;
  }
  if (path == nullptr) {
    fail(ctx, kernel.op, text("these dtypes were not selected when the kernels were built"));
    return;
  }
  reduce_each(call, *path);
}

}  // namespace torch::executor::native
