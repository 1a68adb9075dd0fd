// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Running, alone and at once, with a callback, and starting over.
#include <thread>

#include "support.h"

namespace ee_test {
namespace {

TEST(Run, NetworkGivesProbabilities) {
  Model model("network");
  std::vector<float> x(72);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i % 7) / 3.0f - 1.0f;
  }
  ASSERT_EQ(model.set(0, x), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  const std::vector<float> y = model.output();
  ASSERT_EQ(y.size(), 3u);
  EXPECT_NEAR(y[0] + y[1] + y[2], 1.0f, 2.0f / 256);
}

TEST(Run, InputsMustBeSetBeforeEveryRun) {
  Model model("add");
  const std::vector<float> x(6, 1.0f);
  EE_EXPECT_ERROR(et_model_run(model), ET_ERROR_INPUT_NOT_SET, model.last_error(),
                  "input 'input0' was not set");
  ASSERT_EQ(model.set(0, x), ET_OK);
  EE_EXPECT_ERROR(et_model_run(model), ET_ERROR_INPUT_NOT_SET, model.last_error(),
                  "input 'input1' was not set");
  ASSERT_EQ(model.set(1, x), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK);
  EXPECT_EQ(et_model_run(model), ET_ERROR_INPUT_NOT_SET);
}

TEST(Run, TwoModelsAtOnce) {
  Model add("add");
  Model network("network");
  Model state("state");
  ASSERT_EQ(add.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
  ASSERT_EQ(state.set(0, {1, 2}), ET_OK);
  ASSERT_EQ(network.set(0, std::vector<float>(72, 0.5f)), ET_OK);
  ASSERT_EQ(add.set(1, {6, 5, 4, 3, 2, 1}), ET_OK);
  ASSERT_EQ(et_model_run(state), ET_OK);
  ASSERT_EQ(et_model_run(network), ET_OK);
  ASSERT_EQ(et_model_run(add), ET_OK);
  EXPECT_EQ(add.output(), std::vector<float>(6, 7.0f));
  EXPECT_EQ(state.output(), (std::vector<float>{11, 22}));
}

TEST(Run, TwoThreadsWithAModelEach) {
  const auto work = [](float first, bool* right) {
    Model model("network");
    std::vector<float> x(72);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = first + static_cast<float>(i % 5) / 4.0f;
    }
    std::vector<float> expected;
    *right = true;
    for (int run = 0; run < 100; ++run) {
      *right = *right && model.set(0, x) == ET_OK && et_model_run(model) == ET_OK;
      if (run == 0) {
        expected = model.output();
      }
      *right = *right && model.output() == expected;
    }
  };
  bool right[2] = {};
  std::thread one(work, -1.0f, &right[0]);
  std::thread two(work, 0.5f, &right[1]);
  one.join();
  two.join();
  EXPECT_TRUE(right[0]);
  EXPECT_TRUE(right[1]);
}

struct Seen {
  et_model* model;
  std::vector<std::string> names;
  std::vector<uint32_t> indices;
  size_t stop_after;
  et_error inside = ET_OK;
};

bool see(const et_operator_event* event, void* user) {
  auto* seen = static_cast<Seen*>(user);
  seen->names.push_back(std::string(event->name) + "." + event->overload);
  seen->indices.push_back(event->index);
  EXPECT_LT(event->nanoseconds, 10000000000u);
  seen->inside = et_model_run(seen->model);
  return seen->names.size() < seen->stop_after;
}

TEST(Callback, OrderAndNames) {
  Model model("network");
  ASSERT_EQ(model.set(0, std::vector<float>(72, 0.5f)), ET_OK);
  Seen seen = {model, {}, {}, 1000};
  ASSERT_EQ(et_model_run_with_callback(model, see, &seen), ET_OK) << model.last_error();
  EXPECT_EQ(seen.names, (std::vector<std::string>{
                            "esp_nn::quantize.out", "esp_nn::permute.out", "esp_nn::conv2d.out",
                            "esp_nn::depthwise_conv2d.out", "esp_nn::mul.out", "esp_nn::add.out",
                            "esp_nn::max_pool2d.out", "esp_nn::clamp.out", "esp_nn::pad.out",
                            "esp_nn::mean.out", "esp_nn::linear.out", "esp_nn::softmax.out",
                            "esp_nn::dequantize.out"}));
  for (uint32_t i = 0; i < seen.indices.size(); ++i) {
    EXPECT_EQ(seen.indices[i], i);
  }
  EXPECT_EQ(seen.inside, ET_ERROR_BUSY);
}

TEST(Callback, Delegate) {
  Model model("delegate_inline");
  ASSERT_EQ(model.set(0, std::vector<float>(6, 1.0f)), ET_OK);
  ASSERT_EQ(model.set(1, std::vector<float>(6, 1.0f)), ET_OK);
  Seen seen = {model, {}, {}, 1000};
  ASSERT_EQ(et_model_run_with_callback(model, see, &seen), ET_OK) << model.last_error();
  EXPECT_EQ(seen.names, (std::vector<std::string>{"DemoBackend."}));
}

// Jumps and moves are no operators, and the branch not taken is not seen.
TEST(Callback, Branches) {
  Model model("cond");
  for (const bool flag : {true, false}) {
    ASSERT_EQ(et_model_set_input(model, 0, ET_DTYPE_BOOL, &flag, 1), ET_OK);
    ASSERT_EQ(model.set(1, {1, 2, 3, 4, 5, 6}), ET_OK);
    ASSERT_EQ(model.set(2, {5, 5, 5, 5, 5, 5}), ET_OK);
    Seen seen = {model, {}, {}, 1000};
    ASSERT_EQ(et_model_run_with_callback(model, see, &seen), ET_OK) << model.last_error();
    EXPECT_EQ(seen.names.back(), flag ? "aten::add.out" : "aten::mul.out");
    EXPECT_EQ(model.output()[1], flag ? 7.0f : 10.0f);
  }
}

TEST(Callback, Cancels) {
  Model model("network");
  const std::vector<float> x(72, 0.5f);
  ASSERT_EQ(model.set(0, x), ET_OK);
  Seen seen = {model, {}, {}, 3};
  EE_EXPECT_ERROR(et_model_run_with_callback(model, see, &seen), ET_ERROR_CANCELLED,
                  model.last_error(),
                  "cancelled after operator esp_nn::conv2d.out (instruction 2)");
  EXPECT_EQ(seen.names.size(), 3u);
  // And runs from the start again.
  ASSERT_EQ(model.set(0, x), ET_OK);
  EXPECT_EQ(et_model_run(model), ET_OK);
}

TEST(Run, OperatorThatFailsIsNamedAndTheModelGoesOn) {
  Model model("scratch", 3000);
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  ASSERT_EQ(model.set(0, x), ET_OK);
  fail_after(1);
  EE_EXPECT_ERROR(et_model_run(model), ET_ERROR_OPERATOR_FAILED, model.last_error(),
                  "operator ee_test::scratch.out (instruction 1) failed (Error::InvalidArgument)");
  fail_after(-1);
  ASSERT_EQ(model.set(0, x), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(model.output(), (std::vector<float>{3, 4, 5, 6, 7, 8}));
}

TEST(Run, ProgramWithoutInstructions) {
  Model model("identity");
  ASSERT_EQ(model.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
  ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  EXPECT_EQ(model.output(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(Reset, MutableBuffersAreBackAtTheirStart) {
  Model model("state");
  const auto run = [&model](std::vector<float> x) {
    EXPECT_EQ(model.set(0, x), ET_OK);
    EXPECT_EQ(et_model_run(model), ET_OK) << model.last_error();
    return model.output();
  };
  et_tensor_info before;
  ASSERT_EQ(et_model_input_info(model, 0, &before), ET_OK);
  EXPECT_EQ(run({1, 2}), (std::vector<float>{11, 22}));
  EXPECT_EQ(run({1, 2}), (std::vector<float>{12, 24}));
  ASSERT_EQ(model.set(0, {5, 5}), ET_OK);
  ASSERT_EQ(et_model_reset(model), ET_OK);
  EXPECT_EQ(et_model_run(model), ET_ERROR_INPUT_NOT_SET);
  EXPECT_EQ(run({3, 3}), (std::vector<float>{13, 23}));
  et_tensor_info after;
  ASSERT_EQ(et_model_input_info(model, 0, &after), ET_OK);
  EXPECT_EQ(after.data, before.data);
}

TEST(Reset, OutputsGivenMemoryMustBeGivenItAgain) {
  Model model("add_unplanned");
  const float x[6] = {1, 2, 3, 4, 5, 6};
  float z[6] = {};
  const auto set_inputs = [&] {
    for (size_t i : {0, 1}) {
      ASSERT_EQ(et_model_set_input(model, i, ET_DTYPE_FLOAT32, x, sizeof(x)), ET_OK);
    }
  };
  ASSERT_EQ(et_model_set_output(model, 0, z, sizeof(z)), ET_OK);
  ASSERT_EQ(et_model_reset(model), ET_OK);
  set_inputs();
  EXPECT_EQ(et_model_run(model), ET_ERROR_OUTPUT_NOT_SET);
}

}  // namespace
}  // namespace ee_test
