// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// The provider `esp-nn`: Espressif's library where rules.h says that it gives the right bytes, else
// the functions of esp_nn.h. What the functions return is described in the header of `builtin`.
//
// Its names end in _ansi, _opt, _esp32s3 or _esp32p4 and its signatures are ours, so both libraries
// link into one image, and its headers (which share names with ours) are not needed.
// EE_ESP_NN_VARIANT, from the build, names the suffix.
//
// Scratch: each of its functions keeps one global pointer to it. A call claims the function without
// waiting; while another task or core has it, and where no scratch is to be had, the builtin
// function runs instead. Code of the application that calls ESP-NN itself, from another task, is
// not seen by this: such an application must choose `builtin`, or keep the two apart.
#pragma once

#include <esp_nn.h>

#include <atomic>

#include "rules.h"

#if __has_include("sdkconfig.h")
#include "sdkconfig.h"
#endif
#if defined(CONFIG_NN_SKIP_NUDGE) || defined(SKIP_NUDGE)
#error "CONFIG_NN_SKIP_NUDGE rounds differently from every other place: unset it, or choose builtin"
#endif

#define EE_JOIN(name, suffix) name##_##suffix
#define EE_EXPAND(name, suffix) EE_JOIN(name, suffix)
// Functions that every variant has; and those that `opt` takes from `ansi`.
#define EE_ESP_NN(name) EE_EXPAND(name, EE_ESP_NN_VARIANT)
#define EE_ESP_NN_PLAIN(name) EE_EXPAND(name, EE_EXPAND(EE_PLAIN, EE_ESP_NN_VARIANT))
#define EE_PLAIN_ansi ansi
#define EE_PLAIN_opt ansi
#define EE_PLAIN_esp32s3 esp32s3
#define EE_PLAIN_esp32p4 esp32p4

extern "C" {
#define EE_DECLARE(name) decltype(name) EE_ESP_NN(name)
EE_DECLARE(esp_nn_conv_s8);
EE_DECLARE(esp_nn_get_conv_scratch_size);
EE_DECLARE(esp_nn_set_conv_scratch_buf);
EE_DECLARE(esp_nn_depthwise_conv_s8);
EE_DECLARE(esp_nn_get_depthwise_conv_scratch_size);
EE_DECLARE(esp_nn_set_depthwise_conv_scratch_buf);
EE_DECLARE(esp_nn_softmax_s8);
EE_DECLARE(esp_nn_get_softmax_scratch_size);
EE_DECLARE(esp_nn_set_softmax_scratch_buf);
#undef EE_DECLARE
#define EE_DECLARE(name) decltype(name) EE_ESP_NN_PLAIN(name)
EE_DECLARE(esp_nn_fully_connected_per_ch_s8);
EE_DECLARE(esp_nn_add_elementwise_s8);
EE_DECLARE(esp_nn_mul_elementwise_s8);
EE_DECLARE(esp_nn_avg_pool_s8);
EE_DECLARE(esp_nn_max_pool_s8);
#undef EE_DECLARE
}

namespace esp_nn::provider {

constexpr Variant kVariant = Variant::EE_ESP_NN_VARIANT;

// One use of a function that has a global scratch pointer; `busy` is the function's.
template <typename Function>
class Call {
 public:
  explicit Call(Function* builtin) : function(builtin) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    if (claimed_ != nullptr) {
      claimed_->clear(std::memory_order_release);
    }
  }

  Function* function;

 protected:
  bool claim(std::atomic_flag& busy) {
    if (busy.test_and_set(std::memory_order_acquire)) {
      return false;
    }
    claimed_ = &busy;
    return true;
  }

  template <typename Memory, typename Setter>
  void use(Function* theirs, const Memory& memory, int32_t bytes, Setter* set_scratch) {
    void* scratch = bytes > 0 ? memory.scratch(bytes) : nullptr;
    if (bytes <= 0 || scratch != nullptr) {
      set_scratch(scratch);  // on the P4 this also turns on the vector unit of the calling task
      function = theirs;
    }
  }

