// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/extension/module/module.h>
#include <executorch/extension/runner_util/inputs.h>
#include <executorch/extension/tensor/tensor.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "loaded_program.h"

namespace {

using executorch::extension::BufferCleanup;
using executorch::extension::make_tensor_ptr;
using executorch::extension::Module;
using executorch::extension::prepare_input_tensors;
using executorch::extension::PrepareInputTensorsOptions;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Result;

std::string fixture(const char* name) { return std::string(EE_FIXTURE_DIR "/") + name; }

TEST(ModuleTest, RunsInEveryLoadMode) {
  using Mode = Module::LoadMode;
  for (const Mode mode : {Mode::File, Mode::Mmap, Mode::MmapUseMlock,
                          Mode::MmapUseMlockIgnoreErrors, Mode::MmapUseMadvise}) {
    Module module(fixture("add.pte"), mode);
    EXPECT_FALSE(module.is_loaded());
    const auto x = make_tensor_ptr({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f});
    const Result<std::vector<EValue>> outputs = module.forward({x, x});
    ASSERT_EQ(outputs.error(), Error::Ok);
    EXPECT_EQ(ee_test::elements<float>(outputs->at(0)), (std::vector<float>{2, 4, 6, 8, 10, 12}));
    EXPECT_EQ(module.forward({x, x, x}).error(), Error::InvalidArgument);
  }
}

TEST(ModuleTest, MethodsByName) {
  Module module(fixture("methods.pte"));
  EXPECT_EQ(*module.num_methods(), 2u);
  EXPECT_EQ(*module.method_names(), (std::unordered_set<std::string>{"add", "mul"}));
  const auto x = make_tensor_ptr({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f});
  const EValue product = *module.get("mul", {x, x});
  EXPECT_EQ(ee_test::elements<float>(product), (std::vector<float>{1, 4, 9, 16, 25, 36}));
  EXPECT_TRUE(module.is_method_loaded("mul"));
  EXPECT_FALSE(module.is_method_loaded("add"));
  EXPECT_TRUE(module.unload_method("mul"));
  EXPECT_FALSE(module.unload_method("mul"));
  EXPECT_EQ(module.load_forward(), Error::InvalidArgument);
  EXPECT_EQ(module.method_meta("none").error(), Error::InvalidArgument);
}

TEST(ModuleTest, SharedArenasAreTheLargestOfAnyMethod) {
  Module module(fixture("methods.pte"), Module::LoadMode::File, nullptr, nullptr, nullptr, true);
  const auto x = make_tensor_ptr({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f});
  const float* sum = module.get("add", {x, x})->toTensor().const_data_ptr<float>();
  const float* product = module.get("mul", {x, x})->toTensor().const_data_ptr<float>();
  EXPECT_EQ(sum, product);
  EXPECT_EQ(product[5], 36);
}

TEST(ModuleTest, OutputsGoWhereTheyAreSet) {
  Module module(fixture("add_unplanned.pte"));
  const auto x = make_tensor_ptr({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f});
  const auto out = executorch::extension::zeros({2, 3});
  ASSERT_EQ(module.set_inputs({x, x}), Error::Ok);
  ASSERT_EQ(module.set_output(out), Error::Ok);
  ASSERT_EQ(module.forward().error(), Error::Ok);
  EXPECT_EQ(out->const_data_ptr<float>()[5], 12);
  EXPECT_EQ(module.set_output(EValue(1.0)), Error::InvalidArgument);
  EXPECT_EQ(module.set_outputs({out, out}), Error::InvalidArgument);
  EXPECT_EQ(module.get_output(1).error(), Error::InvalidArgument);
}

TEST(ModuleTest, FilesThatCannotBeLoaded) {
  Module missing("/does/not/exist.pte");
  EXPECT_EQ(missing.load(), Error::AccessFailed);
  Module no_data(fixture("add.pte"), "/does/not/exist.ptd");
  EXPECT_EQ(no_data.load(), Error::AccessFailed);
  Module no_program(fixture("constant.ptd"));
  EXPECT_NE(no_program.load(), Error::Ok);
  EXPECT_FALSE(no_program.is_loaded());
  Module with_data(fixture("add.pte"), fixture("constant.ptd"));
  EXPECT_EQ(with_data.load_forward(), Error::Ok);
}

TEST(InputsTest, OnesOrTheGivenBytes) {
  ee_test::Loaded add("add");
  {
    const Result<BufferCleanup> inputs = prepare_input_tensors(add.method());
    ASSERT_EQ(inputs.error(), Error::Ok);
    ASSERT_EQ(add.method().execute(), Error::Ok);
    EXPECT_EQ(ee_test::elements<float>(add.method().get_output(0)), std::vector<float>(6, 2));
  }
  float x[6] = {1, 2, 3, 4, 5, 6};
  const std::pair<char*, size_t> buffer(reinterpret_cast<char*>(x), sizeof(x));
  const Result<BufferCleanup> inputs = prepare_input_tensors(add.method(), {}, {buffer, buffer});
  ASSERT_EQ(inputs.error(), Error::Ok);
  ASSERT_EQ(add.method().execute(), Error::Ok);
  EXPECT_EQ(ee_test::elements<float>(add.method().get_output(0)),
            (std::vector<float>{2, 4, 6, 8, 10, 12}));
}

TEST(InputsTest, UnplannedInputsKeepTheirMemory) {
  ee_test::Loaded add("add_unplanned");
  float out[6] = {};
  ASSERT_EQ(add.method().set_output_data_ptr(out, sizeof(out), 0), Error::Ok);
  const Result<BufferCleanup> inputs = prepare_input_tensors(add.method());
  ASSERT_EQ(inputs.error(), Error::Ok);
  ASSERT_EQ(add.method().execute(), Error::Ok);
  EXPECT_EQ(out[5], 2);
}

TEST(InputsTest, LimitsAndWrongSizes) {
  ee_test::Loaded add("add");
  PrepareInputTensorsOptions options;
  options.max_inputs = 1;
  EXPECT_EQ(prepare_input_tensors(add.method(), options).error(), Error::InvalidProgram);
  options = {};
  options.max_total_allocation_size = 47;
  EXPECT_EQ(prepare_input_tensors(add.method(), options).error(), Error::InvalidProgram);
  options.max_total_allocation_size = 48;
  EXPECT_EQ(prepare_input_tensors(add.method(), options).error(), Error::Ok);
  char bytes[25] = {};
  EXPECT_EQ(prepare_input_tensors(add.method(), {}, {{bytes, 24}}).error(), Error::InvalidArgument);
  EXPECT_EQ(prepare_input_tensors(add.method(), {}, {{bytes, 24}, {bytes, 25}}).error(),
            Error::InvalidArgument);
}

TEST(InputsTest, NumbersFromBytes) {
  ee_test::Loaded cond("cond");
  bool flag = false;
  float x[6] = {1, 2, 3, 4, 5, 6};
  const std::pair<char*, size_t> values(reinterpret_cast<char*>(x), sizeof(x));
  const std::pair<char*, size_t> flags(reinterpret_cast<char*>(&flag), sizeof(flag));
  const Result<BufferCleanup> inputs =
      prepare_input_tensors(cond.method(), {}, {flags, values, values});
  ASSERT_EQ(inputs.error(), Error::Ok);
  ASSERT_EQ(cond.method().execute(), Error::Ok);
  EXPECT_EQ(ee_test::elements<float>(cond.method().get_output(0)),
            (std::vector<float>{1, 4, 9, 16, 25, 36}));
}

}  // namespace
