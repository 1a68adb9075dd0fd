// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/named_data_map/merged_data_map.h>
#include <executorch/runtime/executor/merged_data_map.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "loaded_program.h"

namespace {

using executorch::aten::ScalarType;
using executorch::extension::BufferDataLoader;
using executorch::extension::FlatTensorDataMap;
using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Result;
using executorch::runtime::Span;
using executorch::runtime::TensorLayout;

// One key, "weight": [1, 2, 3].
class DataMapTest : public testing::Test {
 protected:
  DataMapTest()
      : file_(EE_FIXTURE_DIR "/constant.ptd"),
        loader_(file_.data(), file_.size()),
        map_(FlatTensorDataMap::load(&loader_)) {}

  ee_test::File file_;
  BufferDataLoader loader_;
  Result<FlatTensorDataMap> map_;
};

TEST_F(DataMapTest, FlatTensorHasTheExportedData) {
  ASSERT_EQ(map_.error(), Error::Ok);
  EXPECT_EQ(*map_->get_num_keys(), 1u);
  EXPECT_STREQ(*map_->get_key(0), "weight");
  EXPECT_EQ(map_->get_key(1).error(), Error::InvalidArgument);

  const Result<const TensorLayout> layout = map_->get_tensor_layout("weight");
  ASSERT_EQ(layout.error(), Error::Ok);
  EXPECT_EQ(layout->scalar_type(), ScalarType::Float);
  ASSERT_EQ(layout->sizes().size(), 1u);
  EXPECT_EQ(layout->sizes()[0], 3);

  const float expected[] = {1, 2, 3};
  const Result<FreeableBuffer> data = map_->get_data("weight");
  ASSERT_EQ(data.error(), Error::Ok);
  ASSERT_EQ(data->size(), sizeof(expected));
  EXPECT_EQ(std::memcmp(data->data(), expected, sizeof(expected)), 0);
  // In place, as the loader has it.
  EXPECT_GE(data->data(), static_cast<const void*>(file_.data()));
  EXPECT_LT(data->data(), static_cast<const void*>(file_.data() + file_.size()));

  float copy[3] = {};
  EXPECT_EQ(map_->load_data_into("weight", copy, 8), Error::Ok);
  EXPECT_EQ(copy[1], 2);
  EXPECT_EQ(copy[2], 0);
  EXPECT_EQ(map_->load_data_into("weight", copy, 13), Error::InvalidArgument);

  for (const char* key : {"", "weigh", "weights"}) {
    EXPECT_EQ(map_->get_data(key).error(), Error::NotFound);
    EXPECT_EQ(map_->get_tensor_layout(key).error(), Error::NotFound);
    EXPECT_EQ(map_->load_data_into(key, copy, 1), Error::NotFound);
  }
}

void use(const NamedDataMap& map) {
  const Result<uint32_t> count = map.get_num_keys();
  for (uint32_t i = 0; i < *count; ++i) {
    const Result<const char*> key = map.get_key(i);
    (void)map.get_tensor_layout(*key).error();
    const Result<FreeableBuffer> data = map.get_data(*key);
    uint8_t sum = 0;
    if (data.ok()) {
      for (size_t j = 0; j < data->size(); ++j) {
        sum += static_cast<const uint8_t*>(data->data())[j];
      }
    }
    volatile uint8_t kept = sum;
    (void)kept;
  }
}

// In an allocation of exactly the size, so that the sanitizer sees a read beyond.
bool load_damaged(const std::vector<uint8_t>& bytes) {
  std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  BufferDataLoader loader(exact.get(), bytes.size());
  Result<FlatTensorDataMap> map = FlatTensorDataMap::load(&loader);
  if (map.ok()) {
    use(*map);
  }
  return map.ok();
}

TEST_F(DataMapTest, DamagedFilesAreErrors) {
  const std::vector<uint8_t> whole(file_.data(), file_.data() + file_.size());
  ASSERT_TRUE(load_damaged(whole));
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(load_damaged({whole.begin(), whole.begin() + size})) << size;
  }
  for (size_t i = 0; i < whole.size(); ++i) {
    for (const int value : {0, 1, 0x7F, 0x80, 0xFF, 255 - whole[i], whole[i] + 4}) {
      std::vector<uint8_t> damaged = whole;
      damaged[i] = static_cast<uint8_t>(value);
      load_damaged(damaged);
    }
  }
}

