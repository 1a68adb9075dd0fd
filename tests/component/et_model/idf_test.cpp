// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What et_model does only on ESP-IDF, against a heap and a flash that are made up: models in
// partitions, and the capabilities of memory.
#include <esp_heap_caps.h>
#include <esp_partition.h>
#include <et_model.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct Block {
  size_t size;
  uint32_t caps;
};
std::vector<Block> asked;
int blocks_alive = 0;
int mappings = 0;
bool can_map = true;

// 64 KB of flash that start with a model and go on with what an erased flash holds.
struct Flash {
  alignas(16) uint8_t bytes[65536];
  esp_partition_t partition = {sizeof(bytes), "model"};
};
Flash flash;

void flash_fixture(const char* name) {
  std::ifstream file(std::string(EE_FIXTURE_DIR) + "/" + name + ".pte", std::ios::binary);
  const std::vector<char> data{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(data.empty());
  ASSERT_LT(data.size(), sizeof(flash.bytes));
  std::memset(flash.bytes, 0xff, sizeof(flash.bytes));
  std::memcpy(flash.bytes, data.data(), data.size());
}

}  // namespace

extern "C" {

void* heap_caps_malloc(size_t size, uint32_t caps) {
  asked.push_back({size, caps});
  ++blocks_alive;
  return std::malloc(size);
}

void heap_caps_free(void* memory) {
  --blocks_alive;
  std::free(memory);
}

const esp_partition_t* esp_partition_find_first(esp_partition_type_t type,
                                                esp_partition_subtype_t subtype,
                                                const char* label) {
  EXPECT_EQ(type, ESP_PARTITION_TYPE_DATA);
  EXPECT_EQ(subtype, ESP_PARTITION_SUBTYPE_ANY);
  return std::strcmp(label, flash.partition.label) == 0 ? &flash.partition : nullptr;
}

esp_err_t esp_partition_mmap(const esp_partition_t* partition, size_t offset, size_t size,
                             esp_partition_mmap_flag_t, const void** data,
                             esp_partition_mmap_handle_t* handle) {
  EXPECT_EQ(partition, &flash.partition);
  if (!can_map) {
    return ESP_ERR_NO_MEM;
  }
  EXPECT_EQ(size, sizeof(flash.bytes));
  *data = flash.bytes + offset;
  *handle = 77;
  ++mappings;
  return ESP_OK;
}

void esp_partition_munmap(esp_partition_mmap_handle_t handle) {
  EXPECT_EQ(handle, 77u);
  --mappings;
}

}  // extern "C"

namespace {

TEST(Partition, RunsAndIsUnmapped) {
  flash_fixture("add");
  et_model* model = nullptr;
  ASSERT_EQ(et_model_create_from_partition("model", nullptr, &model), ET_OK);
  EXPECT_EQ(mappings, 1);
  const float x[6] = {1, 2, 3, 4, 5, 6};
  for (size_t i : {0, 1}) {
    ASSERT_EQ(et_model_set_input(model, i, ET_DTYPE_FLOAT32, x, sizeof(x)), ET_OK);
  }
  ASSERT_EQ(et_model_run(model), ET_OK) << et_model_last_error(model);
  et_tensor_info info;
  ASSERT_EQ(et_model_output_info(model, 0, &info), ET_OK);
  EXPECT_EQ(static_cast<const float*>(info.data)[5], 12.0f);
  EXPECT_EQ(et_model_destroy(model), ET_OK);
  EXPECT_EQ(mappings, 0);
  EXPECT_EQ(blocks_alive, 0);
}

TEST(Partition, ErrorsNameThePartitionAndLeaveNothing) {
  char text[192] = "";
  et_model_config config = {};
  config.error_text = text;
  config.error_text_size = sizeof(text);
  et_model* model = reinterpret_cast<et_model*>(1);
  EXPECT_EQ(et_model_create_from_partition("nosuch", &config, &model), ET_ERROR_NOT_FOUND);
  EXPECT_STREQ(text, "no data partition 'nosuch'");
  EXPECT_EQ(model, nullptr);
  EXPECT_EQ(et_model_create_from_partition(nullptr, &config, &model), ET_ERROR_NULL_ARGUMENT);
  EXPECT_STREQ(text, "label is NULL");
  EXPECT_EQ(et_model_create_from_partition("model", &config, nullptr), ET_ERROR_NULL_ARGUMENT);
  EXPECT_STREQ(text, "model is NULL");
  can_map = false;
  EXPECT_EQ(et_model_create_from_partition("model", &config, &model), ET_ERROR_OUT_OF_MEMORY);
  EXPECT_STREQ(text, "no address space to map partition 'model'");
  can_map = true;
  std::memset(flash.bytes, 0xff, sizeof(flash.bytes));
  EXPECT_EQ(et_model_create_from_partition("model", &config, &model), ET_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(mappings, 0);
  EXPECT_EQ(blocks_alive, 0);
}

TEST(Heap, CapabilitiesForEachPart) {
  flash_fixture("network");
  et_model_memory need;
  ASSERT_EQ(et_model_memory_needed(flash.bytes, sizeof(flash.bytes), nullptr, &need), ET_OK);
  et_model_config config = {};
  config.model.caps = MALLOC_CAP_INTERNAL;
  config.activations.caps = MALLOC_CAP_SPIRAM;
  config.scratch.size = 100;
  asked.clear();
  et_model* model = nullptr;
  ASSERT_EQ(et_model_create(flash.bytes, sizeof(flash.bytes), &config, &model), ET_OK);
  ASSERT_EQ(asked.size(), 3u);
  EXPECT_EQ(asked[0].size, need.model + 15);
  EXPECT_EQ(asked[0].caps, MALLOC_CAP_INTERNAL);
  EXPECT_EQ(asked[1].size, need.activations + 15);
  EXPECT_EQ(asked[1].caps, MALLOC_CAP_SPIRAM);
  EXPECT_EQ(asked[2].size, 115u);
  EXPECT_EQ(asked[2].caps, MALLOC_CAP_DEFAULT);
  EXPECT_EQ(et_model_destroy(model), ET_OK);
  EXPECT_EQ(blocks_alive, 0);
}

}  // namespace
