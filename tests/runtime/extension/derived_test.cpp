// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Classes of an application that has RTTI and exceptions. It did not link: the library had no type
// information of its classes.
#include <executorch/extension/memory_allocator/malloc_memory_allocator.h>
#include <executorch/extension/module/bundled_module.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/backend/interface.h>
#include <executorch/runtime/core/data_loader.h>
#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/named_data_map.h>
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <typeinfo>

#include "loaded_program.h"
#include "recording_tracer.h"

using namespace executorch::runtime;
using executorch::extension::Module;

namespace ee_test {
namespace {

class OwnModule final : public Module {
 public:
  using Module::Module;
  Error load(Program::Verification verification) override {
    ++loads;
    return Module::load(verification);
  }
  int loads = 0;
};

class OwnBundledModule final : public executorch::extension::BundledModule {
  using BundledModule::BundledModule;
};

class OwnLoader final : public DataLoader {
 public:
  explicit OwnLoader(File file) : file_(std::move(file)) {}
  Result<FreeableBuffer> load(size_t offset, size_t size, const SegmentInfo&) const override {
    return FreeableBuffer(file_.data() + offset, size, nullptr);
  }
  Result<size_t> size() const override { return file_.size(); }

 private:
  mutable File file_;
};

class OwnMap final : public NamedDataMap {
 public:
  Result<const TensorLayout> get_tensor_layout(std::string_view) const override {
    return Error::NotFound;
  }
  Result<FreeableBuffer> get_data(std::string_view) const override { return Error::NotFound; }
  Error load_data_into(std::string_view, void*, size_t) const override { return Error::NotFound; }
  Result<uint32_t> get_num_keys() const override { return 3u; }
  Result<const char*> get_key(uint32_t) const override { return Error::NotFound; }
};

class OwnAllocator final : public MemoryAllocator {
 public:
  OwnAllocator() : MemoryAllocator(0, nullptr) {}
  void* allocate(size_t size, size_t alignment) override {
    ++calls;
    return heap.allocate(size, alignment);
  }
  void reset() override { heap.reset(); }
  int calls = 0;
  executorch::extension::MallocMemoryAllocator heap;
};

class ThrowingBackend final : public BackendInterface {
 public:
  bool is_available() const override { return true; }
  Result<DelegateHandle*> init(BackendInitContext&, FreeableBuffer*,
                               ArrayRef<CompileSpec>) const override {
    return nullptr;
  }
  Error execute(BackendExecutionContext&, DelegateHandle*, Span<EValue*>) const override {
    throw std::runtime_error("no accelerator");
  }
};

template <typename Base, typename Derived>
void expect_type(Derived& derived) {
  Base& base = derived;
  EXPECT_EQ(typeid(base), typeid(Derived));
  EXPECT_EQ(dynamic_cast<Derived*>(&base), &derived);
}

TEST(Derived, HasTypes) {
  OwnModule module("none");
  OwnMap map;
  OwnAllocator allocator;
  OwnLoader loader(File::fixture("add"));
  ThrowingBackend backend;
  RecordingTracer tracer;
  expect_type<Module>(module);
  expect_type<NamedDataMap>(map);
  expect_type<MemoryAllocator>(allocator);
  expect_type<DataLoader>(loader);
  expect_type<BackendInterface>(backend);
  expect_type<EventTracer>(tracer);
  EXPECT_NE(typeid(OwnBundledModule), typeid(Module));
  EXPECT_NE(typeid(DeviceAllocator), typeid(OwnModule));
}

TEST(Derived, Works) {
  auto allocator = std::make_unique<OwnAllocator>();
  OwnAllocator* own = allocator.get();
  OwnModule module(std::make_unique<OwnLoader>(File::fixture("add")), std::move(allocator));
  const auto one = executorch::extension::ones({2, 3});
  const auto outputs = module.execute("forward", {one, one});
  ASSERT_TRUE(outputs.ok());
  EXPECT_EQ(elements<float>(outputs->at(0)), std::vector<float>(6, 2.0f));
  EXPECT_GT(module.loads, 0);
  EXPECT_GT(own->calls, 0);
}

TEST(Derived, AnExceptionReachesTheCaller) {
  static ThrowingBackend backend;
  ASSERT_EQ(register_backend({"ThrowBacken", &backend}), Error::Ok);
  File file = File::fixture("delegate_inline");
  for (size_t i = 0; i + 11 <= file.size(); ++i) {
    if (std::memcmp(file.data() + i, "DemoBackend", 11) == 0) {
      std::memcpy(file.data() + i, "ThrowBacken", 11);
    }
  }
  OwnModule module(std::make_unique<OwnLoader>(std::move(file)));
  const auto one = executorch::extension::ones({2, 3});
  EXPECT_THROW((void)module.execute("forward", {one, one}), std::runtime_error);
}

}  // namespace
}  // namespace ee_test
