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
bool take_gone(KernelRuntimeContext& ctx, const char* op, int64_t rank, IntArrayRef dims,
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

bool resize_kept(KernelRuntimeContext& ctx, const char* op, const Tensor& in, uint32_t gone,
                 bool keepdim, Tensor& out) {
  SizesType sizes[kMaxRank];
  size_t rank = 0;
  for (size_t i = 0; i < static_cast<size_t>(in.dim()); ++i) {
    const bool goes = (gone >> i & 1u) != 0;
    if (!goes || keepdim) {
      sizes[rank++] = goes ? 1 : in.sizes().data()[i];
    }
  }
  return resize(ctx, op, out, sizes, rank);
}

void put(const ReduceCall& call, const ReducePath& path, void* out, size_t index, Number& value) {
  if (out != nullptr) {
    path.access.write(call.out_type, out, index, value);
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
      path.access.visit(call, path, path.fold, walk.position(), folded);
      if (path.again != nullptr) {
        path.access.visit(call, path, path.again, walk.position(), folded);
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

void visit_own(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t base,
               Folded& folded) {
  Reduced& reduced = *call.reduced;
  do {
    const size_t first = base + reduced.outer.position();
    fold(static_cast<const uint8_t*>(call.in) + first * path.size, reduced.run_step, reduced.run,
         folded);
  } while (reduced.outer.next());
}

void visit_any(const ReduceCall& call, const ReducePath& path, FoldFunction fold, size_t base,
               Folded& folded) {
  if (call.in_type == path.dtype && call.out_type == call.in_type) {
    visit_own(call, path, fold, base, folded);
    return;
  }
  Reduced& reduced = *call.reduced;
  const size_t step = reduced.run_step;
  do {
    size_t first = base + reduced.outer.position();
    for (size_t left = reduced.run; left > 0;) {
      Number block[kBlock];
      const size_t count = left < kBlock ? left : kBlock;
      path.access.read(call.in_type, call.out_type, call.in, first, step, count, block);
      fold(block, 1, count, folded);
      first += count * step;
      left -= count;
    }
  } while (reduced.outer.next());
}

bool take_dims(KernelRuntimeContext& ctx, const char* op, const Tensor& in, IntArrayRef dims,
               bool keepdim, Tensor& out, Reduced* reduced) {
  uint32_t gone = 0;
  if (!take_gone(ctx, op, in.dim(), dims, &gone) || !has_memory(ctx, op, in) ||
      !resize_kept(ctx, op, in, gone, keepdim, out)) {
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
  bool first = true;
  bool running = true;
  size_t out_rank = static_cast<size_t>(out.dim());
  for (size_t i = static_cast<size_t>(in.dim()); i-- > 0;) {
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
  const bool floating = kWide && is_floating(from);
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
  const ReducePath* path = kernel.paths[static_cast<int>(compute_type(common))];
  if (path == nullptr) {
    fail(ctx, kernel.op, text("these dtypes were not selected when the kernels were built"));
    return;
  }
  reduce_each(call, *path);
}

}  // namespace torch::executor::native
