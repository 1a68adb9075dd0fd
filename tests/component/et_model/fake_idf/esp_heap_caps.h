// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// As much of ESP-IDF's heap as et_model uses, for idf_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#define MALLOC_CAP_SPIRAM (1 << 10)
#define MALLOC_CAP_INTERNAL (1 << 11)
#define MALLOC_CAP_DEFAULT (1 << 12)

extern "C" {
void* heap_caps_malloc(size_t size, uint32_t caps);
void heap_caps_free(void* memory);
}
