/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs two embedded models whose constant lies in one embedded .ptd: prints x + [1, 2, 3] and
 * x * [1, 2, 3] for [1..6], or what went wrong. */
#include <et_model.h>
#include <et_models.h>
#include <stdio.h>

#include "run_and_print.h"

static _Alignas(ET_MODEL_ALIGNMENT) unsigned char objects[2][16384];
static _Alignas(ET_MODEL_ALIGNMENT) unsigned char activations[2][4096];
static et_model_data data;

static int run(const void* pte, size_t size, int number) {
  char text[160] = "";
  et_model_config config = {0};
  config.model.data = objects[number];
  config.model.size = sizeof(objects[number]);
  config.activations.data = activations[number];
  config.activations.size = sizeof(activations[number]);
  config.error_text = text;
  config.error_text_size = sizeof(text);
  config.data = &data;
  et_model* model;
  if (et_model_create(pte, size, &config, &model) != ET_OK) {
    puts(text);
    return 1;
  }
  const float x[1][6] = {{1, 2, 3, 4, 5, 6}};
  return run_and_print(model, x, 1);
}

int main(void) {
  char text[192];
  if (et_model_data_open(&data, et_data_constant_start, et_data_constant_size, text,
                         sizeof(text)) != ET_OK) {
    puts(text);
    return 1;
  }
  return run(et_model_add_start, et_model_add_size, 0) ||
         run(et_model_scale_start, et_model_scale_size, 1);
}
