// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/backend/backend_options_map.h>
#include <executorch/runtime/backend/interface.h>
#include <gtest/gtest.h>

#include <string>

#include "log_capture.h"

using namespace executorch::runtime;

class EchoBackend : public BackendInterface {
 public:
  bool is_available() const override { return true; }
  Result<DelegateHandle*> init(BackendInitContext& context, FreeableBuffer*,
                               ArrayRef<CompileSpec>) const override {
    return context.get_runtime_allocator()->allocate(sizeof(void*));
  }
  Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                Span<EValue*> args) const override {
    return handle != nullptr && args.size() == 1 && context.allocate(sizeof(void*)) != nullptr
               ? Error::Ok
               : Error::DelegateInvalidHandle;
  }
  Error set_option(BackendOptionContext&, const Span<BackendOption>& options) override {
    return options.empty() ? Error::InvalidArgument : Error::Ok;
  }
};

// In one test, because the table of backends is global and only grows.
TEST(Backend, Registry) {
  LogCapture log;
  EchoBackend backend;
  EXPECT_EQ(get_num_registered_backends(), 0u);
  EXPECT_EQ(get_backend_class("Echo0"), nullptr);
  static std::string names[17];
  for (int i = 0; i < 16; ++i) {
    names[i] = "Echo" + std::to_string(i);
    EXPECT_EQ(register_backend({names[i].c_str(), &backend}), Error::Ok);
  }
  EXPECT_EQ(get_backend_class("Echo3"), &backend);
  EXPECT_STREQ(*get_backend_name(15), "Echo15");
  EXPECT_EQ(get_backend_name(16).error(), Error::InvalidArgument);
  EXPECT_EQ(register_backend({"Echo3", &backend}), Error::InvalidArgument);
  EXPECT_EQ(log.last(), "backend 'Echo3' is registered twice");
  EXPECT_EQ(register_backend({"Echo16", &backend}), Error::Internal);
  EXPECT_EQ(log.last(), "no place for backend 'Echo16': all 16 are taken");

  BackendOption option;
  EXPECT_EQ(set_option("Echo0", {&option, size_t{1}}), Error::Ok);
  EXPECT_EQ(set_option("Echo0", {}), Error::InvalidArgument);
  EXPECT_EQ(get_option("Echo0", {}), Error::Ok);
  EXPECT_EQ(set_option("Nobody", {}), Error::NotFound);
  EXPECT_EQ(get_option("Nobody", {}), Error::NotFound);
}

TEST(Backend, Contexts) {
  LogCapture log;
  alignas(8) uint8_t memory[2 * sizeof(void*)];
  MemoryAllocator allocator(sizeof(memory), memory);
  BackendOptions<3> options;
  EXPECT_EQ(options.set_option("threads", 2), Error::Ok);
  EXPECT_EQ(options.set_option("mode", "fast"), Error::Ok);
  const Span<BackendOption> view = options.view();
  BackendInitContext init(&allocator, nullptr, "forward", nullptr, {view.data(), view.size()});
  EXPECT_STREQ(init.get_method_name(), "forward");
  EXPECT_EQ(init.get_named_data_map(), nullptr);
  EXPECT_EQ(*init.get_runtime_spec<int>("threads"), 2);
  EXPECT_STREQ(*init.get_runtime_spec<const char*>("mode"), "fast");
  EXPECT_EQ(init.get_runtime_spec<bool>("threads").error(), Error::InvalidArgument);
  EXPECT_EQ(init.get_runtime_spec<int>("nothing").error(), Error::NotFound);

  EchoBackend backend;
  Result<DelegateHandle*> handle = backend.init(init, nullptr, {});
  ASSERT_TRUE(handle.ok());
  EValue value;
  EValue* args[] = {&value};
  BackendExecutionContext execution(nullptr, &allocator, "forward");
  EXPECT_EQ(backend.execute(execution, *handle, args), Error::Ok);
  EXPECT_EQ(backend.execute(execution, *handle, args), Error::DelegateInvalidHandle);
  EXPECT_EQ(BackendExecutionContext().allocate(1), nullptr);
  backend.destroy(*handle);
}

TEST(BackendOptions, ReplacesAndFills) {
  BackendOptions<2> options;
  EXPECT_EQ(options.set_option("a", true), Error::Ok);
  EXPECT_EQ(options.set_option("a", 5), Error::Ok);
  EXPECT_EQ(options.set_option("b", std::string(300, 'x').c_str()), Error::Ok);
  EXPECT_EQ(options.set_option("c", 1), Error::InvalidArgument);
  int number = 0;
  bool flag = false;
  const char* text = nullptr;
  EXPECT_EQ(options.get_option("a", number), Error::Ok);
  EXPECT_EQ(number, 5);
  EXPECT_EQ(options.get_option("a", flag), Error::InvalidArgument);
  EXPECT_EQ(options.get_option("b", text), Error::Ok);
  EXPECT_EQ(std::string(text), std::string(255, 'x'));
  EXPECT_EQ(options.get_option("c", number), Error::NotFound);
}

TEST(LoadBackendOptionsMap, FindsById) {
  BackendOptions<1> options;
  ASSERT_EQ(options.set_option("a", 1), Error::Ok);
  LoadBackendOptionsMap map;
  EXPECT_EQ(map.set_options("One", options.view()), Error::Ok);
  EXPECT_EQ(map.set_options("Two", {}), Error::Ok);
  EXPECT_EQ(map.set_options("Two", options.view()), Error::Ok);
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(map.get_options("Two").size(), 1u);
  EXPECT_EQ(map.get_options("Three").size(), 0u);
  EXPECT_FALSE(map.has_options(nullptr));
  EXPECT_STREQ(map.entry_at(0).backend_id, "One");
  EXPECT_EQ(map.set_options("", options.view()), Error::InvalidArgument);
  EXPECT_EQ(map.set_options(std::string(64, 'x').c_str(), {}), Error::InvalidArgument);
  EXPECT_EQ(map.set_options(std::string(63, 'x').c_str(), {}), Error::Ok);
  for (const char* id : {"3", "4", "5", "6", "7"}) {
    EXPECT_EQ(map.set_options(id, {}), Error::Ok);
  }
  EXPECT_EQ(map.set_options("8", {}), Error::InvalidArgument);
}
