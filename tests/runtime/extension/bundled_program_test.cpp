// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/devtools/bundled_program/bundled_program.h>
#include <executorch/extension/module/bundled_module.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "loaded_program.h"

namespace {

using executorch::bundled_program::compute_method_output_error_stats;
using executorch::bundled_program::ErrorStats;
using executorch::bundled_program::get_program_data;
using executorch::bundled_program::is_bundled_program;
using executorch::bundled_program::load_bundled_input;
using executorch::bundled_program::verify_method_outputs;
using executorch::extension::BufferDataLoader;
using executorch::extension::BundledModule;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Method;
using executorch::runtime::Program;
using executorch::runtime::Result;

// x + y, both (0, 1, 2, 3, 4, 5). Test 1 expects 11 where 10 is right.
constexpr char kPath[] = EE_FIXTURE_DIR "/add.bpte";

class BundledProgramTest : public testing::Test {
 protected:
  BundledProgramTest() : file_(kPath) {}

  void SetUp() override {
    const void* data = nullptr;
    size_t size = 0;
    ASSERT_EQ(get_program_data(file_.data(), file_.size(), &data, &size), Error::Ok);
    loader_ = std::make_unique<BufferDataLoader>(data, size);
    Result<Program> program = Program::load(loader_.get());
    ASSERT_EQ(program.error(), Error::Ok);
    program_ = std::make_unique<Program>(std::move(*program));
    pools_ = std::make_unique<ee_test::Pools>(*program_->method_meta("forward"), 4096);
    Result<Method> method = program_->load_method("forward", &pools_->manager());
    ASSERT_EQ(method.error(), Error::Ok);
    method_ = std::make_unique<Method>(std::move(*method));
  }

  void run(size_t test) {
    ASSERT_EQ(load_bundled_input(*method_, file_.data(), test), Error::Ok);
    ASSERT_EQ(method_->execute(), Error::Ok);
  }

  ee_test::File file_;
  std::unique_ptr<BufferDataLoader> loader_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<ee_test::Pools> pools_;
  std::unique_ptr<Method> method_;
};

TEST_F(BundledProgramTest, IsKnownByItsIdentifier) {
  EXPECT_TRUE(is_bundled_program(file_.data(), file_.size()));
  EXPECT_FALSE(is_bundled_program(file_.data(), 7));
  EXPECT_FALSE(is_bundled_program(nullptr, 0));
  ee_test::File program = ee_test::File::fixture("add");
  EXPECT_FALSE(is_bundled_program(program.data(), program.size()));
  const void* data = nullptr;
  size_t size = 0;
  EXPECT_EQ(get_program_data(program.data(), program.size(), &data, &size), Error::NotSupported);
  EXPECT_EQ(load_bundled_input(*method_, program.data(), 0), Error::NotSupported);
}

TEST_F(BundledProgramTest, VerifiesOutputsOfItsInputs) {
  run(0);
  EXPECT_EQ(ee_test::elements<float>(method_->get_output(0)),
            (std::vector<float>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 0), Error::Ok);
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 0, 0, 0), Error::Ok);
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 1), Error::NotFound);
  // 1 in 11.
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 1, 0, 1), Error::Ok);
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 1, 0, 0.999), Error::NotFound);
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 1, 0.091, 0), Error::Ok);
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 1, 0.090, 0), Error::NotFound);
}

TEST_F(BundledProgramTest, NanAndInfinityAreCloseToThemselvesOnly) {
  run(0);
  const EValue& output = method_->get_output(0);
  float* data = output.toTensor().mutable_data_ptr<float>();
  data[5] = NAN;
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 0, 1, 1), Error::NotFound);
  data[5] = INFINITY;
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 0, 1, 1), Error::NotFound);
}

