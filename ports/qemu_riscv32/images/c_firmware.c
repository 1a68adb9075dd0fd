/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Firmware in C: a model with float inputs and outputs through et_model.h, in static memory. One
 * run on input values ((31 k) mod 23 - 11) / 8, k counting through all inputs. Prints a line of
 * JSON for each thing that it finds out. */
#include <et_model.h>
#include <string.h>

#include "console.h"

extern const uint8_t ee_model_start[];
extern const uint8_t ee_model_end[];

static _Alignas(ET_MODEL_ALIGNMENT) uint8_t model_memory[65536];
static _Alignas(ET_MODEL_ALIGNMENT) uint8_t activations[262144];
static char text[192];

static void print_field(const char* name, uint32_t number) {
  console_print("\"");
  console_print(name);
  console_print("\": ");
  console_print_number(number);
}

static void print_text(const char* name, const char* value) {
  console_print("{\"");
  console_print(name);
  console_print("\": \"");
  console_print(value);
  console_print("\"}\n");
}

static void check(et_error error, const char* why) {
  if (error != ET_OK) {
    print_text("error", et_error_name(error));
    print_text("text", why);
    console_exit(1);
  }
}

static uint32_t bits(float value) {
  uint32_t as_integer;
  memcpy(&as_integer, &value, sizeof(as_integer));
  return as_integer;
}

static void set_inputs(et_model* model) {
  uint32_t k = 0;
  for (size_t i = 0; i < et_model_num_inputs(model); ++i) {
    et_tensor_info info;
    check(et_model_input_info(model, i, &info), et_model_last_error(model));
    float* data = info.data;
    for (size_t j = 0; j < info.nbytes / sizeof(float); ++j, ++k) {
      data[j] = (float)((int32_t)(31 * k % 23) - 11) / 8.0f;
    }
    check(et_model_set_input(model, i, ET_DTYPE_FLOAT32, data, info.nbytes),
          et_model_last_error(model));
    console_print("{");
    print_field("input", (uint32_t)i);
    console_print(", ");
    print_field("scale_bits", bits(info.scale));
    console_print(", ");
    print_field("zero_point_plus_128", (uint32_t)(info.zero_point + 128));
    console_print("}\n");
  }
}

static void print_outputs(et_model* model) {
  for (size_t i = 0; i < et_model_num_outputs(model); ++i) {
    et_tensor_info info;
    check(et_model_output_info(model, i, &info), et_model_last_error(model));
    const float* data = info.data;
    console_print("{\"output_bits\": [");
    for (size_t j = 0; j < info.nbytes / sizeof(float); ++j) {
      console_print(j == 0 ? "" : ", ");
      console_print_number(bits(data[j]));
    }
    console_print("]}\n");
  }
}

static bool print_operator(const et_operator_event* event, void* user) {
  (void)user;
  print_text("operator", event->name);
  return true;
}

int main(void) {
  console_start();
  const size_t pte_size = (size_t)(ee_model_end - ee_model_start);
  et_model_config config = {
      .model = {.data = model_memory},
      .activations = {.data = activations},
      .error_text = text,
      .error_text_size = sizeof(text),
  };
  et_model_memory need;
  check(et_model_memory_needed(ee_model_start, pte_size, &config, &need), text);
  console_print("{");
  print_field("model_bytes", (uint32_t)need.model);
  console_print(", ");
  print_field("activation_bytes", (uint32_t)need.activations);
  console_print("}\n");

  et_model* model;
  config.activations.size = need.activations;
  config.model.size = need.model - 1;
  if (et_model_create(ee_model_start, pte_size, &config, &model) == ET_ERROR_MEMORY_TOO_SMALL) {
    print_text("one_byte_less", text);
  }
  config.model.size = need.model;
  check(et_model_create(ee_model_start, pte_size, &config, &model), text);
  set_inputs(model);
  check(et_model_run_with_callback(model, print_operator, NULL), et_model_last_error(model));
  print_outputs(model);
  check(et_model_destroy(model), "");
  console_exit(0);
}
