// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "view.h"

#include <cstring>

namespace torch::executor::native {

namespace {

using HalfWord [[gnu::may_alias]] = uint16_t;
using Word [[gnu::may_alias]] = uint32_t;

// Whether the elements of all tensors in the build are words, or one word each.
constexpr uint32_t kOneWord = set_of(ScalarType::Int, ScalarType::Float, ScalarType::ComplexHalf);
constexpr uint32_t kMoreWords = set_of(ScalarType::Long, ScalarType::Double,
                                       ScalarType::ComplexFloat, ScalarType::ComplexDouble);
constexpr bool kWordsOnly = (kBuilt & ~(kOneWord | kMoreWords)) == 0;
constexpr bool kOneWordOnly = (kBuilt & ~kOneWord) == 0;

struct Axis {
  size_t count;
  ptrdiff_t from;
  ptrdiff_t to;
  size_t index;
};

struct SourceAxis {
  size_t count;
  ptrdiff_t step;
  size_t index;
};

template <typename T>
void copy_elements(const Run& run, size_t words) {
  const uint8_t* from = run.from;
  uint8_t* to = run.to;
  for (size_t i = 0; i < run.count; ++i) {
    for (size_t k = 0; k < words; ++k) {
      reinterpret_cast<T*>(to)[k] = reinterpret_cast<const T*>(from)[k];
    }
    from += run.from_step;
    to += run.to_step;
  }
}

// The axes of more than one element, the one with the shortest way in `to` first, and one axis
// where both run evenly over several. Zero axes for one element. Not inlined: the frame of copy()
// is large, so registers are saved at a higher cost there.
[[gnu::noinline]] size_t collapse(const View& from, const View& to, Axis* axes) {
  size_t n = 0;
  for (size_t i = to.rank; i-- > 0;) {
    if (to.sizes[i] == 1) {
      continue;
    }
    size_t place = n++;
    for (; place > 0 && axes[place - 1].to > to.strides[i]; --place) {
      axes[place] = axes[place - 1];
    }
    axes[place] = {static_cast<size_t>(to.sizes[i]), from.strides[i], to.strides[i], 0};
  }
  size_t last = 0;
  for (size_t i = 1; i < n; ++i) {
    const ptrdiff_t count = static_cast<ptrdiff_t>(axes[last].count);
    if (axes[i].from == axes[last].from * count && axes[i].to == axes[last].to * count) {
      axes[last].count *= axes[i].count;
    } else {
      axes[++last] = axes[i];
    }
  }
  return n == 0 ? 0 : last + 1;
}

}  // namespace

View::View(const Tensor& tensor, const uint8_t* places)
    : data(static_cast<uint8_t*>(tensor.mutable_data_ptr())),
      dtype(tensor.scalar_type()),
      element_size(static_cast<size_t>(tensor.element_size())),
      rank(static_cast<size_t>(tensor.dim())) {
  // Of a tensor without elements nothing is read, and its sizes may have no product.
  ptrdiff_t stride = tensor.numel() == 0 ? 0 : static_cast<ptrdiff_t>(element_size);
  for (size_t i = rank; i-- > 0;) {
    const size_t axis = tensor.dim_order().data()[i];
    const size_t place = places == nullptr ? axis : places[axis];
    sizes[place] = tensor.sizes().data()[axis];
    strides[place] = stride;
    stride *= sizes[place];
  }
}

void View::narrow(size_t axis, ptrdiff_t start, ptrdiff_t count, ptrdiff_t step) {
  offset += start * strides[axis];
  strides[axis] *= step;
  sizes[axis] = static_cast<SizesType>(count);
}

void View::select(size_t axis, ptrdiff_t index) {
  narrow(axis, index, 1);
  remove(axis);
}

void View::remove(size_t axis) {
  move(axis, rank - 1);
  --rank;
}

void View::insert(size_t axis, ptrdiff_t size, ptrdiff_t stride) {
  sizes[rank] = static_cast<SizesType>(size);
  strides[rank] = stride;
  move(rank++, axis);
}

void View::split(size_t axis, ptrdiff_t inner) {
  insert(axis + 1, inner, strides[axis]);
  sizes[axis] /= static_cast<SizesType>(inner);
  strides[axis] *= inner;
}

void View::move(size_t axis, size_t place) {
  while (axis != place) {
    const size_t next = axis < place ? axis + 1 : axis - 1;
    const SizesType size = sizes[axis];
    const ptrdiff_t stride = strides[axis];
    sizes[axis] = sizes[next];
    strides[axis] = strides[next];
    sizes[next] = size;
    strides[next] = stride;
    axis = next;
  }
}

void copy_run(const Run& run) {
  const ptrdiff_t size = static_cast<ptrdiff_t>(run.element_size);
  if (run.from_step == size && run.to_step == size) {
    // Of a damaged program, tensors may overlap.
    memmove(run.to, run.from, run.count * run.element_size);
  } else if (!kWordsOnly && run.element_size == 1) {
    copy_elements<uint8_t>(run, 1);
  } else if (!kWordsOnly && run.element_size == 2) {
    copy_elements<HalfWord>(run, 1);
  } else {
    copy_elements<Word>(run, kOneWordOnly ? 1 : run.element_size / sizeof(Word));
  }
}

void copy(const View& from, const View& to, RunFunction function) {
  for (size_t i = 0; i < to.rank; ++i) {
    if (to.sizes[i] == 0) {
      return;
    }
  }
  Axis axes[kMaxRank + 2];
  const size_t n = collapse(from, to, axes);
  Run run = {from.data + from.offset,
             to.data + to.offset,
             1,
             static_cast<ptrdiff_t>(from.element_size),
             static_cast<ptrdiff_t>(to.element_size),
             from.dtype,
             to.dtype,
             to.element_size};
  if (n > 0) {
    run.count = axes[0].count;
    run.from_step = axes[0].from;
    run.to_step = axes[0].to;
  }
  for (;;) {
    function(run);
    size_t i = 1;
    for (; i < n; ++i) {
      Axis& axis = axes[i];
      run.from += axis.from;
      run.to += axis.to;
      if (++axis.index < axis.count) {
        break;
      }
      run.from -= axis.from * static_cast<ptrdiff_t>(axis.count);
      run.to -= axis.to * static_cast<ptrdiff_t>(axis.count);
      axis.index = 0;
    }
    if (i >= n) {
      return;
    }
  }
}

bool copy_out(KernelRuntimeContext& ctx, const char* op, const View& from, Tensor& out,
              RunFunction function) {
  if (!resize(ctx, op, out, from.sizes, from.rank)) {
    return false;
  }
  if (out.numel() == 0) {
    return true;
  }
  const ptrdiff_t size = static_cast<ptrdiff_t>(out.element_size());
  Run run = {from.data + from.offset,
             static_cast<uint8_t*>(out.mutable_data_ptr()),
             1,
             static_cast<ptrdiff_t>(from.element_size),
             size,
             from.dtype,
             out.scalar_type(),
             static_cast<size_t>(size)};
  // In the order of `out`, which is written from its first to its last element: the axis of the
  // runs, then those over which `from` does not go on evenly.
  SourceAxis axes[kMaxRank];
  SourceAxis* last = axes;
  *last = {1, run.from_step, 0};
  for (size_t i = from.rank; i-- > 0;) {
    const size_t place = out.dim_order().data()[i];
    const size_t count = static_cast<size_t>(from.sizes[place]);
    if (from.strides[place] == last->step * static_cast<ptrdiff_t>(last->count)) {
      last->count *= count;
    } else if (count > 1) {
      last += last->count > 1 ? 1 : 0;
      *last = {count, from.strides[place], 0};
    }
  }
  run.count = axes->count;
  run.from_step = axes->step;
  for (;;) {
    function(run);
    run.to += static_cast<ptrdiff_t>(run.count) * size;
    SourceAxis* axis = axes + 1;
    for (; axis <= last; ++axis) {
      run.from += axis->step;
      if (++axis->index < axis->count) {
        break;
      }
      run.from -= axis->step * static_cast<ptrdiff_t>(axis->count);
      axis->index = 0;
    }
    if (axis > last) {
      return true;
    }
  }
}

void copy_same(KernelRuntimeContext& ctx, const char* op, const Tensor& self, Tensor& out) {
  if (same_dtype(ctx, op, self, out) && takes_order(ctx, op, self, out) &&
      has_memory(ctx, op, self)) {
    copy_bytes(ctx, op, self, self.sizes(), out);
  }
}

void copy_bytes(KernelRuntimeContext& ctx, const char* op, const Tensor& self,
                executorch::aten::ArrayRef<SizesType> sizes, Tensor& out) {
  if (resize(ctx, op, out, sizes.data(), sizes.size()) && self.nbytes() > 0) {
    memcpy(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes());
  }
}

}  // namespace torch::executor::native
