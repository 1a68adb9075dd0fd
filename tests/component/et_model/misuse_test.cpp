// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Every call, used wrongly.
#include <cstring>

#include "support.h"

namespace ee_test {
namespace {

bool go_on(const et_operator_event*, void*) { return true; }

// Each call that takes a model, with otherwise sound arguments.
std::vector<std::pair<const char*, et_error>> all_calls(et_model* model) {
  static float x[6];
  static const int32_t shape[] = {2, 3};
  et_tensor_info info;
  size_t index;
  return {
      {"input_info", et_model_input_info(model, 0, &info)},
      {"output_info", et_model_output_info(model, 0, &info)},
      {"find_input", et_model_find_input(model, "input0", &index)},
      {"find_output", et_model_find_output(model, "output0", &index)},
      {"set_input", et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x, sizeof(x))},
      {"set_input_shaped",
       et_model_set_input_shaped(model, 0, ET_DTYPE_FLOAT32, x, sizeof(x), shape, 2)},
      {"set_output", et_model_set_output(model, 0, x, sizeof(x))},
      {"run", et_model_run(model)},
      {"run_with_callback", et_model_run_with_callback(model, go_on, nullptr)},
      {"reset", et_model_reset(model)},
  };
}

TEST(Misuse, ModelIsNull) {
  for (const auto& [name, error] : all_calls(nullptr)) {
    EXPECT_EQ(error, ET_ERROR_NULL_ARGUMENT) << name;
  }
  EXPECT_EQ(et_model_num_inputs(nullptr), 0u);
  EXPECT_EQ(et_model_num_outputs(nullptr), 0u);
  EXPECT_EQ(et_model_scratch_peak(nullptr), 0u);
  EXPECT_STREQ(et_model_last_error(nullptr), "the model is NULL: it was not created");
}

TEST(Misuse, MemoryThatIsNoModel) {
  alignas(16) uint8_t memory[1024] = {};
  for (uint8_t* place : {memory, memory + 3}) {
    auto* model = reinterpret_cast<et_model*>(place);
    for (const auto& [name, error] : all_calls(model)) {
      EXPECT_EQ(error, ET_ERROR_INVALID_MODEL) << name;
    }
    EXPECT_EQ(et_model_destroy(model), ET_ERROR_INVALID_MODEL);
    EXPECT_EQ(et_model_num_inputs(model), 0u);
    EXPECT_STREQ(et_model_last_error(model),
                 "this is no model: never created, or destroyed already");
  }
}

TEST(Misuse, ArgumentIsNull) {
  File file = File::fixture("add");
  et_model* created = reinterpret_cast<et_model*>(1);
  char text[192] = "";
  et_model_config config = {};
  config.error_text = text;
  config.error_text_size = sizeof(text);
  EE_EXPECT_ERROR(et_model_create(nullptr, 100, &config, &created), ET_ERROR_NULL_ARGUMENT, text,
                  "pte is NULL");
  EXPECT_EQ(created, nullptr);
  EE_EXPECT_ERROR(et_model_create(file.data(), file.size(), &config, nullptr),
                  ET_ERROR_NULL_ARGUMENT, text, "model is NULL");
  et_model_memory memory;
  EE_EXPECT_ERROR(et_model_memory_needed(nullptr, 100, &config, &memory), ET_ERROR_NULL_ARGUMENT,
                  text, "pte is NULL");
  EE_EXPECT_ERROR(et_model_memory_needed(file.data(), file.size(), &config, nullptr),
                  ET_ERROR_NULL_ARGUMENT, text, "needed is NULL");

  Model model("add");
  size_t index;
  float x[6];
  const auto null_named = [&model](et_error error, const char* words) {
    EE_EXPECT_ERROR(error, ET_ERROR_NULL_ARGUMENT, model.last_error(), words);
  };
  null_named(et_model_input_info(model, 0, nullptr), "info is NULL");
  null_named(et_model_output_info(model, 0, nullptr), "info is NULL");
  null_named(et_model_find_input(model, nullptr, &index), "name is NULL");
  null_named(et_model_find_input(model, "input0", nullptr), "index is NULL");
  null_named(et_model_find_output(model, nullptr, &index), "name is NULL");
  null_named(et_model_find_output(model, "output0", nullptr), "index is NULL");
  null_named(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, nullptr, 24), "data is NULL");
  null_named(et_model_set_input_shaped(model, 0, ET_DTYPE_FLOAT32, x, 24, nullptr, 2),
             "sizes is NULL");
  null_named(et_model_set_output(model, 0, nullptr, 24), "data is NULL");
  null_named(et_model_run_with_callback(model, nullptr, nullptr), "callback is NULL");
}