 private:
  std::atomic_flag* claimed_ = nullptr;
};

inline std::atomic_flag conv_busy = ATOMIC_FLAG_INIT;
inline std::atomic_flag depthwise_conv_busy = ATOMIC_FLAG_INIT;
inline std::atomic_flag softmax_busy = ATOMIC_FLAG_INIT;

class conv : public Call<decltype(esp_nn_conv_s8)> {
 public:
  template <typename Memory>
  conv(const Memory& memory, const data_dims_t& input, const data_dims_t& filter,
       const data_dims_t& output, const conv_params_t& params, bool aligned)
      : Call(esp_nn_conv_s8) {
    if (takes_conv(kVariant, input, filter, output, params, aligned) && claim(conv_busy)) {
      use(EE_ESP_NN(esp_nn_conv_s8), memory,
          EE_ESP_NN(esp_nn_get_conv_scratch_size)(&input, &filter, &output, &params),
          EE_ESP_NN(esp_nn_set_conv_scratch_buf));
    }
  }
};

class depthwise_conv : public Call<decltype(esp_nn_depthwise_conv_s8)> {
 public:
  template <typename Memory>
  depthwise_conv(const Memory& memory, const data_dims_t& input, const data_dims_t& filter,
                 const data_dims_t& output, const dw_conv_params_t& params, bool aligned)
      : Call(esp_nn_depthwise_conv_s8) {
    if (takes_depthwise_conv(kVariant, input, filter, output, params, aligned) &&
        claim(depthwise_conv_busy)) {
      use(EE_ESP_NN(esp_nn_depthwise_conv_s8), memory,
          EE_ESP_NN(esp_nn_get_depthwise_conv_scratch_size)(&input, &filter, &output, &params),
          EE_ESP_NN(esp_nn_set_depthwise_conv_scratch_buf));
    }
  }
};

class softmax : public Call<decltype(esp_nn_softmax_s8)> {
 public:
  template <typename Memory>
  softmax(const Memory& memory, int32_t height, int32_t width, bool aligned)
      : Call(esp_nn_softmax_s8) {
    if (takes_softmax(kVariant, width, aligned) && claim(softmax_busy)) {
      use(EE_ESP_NN(esp_nn_softmax_s8), memory,
          EE_ESP_NN(esp_nn_get_softmax_scratch_size)(width, height),
          EE_ESP_NN(esp_nn_set_softmax_scratch_buf));
    }
  }
};

inline auto* fully_connected_per_ch(int32_t row_len, int32_t out_channels, bool aligned) {
  return takes_fully_connected(kVariant, row_len, out_channels, aligned)
             ? EE_ESP_NN_PLAIN(esp_nn_fully_connected_per_ch_s8)
             : esp_nn_fully_connected_per_ch_s8;
}

inline auto* add(int32_t shift1, int32_t shift2, int32_t out_shift, bool aligned) {
  return takes_add(kVariant, shift1, shift2, out_shift, aligned)
             ? EE_ESP_NN_PLAIN(esp_nn_add_elementwise_s8)
             : esp_nn_add_elementwise_s8;
}

inline auto* mul(int32_t out_shift, bool aligned) {
  return takes_mul(kVariant, out_shift, aligned) ? EE_ESP_NN_PLAIN(esp_nn_mul_elementwise_s8)
                                                 : esp_nn_mul_elementwise_s8;
}

inline auto* avg_pool(int32_t places, int32_t channels, bool aligned) {
  return takes_avg_pool(kVariant, places, channels, aligned) ? EE_ESP_NN_PLAIN(esp_nn_avg_pool_s8)
                                                             : esp_nn_avg_pool_s8;
}

inline auto* max_pool(int32_t, int32_t channels, bool aligned) {
  return takes_max_pool(kVariant, channels, aligned) ? EE_ESP_NN_PLAIN(esp_nn_max_pool_s8)
                                                     : esp_nn_max_pool_s8;
}

}  // namespace esp_nn::provider
