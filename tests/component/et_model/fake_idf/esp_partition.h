// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// As much of ESP-IDF's partitions as et_model uses, for idf_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

typedef int esp_err_t;
#define ESP_OK 0
#define ESP_ERR_NO_MEM 0x101

typedef enum { ESP_PARTITION_TYPE_DATA = 1 } esp_partition_type_t;
typedef enum { ESP_PARTITION_SUBTYPE_ANY = 0xff } esp_partition_subtype_t;
typedef enum { ESP_PARTITION_MMAP_DATA = 0 } esp_partition_mmap_flag_t;
typedef uint32_t esp_partition_mmap_handle_t;
typedef struct {
  uint32_t size;
  const char* label;
} esp_partition_t;

extern "C" {
const esp_partition_t* esp_partition_find_first(esp_partition_type_t type,
                                                esp_partition_subtype_t subtype, const char* label);
esp_err_t esp_partition_mmap(const esp_partition_t* partition, size_t offset, size_t size,
                             esp_partition_mmap_flag_t memory, const void** data,
                             esp_partition_mmap_handle_t* handle);
void esp_partition_munmap(esp_partition_mmap_handle_t handle);
}
