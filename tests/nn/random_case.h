// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Random parameters and buffers for the tests of nn/. Everything follows from the seed.
#ifndef TESTS_NN_RANDOM_CASE_H_
#define TESTS_NN_RANDOM_CASE_H_

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

// int8 codes whose start is deliberately odd: no kernel may count on alignment.
class Codes {
 public:
  explicit Codes(int64_t size) : bytes_(static_cast<size_t>(size) + 1) {}

  int8_t* data() { return bytes_.data() + 1; }
  const int8_t* data() const { return bytes_.data() + 1; }
  int32_t size() const { return static_cast<int32_t>(bytes_.size()) - 1; }
  int8_t& operator[](int64_t i) { return bytes_[static_cast<size_t>(i) + 1]; }
  int8_t operator[](int64_t i) const { return bytes_[static_cast<size_t>(i) + 1]; }
  bool operator==(const Codes& other) const { return bytes_ == other.bytes_; }

 private:
  std::vector<int8_t> bytes_;
};

// Own generator: the standard library's distributions differ between implementations.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567u) {}

  uint32_t Bits() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>(state_ >> 32);
  }

  int32_t In(int64_t low, int64_t high) {
    return static_cast<int32_t>(
        low + static_cast<int64_t>(Bits() % static_cast<uint64_t>(high - low + 1)));
  }

  double Real(double low, double high) { return low + (high - low) * Bits() / 4294967296.0; }

  bool OneIn(int32_t n) { return In(1, n) == 1; }

  // Zero points at the ends of their range are where sign mistakes show.
  int32_t ZeroPoint() { return OneIn(4) ? (OneIn(2) ? -128 : 127) : In(-128, 127); }

  // Any that is not negative: the exporter also gives small ones, which go with shift 0.
  int32_t Multiplier() {
    if (OneIn(16)) return OneIn(2) ? 1 << 30 : INT32_MAX;
    if (OneIn(4)) return In(0, INT32_MAX) >> In(0, 31);
    return In(int64_t{1} << 30, INT32_MAX);
  }

  // {min, max} of an activation.
  std::pair<int32_t, int32_t> Activation() {
    if (OneIn(2)) return {-128, 127};
    const int32_t min = In(-128, 127);
    return {min, In(min, 127)};
  }

  Codes Fill(int64_t size) {
    Codes codes(size);
    const bool extreme = OneIn(4);
    for (int64_t i = 0; i < size; ++i) {
      codes[i] = static_cast<int8_t>(extreme && OneIn(2) ? (OneIn(2) ? -128 : 127) : In(-128, 127));
    }
    return codes;
  }

 private:
  uint64_t state_;
};

// A convolution's shapes and parameters; depthwise uses depth_multiplier, conv groups.
struct ConvCase {
  int32_t in_h, in_w, channels, out_h, out_w, out_channels, kernel_h, kernel_w;
  int32_t stride_h, stride_w, dilation_h, dilation_w;
  int32_t top, bottom, left, right, groups, depth_multiplier;
  int32_t input_zero_point, output_zero_point, min, max;
  Codes input{0}, filter{0};
  std::vector<int32_t> bias, multiplier, shift;
};

inline ConvCase RandomConv(Random& r, bool depthwise, bool dilated) {
  ConvCase c;
  c.kernel_h = r.OneIn(3) ? 1 : r.In(1, 5);
  c.kernel_w = r.OneIn(3) ? 1 : r.In(1, 5);
  c.dilation_h = dilated ? r.In(1, 3) : 1;
  c.dilation_w = dilated ? r.In(1, 3) : 1;
  c.stride_h = r.In(1, 3);
  c.stride_w = r.In(1, 3);
  const int32_t span_h = c.dilation_h * (c.kernel_h - 1) + 1;
  const int32_t span_w = c.dilation_w * (c.kernel_w - 1) + 1;
  do {
    c.in_h = r.OneIn(4) ? 1 : r.In(1, 12);
    c.in_w = r.In(1, 12);
    c.top = r.In(0, span_h);
    c.bottom = r.In(0, span_h);
    c.left = r.In(0, span_w);
    c.right = r.In(0, span_w);
  } while (c.in_h + c.top + c.bottom < span_h || c.in_w + c.left + c.right < span_w);
  c.out_h = (c.in_h + c.top + c.bottom - span_h) / c.stride_h + 1;
  c.out_w = (c.in_w + c.left + c.right - span_w) / c.stride_w + 1;
  if (depthwise) {
    c.groups = 1;
    c.channels = r.In(1, 11);
    c.depth_multiplier = r.OneIn(2) ? 1 : r.In(2, 9);
    c.out_channels = c.channels * c.depth_multiplier;
    c.filter = r.Fill(c.kernel_h * c.kernel_w * c.out_channels);
  } else {
    c.groups = r.OneIn(3) ? r.In(2, 4) : 1;
    c.depth_multiplier = 1;
    c.channels = c.groups * r.In(1, 9);
    c.out_channels = c.groups * r.In(1, 9);
    c.filter = r.Fill(c.out_channels * c.kernel_h * c.kernel_w * (c.channels / c.groups));
  }
  c.input = r.Fill(c.in_h * c.in_w * c.channels);
  c.input_zero_point = r.ZeroPoint();
  c.output_zero_point = r.ZeroPoint();
  std::tie(c.min, c.max) = r.Activation();
  for (int32_t i = 0; i < c.out_channels; ++i) {
    c.bias.push_back(r.In(-40000, 40000));
    c.multiplier.push_back(r.OneIn(16) ? 0 : r.Multiplier());
    // Mostly where outputs vary, sometimes where they vanish or saturate.
    c.shift.push_back(r.OneIn(8) ? r.In(-31, 8) : r.In(-12, -6));
  }
  if (r.OneIn(8)) c.bias.clear();
  return c;
}

#endif  // TESTS_NN_RANDOM_CASE_H_
