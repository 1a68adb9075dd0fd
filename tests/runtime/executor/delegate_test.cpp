// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstring>

#include "demo_backend.h"
#include "loaded_program.h"

using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::Program;

namespace ee_test {
namespace {

class DelegateTest : public testing::TestWithParam<const char*> {};

TEST_P(DelegateTest, RunsAndIsDestroyedOnce) {
  const DemoBackendCounters before = demo_backend_counters();
  {
    Loaded loaded(GetParam());
    auto x = floats({2, 3}, {0, 1, 2, 3, 4, 5});
    auto y = floats({2, 3}, {10, 20, 30, 40, 50, 60});
    ASSERT_EQ(loaded.method().set_input(x.value(), 0), Error::Ok);
    ASSERT_EQ(loaded.method().set_input(y.value(), 1), Error::Ok);
    ASSERT_EQ(loaded.method().execute(), Error::Ok);
    // (x + y) * 3: the 3 is the compile spec.
    EXPECT_EQ(elements<float>(loaded.method().get_output(0)),
              (std::vector<float>{30, 63, 96, 129, 162, 195}));
  }
  EXPECT_EQ(demo_backend_counters().inits, before.inits + 1);
  EXPECT_EQ(demo_backend_counters().executes, before.executes + 1);
  EXPECT_EQ(demo_backend_counters().destroys, before.destroys + 1);
}

TEST_P(DelegateTest, AnUnknownBackendOrBlobFailsToLoad) {
  for (const char* text : {"DemoBackend", "demo:add"}) {
    File file = File::fixture(GetParam());
    bool found = false;
    for (size_t i = 0; i + std::strlen(text) <= file.size(); ++i) {
      if (std::memcmp(file.data() + i, text, std::strlen(text)) == 0) {
        file.data()[i] = 'X';
        found = true;
      }
    }
    ASSERT_TRUE(found) << text;
    BufferDataLoader loader(file.data(), file.size());
    auto program = Program::load(&loader);
    ASSERT_TRUE(program.ok());
    Pools pools(*program->method_meta("forward"), 4096);
    EXPECT_EQ(program->load_method("forward", &pools.manager()).error(),
              std::strcmp(text, "DemoBackend") == 0 ? Error::NotFound
                                                    : Error::DelegateInvalidCompatibility);
  }
}

INSTANTIATE_TEST_SUITE_P(Locations, DelegateTest,
                         testing::Values("delegate_inline", "delegate_segment"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace ee_test
