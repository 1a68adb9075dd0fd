// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

// The structs of esp_nn.h. Layout and field names are those of Espressif's ESP-NN, so that a caller
// compiles unchanged against either provider.
#ifndef ESP_NN_DEFS_H_
#define ESP_NN_DEFS_H_

#include <stdint.h>

// Extents of an activation or a filter. `extra` is read by no function.
typedef struct data_dims {
  int32_t width;
  int32_t height;
  int32_t channels;
  int32_t extra;
} data_dims_t;

typedef struct data_2d {
  int32_t width;
  int32_t height;
} data_2d_t;

// Range of the output codes: -128 <= min <= max <= 127.
typedef struct act_params {
  int32_t min;
  int32_t max;
} act_params_t;

// One entry per output channel. Only read, whatever the type says: arrays in flash are fine.
typedef struct quant_data {
  int32_t *shift;  // positive: left
  int32_t *mult;   // Q31
} quant_data_t;

typedef struct conv_params {
  int32_t in_offset;   // minus the input's zero point
  int32_t out_offset;  // the output's zero point
  data_2d_t stride;
  data_2d_t padding;   // before: left, top. What lies after follows from the output's extents.
  data_2d_t dilation;  // 0 counts as 1
  act_params_t activation;
} conv_params_t;

typedef struct dw_conv_params {
  int32_t in_offset;
  int32_t out_offset;
  int32_t ch_mult;  // output channels per input channel
  data_2d_t stride;
  data_2d_t padding;
  data_2d_t dilation;
  act_params_t activation;
} dw_conv_params_t;

#endif  // ESP_NN_DEFS_H_
