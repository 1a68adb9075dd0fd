// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "broadcast.h"

#include <cstring>

namespace esp_nn::native {

namespace {

void add_axis(Broadcast* broadcast, const Broadcast::Axis& axis) {
  if (broadcast->rank > 0) {
    Broadcast::Axis& inner = broadcast->axes[broadcast->rank - 1];
    if (axis.self_stride == inner.self_stride * inner.size &&
        axis.other_stride == inner.other_stride * inner.size) {
      inner.size *= axis.size;
      return;
    }
  }
  broadcast->axes[broadcast->rank++] = axis;
}

// Of operands that have elements: every product of sizes is then one that has been checked.
Broadcast axes_of(const Tensor& self, const Tensor& other, int32_t rank) {
  Broadcast broadcast;
  broadcast.rank = 0;
  int32_t self_step = 1;
  int32_t other_step = 1;
  for (int32_t place = 0; place < rank; ++place) {
    const int32_t self_size = size_from_last(self, place);
    const int32_t other_size = size_from_last(other, place);
    if (self_size != 1 || other_size != 1) {
      add_axis(&broadcast, {self_size == 1 ? other_size : self_size, self_size == 1 ? 0 : self_step,
                            other_size == 1 ? 0 : other_step});
    }
    self_step *= self_size;
    other_step *= other_size;
  }
  return broadcast;
}

struct Operands {
  const int8_t* self;
  const int8_t* other;
  int8_t* out;
};

void run_inner(const Broadcast::Axis& axis, const Operands& at, Run run, const void* context) {
  if (axis.self_stride == 1 && axis.other_stride == 1) {
    run(context, at.self, at.other, at.out, axis.size);
    return;
  }
  int8_t repeated[kBlock];
  const bool self_stays = axis.self_stride == 0;
  std::memset(repeated, self_stays ? *at.self : *at.other, sizeof(repeated));
  for (int32_t i = 0; i < axis.size; i += kBlock) {
    const int32_t size = axis.size - i < kBlock ? axis.size - i : kBlock;
    run(context, self_stays ? repeated : at.self + i, self_stays ? at.other + i : repeated,
        at.out + i, size);
  }
}

}  // namespace

void for_each_run(const Tensor& self, const Tensor& other, Tensor& out, Run run,
                  const void* context) {
  if (out.numel() == 0) {
    return;
  }
  const Broadcast broadcast = axes_of(self, other, static_cast<int32_t>(out.dim()));
  Operands at{self.const_data_ptr<int8_t>(), other.const_data_ptr<int8_t>(),
              out.mutable_data_ptr<int8_t>()};
  if (broadcast.rank == 0) {
    run(context, at.self, at.other, at.out, 1);
    return;
  }
  int32_t index[kMaxRank] = {};
  for (;;) {
    run_inner(broadcast.axes[0], at, run, context);
    at.out += broadcast.axes[0].size;
    int32_t axis = 1;
    for (; axis < broadcast.rank; ++axis) {
      const Broadcast::Axis& outer = broadcast.axes[axis];
      at.self += outer.self_stride;
      at.other += outer.other_stride;
      if (++index[axis] < outer.size) {
        break;
      }
      index[axis] = 0;
      at.self -= outer.self_stride * outer.size;
      at.other -= outer.other_stride * outer.size;
    }
    if (axis == broadcast.rank) {
      return;
    }
  }
}

}  // namespace esp_nn::native
