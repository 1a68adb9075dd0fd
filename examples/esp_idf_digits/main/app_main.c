// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Reads three scans of handwritten digits.
#include <stdio.h>

#include "et_model.h"
#include "et_models.h"
#include "scans.h"

static bool add_time(const et_operator_event* event, void* nanoseconds) {
  *(uint64_t*)nanoseconds += event->nanoseconds;
  return true;
}

static int likeliest(const et_tensor_info* logits) {
  const float* values = logits->data;
  int best = 0;
  for (int digit = 1; digit < 10; ++digit) {
    if (values[digit] > values[best]) best = digit;
  }
  return best;
}

static et_error read_scans(et_model* model) {
  et_error error = ET_OK;
  for (int scan = 0; error == ET_OK && scan < SCANS; ++scan) {
    float pixels[SCAN_PIXELS];
    for (int i = 0; i < SCAN_PIXELS; ++i) pixels[i] = scans[scan].pixels[i] / 16.0f;
    error = et_model_set_input(model, 0, ET_DTYPE_FLOAT32, pixels, sizeof(pixels));
    et_tensor_info logits;
    uint64_t nanoseconds = 0;
    if (error == ET_OK) error = et_model_run_with_callback(model, add_time, &nanoseconds);
    if (error == ET_OK) error = et_model_output_info(model, 0, &logits);
    if (error == ET_OK) {
      printf("a %d, read as %d, in %u us\n", scans[scan].label, likeliest(&logits),
             (unsigned)(nanoseconds / 1000));
    }
  }
  return error;
}

void app_main(void) {
  char text[160] = "";
  et_model_config config = {.error_text = text, .error_text_size = sizeof(text)};
  et_model_memory memory;
  et_model* model = NULL;
  et_error error =
      et_model_memory_needed(et_model_digits_start, et_model_digits_size, &config, &memory);
  if (error == ET_OK) {
    printf("%u bytes of model; %u and %u bytes of RAM\n", (unsigned)et_model_digits_size,
           (unsigned)memory.model, (unsigned)memory.activations);
    error = et_model_create(et_model_digits_start, et_model_digits_size, &config, &model);
  }
  if (error == ET_OK) error = read_scans(model);
  if (error != ET_OK)
    printf("%s: %s\n", et_error_name(error), model ? et_model_last_error(model) : text);
  et_model_destroy(model);
  printf(error == ET_OK ? "done\n" : "failed\n");
}
