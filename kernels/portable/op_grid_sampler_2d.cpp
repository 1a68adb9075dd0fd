// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "common/arith.h"
#include "common/copy.h"
#include "common/window.h"

namespace torch::executor::native {

namespace {

constexpr char kName[] = "grid_sampler_2d.out";

enum Mode : int64_t { kBilinear, kNearest, kBicubic };
enum Padding : int64_t { kZeros, kBorder, kReflection };

struct Call {
  ScalarType dtype;
  const void* in;
  const void* grid;
  void* out;
  Image from;
  Image to;
  // Of the grid, N, H, W, 2: "channels" are its rows.
  size_t grid_steps[4];
  int64_t mode;
  int64_t padding;
  bool align_corners;
};

// Whole numbers beyond this lie outside of every image.
constexpr int32_t kFar = 1 << 30;

template <typename C>
int32_t whole(C value) {
  if (!(value > C(-kFar))) {
    return -kFar;
  }
  return value < C(kFar) ? static_cast<int32_t>(value) : kFar;
}

int32_t clip(int32_t position, int32_t size) {
  return position < 0 ? 0 : position < size ? position : size - 1;
}

// Positions on one axis. Upstream computes them in the dtype but for bilinear sampling, where Half
// and BFloat16 are computed in float; `round` says which.
template <typename Access>
struct Axis {
  using C = typename Access::Type;

  const Access& round;
  int32_t size;
  bool align_corners;
  int64_t padding;

  // From -1..1 to elements.
  C scaled(C coordinate) const {
    const C from_edge = round.add(coordinate, C(1));
    if (align_corners) {
      return round.mul(round.round(from_edge / C(2)), round.round(static_cast<C>(size - 1)));
    }
    const C twice = round.add(round.mul(from_edge, round.round(static_cast<C>(size))), C(-1));
    return round.round(twice / C(2));
  }

  // NaN becomes the last one.
  C clipped(C position) const {
    const C last = round.round(static_cast<C>(size - 1));
    const C positive = position < C(0) ? C(0) : position;
    return positive < last ? positive : last;
  }

  C reflected(C position) const {
    const int32_t low = align_corners ? 0 : -1;
    const int32_t high = align_corners ? 2 * (size - 1) : 2 * size - 1;
    if (low == high) {
      return C(0);
    }
    const C first = round.round(round.round(static_cast<C>(low)) / C(2));
    const C span = round.round(round.round(static_cast<C>(high - low)) / C(2));
    const C distance = std::fabs(round.add(position, -first));
    const C rest = round.round(std::fmod(distance, span));
    const C flips = std::floor(round.round(distance / span));
    const bool odd = flips < C(2147483648.0) && (static_cast<uint32_t>(flips) & 1u) != 0;
    return odd ? round.add(round.add(span, -rest), first) : round.add(rest, first);
  }

  // Where the coordinate points, after the padding.
  C position(C coordinate) const {
    const C at = scaled(coordinate);
    if (padding == kZeros) {
      return at;
    }
    return clipped(padding == kReflection ? reflected(at) : at);
  }

  // An element of the axis, or -1 for one that is 0.
  int32_t element(int32_t index) const {
    if (padding == kZeros) {
      return index >= 0 && index < size ? index : -1;
    }
    return clip(index, size);
  }

