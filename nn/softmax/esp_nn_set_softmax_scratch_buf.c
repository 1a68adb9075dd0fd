// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

void esp_nn_set_softmax_scratch_buf(void *buffer) { (void)buffer; }
