// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// The provider `builtin`: the functions of esp_nn.h as they are. They take every call of their
// contract: dilation, groups, any alignment; no scratch, no state, calls may run at the same time.
//
// A provider header answers one question per function: which one is to be called with these
// arguments? Operators ask it after their checks and call what they get.
//   - conv, depthwise_conv and softmax are objects with a member `function`, to be kept until the
//     last call is done; `memory.scratch(bytes)` returns 16-byte aligned memory or null.
//   - the others return the function.
//   - `aligned`: input, filter and output all start at multiples of 16.
#pragma once

#include <esp_nn.h>

namespace esp_nn::provider {

template <typename Function>
struct Call {
  Function* function;
};

template <typename Memory>
Call<decltype(esp_nn_conv_s8)> conv(const Memory&, const data_dims_t&, const data_dims_t&,
                                    const data_dims_t&, const conv_params_t&, bool) {
  return {esp_nn_conv_s8};
}

template <typename Memory>
Call<decltype(esp_nn_depthwise_conv_s8)> depthwise_conv(const Memory&, const data_dims_t&,
                                                        const data_dims_t&, const data_dims_t&,
                                                        const dw_conv_params_t&, bool) {
  return {esp_nn_depthwise_conv_s8};
}

template <typename Memory>
Call<decltype(esp_nn_softmax_s8)> softmax(const Memory&, int32_t, int32_t, bool) {
  return {esp_nn_softmax_s8};
}

inline auto* fully_connected_per_ch(int32_t, int32_t, bool) {
  return esp_nn_fully_connected_per_ch_s8;
}

inline auto* add(int32_t, int32_t, int32_t, bool) { return esp_nn_add_elementwise_s8; }
inline auto* mul(int32_t, bool) { return esp_nn_mul_elementwise_s8; }
inline auto* avg_pool(int32_t, int32_t, bool) { return esp_nn_avg_pool_s8; }
inline auto* max_pool(int32_t, int32_t, bool) { return esp_nn_max_pool_s8; }

}  // namespace esp_nn::provider
