// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Two models at once; prints every output byte as hex. The models and vectors are make_models.py's.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../models/vectors.h"
#include "et_model.h"
#include "et_models.h"

typedef struct {
  const float* data;
  size_t size;
} vector;

static void check(et_error error, const et_model* model) {
  if (error != ET_OK) {
    printf("%s: %s\n", et_error_name(error), model ? et_model_last_error(model) : "");
    printf("done 1\n");
    fflush(stdout);
    exit(1);
  }
}

static et_model* create(const char* name, const void* pte, size_t size) {
  char text[160] = "";
  et_model_config config = {.error_text = text, .error_text_size = sizeof(text)};
  et_model* model = NULL;
  const et_error error = et_model_create(pte, size, &config, &model);
  if (error != ET_OK) printf("%s: %s\n", name, text);
  check(error, NULL);
  return model;
}

static void run(const char* name, et_model* model, const vector* inputs) {
  for (size_t i = 0; i < et_model_num_inputs(model); ++i) {
    check(et_model_set_input(model, i, ET_DTYPE_FLOAT32, inputs[i].data, inputs[i].size), model);
  }
  check(et_model_run(model), model);
  for (size_t i = 0; i < et_model_num_outputs(model); ++i) {
    et_tensor_info output;
    check(et_model_output_info(model, i, &output), model);
    printf("output %s ", name);
    for (size_t byte = 0; byte < output.nbytes; ++byte) {
      printf("%02" PRIx8, ((const uint8_t*)output.data)[byte]);
    }
    printf("\n");
  }
}

void app_main(void) {
  const vector smoke_inputs[] = {{smoke_input0, sizeof(smoke_input0)},
                                 {smoke_input1, sizeof(smoke_input1)}};
  const vector int8_inputs[] = {{int8_input0, sizeof(int8_input0)}};
  et_model* smoke = create("smoke", et_model_smoke_start, et_model_smoke_size);
  et_model* int8 = create("int8", et_model_int8_start, et_model_int8_size);
  run("int8", int8, int8_inputs);
  run("smoke", smoke, smoke_inputs);
  check(et_model_destroy(smoke), NULL);
  check(et_model_destroy(int8), NULL);
  printf("done 0\n");
  fflush(stdout);
  exit(0);
}
