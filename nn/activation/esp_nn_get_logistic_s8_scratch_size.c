// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause

#include "esp_nn.h"

// One output code per input code.
int32_t esp_nn_get_logistic_s8_scratch_size(void) { return 256; }
