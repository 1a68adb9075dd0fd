// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// Compares nn/ with ESP-NN's plain C functions (suffix _ansi) bit by bit over random cases from
// their common valid range. Usage: parity [cases per function] [first seed]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "esp_nn.h"
#include "random_case.h"
#include "run_conv.h"

#define DECLARE(function) decltype(function) function##_ansi
extern "C" {
DECLARE(esp_nn_conv_s8);
DECLARE(esp_nn_depthwise_conv_s8);
DECLARE(esp_nn_fully_connected_s8);
DECLARE(esp_nn_fully_connected_per_ch_s8);
DECLARE(esp_nn_add_elementwise_s8);
DECLARE(esp_nn_mul_elementwise_s8);
DECLARE(esp_nn_mul_broadcast_channel_s8);
DECLARE(esp_nn_avg_pool_s8);
DECLARE(esp_nn_max_pool_s8);
DECLARE(esp_nn_mean_nhwc_s8);
DECLARE(esp_nn_softmax_s8);
DECLARE(esp_nn_relu6_s8);
DECLARE(esp_nn_hard_swish_s8);
DECLARE(esp_nn_logistic_s8_prepare);
DECLARE(esp_nn_logistic_s8);
}
#undef DECLARE

namespace {

// real = multiplier / 2^bits * 2^exponent, multiplier in [2^(bits-1), 2^bits).
struct FixedPoint {
  int32_t multiplier;
  int32_t exponent;
};

FixedPoint ToFixedPoint(double real, int bits) {
  FixedPoint result;
  const double fraction = std::frexp(real, &result.exponent);
  const int64_t limit = int64_t{1} << bits;
  int64_t rounded = std::llround(fraction * static_cast<double>(limit));
  if (rounded == limit) {
    rounded /= 2;
    ++result.exponent;
  }
  result.multiplier = static_cast<int32_t>(rounded);
  return result;
}

bool Conv(Random& r) {
  ConvCase c = RandomConv(r, /*depthwise=*/false, /*dilated=*/false);
  return RunConv(esp_nn_conv_s8, c) == RunConv(esp_nn_conv_s8_ansi, c);
}

bool Depthwise(Random& r) {
  ConvCase c = RandomConv(r, /*depthwise=*/true, /*dilated=*/false);
  return RunDepthwise(esp_nn_depthwise_conv_s8, c) ==
         RunDepthwise(esp_nn_depthwise_conv_s8_ansi, c);
}

struct LinearCase {
  explicit LinearCase(Random& r)
      : row(static_cast<uint16_t>(r.In(0, 300))),
        outs(static_cast<uint16_t>(r.In(1, 21))),
        input(r.Fill(row)),
        filter(r.Fill(row * outs)),
        filter_offset(r.OneIn(2) ? 0 : -r.ZeroPoint()),
        in_zp(r.ZeroPoint()),
        out_zp(r.ZeroPoint()),
        act(r.Activation()) {
    for (int i = 0; i < outs; ++i) {
      bias.push_back(r.In(-100000, 100000));
      mult.push_back(r.Multiplier());
      shift.push_back(r.OneIn(8) ? r.In(-31, 6) : r.In(-13, -7));
    }
    if (r.OneIn(8)) bias.clear();
  }
  const int32_t* bias_or_null() const { return bias.empty() ? nullptr : bias.data(); }

  uint16_t row, outs;
  Codes input, filter;
  int32_t filter_offset, in_zp, out_zp;
  std::pair<int32_t, int32_t> act;
  std::vector<int32_t> bias, mult, shift;
};

bool FullyConnected(Random& r) {
  const LinearCase c(r);
  Codes ours(c.outs), theirs(c.outs);
  const auto run = [&](auto* f, Codes& out) {
    f(c.input.data(), -c.in_zp, c.row, c.filter.data(), c.filter_offset, c.bias_or_null(),
      out.data(), c.outs, c.out_zp, c.shift[0], c.mult[0], c.act.first, c.act.second);
  };
  run(esp_nn_fully_connected_s8, ours);
  run(esp_nn_fully_connected_s8_ansi, theirs);
  return ours == theirs;
}

bool FullyConnectedPerChannel(Random& r) {
  const LinearCase c(r);
  Codes ours(c.outs), theirs(c.outs);
  const auto run = [&](auto* f, Codes& out) {
    f(c.input.data(), -c.in_zp, c.row, c.filter.data(), c.filter_offset, c.bias_or_null(),
      out.data(), c.outs, c.out_zp, c.shift.data(), c.mult.data(), c.act.first, c.act.second);
  };
  run(esp_nn_fully_connected_per_ch_s8, ours);
  run(esp_nn_fully_connected_per_ch_s8_ansi, theirs);
  return ours == theirs;
}

bool Add(Random& r) {
  const int32_t size = r.In(0, 200);
  const Codes a = r.Fill(size), b = r.Fill(size);
  Codes ours(size), theirs(size);
  const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), zp = r.ZeroPoint();
  const int32_t m1 = r.Multiplier(), m2 = r.Multiplier(), m = r.Multiplier();
  const int32_t s1 = r.In(-8, 0), s2 = r.In(-8, 0), s = r.In(-24, -12);
  const auto act = r.Activation();
  const auto run = [&](auto* f, Codes& out) {
    f(a.data(), b.data(), -zp1, -zp2, m1, m2, s1, s2, 20, out.data(), zp, m, s, act.first,
      act.second, size);
  };
  run(esp_nn_add_elementwise_s8, ours);
  run(esp_nn_add_elementwise_s8_ansi, theirs);
  return ours == theirs;
}