  // The same for bicubic sampling, which reflects the elements instead of the coordinate.
  int32_t reflected_element(int32_t index) const {
    if (padding != kReflection) {
      return element(index);
    }
    return whole(clipped(reflected(round.round(static_cast<C>(index)))));
  }
};

// Up to 4x4 elements and their weights.
template <typename C>
struct Taps {
  int32_t count;
  int32_t rows[4];
  int32_t columns[4];
  C row_weights[4];
  C column_weights[4];
};

template <typename Access>
void cubic_weights(const Access& round, typename Access::Type t, typename Access::Type* weights) {
  using C = typename Access::Type;
  constexpr C kA = C(-0.75);
  const C u = round.add(C(1), -t);
  const C far[2] = {round.add(t, C(1)), round.add(u, C(1))};
  const C near[2] = {t, u};
  for (int i = 0; i < 2; ++i) {
    C value = round.add(round.mul(kA, far[i]), -C(5) * kA);
    value = round.add(round.mul(value, far[i]), C(8) * kA);
    weights[3 * i] = round.add(round.mul(value, far[i]), -C(4) * kA);
    value = round.add(round.mul(kA + C(2), near[i]), -(kA + C(3)));
    weights[1 + i] = round.add(round.mul(round.mul(value, near[i]), near[i]), C(1));
  }
}

template <typename Access>
struct Sample {
  using C = typename Access::Type;

  static C element(const Access& access, const Call& call, size_t plane, int32_t row,
                   int32_t column) {
    return access.get(call.in, plane + static_cast<size_t>(row) * call.from.row_step +
                                   static_cast<size_t>(column) * call.from.column_step);
  }

  static void find(const Access& round, const Call& call, C x, C y, Taps<C>* taps) {
    const Axis<Access> across = {round, call.from.width, call.align_corners, call.padding};
    const Axis<Access> down = {round, call.from.height, call.align_corners, call.padding};
    if (call.mode == kNearest) {
      taps->count = 1;
      taps->columns[0] = across.element(whole(std::nearbyint(across.position(x))));
      taps->rows[0] = down.element(whole(std::nearbyint(down.position(y))));
      return;
    }
    const bool cubic = call.mode == kBicubic;
    const C at_x = cubic ? across.scaled(x) : across.position(x);
    const C at_y = cubic ? down.scaled(y) : down.position(y);
    const int32_t column = whole(std::floor(at_x));
    const int32_t row = whole(std::floor(at_y));
    const C rest_x = round.add(at_x, -round.round(static_cast<C>(column)));
    const C rest_y = round.add(at_y, -round.round(static_cast<C>(row)));
    if (!cubic) {
      taps->count = 2;
      taps->column_weights[0] = static_cast<C>(column + 1) - at_x;
      taps->column_weights[1] = rest_x;
      taps->row_weights[0] = static_cast<C>(row + 1) - at_y;
      taps->row_weights[1] = rest_y;
      for (int32_t i = 0; i < 2; ++i) {
        taps->columns[i] = across.element(column + i);
        taps->rows[i] = down.element(row + i);
      }
      return;
    }
    taps->count = 4;
    cubic_weights(round, rest_x, taps->column_weights);
    cubic_weights(round, rest_y, taps->row_weights);
    for (int32_t i = 0; i < 4; ++i) {
      taps->columns[i] = across.reflected_element(column + i - 1);
      taps->rows[i] = down.reflected_element(row + i - 1);
    }
  }

  static C bilinear(const Access& access, const Call& call, const Taps<C>& taps, size_t plane) {
    // A sum of zeros alone keeps its sign, as upstream's does, unless it starts from 0.
    C sum = call.padding == kZeros ? C(0) : -C(0);
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        if (taps.rows[i] >= 0 && taps.columns[j] >= 0) {
          sum += element(access, call, plane, taps.rows[i], taps.columns[j]) *
                 (taps.column_weights[j] * taps.row_weights[i]);
        }
      }
    }
    return sum;
  }

  static C bicubic(const Access& access, const Call& call, const Taps<C>& taps, size_t plane) {
    C sum = 0;
    for (int i = 0; i < 4; ++i) {
      C row = 0;
      for (int j = 0; j < 4; ++j) {
        const bool inside = taps.rows[i] >= 0 && taps.columns[j] >= 0;
        const C value = inside ? element(access, call, plane, taps.rows[i], taps.columns[j]) : C(0);
        const C product = access.mul(value, taps.column_weights[j]);
        row = j == 0 ? product : access.add(row, product);
      }
      const C product = access.mul(row, taps.row_weights[i]);
      sum = i == 0 ? product : access.add(sum, product);
    }
    return sum;
  }

