// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "loaded_program.h"

#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using executorch::runtime::MemoryAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::Program;

namespace ee_test {

File::File(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) {
    return;
  }
  size_ = static_cast<size_t>(in.tellg());
  storage_.resize((size_ + 15) / 16);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(data()), static_cast<std::streamsize>(size_));
}

File File::fixture(const std::string& name) {
  File file(std::string(EE_FIXTURE_DIR) + "/" + name + ".pte");
  EXPECT_GT(file.size(), 0u) << name << ": run the ctest fixture 'pte_fixtures' first";
  return file;
}

Pools::Pools(const executorch::runtime::MethodMeta& meta, size_t method_bytes, size_t temp_bytes) {
  for (size_t i = 0; i < meta.num_memory_planned_buffers(); ++i) {
    buffers_.emplace_back((static_cast<size_t>(meta.memory_planned_buffer_size(i).get()) + 15) /
                          16);
  }
  for (auto& buffer : buffers_) {
    spans_.emplace_back(reinterpret_cast<uint8_t*>(buffer.data()), buffer.size() * 16);
  }
  planned_ = std::make_unique<executorch::runtime::HierarchicalAllocator>(
      executorch::runtime::Span<executorch::runtime::Span<uint8_t>>(spans_.data(), spans_.size()));
  method_pool_ = std::make_unique<uint8_t[]>(method_bytes);
  temp_pool_ = std::make_unique<uint8_t[]>(temp_bytes);
  method_allocator_ = std::make_unique<MemoryAllocator>(method_bytes, method_pool_.get());
  temp_allocator_ = std::make_unique<MemoryAllocator>(temp_bytes, temp_pool_.get());
  manager_ = std::make_unique<MemoryManager>(method_allocator_.get(), planned_.get(),
                                             temp_allocator_.get());
}

Loaded::Loaded(const std::string& fixture, const char* method,
               executorch::runtime::EventTracer* tracer)
    : file_(File::fixture(fixture)), loader_(file_.data(), file_.size()) {
  executorch::runtime::runtime_init();
  auto program = Program::load(&loader_);
  EXPECT_TRUE(program.ok()) << fixture;
  program_ = std::make_unique<Program>(std::move(*program));
  auto meta = program_->method_meta(method);
  EXPECT_TRUE(meta.ok()) << fixture;
  pools_ = std::make_unique<Pools>(*meta, 16384);
  auto loaded = program_->load_method(method, &pools_->manager(), tracer);
  EXPECT_TRUE(loaded.ok()) << fixture << ": error " << static_cast<int>(loaded.error());
  method_ = std::make_unique<Method>(std::move(*loaded));
}

std::vector<int32_t> sizes_of(const executorch::runtime::EValue& value) {
  const auto sizes = value.toTensor().sizes();
  return std::vector<int32_t>(sizes.begin(), sizes.end());
}

}  // namespace ee_test
