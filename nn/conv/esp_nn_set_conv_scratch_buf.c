// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

void esp_nn_set_conv_scratch_buf(const void *buf) { (void)buf; }
