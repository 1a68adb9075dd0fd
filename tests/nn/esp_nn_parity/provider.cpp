// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// What the provider `esp-nn` chooses gives the bytes of the builtin function: over random calls,
// including those that ESP-NN cannot take, for two threads at once, and without scratch.
// Usage: provider [cases per function] [first seed]
#include <nn_provider.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "random_case.h"
#include "run_conv.h"

namespace {

namespace provider = esp_nn::provider;

class Scratch {
 public:
  explicit Scratch(bool none = false) : none_(none) {}
  ~Scratch() { std::free(memory_); }
  void* scratch(int32_t bytes) const {
    if (none_ || posix_memalign(&memory_, 16, static_cast<size_t>(bytes)) != 0) return nullptr;
    return memory_;
  }

 private:
  bool none_;
  mutable void* memory_ = nullptr;
};

struct Count {
  long taken = 0;
  long different = 0;
};

void Compare(Count* count, bool taken, const Codes& got, const Codes& expected) {
  count->taken += taken;
  count->different += !(got == expected);
}

void Conv(Random& r, Count* count) {
  ConvCase c = RandomConv(r, /*depthwise=*/false, /*dilated=*/r.OneIn(4));
  const data_dims_t input{c.in_w, c.in_h, c.channels, 1};
  const data_dims_t filter{c.kernel_w, c.kernel_h, c.channels / c.groups, 1};
  const data_dims_t output{c.out_w, c.out_h, c.out_channels, 1};
  const conv_params_t params{-c.input_zero_point,          c.output_zero_point,
                             {c.stride_w, c.stride_h},     {c.left, c.top},
                             {c.dilation_w, c.dilation_h}, {c.min, c.max}};
  const Scratch scratch;
  const provider::conv call(scratch, input, filter, output, params, false);
  Compare(count, call.function != esp_nn_conv_s8, RunConv(call.function, c),
          RunConv(esp_nn_conv_s8, c));
}

void Depthwise(Random& r, Count* count) {
  ConvCase c = RandomConv(r, /*depthwise=*/true, /*dilated=*/r.OneIn(4));
  const data_dims_t input{c.in_w, c.in_h, c.channels, 1};
  const data_dims_t filter{c.kernel_w, c.kernel_h, c.out_channels, 1};
  const data_dims_t output{c.out_w, c.out_h, c.out_channels, 1};
  const dw_conv_params_t params{-c.input_zero_point, c.output_zero_point,
                                c.depth_multiplier,  {c.stride_w, c.stride_h},
                                {c.left, c.top},     {c.dilation_w, c.dilation_h},
                                {c.min, c.max}};
  const Scratch scratch;
  const provider::depthwise_conv call(scratch, input, filter, output, params, false);
  Compare(count, call.function != esp_nn_depthwise_conv_s8, RunDepthwise(call.function, c),
          RunDepthwise(esp_nn_depthwise_conv_s8, c));
}

void Linear(Random& r, Count* count) {
  const auto row = static_cast<uint16_t>(r.In(0, 300));
  const auto outs = static_cast<uint16_t>(r.In(1, 21));
  const Codes input = r.Fill(row), filter = r.Fill(row * outs);
  const int32_t in_zp = r.ZeroPoint(), out_zp = r.ZeroPoint();
  const auto act = r.Activation();
  std::vector<int32_t> bias, mult, shift;
  for (int i = 0; i < outs; ++i) {
    bias.push_back(r.In(-100000, 100000));
    mult.push_back(r.Multiplier());
    shift.push_back(r.OneIn(8) ? r.In(-31, 6) : r.In(-13, -7));
  }
  const auto run = [&](auto* f) {
    Codes out(outs);
    f(input.data(), -in_zp, row, filter.data(), 0, bias.data(), out.data(), outs, out_zp,
      shift.data(), mult.data(), act.first, act.second);
    return out;
  };
  const auto function = provider::fully_connected_per_ch(row, outs, false);
  Compare(count, function != esp_nn_fully_connected_per_ch_s8, run(function),
          run(esp_nn_fully_connected_per_ch_s8));
}

void Add(Random& r, Count* count) {
  const int32_t size = r.In(0, 200);
  const Codes a = r.Fill(size), b = r.Fill(size);
  const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), zp = r.ZeroPoint();
  const int32_t m1 = r.Multiplier(), m2 = r.Multiplier(), m = r.Multiplier();
  const int32_t s1 = r.In(-30, 1), s2 = r.In(-8, 0), s = r.In(-24, -12);
  const auto act = r.Activation();
  const auto run = [&](auto* f) {
    Codes out(size);
    f(a.data(), b.data(), -zp1, -zp2, m1, m2, s1, s2, 20, out.data(), zp, m, s, act.first,
      act.second, size);
    return out;
  };
  const auto function = provider::add(s1, s2, s, false);
  Compare(count, function != esp_nn_add_elementwise_s8, run(function),
          run(esp_nn_add_elementwise_s8));
}

void Mul(Random& r, Count* count) {
  const int32_t size = r.In(0, 200);
  const Codes a = r.Fill(size), b = r.Fill(size);
  const int32_t zp1 = r.ZeroPoint(), zp2 = r.ZeroPoint(), zp = r.ZeroPoint();
  const int32_t m = r.Multiplier(), s = r.OneIn(8) ? r.In(-31, 8) : r.In(-11, 0);
  const auto act = r.Activation();
  const auto run = [&](auto* f) {
    Codes out(size);
    f(a.data(), b.data(), -zp1, -zp2, out.data(), zp, m, s, act.first, act.second, size);
    return out;
  };
  const auto function = provider::mul(s, false);
  Compare(count, function != esp_nn_mul_elementwise_s8, run(function),
          run(esp_nn_mul_elementwise_s8));
}

