// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Descriptors, and how data gets in and out.
#include <cstring>

#include "support.h"

namespace ee_test {
namespace {

et_tensor_info input(et_model* model, size_t index) {
  et_tensor_info info;
  EXPECT_EQ(et_model_input_info(model, index, &info), ET_OK);
  return info;
}

et_tensor_info output(et_model* model, size_t index) {
  et_tensor_info info;
  EXPECT_EQ(et_model_output_info(model, index, &info), ET_OK);
  return info;
}

std::vector<int32_t> sizes(const et_tensor_info& info) {
  return std::vector<int32_t>(info.sizes, info.sizes + info.rank);
}

TEST(Info, OfAnInput) {
  Model model("add");
  const et_tensor_info info = input(model, 1);
  EXPECT_STREQ(info.name, "input1");
  EXPECT_TRUE(info.is_tensor);
  EXPECT_EQ(info.dtype, ET_DTYPE_FLOAT32);
  EXPECT_EQ(sizes(info), (std::vector<int32_t>{2, 3}));
  EXPECT_EQ(info.nbytes, 24u);
  EXPECT_EQ(info.scale, 0.0f);
  EXPECT_TRUE(info.planned);
  EXPECT_NE(info.data, nullptr);
}

TEST(Info, DtypesAndSeveralOutputs) {
  Model model("types");
  EXPECT_EQ(et_model_num_outputs(model), 3u);
  EXPECT_EQ(input(model, 0).dtype, ET_DTYPE_INT8);
  EXPECT_EQ(input(model, 1).dtype, ET_DTYPE_INT64);
  EXPECT_EQ(input(model, 2).dtype, ET_DTYPE_BOOL);
  const int8_t a[] = {1, -2, 3};
  const int64_t b[] = {int64_t{1} << 40, -5};
  const bool c[] = {true, false};
  ASSERT_EQ(et_model_set_input(model, 0, ET_DTYPE_INT8, a, sizeof(a)), ET_OK);
  ASSERT_EQ(et_model_set_input(model, 1, ET_DTYPE_INT64, b, sizeof(b)), ET_OK);
  ASSERT_EQ(et_model_set_input(model, 2, ET_DTYPE_BOOL, c, sizeof(c)), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  const auto* x = static_cast<const int8_t*>(output(model, 0).data);
  EXPECT_EQ(std::vector<int>(x, x + 3), (std::vector<int>{2, -4, 6}));
  const auto* y = static_cast<const int64_t*>(output(model, 1).data);
  EXPECT_EQ(std::vector<int64_t>(y, y + 2), (std::vector<int64_t>{int64_t{1} << 41, -10}));
  const auto* z = static_cast<const bool*>(output(model, 2).data);
  EXPECT_EQ(std::vector<bool>(z, z + 2), (std::vector<bool>{false, true}));
}

TEST(Info, QuantizationOfTheCodesInside) {
  Model model("network");
  const et_tensor_info in = input(model, 0);
  const et_tensor_info out = output(model, 0);
  // The range of softmax is fixed: 0..255/256 as -128..127.
  EXPECT_EQ(out.scale, 1.0f / 256);
  EXPECT_EQ(out.zero_point, -128);
  EXPECT_EQ(out.dtype, ET_DTYPE_FLOAT32);
  // 4 x 72 normal numbers reach to about 3 on both sides, so 255 codes span about 6.
  EXPECT_GT(in.scale, 4.0f / 255);
  EXPECT_LT(in.scale, 9.0f / 255);
  EXPECT_GT(in.zero_point, -64);
  EXPECT_LT(in.zero_point, 64);
}

TEST(Info, InputThatIsPartOfTheProgram) {
  Model model("clamp_at");
  const et_tensor_info info = input(model, 1);
  EXPECT_STREQ(info.name, "input1");
  EXPECT_FALSE(info.is_tensor);
  EXPECT_EQ(info.data, nullptr);
  // Needs not be set.
  ASSERT_EQ(model.set(0, {0, 1, 2, 3, 4, 5}), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(model.output(), (std::vector<float>{2.5, 2.5, 2.5, 3, 4, 5}));
  ASSERT_EQ(model.set(0, {5, 4, 3, 2, 1, 0}), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(model.output(), (std::vector<float>{5, 4, 3, 2.5, 2.5, 2.5}));
  const double low = 2.5;
  EE_EXPECT_ERROR(et_model_set_input(model, 1, ET_DTYPE_FLOAT64, &low, sizeof(low)),
                  ET_ERROR_NOT_A_TENSOR, model.last_error(), "'input1' is part of the program");
}

TEST(Info, ByName) {
  Model model("add");
  size_t index = 9;
  ASSERT_EQ(et_model_find_input(model, "input1", &index), ET_OK);
  EXPECT_EQ(index, 1u);
  ASSERT_EQ(et_model_find_output(model, "output0", &index), ET_OK);
  EXPECT_EQ(index, 0u);
  EE_EXPECT_ERROR(et_model_find_input(model, "input", &index), ET_ERROR_NOT_FOUND,
                  model.last_error(), "no input 'input'");
  EE_EXPECT_ERROR(et_model_find_output(model, "output1", &index), ET_ERROR_NOT_FOUND,
                  model.last_error(), "no output 'output1'");
}

TEST(Info, NamesOfKeywordsAndDicts) {
  Model model("named");
  EXPECT_STREQ(input(model, 0).name, "left");
  EXPECT_STREQ(input(model, 1).name, "right");
  EXPECT_STREQ(output(model, 0).name, "sum");
  EXPECT_STREQ(output(model, 1).name, "product");
  size_t product = 9;
  ASSERT_EQ(et_model_find_output(model, "product", &product), ET_OK);
  EXPECT_EQ(product, 1u);
  EE_EXPECT_ERROR(et_model_run(model), ET_ERROR_INPUT_NOT_SET, model.last_error(), "input 'left'");
  ASSERT_EQ(model.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
  ASSERT_EQ(model.set(1, {6, 5, 4, 3, 2, 1}), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  const auto* data = static_cast<const float*>(output(model, product).data);
  EXPECT_EQ(std::vector<float>(data, data + 6), (std::vector<float>{6, 10, 12, 12, 10, 6}));
}

TEST(Input, PlannedWithoutCopy) {
  Model model("add");
  for (int run = 0; run < 3; ++run) {
    for (size_t i : {0, 1}) {
      const et_tensor_info info = input(model, i);
      auto* data = static_cast<float*>(info.data);
      for (int k = 0; k < 6; ++k) {
        data[k] = static_cast<float>(run * 100 + k);
      }
      ASSERT_EQ(et_model_set_input(model, i, info.dtype, info.data, info.nbytes), ET_OK);
    }
    ASSERT_EQ(et_model_run(model), ET_OK);
    const float base = 200.0f * static_cast<float>(run);
    EXPECT_EQ(model.output(),
              (std::vector<float>{base, base + 2, base + 4, base + 6, base + 8, base + 10}));
  }
}

TEST(Input, UnplannedIsKeptAndOutputIsGiven) {
  Model model("add_unplanned");
  EXPECT_FALSE(input(model, 0).planned);
  EXPECT_EQ(input(model, 0).data, nullptr);
  EXPECT_FALSE(output(model, 0).planned);
  float x[6] = {1, 2, 3, 4, 5, 6};
  float y[6] = {10, 20, 30, 40, 50, 60};
  float z[6] = {};
  ASSERT_EQ(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x, sizeof(x)), ET_OK);
  ASSERT_EQ(et_model_set_input(model, 1, ET_DTYPE_FLOAT32, y, sizeof(y)), ET_OK);
  EE_EXPECT_ERROR(et_model_run(model), ET_ERROR_OUTPUT_NOT_SET, model.last_error(),
                  "output 'output0' has no memory");
  ASSERT_EQ(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x, sizeof(x)), ET_OK);
  ASSERT_EQ(et_model_set_input(model, 1, ET_DTYPE_FLOAT32, y, sizeof(y)), ET_OK);
  ASSERT_EQ(et_model_set_output(model, 0, z, sizeof(z)), ET_OK);
  x[0] = 7;  // not copied
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(std::vector<float>(z, z + 6), (std::vector<float>{17, 22, 33, 44, 55, 66}));
  EXPECT_EQ(output(model, 0).data, z);
  EXPECT_EQ(input(model, 0).data, x);
}

TEST(Input, DynamicShape) {
  Model model("dynamic");
  EXPECT_EQ(sizes(input(model, 0)), (std::vector<int32_t>{8, 2}));
  const float x[] = {1, 2, 3, 4};
  const int32_t shape[] = {2, 2};
  for (size_t i : {0, 1}) {
    ASSERT_EQ(et_model_set_input_shaped(model, i, ET_DTYPE_FLOAT32, x, sizeof(x), shape, 2), ET_OK);
  }
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(sizes(output(model, 0)), (std::vector<int32_t>{2, 2}));
  EXPECT_EQ(model.output(), (std::vector<float>{2, 4, 6, 8}));

  const int32_t too_many[] = {9, 2};
  const int32_t negative[] = {-1, 2};
  const float big[18] = {};
  EE_EXPECT_ERROR(
      et_model_set_input_shaped(model, 0, ET_DTYPE_FLOAT32, big, sizeof(big), too_many, 2),
      ET_ERROR_SIZE, model.last_error(), "'input0': the shape does not fit, the largest is [8, 2]");
  EXPECT_EQ(et_model_set_input_shaped(model, 0, ET_DTYPE_FLOAT32, big, 0, negative, 2),
            ET_ERROR_SIZE);
  EXPECT_EQ(et_model_set_input_shaped(model, 0, ET_DTYPE_FLOAT32, big, 4, negative, 1),
            ET_ERROR_SIZE);
  // The largest shape again, by the call without one.
  const std::vector<float> ones(16, 1.0f);
  ASSERT_EQ(model.set(0, ones), ET_OK);
  ASSERT_EQ(model.set(1, ones), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK);
  EXPECT_EQ(model.output(), std::vector<float>(16, 2.0f));
}

TEST(Input, StaticShapeMustBeThatOfTheProgram) {
  Model model("add");
  const float x[6] = {};
  const int32_t smaller[] = {1, 3};
  EE_EXPECT_ERROR(et_model_set_input_shaped(model, 0, ET_DTYPE_FLOAT32, x, 12, smaller, 2),
                  ET_ERROR_SIZE, model.last_error(), "the shape is not the program's");
}

}  // namespace
}  // namespace ee_test
