// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/data_loader/file_descriptor_data_loader.h>
#include <executorch/extension/data_loader/mmap_data_loader.h>
#include <executorch/extension/data_loader/shared_ptr_data_loader.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using executorch::extension::FileDataLoader;
using executorch::extension::FileDescriptorDataLoader;
using executorch::extension::MmapDataLoader;
using executorch::extension::SharedPtrDataLoader;
using executorch::runtime::DataLoader;
using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Result;

using Lock = MmapDataLoader::MlockConfig;

constexpr size_t kSize = 10000;  // three pages, the last one not full

uint8_t byte_at(size_t i) { return static_cast<uint8_t>(i * 7 + i / 256); }

class DataLoaderTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/ee_loader_XXXXXX";
    const int fd = mkstemp(name);
    ASSERT_GE(fd, 0);
    path_ = name;
    std::vector<uint8_t> bytes(kSize);
    for (size_t i = 0; i < kSize; ++i) {
      bytes[i] = byte_at(i);
    }
    ASSERT_EQ(write(fd, bytes.data(), kSize), static_cast<ssize_t>(kSize));
    close(fd);
  }
  void TearDown() override { unlink(path_.c_str()); }

  const DataLoader::SegmentInfo info_{DataLoader::SegmentInfo::Type::Program};
  std::string path_;
};

void expect_bytes(const void* data, size_t offset, size_t size) {
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < size; ++i) {
    ASSERT_EQ(bytes[i], byte_at(offset + i)) << "at " << offset + i;
  }
}

// Ranges across pages and at both ends, and beyond.
void expect_ranges(const DataLoader& loader, const DataLoader::SegmentInfo& info) {
  ASSERT_EQ(*loader.size(), kSize);
  const size_t ranges[][2] = {{0, kSize}, {4095, 2}, {4096, 1}, {kSize - 1, 1}, {8191, 1809}};
  for (const auto& [offset, size] : ranges) {
    Result<FreeableBuffer> buffer = loader.load(offset, size, info);
    ASSERT_EQ(buffer.error(), Error::Ok) << offset << " " << size;
    EXPECT_EQ(buffer->size(), size);
    expect_bytes(buffer->data(), offset, size);
  }
  EXPECT_EQ(loader.load(kSize, 0, info).error(), Error::Ok);
  EXPECT_EQ(loader.load(kSize, 1, info).error(), Error::InvalidArgument);
  EXPECT_EQ(loader.load(1, SIZE_MAX, info).error(), Error::InvalidArgument);
}

void expect_load_into(const DataLoader& loader, const DataLoader::SegmentInfo& info) {
  std::vector<uint8_t> into(5000);
  ASSERT_EQ(loader.load_into(3000, 5000, info, into.data()), Error::Ok);
  expect_bytes(into.data(), 3000, 5000);
  EXPECT_EQ(loader.load_into(0, 1, info, nullptr), Error::InvalidArgument);
  EXPECT_EQ(loader.load_into(kSize - 1, 2, info, into.data()), Error::InvalidArgument);
}

TEST_F(DataLoaderTest, MmapReadsRangesInEveryMode) {
  for (const Lock lock :
       {Lock::NoMlock, Lock::UseMlockIgnoreErrors, Lock::UseMadvise, Lock::UseMlock}) {
    Result<MmapDataLoader> loader = MmapDataLoader::from(path_.c_str(), lock);
    ASSERT_EQ(loader.error(), Error::Ok);
    expect_ranges(*loader, info_);
    expect_load_into(*loader, info_);
  }
}

TEST_F(DataLoaderTest, MmapRefusesWhatIsNoFile) {
  EXPECT_EQ(MmapDataLoader::from("/does/not/exist").error(), Error::AccessFailed);
  EXPECT_EQ(MmapDataLoader::from(nullptr).error(), Error::InvalidArgument);
}

TEST_F(DataLoaderTest, MmapKeepsTheDataAfterTheLoaderIsGone) {
  Result<MmapDataLoader> opened = MmapDataLoader::from(path_.c_str(), Lock::NoMlock);
  auto loader = std::make_unique<MmapDataLoader>(std::move(*opened));
  Result<FreeableBuffer> buffer = loader->load(100, 200, info_);
  loader.reset();
  expect_bytes(buffer->data(), 100, 200);
}

TEST_F(DataLoaderTest, MovedFromLoadersSayInvalidState) {
  Result<MmapDataLoader> mapped = MmapDataLoader::from(path_.c_str(), Lock::NoMlock);
  const MmapDataLoader mapped_now(std::move(*mapped));
  EXPECT_EQ(mapped->load(0, 0, info_).error(), Error::InvalidState);
  EXPECT_EQ(mapped->size().error(), Error::InvalidState);
  expect_ranges(mapped_now, info_);

  Result<FileDataLoader> file = FileDataLoader::from(path_.c_str());
  const FileDataLoader file_now(std::move(*file));
  uint8_t byte = 0;
  EXPECT_EQ(file->load(0, 0, info_).error(), Error::InvalidState);
  EXPECT_EQ(file->load_into(0, 1, info_, &byte), Error::InvalidState);
  EXPECT_EQ(file->size().error(), Error::InvalidState);
  expect_ranges(file_now, info_);
}

TEST_F(DataLoaderTest, FileDescriptorIsReadAndClosed) {
  const int fd = open(path_.c_str(), O_RDONLY);
  {
    Result<FileDescriptorDataLoader> loader =
        FileDescriptorDataLoader::fromFileDescriptorUri(("fd:///" + std::to_string(fd)).c_str());
    ASSERT_EQ(loader.error(), Error::Ok);
    expect_ranges(*loader, info_);
    expect_load_into(*loader, info_);
  }
  EXPECT_EQ(fcntl(fd, F_GETFD), -1);
}

TEST_F(DataLoaderTest, FileDescriptorNamesAreChecked) {
  for (const char* name : {"", "fd://3", "fd:///", "fd:///x", "fd:///3x", "fd:///-1"}) {
    EXPECT_EQ(FileDescriptorDataLoader::fromFileDescriptorUri(name).error(), Error::InvalidArgument)
        << name;
  }
  EXPECT_EQ(FileDescriptorDataLoader::fromFileDescriptorUri("fd:///987654").error(),
            Error::AccessFailed);
}

TEST(SharedPtrDataLoaderTest, PointsIntoTheDataAndKeepsIt) {
  std::shared_ptr<uint8_t[]> data(new uint8_t[kSize]);
  for (size_t i = 0; i < kSize; ++i) {
    data[i] = byte_at(i);
  }
  const SharedPtrDataLoader loader(std::shared_ptr<void>(data, data.get()), kSize);
  const uint8_t* place = data.get();
  data.reset();
  const DataLoader::SegmentInfo info(DataLoader::SegmentInfo::Type::Program);
  expect_ranges(loader, info);
  EXPECT_EQ(loader.load(5, 1, info)->data(), place + 5);
}

}  // namespace
