// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

int esp_nn_get_conv_scratch_size(const data_dims_t *input_dims, const data_dims_t *filter_dims,
                                 const data_dims_t *output_dims, const conv_params_t *conv_params) {
  (void)input_dims;
  (void)filter_dims;
  (void)output_dims;
  (void)conv_params;
  return 0;
}
