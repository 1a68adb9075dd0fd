// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "loaded_program.h"

using executorch::extension::BufferDataLoader;
using executorch::extension::FileDataLoader;
using executorch::runtime::DataLoader;
using executorch::runtime::Error;
using executorch::runtime::Program;

namespace ee_test {
namespace {

const DataLoader::SegmentInfo kInfo(DataLoader::SegmentInfo::Type::Program);
const std::string kAdd = std::string(EE_FIXTURE_DIR) + "/add.pte";

TEST(BufferDataLoaderTest, HandsOutPointersIntoTheBuffer) {
  const char data[] = "0123456789";
  BufferDataLoader loader(data, 10);
  EXPECT_EQ(*loader.size(), 10u);
  auto part = loader.load(3, 4, kInfo);
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(part->data(), data + 3);
  EXPECT_EQ(part->size(), 4u);
  EXPECT_TRUE(loader.load(10, 0, kInfo).ok());
  EXPECT_FALSE(loader.load(7, 4, kInfo).ok());
  EXPECT_FALSE(loader.load(11, 0, kInfo).ok());
  EXPECT_FALSE(loader.load(1, SIZE_MAX, kInfo).ok());
  char copy[4];
  ASSERT_EQ(loader.load_into(6, 4, kInfo, copy), Error::Ok);
  EXPECT_EQ(std::string(copy, 4), "6789");
  EXPECT_NE(loader.load_into(7, 4, kInfo, copy), Error::Ok);
  EXPECT_NE(loader.load_into(0, 1, kInfo, nullptr), Error::Ok);
}

TEST(FileDataLoaderTest, LoadsAProgram) {
  executorch::runtime::runtime_init();
  auto loader = FileDataLoader::from(kAdd.c_str());
  ASSERT_TRUE(loader.ok());
  auto program = Program::load(&*loader);
  ASSERT_TRUE(program.ok());
  EXPECT_STREQ(*program->get_method_name(0), "forward");
}

TEST(FileDataLoaderTest, AlignsAndChecksRanges) {
  auto loader = FileDataLoader::from(kAdd.c_str(), 256);
  ASSERT_TRUE(loader.ok());
  auto part = loader->load(1, 7, kInfo);
  ASSERT_TRUE(part.ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(part->data()) % 256, 0u);
  EXPECT_EQ(std::memcmp(static_cast<const char*>(part->data()) + 3, "ET12", 4), 0);
  EXPECT_FALSE(loader->load(*loader->size(), 1, kInfo).ok());
  EXPECT_FALSE(loader->load(1, SIZE_MAX, kInfo).ok());
  EXPECT_TRUE(loader->load(*loader->size(), 0, kInfo).ok());
  EXPECT_EQ(FileDataLoader::from(kAdd.c_str(), 3).error(), Error::InvalidArgument);
  EXPECT_EQ(FileDataLoader::from("/nonexistent.pte").error(), Error::AccessFailed);
}

}  // namespace
}  // namespace ee_test