bool Mul(Random& r) {
  const int32_t size = r.In(0, 200);
  const Codes a = r.Fill(size), b = r.Fill(size);
  Codes ours(size), theirs(size);
  const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), zp = r.ZeroPoint();
  const int32_t m = r.Multiplier(), s = r.OneIn(8) ? r.In(-31, 8) : r.In(-11, 0);
  const auto act = r.Activation();
  const auto run = [&](auto* f, Codes& out) {
    f(a.data(), b.data(), -zp1, -zp2, out.data(), zp, m, s, act.first, act.second, size);
  };
  run(esp_nn_mul_elementwise_s8, ours);
  run(esp_nn_mul_elementwise_s8_ansi, theirs);
  return ours == theirs;
}

bool MulBroadcast(Random& r) {
  const int32_t places = r.In(0, 30), channels = r.In(1, 20);
  const Codes a = r.Fill(places * channels), b = r.Fill(channels);
  Codes ours(a.size()), theirs(a.size());
  const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), zp = r.ZeroPoint();
  const int32_t m = r.Multiplier(), s = r.OneIn(8) ? r.In(-31, 8) : r.In(-11, 0);
  const auto act = r.Activation();
  const auto run = [&](auto* f, Codes& out) {
    f(a.data(), b.data(), -zp1, -zp2, out.data(), zp, m, s, act.first, act.second, places,
      channels);
  };
  run(esp_nn_mul_broadcast_channel_s8, ours);
  run(esp_nn_mul_broadcast_channel_s8_ansi, theirs);
  return ours == theirs;
}

// Padding below the kernel: ESP-NN divides by zero where a window has no place in the input.
template <typename Function>
bool Pool(Random& r, Function* our_pool, Function* their_pool) {
  const auto u16 = [](int32_t x) { return static_cast<uint16_t>(x); };
  int32_t extent[2], kernel[2], stride[2], before[2], out[2];
  for (int axis = 0; axis < 2; ++axis) {
    int32_t after;
    kernel[axis] = r.In(1, 6);
    stride[axis] = r.In(1, 3);
    do {
      extent[axis] = r.OneIn(4) ? 1 : r.In(1, 14);
      before[axis] = r.In(0, kernel[axis] - 1);
      after = r.In(0, kernel[axis] - 1);
      out[axis] = (extent[axis] + before[axis] + after - kernel[axis]) / stride[axis] + 1;
    } while (extent[axis] + before[axis] + after < kernel[axis] ||
             (out[axis] - 1) * stride[axis] - before[axis] >= extent[axis]);
  }
  const int32_t channels = r.In(1, 9);
  const Codes input = r.Fill(extent[0] * extent[1] * channels);
  Codes ours(out[0] * out[1] * channels), theirs(ours.size());
  const auto act = r.Activation();
  const auto run = [&](auto* f, Codes& result) {
    f(input.data(), u16(extent[0]), u16(extent[1]), result.data(), u16(out[0]), u16(out[1]),
      u16(stride[0]), u16(stride[1]), u16(kernel[0]), u16(kernel[1]), u16(before[0]),
      u16(before[1]), act.first, act.second, u16(channels));
  };
  run(our_pool, ours);
  run(their_pool, theirs);
  return ours == theirs;
}

bool AvgPool(Random& r) { return Pool(r, esp_nn_avg_pool_s8, esp_nn_avg_pool_s8_ansi); }
bool MaxPool(Random& r) { return Pool(r, esp_nn_max_pool_s8, esp_nn_max_pool_s8_ansi); }

bool Mean(Random& r) {
  const int32_t h = r.In(1, 12), w = r.In(1, 12), channels = r.In(1, 9);
  const Codes input = r.Fill(h * w * channels);
  Codes ours(channels), theirs(channels);
  const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), m = r.Multiplier(), s = r.In(-31, 4);
  esp_nn_mean_nhwc_s8(input.data(), ours.data(), h, w, channels, zp1, zp2, m, s);
  esp_nn_mean_nhwc_s8_ansi(input.data(), theirs.data(), h, w, channels, zp1, zp2, m, s);
  return ours == theirs;
}