TEST_F(BundledProgramTest, ErrorStatsOverAllElements) {
  run(1);
  const ErrorStats right = compute_method_output_error_stats(*method_, file_.data(), 0);
  EXPECT_EQ(right.status, Error::Ok);
  EXPECT_EQ(right.max_abs_error, 0);
  const ErrorStats stats = compute_method_output_error_stats(*method_, file_.data(), 1);
  EXPECT_EQ(stats.status, Error::Ok);
  EXPECT_DOUBLE_EQ(stats.max_abs_error, 1);
  EXPECT_DOUBLE_EQ(stats.mean_abs_error, 1.0 / 6);
  EXPECT_DOUBLE_EQ(stats.max_relative_error, 1.0 / 11);
  EXPECT_DOUBLE_EQ(stats.mean_relative_error, 1.0 / 66);
}

TEST_F(BundledProgramTest, TestsThatDoNotExist) {
  EXPECT_EQ(load_bundled_input(*method_, file_.data(), 2), Error::InvalidArgument);
  EXPECT_EQ(verify_method_outputs(*method_, file_.data(), 2), Error::InvalidArgument);
  EXPECT_EQ(compute_method_output_error_stats(*method_, file_.data(), 2).status,
            Error::InvalidArgument);
  ee_test::Loaded other("methods", "mul");
  EXPECT_EQ(load_bundled_input(other.method(), file_.data(), 0), Error::InvalidArgument);
  ee_test::Loaded one_input("identity");
  EXPECT_EQ(load_bundled_input(one_input.method(), file_.data(), 0), Error::NotSupported);
}

// In an allocation of exactly the size, so that the sanitizer sees a read beyond.
bool use_damaged(Method& method, const std::vector<uint8_t>& bytes) {
  std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  const void* data = nullptr;
  size_t size = 0;
  if (get_program_data(exact.get(), bytes.size(), &data, &size) != Error::Ok) {
    return false;
  }
  for (const size_t test : {0, 1}) {
    if (load_bundled_input(method, exact.get(), test) == Error::Ok &&
        method.execute() == Error::Ok) {
      (void)verify_method_outputs(method, exact.get(), test);
      (void)compute_method_output_error_stats(method, exact.get(), test);
    }
  }
  return true;
}

TEST_F(BundledProgramTest, DamagedFilesAreErrors) {
  const std::vector<uint8_t> whole(file_.data(), file_.data() + file_.size());
  ASSERT_TRUE(use_damaged(*method_, whole));
  const uint8_t* program = static_cast<const uint8_t*>(loader_->load(0, 0, {})->data());
  const size_t program_at = static_cast<size_t>(program - file_.data());
  const size_t program_end = program_at + *loader_->size();
  size_t refused = 0;
  for (size_t i = 0; i < whole.size(); ++i) {
    if (i >= program_at && i < program_end) {
      continue;  // swept by tests/faults
    }
    for (const int value : {0, 1, 0x7F, 0x80, 0xFF, 255 - whole[i], whole[i] + 4}) {
      std::vector<uint8_t> damaged = whole;
      damaged[i] = static_cast<uint8_t>(value);
      refused += use_damaged(*method_, damaged) ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 100u);
  for (size_t size = 0; size < program_end; ++size) {
    EXPECT_FALSE(use_damaged(*method_, {whole.begin(), whole.begin() + size})) << size;
  }
}

TEST(BundledModuleTest, RunsItsTests) {
  Result<std::unique_ptr<BundledModule>> module = BundledModule::from_file(kPath);
  ASSERT_EQ(module.error(), Error::Ok);
  const Result<std::vector<EValue>> outputs = (*module)->execute("forward", 0);
  ASSERT_EQ(outputs.error(), Error::Ok);
  EXPECT_EQ(ee_test::elements<float>(outputs->at(0)), (std::vector<float>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ((*module)->verify_method_outputs("forward", 0), Error::Ok);
  EXPECT_EQ((*module)->verify_method_outputs("forward", 1), Error::NotFound);
  EXPECT_EQ((*module)->execute("forward", 2).error(), Error::InvalidArgument);

  EXPECT_EQ(BundledModule::from_file("/does/not/exist").error(), Error::AccessFailed);
  EXPECT_EQ(BundledModule::from_file(EE_FIXTURE_DIR "/add.pte").error(), Error::NotSupported);
}

}  // namespace
