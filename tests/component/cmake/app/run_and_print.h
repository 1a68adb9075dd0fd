/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <et_model.h>
#include <stdio.h>

/* Sets `count` inputs of six float32, runs the model and prints the six values of its output, or
 * what went wrong; the exit code. */
static inline int run_and_print(et_model* model, const float (*inputs)[6], uint32_t count) {
  et_error error = ET_OK;
  for (uint32_t i = 0; i < count && error == ET_OK; ++i) {
    error = et_model_set_input(model, i, ET_DTYPE_FLOAT32, inputs[i], sizeof(inputs[i]));
  }
  et_tensor_info out;
  if (error != ET_OK || et_model_run(model) != ET_OK ||
      et_model_output_info(model, 0, &out) != ET_OK) {
    puts(et_model_last_error(model));
    return 1;
  }
  for (int i = 0; i < 6; ++i) {
    printf("%d ", (int)((const float*)out.data)[i]);
  }
  puts("");
  return 0;
}
