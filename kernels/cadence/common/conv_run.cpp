// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "conv_run.h"

#include <type_traits>

namespace impl::generic::native {

namespace {

// Turns a place between the elements of a spread input into a position; false if there is none.
// Inlined at -Os too: it runs for every tap.
template <bool spread>
[[gnu::always_inline]] inline bool meets(const Window& window, int32_t place, int32_t* position) {
  if constexpr (spread) {
    if (place < 0 || place % window.spread != 0) {
      return false;
    }
    place /= window.spread;
  }
  *position = place;
  return static_cast<uint32_t>(place) < static_cast<uint32_t>(window.input);
}

// `sum` and the products under one window.
template <typename A, typename W, typename Sum, bool spread>
Sum window_sum(const ConvPlan& plan, const A* group, const W* filter, const int32_t* place,
               Sum sum) {
  const int32_t depth = plan.depth;
  const int32_t a_step = plan.in.channel;
  const int32_t b_step = plan.weight.channel;
  const int32_t a_zero = plan.input_zero;
  const int32_t b_zero = plan.weight_zero;
  const Window& z = plan.windows[0];
  const Window& y = plan.windows[1];
  const Window& x = plan.windows[2];
  const int32_t first_z = place[0] * z.step - z.offset;
  const int32_t first_y = place[1] * y.step - y.offset;
  const int32_t first_x = place[2] * x.step - x.offset;
  const int32_t a_column = plan.in.axes[2];
  const int32_t b_column = plan.weight.axes[2];
  int32_t at = 0;
  for (int32_t kz = 0; kz < z.kernel; ++kz) {
    if (!meets<spread>(z, first_z + kz * z.dilation, &at)) {
      continue;
    }
    const A* plane = group + at * plan.in.axes[0];
    for (int32_t ky = 0; ky < y.kernel; ++ky) {
      if (!meets<spread>(y, first_y + ky * y.dilation, &at)) {
        continue;
      }
      const A* row = plane + at * plan.in.axes[1];
      const W* taps = filter + kz * plan.weight.axes[0] + ky * plan.weight.axes[1];
      int32_t place_x = first_x;
      for (int32_t kx = x.kernel; kx > 0; --kx) {
        if (meets<spread>(x, place_x, &at)) {
          const A* a = row + at * a_column;
          const W* b = taps;
          for (int32_t k = depth; k > 0; --k) {
            if constexpr (std::is_floating_point_v<Sum>) {
              sum += *a * *b;
            } else {
              sum += static_cast<Sum>(*a - a_zero) * (*b - b_zero);
            }
            a += a_step;
            b += b_step;
          }
        }
        place_x += x.dilation;
        taps += b_column;
      }
    }
  }
  return sum;
}

// All positions of one output channel of one image.
template <typename A, typename W, typename Sum, bool spread>
void channel_run(const ConvPlan& plan, const A* group, const W* filter, int32_t channel,
                 int32_t first) {
  Factor factor = plan.factor;
  if (!std::is_floating_point_v<Sum> && plan.factors != nullptr) {
    factor = factor_of(static_cast<double>(plan.factors[channel]) / plan.out_scale);
  }
  int32_t place[kSpatial];
  for (place[0] = 0; place[0] < plan.windows[0].out; ++place[0]) {
    for (place[1] = 0; place[1] < plan.windows[1].out; ++place[1]) {
      const int32_t row = first + place[0] * plan.out.axes[0] + place[1] * plan.out.axes[1];
      for (place[2] = 0; place[2] < plan.windows[2].out; ++place[2]) {
        const size_t to = static_cast<size_t>(row + place[2] * plan.out.axes[2]);
        if constexpr (std::is_floating_point_v<Sum>) {
          const Sum bias = static_cast<const float*>(plan.bias)[channel];
          plan.reals[to] = window_sum<A, W, Sum, spread>(plan, group, filter, place, bias);
        } else {
          const Sum sum = window_sum<A, W, Sum, spread>(plan, group, filter, place, Sum{0});
          const int64_t biased =
              static_cast<int64_t>(sum) + static_cast<const int32_t*>(plan.bias)[channel];
          const int32_t code = sizeof(Sum) == sizeof(int32_t) ? scaled_small(biased, factor)
                                                              : scaled(biased, factor);
          plan.codes.set(to, code + plan.out_zero);
        }
      }
    }
  }
}

template <typename A, typename W, typename Sum, bool spread>
void run_all(const ConvPlan& plan) {
  const A* image = static_cast<const A*>(plan.input);
  for (int32_t i = 0; i < plan.batch; ++i) {
    for (int32_t group = 0; group < plan.groups; ++group) {
      const A* from = image + group * plan.depth * plan.in.channel;
      const W* filter = static_cast<const W*>(plan.weights) + group * plan.weight_group;
      for (int32_t j = 0; j < plan.outputs; ++j) {
        const int32_t channel = group * plan.outputs + j;
        channel_run<A, W, Sum, spread>(plan, from, filter, channel,
                                       i * plan.out.batch + channel * plan.out.channel);
        filter += plan.weight.batch;
      }
    }
    image += plan.in.batch;
  }
}

}  // namespace

template <typename A, typename W, typename Sum, bool spread>
void conv_run(const ConvPlan& plan) {
  run_all<A, W, Sum, spread>(plan);
}

template void conv_run<int8_t, int8_t, int32_t, false>(const ConvPlan&);
template void conv_run<uint8_t, uint8_t, int32_t, false>(const ConvPlan&);
template void conv_run<int16_t, int16_t, int64_t, false>(const ConvPlan&);
template void conv_run<int16_t, int8_t, int64_t, false>(const ConvPlan&);
template void conv_run<int8_t, int8_t, int32_t, true>(const ConvPlan&);
template void conv_run<uint8_t, uint8_t, int32_t, true>(const ConvPlan&);
template void conv_run<int16_t, int16_t, int64_t, true>(const ConvPlan&);
template void conv_run<int16_t, int8_t, int64_t, true>(const ConvPlan&);
template void conv_run<float, float, float, false>(const ConvPlan&);
template void conv_run<float, float, float, true>(const ConvPlan&);

}  // namespace impl::generic::native