// A map of one key without a layout.
class OneKey : public NamedDataMap {
 public:
  explicit OneKey(const char* key) : key_(key) {}
  Result<const TensorLayout> get_tensor_layout(std::string_view key) const override {
    return key == key_ ? Error::NotImplemented : Error::NotFound;
  }
  Result<FreeableBuffer> get_data(std::string_view key) const override {
    if (key != key_) {
      return Error::NotFound;
    }
    return FreeableBuffer(key_, std::strlen(key_), nullptr);
  }
  Error load_data_into(std::string_view, void*, size_t) const override {
    return Error::NotSupported;
  }
  Result<uint32_t> get_num_keys() const override { return 1u; }
  Result<const char*> get_key(uint32_t index) const override {
    return index == 0 ? Result<const char*>(key_) : Result<const char*>(Error::InvalidArgument);
  }

 private:
  const char* key_;
};

TEST_F(DataMapTest, RuntimeMergesTwoMaps) {
  using executorch::runtime::internal::MergedDataMap;
  const OneKey other("other");
  const Result<MergedDataMap> merged = MergedDataMap::load(&*map_, &other);
  ASSERT_EQ(merged.error(), Error::Ok);
  EXPECT_EQ(*merged->get_num_keys(), 2u);
  EXPECT_STREQ(*merged->get_key(0), "weight");
  EXPECT_STREQ(*merged->get_key(1), "other");
  EXPECT_EQ(merged->get_key(2).error(), Error::InvalidArgument);
  EXPECT_EQ(merged->get_data("weight")->size(), 12u);
  EXPECT_EQ(merged->get_data("other")->size(), 5u);
  EXPECT_EQ(merged->get_data("none").error(), Error::NotFound);
  EXPECT_EQ(merged->get_tensor_layout("weight")->nbytes(), 12u);
  EXPECT_EQ(merged->get_tensor_layout("other").error(), Error::NotImplemented);

  EXPECT_EQ(MergedDataMap::load(&other, nullptr).error(), Error::InvalidArgument);
  EXPECT_EQ(MergedDataMap::load(&*map_, &*map_).error(), Error::InvalidArgument);
}

TEST_F(DataMapTest, ExtensionMergesSeveralMaps) {
  using executorch::extension::MergedDataMap;
  const OneKey a("a");
  const OneKey b("b");
  const NamedDataMap* maps[] = {&a, nullptr, &*map_, &b};
  const Result<MergedDataMap> merged = MergedDataMap::load(Span<const NamedDataMap*>(maps, 4));
  ASSERT_EQ(merged.error(), Error::Ok);
  EXPECT_EQ(*merged->get_num_keys(), 3u);
  EXPECT_STREQ(*merged->get_key(2), "b");
  EXPECT_EQ(merged->get_data("weight")->size(), 12u);
  EXPECT_EQ(merged->load_data_into("b", nullptr, 0), Error::NotSupported);
  EXPECT_EQ(merged->load_data_into("c", nullptr, 0), Error::NotFound);

  const NamedDataMap* twice[] = {&a, &b, &a};
  EXPECT_EQ(MergedDataMap::load(Span<const NamedDataMap*>(twice, 3)).error(),
            Error::InvalidArgument);
  const NamedDataMap* none[] = {nullptr};
  EXPECT_EQ(MergedDataMap::load(Span<const NamedDataMap*>(none, 1)).error(),
            Error::InvalidArgument);
}

}  // namespace