  static C value(const Access& access, const Call& call, const Taps<C>& taps, size_t plane) {
    if (call.mode == kBilinear) {
      return bilinear(access, call, taps, plane);
    }
    if (call.mode == kBicubic) {
      return bicubic(access, call, taps, plane);
    }
    const bool inside = taps.rows[0] >= 0 && taps.columns[0] >= 0;
    return inside ? element(access, call, plane, taps.rows[0], taps.columns[0]) : C(0);
  }

  static void run(const Call& call) {
    const Access access(call.dtype);
    const Access round(call.mode == kBilinear ? ScalarType::Float : call.dtype);
    for (int32_t n = 0; n < call.to.batch; ++n) {
      for (int32_t y = 0; y < call.to.height; ++y) {
        for (int32_t x = 0; x < call.to.width; ++x) {
          const size_t at = static_cast<size_t>(n) * call.grid_steps[0] +
                            static_cast<size_t>(y) * call.grid_steps[1] +
                            static_cast<size_t>(x) * call.grid_steps[2];
          Taps<C> taps = {};
          find(round, call, access.get(call.grid, at),
               access.get(call.grid, at + call.grid_steps[3]), &taps);
          size_t plane = static_cast<size_t>(n) * call.from.image_step;
          size_t to = static_cast<size_t>(n) * call.to.image_step +
                      static_cast<size_t>(y) * call.to.row_step +
                      static_cast<size_t>(x) * call.to.column_step;
          for (int32_t c = 0; c < call.to.channels; ++c) {
            access.put(call.out, to, value(access, call, taps, plane));
            plane += call.from.channel_step;
            to += call.to.channel_step;
          }
        }
      }
    }
  }
};

}  // namespace

Tensor& grid_sampler_2d_out(KernelRuntimeContext& ctx, const Tensor& input, const Tensor& grid,
                            int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
                            Tensor& out) {
  const char* op = text(kName);
  const auto run = run_of<Sample, kName, Takes::kFloating>(input.scalar_type());
  if (run == nullptr) {
    fail(ctx, op, text("takes float tensors; or this dtype was not selected"));
    return out;
  }
  if (!same_dtype(ctx, op, input, out) || !same_dtype(ctx, op, grid, out)) {
    return out;
  }
  const SizesType* sizes = input.sizes().data();
  const SizesType* points = grid.sizes().data();
  if (input.dim() != 4 || grid.dim() != 4 || out.dim() != 4 || !contiguous(input) ||
      points[0] != sizes[0] || points[3] != 2) {
    fail(ctx, op, text("input must be contiguous of rank 4, and grid N, height, width, 2"));
    return out;
  }
  if (interpolation_mode < kBilinear || interpolation_mode > kBicubic || padding_mode < kZeros ||
      padding_mode > kReflection) {
    fail(ctx, op, text("interpolation_mode and padding_mode are 0, 1 or 2"));
    return out;
  }
  const SizesType results[4] = {sizes[0], sizes[1], points[1], points[2]};
  if (sizes[2] <= 0 || sizes[3] <= 0 || sizes[2] >= kFar || sizes[3] >= kFar) {
    fail(ctx, op, text("the input's images have no elements, or too many"));
    return out;
  }
  if (!has_memory(ctx, op, input) || !has_memory(ctx, op, grid) ||
      !resize(ctx, op, out, results, 4)) {
    return out;
  }
  Call call = {input.scalar_type(),
               input.const_data_ptr(),
               grid.const_data_ptr(),
               out.mutable_data_ptr(),
               image_of(input),
               image_of(out),
               {},
               interpolation_mode,
               padding_mode,
               align_corners};
  strides_of(grid, call.grid_steps);
  run(call);
  return out;
}

}  // namespace torch::executor::native
