// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Exact memory: the figures of et_model_memory_needed() suffice, and nothing less does.
#include <executorch/espressif/method_view.h>

#include "support.h"

namespace ee_test {
namespace {

using executorch::espressif::MethodView;

constexpr const char* kFixtures[] = {"add",      "add_unplanned",   "constant",
                                     "cond",     "state",           "cat",
                                     "view",     "clamp",           "clamp_at",
                                     "division", "types",           "dynamic",
                                     "grow",     "index",           "map",
                                     "lists",    "network",         "identity",
                                     "scratch",  "delegate_inline", "delegate_segment"};

class MemoryOf : public testing::TestWithParam<const char*> {};

// The runtime's own count, for what the loader takes from its allocator.
TEST_P(MemoryOf, CountedAsLoaded) {
  const bool has_delegate = std::string(GetParam()).find("delegate") == 0;
  Loaded loaded(GetParam());
  const size_t counted = MethodView(loaded.method().method_meta()).method_allocator_bytes();
  // The delegate of the tests takes a float.
  EXPECT_EQ(loaded.pools().method_bytes_used(), counted + (has_delegate ? sizeof(float) : 0));
}

TEST_P(MemoryOf, ExactIsEnoughAndOneByteLessIsNot) {
  File file = File::fixture(GetParam());
  const et_model_memory need = needed(file);
  Exact model_memory(need.model);
  Exact activations(need.activations);
  char text[192];
  et_model_config config = {};
  config.error_text = text;
  config.error_text_size = sizeof(text);
  config.model = model_memory.memory();
  config.activations = activations.memory();
  et_model* model = nullptr;
  ASSERT_EQ(et_model_create(file.data(), file.size(), &config, &model), ET_OK) << text;
  EXPECT_EQ(et_model_destroy(model), ET_OK);

  config.model = model_memory.first(need.model - 1);
  EE_EXPECT_ERROR(et_model_create(file.data(), file.size(), &config, &model),
                  ET_ERROR_MEMORY_TOO_SMALL, text,
                  "model memory has " + std::to_string(need.model - 1) + " bytes, " +
                      std::to_string(need.model) + " needed");
  EXPECT_EQ(model, nullptr);
  if (need.activations != 0) {
    config.model = model_memory.memory();
    config.activations = activations.first(need.activations - 1);
    EE_EXPECT_ERROR(et_model_create(file.data(), file.size(), &config, &model),
                    ET_ERROR_MEMORY_TOO_SMALL, text,
                    "activation memory has " + std::to_string(need.activations - 1) + " bytes, " +
                        std::to_string(need.activations) + " needed");
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, MemoryOf, testing::ValuesIn(kFixtures),
                         [](const auto& info) { return std::string(info.param); });

// A program with a delegate is the hard one: what the delegate takes is known only by loading.
TEST(Memory, EverySizeBelowTheNeedFailsAndNamesIt) {
  for (const char* fixture : {"state", "delegate_segment"}) {
    File file = File::fixture(fixture);
    const et_model_memory need = needed(file);
    Exact activations(need.activations);
    char text[192];
    et_model_config config = {};
    config.error_text = text;
    config.error_text_size = sizeof(text);
    et_model* model = nullptr;
    const std::string wanted = " " + std::to_string(need.model) + " needed";
    for (size_t size = 0; size < need.model; ++size) {
      Exact model_memory(size);
      config.model = model_memory.memory();
      config.activations = activations.memory();
      ASSERT_EQ(et_model_create(file.data(), file.size(), &config, &model),
                ET_ERROR_MEMORY_TOO_SMALL)
          << fixture << " with " << size << ": " << text;
      ASSERT_NE(std::string(text).find(wanted), std::string::npos)
          << fixture << " with " << size << ": " << text;
      ASSERT_EQ(model, nullptr);
    }
    Exact model_memory(need.model);
    config.model = model_memory.memory();
    for (size_t size = 0; size < need.activations; ++size) {
      config.activations = activations.first(size);
      ASSERT_EQ(et_model_create(file.data(), file.size(), &config, &model),
                ET_ERROR_MEMORY_TOO_SMALL);
      ASSERT_NE(std::string(text).find(" " + std::to_string(need.activations) + " needed"),
                std::string::npos)
          << text;
    }
    config.activations = activations.memory();
    ASSERT_EQ(et_model_create(file.data(), file.size(), &config, &model), ET_OK) << text;
    EXPECT_EQ(et_model_destroy(model), ET_OK);
  }
}

TEST(Memory, EachMethodHasItsOwnNeed) {
  File file = File::fixture("methods");
  for (const char* method : {"add", "mul"}) {
    const et_model_memory need = needed(file, method);
    EXPECT_GT(need.model, sizeof(void*));
    EXPECT_GE(need.activations, 3 * 6 * sizeof(float));
  }
}

TEST(Memory, MustBeAligned) {
  File file = File::fixture("add");
  const et_model_memory need = needed(file);
  Exact memory(need.model + 8);
  char text[192];
  et_model_config config = {};
  config.error_text = text;
  config.error_text_size = sizeof(text);
  config.model = {static_cast<uint8_t*>(memory.data()) + 8, need.model, 0};
  et_model* model = nullptr;
  EE_EXPECT_ERROR(et_model_create(file.data(), file.size(), &config, &model), ET_ERROR_ALIGNMENT,
                  text, "model memory is not aligned to 16 bytes");
}

TEST(Scratch, TooLittleNamesTheOperatorAndTheNeed) {
  Model none("scratch");
  ASSERT_EQ(none.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
  EE_EXPECT_ERROR(
      et_model_run(none), ET_ERROR_SCRATCH_TOO_SMALL, none.last_error(),
      "operator ee_test::scratch.out (instruction 0) needs 1000 bytes of scratch, there "
      "are 0");
  Model some("scratch", 2999);
  ASSERT_EQ(some.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
  EE_EXPECT_ERROR(
      et_model_run(some), ET_ERROR_SCRATCH_TOO_SMALL, some.last_error(),
      "operator ee_test::scratch.out (instruction 1) needs 3000 bytes of scratch, there "
      "are 2999");
  EXPECT_EQ(et_model_scratch_peak(some), 1000u);
}

TEST(Scratch, ExactlyEnough) {
  Model model("scratch", 3000);
  ASSERT_EQ(model.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(model.output(), (std::vector<float>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(et_model_scratch_peak(model), 3000u);
}

TEST(Scratch, OfTheCaller) {
  File file = File::fixture("scratch");
  Exact scratch(3000);
  et_model_config config = {};
  config.scratch = scratch.memory();
  et_model* model = nullptr;
  ASSERT_EQ(et_model_create(file.data(), file.size(), &config, &model), ET_OK);
  const float x[6] = {};
  ASSERT_EQ(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x, sizeof(x)), ET_OK);
  EXPECT_EQ(et_model_run(model), ET_OK) << et_model_last_error(model);
  EXPECT_EQ(static_cast<uint8_t*>(scratch.data())[2999], 0xa5);
  EXPECT_EQ(et_model_destroy(model), ET_OK);
}

}  // namespace
}  // namespace ee_test
