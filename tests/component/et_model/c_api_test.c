/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * et_model.h as a C program uses it: a float model in memory of the program's, exact to the byte,
 * and an int8 model at the same time. */
#include <et_model.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static alignas(16) unsigned char add_pte[8192];
static alignas(16) unsigned char network_pte[65536];
static alignas(16) unsigned char model_memory[8192];
static alignas(16) unsigned char activations[1024];

static size_t load(const char* folder, const char* name, unsigned char* to, size_t room) {
  char path[1024];
  snprintf(path, sizeof(path), "%s/%s.pte", folder, name);
  FILE* file = fopen(path, "rb");
  CHECK(file != NULL);
  const size_t size = fread(to, 1, room, file);
  CHECK(size > 0 && size < room);
  fclose(file);
  return size;
}

static bool count(const et_operator_event* event, void* user) {
  CHECK(strncmp(event->name, "esp_nn::", 8) == 0);
  CHECK(strcmp(event->overload, "out") == 0);
  ++*(unsigned*)user;
  return true;
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  const size_t add_size = load(argv[1], "add", add_pte, sizeof(add_pte));
  const size_t network_size = load(argv[1], "network", network_pte, sizeof(network_pte));

  et_model_memory need;
  CHECK(et_model_memory_needed(add_pte, add_size, NULL, &need) == ET_OK);
  CHECK(need.exact && need.model <= sizeof(model_memory) &&
        need.activations <= sizeof(activations));
  char text[192];
  const et_model_config exact = {
      .model = {.data = model_memory, .size = need.model},
      .activations = {.data = activations, .size = need.activations},
      .error_text = text,
      .error_text_size = sizeof(text),
  };
  et_model* add = NULL;
  CHECK(et_model_create(add_pte, add_size, &exact, &add) == ET_OK);

  const et_model_config from_heap = {0};
  et_model* network = NULL;
  CHECK(et_model_create(network_pte, network_size, &from_heap, &network) == ET_OK);

  const float x[6] = {1, 2, 3, 4, 5, 6};
  CHECK(et_model_set_input(add, 0, ET_DTYPE_FLOAT32, x, sizeof(x)) == ET_OK);
  CHECK(et_model_set_input(add, 1, ET_DTYPE_FLOAT32, x, sizeof(x)) == ET_OK);
  const float image[72] = {0.25f, -1.0f, 0.5f};
  CHECK(et_model_set_input(network, 0, ET_DTYPE_FLOAT32, image, sizeof(image)) == ET_OK);
  unsigned operators = 0;
  CHECK(et_model_run_with_callback(network, count, &operators) == ET_OK);
  CHECK(operators == 13);
  CHECK(et_model_run(add) == ET_OK);

  et_tensor_info sum;
  CHECK(et_model_output_info(add, 0, &sum) == ET_OK);
  CHECK(sum.rank == 2 && sum.sizes[0] == 2 && sum.sizes[1] == 3 && sum.planned);
  for (int i = 0; i < 6; ++i) {
    CHECK(((const float*)sum.data)[i] == 2 * x[i]);
  }
  et_tensor_info classes;
  CHECK(et_model_output_info(network, 0, &classes) == ET_OK);
  CHECK(classes.nbytes == 3 * sizeof(float) && classes.scale == 1.0f / 256);

  CHECK(et_model_run(add) == ET_ERROR_INPUT_NOT_SET);
  CHECK(strstr(et_model_last_error(add), "input 'input0' was not set") != NULL);
  CHECK(strcmp(et_error_name(ET_ERROR_INPUT_NOT_SET), "ET_ERROR_INPUT_NOT_SET") == 0);
  CHECK(et_model_destroy(add) == ET_OK);
  CHECK(et_model_destroy(network) == ET_OK);
  CHECK(et_model_run(add) == ET_ERROR_INVALID_MODEL);

  et_model_config small = exact;
  small.model.size = need.model - 1;
  CHECK(et_model_create(add_pte, add_size, &small, &add) == ET_ERROR_MEMORY_TOO_SMALL);
  char expected[64];
  snprintf(expected, sizeof(expected), "%zu needed", need.model);
  CHECK(strstr(text, expected) != NULL);
  return 0;
}