// Up to 511 columns: from 512 on, ESP-NN shifts by 32 and more.
bool Softmax(Random& r) {
  const int32_t rows = r.In(0, 4), width = r.OneIn(8) ? r.In(1, 511) : r.In(1, 40);
  Codes input = r.Fill(rows * width);
  if (r.OneIn(4)) {
    for (int32_t i = 0; i < input.size(); ++i) input[i] = static_cast<int8_t>(r.In(100, 103));
  }
  Codes ours(input.size()), theirs(input.size());
  const double scale = std::exp(r.Real(std::log(1e-4), std::log(8.0)));
  const FixedPoint beta = ToFixedPoint(std::fmin(scale * (1 << 26), 2147483647.0), 31);
  const auto diff_min =
      static_cast<int32_t>(-std::floor(31.0 * (1 << 26) / std::ldexp(1.0, beta.exponent)));
  esp_nn_softmax_s8(input.data(), rows, width, beta.multiplier, beta.exponent, diff_min,
                    ours.data());
  esp_nn_softmax_s8_ansi(input.data(), rows, width, beta.multiplier, beta.exponent, diff_min,
                         theirs.data());
  return ours == theirs;
}

bool Relu6(Random& r) {
  Codes ours = r.Fill(r.In(0, 300));
  Codes theirs = ours;
  esp_nn_relu6_s8(ours.data(), static_cast<uint16_t>(ours.size()));
  esp_nn_relu6_s8_ansi(theirs.data(), static_cast<uint16_t>(theirs.size()));
  return ours == theirs;
}

bool HardSwish(Random& r) {
  const Codes input = r.Fill(r.In(0, 300));
  Codes ours(input.size()), theirs(input.size());
  const double in_scale = std::exp(r.Real(std::log(1e-4), std::log(2.0)));
  const double out_scale = in_scale * std::exp(r.Real(std::log(1.0 / 16), std::log(16.0)));
  const FixedPoint out = ToFixedPoint(in_scale / 128 / out_scale, 15);
  const FixedPoint gate = ToFixedPoint(in_scale / 128 * 32768 / 3, 15);
  const auto zp1 = static_cast<int16_t>(r.ZeroPoint()), zp2 = static_cast<int16_t>(r.ZeroPoint());
  const auto run = [&](auto* f, Codes& result) {
    f(input.data(), result.data(), input.size(), zp1, static_cast<int16_t>(out.multiplier),
      static_cast<int16_t>(gate.multiplier), gate.exponent, out.exponent, zp2);
  };
  run(esp_nn_hard_swish_s8, ours);
  run(esp_nn_hard_swish_s8_ansi, theirs);
  return ours == theirs;
}

bool Logistic(Random& r) {
  const Codes input = r.Fill(r.In(0, 300));
  Codes ours(input.size()), theirs(input.size()), our_table(256), their_table(256);
  const int32_t zp = r.ZeroPoint();
  const auto scale = static_cast<float>(std::exp(r.Real(std::log(1e-5), std::log(10.0))));
  esp_nn_logistic_s8_prepare(our_table.data(), zp, scale);
  esp_nn_logistic_s8_prepare_ansi(their_table.data(), zp, scale);
  esp_nn_logistic_s8(input.data(), ours.data(), input.size(), our_table.data());
  esp_nn_logistic_s8_ansi(input.data(), theirs.data(), input.size(), their_table.data());
  return our_table == their_table && ours == theirs;
}

struct Entry {
  const char* function;
  bool (*equal)(Random&);
};

constexpr Entry kEntries[] = {
    {"esp_nn_conv_s8", Conv},
    {"esp_nn_depthwise_conv_s8", Depthwise},
    {"esp_nn_fully_connected_s8", FullyConnected},
    {"esp_nn_fully_connected_per_ch_s8", FullyConnectedPerChannel},
    {"esp_nn_add_elementwise_s8", Add},
    {"esp_nn_mul_elementwise_s8", Mul},
    {"esp_nn_mul_broadcast_channel_s8", MulBroadcast},
    {"esp_nn_avg_pool_s8", AvgPool},
    {"esp_nn_max_pool_s8", MaxPool},
    {"esp_nn_mean_nhwc_s8", Mean},
    {"esp_nn_softmax_s8", Softmax},
    {"esp_nn_relu6_s8", Relu6},
    {"esp_nn_hard_swish_s8", HardSwish},
    {"esp_nn_logistic_s8", Logistic},
};

}  // namespace

int main(int argc, char** argv) {
  const long cases = argc > 1 ? std::atol(argv[1]) : 5000;
  const long first = argc > 2 ? std::atol(argv[2]) : 1;
  bool all_equal = true;
  std::printf("%-36s %10s %10s\n", "function", "cases", "mismatches");
  for (const Entry& entry : kEntries) {
    long mismatches = 0, seed_of_first = 0;
    for (long seed = first; seed < first + cases; ++seed) {
      Random r(static_cast<uint64_t>(seed));
      if (!entry.equal(r) && mismatches++ == 0) seed_of_first = seed;
    }
    std::printf("%-36s %10ld %10ld", entry.function, cases, mismatches);
    if (mismatches != 0) std::printf("   first at seed %ld", seed_of_first);
    std::printf("\n");
    all_equal = all_equal && mismatches == 0;
  }
  return all_equal ? 0 : 1;
}
