// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstring>

#include "common/args.h"

namespace impl::generic::native {

namespace {

// A box becomes 22 numbers of 29 bits, two's complement, the lowest bit first: where sampling
// begins, x and y, and by how much each of ten nested loops moves it, in x and then in y.
constexpr int32_t kLoops = 10;
constexpr int32_t kNumbers = 2 + 2 * kLoops;
constexpr int32_t kBits = 29;
constexpr int32_t kBytes = (kNumbers * kBits + 7) / 8;

// Pixels have 16 bits behind the point.
bool fixed(float pixels, int64_t* result) {
  const float scaled = std::round(pixels * 65536.0f);
  if (!(std::fabs(scaled) < 0x1p30f)) {
    return false;
  }
  *result = static_cast<int64_t>(scaled);
  return true;
}

// Movements of the loops along one direction: the innermost runs over `columns`, the next over
// `rows`, all others once. Each takes back what the one inside it has moved.
struct Loops {
  int64_t columns;
  int64_t rows;
  int64_t step;   // of the innermost loop, or 0
  int64_t down;   // of the second, or 0
  int64_t whole;  // of the third
  int64_t below;  // of the fourth

  void movements(int64_t* to) const {
    const int64_t strides[] = {step, down, whole, below, 0, 0};
    const int64_t counts[] = {columns, rows, 1, 1, 1};
    to[0] = strides[0];
    for (int32_t i = 1; i < kLoops; ++i) {
      to[i] = i < 6 ? strides[i] - strides[i - 1] * counts[i - 1] + to[i - 1] : to[i - 1];
    }
  }
};

bool pack(const int64_t* numbers, uint8_t* to) {
  memset(to, 0, kBytes);
  for (int32_t i = 0; i < kNumbers; ++i) {
    const int64_t limit = int64_t{1} << (kBits - 1);
    if (numbers[i] < -limit || numbers[i] >= limit) {
      return false;
    }
    for (int32_t bit = 0; bit < kBits; ++bit) {
      const int32_t place = i * kBits + bit;
      const uint32_t one = static_cast<uint32_t>(numbers[i] >> bit) & 1u;
      to[place / 8] = static_cast<uint8_t>(to[place / 8] | one << (place % 8));
    }
  }
  return true;
}

// roi: image, left, top, right, bottom.
bool convert(const float* roi, int64_t columns, int64_t rows, bool aligned, uint8_t* to) {
  const float step_x = (roi[3] - roi[1]) / static_cast<float>(columns);
  const float step_y = (roi[4] - roi[2]) / static_cast<float>(rows);
  const float shift = aligned ? 0.5f : 0.0f;
  int64_t numbers[kNumbers];
  Loops x = {columns, rows, 0, 0, 0, 0};
  Loops y = x;
  if (!(static_cast<int32_t>(roi[0]) == 0) || !fixed(roi[1] - shift + step_x / 2, &numbers[0]) ||
      !fixed(roi[2] - shift + step_y / 2, &numbers[1]) || !fixed(step_x, &x.step) ||
      !fixed(step_x * static_cast<float>(columns), &x.whole) || !fixed(step_y, &y.down) ||
      !fixed(step_y * static_cast<float>(rows), &y.below)) {
    return false;
  }
  x.movements(numbers + 2);
  y.movements(numbers + 2 + kLoops);
  return pack(numbers, to);
}

}  // namespace

// rois [boxes, 5], float32, all in image 0 -> uint8 [boxes, 80]: settings for the sampling unit of
// Cadence's processors.
Tensor& roi_align_box_processor_out(KernelRuntimeContext& ctx, const Tensor& rois,
                                    int64_t output_size_h, int64_t output_size_w,
                                    int64_t sampling_ratio, bool aligned, Tensor& out) {
  const Args args(ctx, text("cadence::roi_align_box_processor.out"));
  if (rois.dim() != 2 || size_at(rois, 1) != 5) {
    args.fail(text("rois must have five columns"));
    return out;
  }
  if (output_size_h < 1 || output_size_h > INT16_MAX || output_size_w < 1 ||
      output_size_w > INT16_MAX || sampling_ratio < 1 || sampling_ratio > INT16_MAX) {
    args.fail(text("sizes and sampling_ratio must be from 1 to 32767"));
    return out;
  }
  const SizesType sizes[] = {size_at(rois, 0), kBytes};
  if (!args.tensor(rois, ScalarType::Float) || !args.output(out, ScalarType::Byte, sizes, 2)) {
    return out;
  }
  for (int32_t i = 0; i < sizes[0]; ++i) {
    if (!convert(rois.const_data_ptr<float>() + 5 * i, output_size_w * sampling_ratio,
                 output_size_h * sampling_ratio, aligned,
                 out.mutable_data_ptr<uint8_t>() + kBytes * i)) {
      args.fail(text("a box is of another image than 0, or too large for its 29 bits"));
      return out;
    }
  }
  return out;
}

}  // namespace impl::generic::native
