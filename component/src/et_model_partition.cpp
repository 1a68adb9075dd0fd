// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#ifdef ESP_PLATFORM

#include <esp_partition.h>

#include "et_model_internal.h"

namespace {

void unmap(uint32_t handle) { esp_partition_munmap(handle); }

et_error fail(const et_model_config* config, const char* what, const char* label, et_error error) {
  char text[ee::kTextSize];
  ee::Sentence sentence(text, sizeof(text));
  sentence << what << (label == nullptr ? "" : " '") << (label == nullptr ? "" : label)
           << (label == nullptr ? "" : "'");
  if (config != nullptr && config->error_text != nullptr && config->error_text_size != 0) {
    ee::Sentence(config->error_text, config->error_text_size) << text;
  }
  return sentence.because(error);
}

}  // namespace

extern "C" et_error et_model_create_from_partition(const char* label, const et_model_config* config,
                                                   et_model** model) {
  if (model != nullptr) {
    *model = nullptr;
  }
  if (label == nullptr || model == nullptr) {
    return fail(config, label == nullptr ? "label is NULL" : "model is NULL", nullptr,
                ET_ERROR_NULL_ARGUMENT);
  }
  const esp_partition_t* partition =
      esp_partition_find_first(ESP_PARTITION_TYPE_DATA, ESP_PARTITION_SUBTYPE_ANY, label);
  if (partition == nullptr) {
    return fail(config, "no data partition", label, ET_ERROR_NOT_FOUND);
  }
  const void* pte = nullptr;
  esp_partition_mmap_handle_t handle;
  if (esp_partition_mmap(partition, 0, partition->size, ESP_PARTITION_MMAP_DATA, &pte, &handle) !=
      ESP_OK) {
    return fail(config, "no address space to map partition", label, ET_ERROR_OUT_OF_MEMORY);
  }
  // The partition is longer than the file in it; the file's header says where it ends.
  const et_error error = et_model_create(pte, partition->size, config, model);
  if (error != ET_OK) {
    esp_partition_munmap(handle);
    return error;
  }
  (*model)->release = unmap;
  (*model)->release_handle = handle;
  return ET_OK;
}

#endif  // ESP_PLATFORM
