// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

int32_t esp_nn_get_hard_swish_scratch_size(void) { return 0; }