TEST(Misuse, IndexOutOfRange) {
  Model model("add");
  et_tensor_info info;
  float x[6] = {};
  const int32_t shape[] = {2, 3};
  const auto out_of_range = [&model](et_error error, const char* words) {
    EE_EXPECT_ERROR(error, ET_ERROR_INDEX, model.last_error(), words);
  };
  out_of_range(et_model_input_info(model, 2, &info), "no input 2; the model has 2");
  out_of_range(et_model_output_info(model, 1, &info), "no output 1; the model has 1");
  out_of_range(et_model_set_input(model, SIZE_MAX, ET_DTYPE_FLOAT32, x, 24), "no input 184467");
  out_of_range(et_model_set_input_shaped(model, 2, ET_DTYPE_FLOAT32, x, 24, shape, 2),
               "no input 2");
  out_of_range(et_model_set_output(model, 1, x, 24), "no output 1");
}

TEST(Misuse, WrongDtype) {
  Model model("add");
  const int32_t x[6] = {};
  EE_EXPECT_ERROR(et_model_set_input(model, 1, ET_DTYPE_INT32, x, sizeof(x)), ET_ERROR_DTYPE,
                  model.last_error(), "input 'input1' is float32, not int32");
  EXPECT_EQ(et_model_run(model), ET_ERROR_INPUT_NOT_SET);
}

TEST(Misuse, WrongSize) {
  Model model("add");
  const float x[7] = {};
  for (const size_t size : {0, 4, 23, 25, 28}) {
    EE_EXPECT_ERROR(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x, size), ET_ERROR_SIZE,
                    model.last_error(), "input 'input0' has 24 bytes, not " + std::to_string(size));
  }
  Model unplanned("add_unplanned");
  float z[6];
  EE_EXPECT_ERROR(et_model_set_output(unplanned, 0, z, 23), ET_ERROR_SIZE, unplanned.last_error(),
                  "output 'output0' needs 24 bytes, not 23");
}

TEST(Misuse, UnalignedPointersThatAreKept) {
  Model model("add_unplanned");
  alignas(8) uint8_t bytes[32] = {};
  EE_EXPECT_ERROR(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, bytes + 1, 24), ET_ERROR_ALIGNMENT,
                  model.last_error(), "input 'input0': the memory is not aligned for float32");
  EE_EXPECT_ERROR(et_model_set_output(model, 0, bytes + 2, 24), ET_ERROR_ALIGNMENT,
                  model.last_error(), "output 'output0': the memory is not aligned for float32");
  // What is copied may lie anywhere.
  Model planned("add");
  EXPECT_EQ(et_model_set_input(planned, 0, ET_DTYPE_FLOAT32, bytes + 1, 24), ET_OK);
}

TEST(Misuse, OutputThatHasMemory) {
  Model model("add");
  float z[6];
  EE_EXPECT_ERROR(et_model_set_output(model, 0, z, sizeof(z)), ET_ERROR_OUTPUT_PLANNED,
                  model.last_error(), "output 'output0' has memory of its own");
}

TEST(Misuse, ErrorTextOfAnySizeEndsWithNul) {
  for (const size_t size : {1, 2, 10}) {
    char text[16];
    std::memset(text, 'x', sizeof(text));
    et_model_config config = {};
    config.error_text = text;
    config.error_text_size = size;
    et_model* model = nullptr;
    EXPECT_EQ(et_model_create(nullptr, 0, &config, &model), ET_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(std::string(text), std::string("pte is NULL").substr(0, size - 1));
    EXPECT_EQ(text[size], 'x');
  }
}

TEST(Names, OfErrorsAndDtypes) {
  EXPECT_STREQ(et_error_name(ET_OK), "ET_OK");
  EXPECT_STREQ(et_error_name(ET_ERROR_MEMORY_TOO_SMALL), "ET_ERROR_MEMORY_TOO_SMALL");
  EXPECT_STREQ(et_error_name(ET_ERROR_NOT_SUPPORTED), "ET_ERROR_NOT_SUPPORTED");
  EXPECT_STREQ(et_error_name(ET_ERROR_COUNT), "unknown error");
  EXPECT_STREQ(et_error_name(-1), "unknown error");
  EXPECT_STREQ(et_dtype_name(ET_DTYPE_INT8), "int8");
  EXPECT_STREQ(et_dtype_name(ET_DTYPE_UINT64), "uint64");
  EXPECT_STREQ(et_dtype_name(ET_DTYPE_COMPLEX64), "complex64");
  EXPECT_STREQ(et_dtype_name(99), "unknown dtype");
}

}  // namespace
}  // namespace ee_test