// Padding below the kernel, as the operators check it.
template <typename Function>
void Pool(Random& r, Count* count, Function* (*choose)(int32_t, int32_t, bool), Function* builtin) {
  const auto u16 = [](int32_t x) { return static_cast<uint16_t>(x); };
  int32_t extent[2], kernel[2], stride[2], before[2], out[2];
  for (int axis = 0; axis < 2; ++axis) {
    kernel[axis] = r.In(1, 6);
    stride[axis] = r.In(1, 3);
    int32_t after;
    do {
      extent[axis] = r.OneIn(4) ? 1 : r.In(1, 14);
      before[axis] = r.In(0, kernel[axis] - 1);
      after = r.In(0, kernel[axis] - 1);
    } while (extent[axis] + before[axis] + after < kernel[axis]);
    out[axis] = (extent[axis] + before[axis] + after - kernel[axis]) / stride[axis] + 1;
  }
  const int32_t channels = r.In(1, 9);
  const Codes input = r.Fill(extent[0] * extent[1] * channels);
  const auto act = r.Activation();
  const auto run = [&](auto* f) {
    Codes result(out[0] * out[1] * channels);
    f(input.data(), u16(extent[0]), u16(extent[1]), result.data(), u16(out[0]), u16(out[1]),
      u16(stride[0]), u16(stride[1]), u16(kernel[0]), u16(kernel[1]), u16(before[0]),
      u16(before[1]), act.first, act.second, u16(channels));
    return result;
  };
  Function* function = choose(kernel[0] * kernel[1], channels, false);
  Compare(count, function != builtin, run(function), run(builtin));
}

void AvgPool(Random& r, Count* count) {
  Pool<decltype(esp_nn_avg_pool_s8)>(r, count, provider::avg_pool, esp_nn_avg_pool_s8);
}

void MaxPool(Random& r, Count* count) {
  Pool<decltype(esp_nn_max_pool_s8)>(r, count, provider::max_pool, esp_nn_max_pool_s8);
}

// Widths on both sides of the 512 equal codes that ESP-NN cannot sum.
void SoftmaxWith(Random& r, Count* count, bool no_scratch) {
  const int32_t height = r.In(1, 4), width = r.OneIn(8) ? r.In(490, 530) : r.In(1, 40);
  const Codes input = r.OneIn(4) ? Codes(height * width) : r.Fill(height * width);
  const int32_t mult = r.Multiplier(), shift = r.In(15, 22);
  const auto run = [&](auto* f) {
    Codes out(input.size());
    f(input.data(), height, width, mult, shift, -255, out.data());
    return out;
  };
  const Scratch scratch(no_scratch);
  const provider::softmax call(scratch, height, width, false);
  Compare(count, call.function != esp_nn_softmax_s8, run(call.function), run(esp_nn_softmax_s8));
}

void Softmax(Random& r, Count* count) { SoftmaxWith(r, count, false); }

// The first to come has ESP-NN's function, whoever comes meanwhile has ours.
bool ClaimsAreExclusive() {
  const Scratch first_scratch, second_scratch, third_scratch;
  bool right = true;
  {
    const provider::softmax first(first_scratch, 1, 8, true);
    const provider::softmax second(second_scratch, 1, 8, true);
    right = first.function != esp_nn_softmax_s8 && second.function == esp_nn_softmax_s8;
  }
  const provider::softmax third(third_scratch, 1, 8, true);
  return right && third.function != esp_nn_softmax_s8;
}

// `opt` and the chips keep exponents in scratch, `ansi` asks for none.
bool NoScratchIsNoError(long cases) {
  Count count;
  for (long seed = 1; seed <= cases; ++seed) {
    Random r(static_cast<uint64_t>(seed));
    SoftmaxWith(r, &count, true);
  }
  return count.different == 0 &&
         (count.taken == 0) == (provider::kVariant != provider::Variant::ansi);
}

bool TwoThreads(long cases) {
  Count counts[2];
  const auto work = [&](int thread) {
    for (long seed = 1; seed <= cases; ++seed) {
      Random r(static_cast<uint64_t>(seed * 2 + thread));
      Softmax(r, &counts[thread]);
      Conv(r, &counts[thread]);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  return counts[0].different == 0 && counts[1].different == 0;
}

struct Entry {
  const char* function;
  void (*run)(Random&, Count*);
};

constexpr Entry kEntries[] = {
    {"conv", Conv},
    {"depthwise_conv", Depthwise},
    {"fully_connected_per_ch", Linear},
    {"add", Add},
    {"mul", Mul},
    {"avg_pool", AvgPool},
    {"max_pool", MaxPool},
    {"softmax", Softmax},
};

bool Say(const char* what, bool right) {
  std::printf("%-36s %s\n", what, right ? "right" : "WRONG");
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  const long cases = argc > 1 ? std::atol(argv[1]) : 5000;
  const long first = argc > 2 ? std::atol(argv[2]) : 1;
  bool right = true;
  std::printf("%-36s %10s %10s %10s\n", "provider esp-nn", "cases", "taken", "mismatches");
  for (const Entry& entry : kEntries) {
    Count count;
    for (long seed = first; seed < first + cases; ++seed) {
      Random r(static_cast<uint64_t>(seed));
      entry.run(r, &count);
    }
    std::printf("%-36s %10ld %10ld %10ld\n", entry.function, cases, count.taken, count.different);
    right = right && count.different == 0 && count.taken > 0;
  }
  right = Say("one claim at a time", ClaimsAreExclusive()) && right;
  right = Say("no scratch", NoScratchIsNoError(cases)) && right;
  right = Say("two threads", TwoThreads(cases)) && right;
  return right ? 0 : 1;
}
