// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "common/fixed_point.h"
#include "esp_nn.h"

void esp_nn_relu6_s8(int8_t *data, uint16_t size) {
  for (int32_t i = 0; i < size; ++i) data[i] = (int8_t)nn_clamp(data[i], 0, 6);
}
