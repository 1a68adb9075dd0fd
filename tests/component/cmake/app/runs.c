/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs the embedded model: prints x + y for [1..6] and [10..60], or what went wrong. */
#include <et_model.h>
#include <et_models.h>
#include <stdio.h>

#include "run_and_print.h"

static _Alignas(ET_MODEL_ALIGNMENT) unsigned char objects[16384];
static _Alignas(ET_MODEL_ALIGNMENT) unsigned char activations[4096];

int main(void) {
  char text[160] = "";
  et_model_config config = {0};
  config.model.data = objects;
  config.model.size = sizeof(objects);
  config.activations.data = activations;
  config.activations.size = sizeof(activations);
  config.error_text = text;
  config.error_text_size = sizeof(text);
  et_model* model;
  if (et_model_create(et_model_plus_start, et_model_plus_size, &config, &model) != ET_OK) {
    puts(text);
    return 1;
  }
  const float inputs[2][6] = {{1, 2, 3, 4, 5, 6}, {10, 20, 30, 40, 50, 60}};
  return run_and_print(model, inputs, 2);
}
