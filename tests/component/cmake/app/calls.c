/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls the API, whatever the project has declared. */
#include <et_model.h>

int main(void) {
  et_model* model;
  et_error error = et_model_create(0, 0, 0, &model);
  return error != ET_OK || et_model_run(model) != ET_OK;
}
