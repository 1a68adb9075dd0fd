// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Models whose tensors lie in a .ptd file.
#include <cstring>

#include "support.h"

namespace ee_test {
namespace {

// A .ptd file of the fixtures, in memory of its own size.
class Ptd {
 public:
  explicit Ptd(const std::string& name) : file_(EE_FIXTURE_DIR "/" + name + ".ptd") {
    EXPECT_EQ(open(file_.size()), ET_OK) << text;
  }

  et_error open(size_t size) {
    return et_model_data_open(&data, file_.data(), size, text, sizeof(text));
  }
  uint8_t* bytes() { return file_.data(); }
  size_t size() const { return file_.size(); }

  et_model_data data = {};
  char text[192] = "never written";

 private:
  File file_;
};

// A model in memory of exactly what it needs.
class ModelOf {
 public:
  ModelOf(const std::string& fixture, const et_model_data* data) : file_(File::fixture(fixture)) {
    config.data = data;
    config.error_text = text;
    config.error_text_size = sizeof(text);
  }
  ~ModelOf() { EXPECT_EQ(et_model_destroy(model), ET_OK); }
  ModelOf(const ModelOf&) = delete;

  et_error create() {
    et_model_memory need;
    EXPECT_EQ(et_model_memory_needed(file_.data(), file_.size(), &config, &need), ET_OK) << text;
    model_memory_ = std::make_unique<Exact>(need.model);
    activations_ = std::make_unique<Exact>(need.activations);
    config.model = model_memory_->memory();
    config.activations = activations_->memory();
    return et_model_create(file_.data(), file_.size(), &config, &model);
  }
  std::vector<float> run(const std::vector<float>& x) {
    EXPECT_EQ(et_model_set_input(model, 0, ET_DTYPE_FLOAT32, x.data(), x.size() * sizeof(float)),
              ET_OK);
    EXPECT_EQ(et_model_run(model), ET_OK) << et_model_last_error(model);
    et_tensor_info out = {};
    EXPECT_EQ(et_model_output_info(model, 0, &out), ET_OK);
    const float* y = static_cast<const float*>(out.data);
    return std::vector<float>(y, y + out.nbytes / sizeof(float));
  }

  et_model_config config = {};
  et_model* model = nullptr;
  char text[192] = "";

 private:
  File file_;
  std::unique_ptr<Exact> model_memory_, activations_;
};

TEST(Data, ConstantsAreReadWhereTheyAre) {
  Ptd ptd("constant");
  EXPECT_STREQ(ptd.text, "");
  ModelOf model("external_constant", &ptd.data);
  ASSERT_EQ(model.create(), ET_OK) << model.text;
  // x + [1, 2, 3]
  EXPECT_EQ(model.run({0, 0, 0, 10, 20, 30}), (std::vector<float>{1, 2, 3, 11, 22, 33}));
  const float one = 1.0f;
  auto* weight = static_cast<uint8_t*>(memmem(ptd.bytes(), ptd.size(), &one, sizeof(one)));
  ASSERT_NE(weight, nullptr);
  const float changed = 5.0f;
  std::memcpy(weight, &changed, sizeof(changed));
  EXPECT_EQ(model.run({0, 0, 0, 0, 0, 0}), (std::vector<float>{5, 2, 3, 5, 2, 3}));
}

TEST(Data, ResetStartsFromItAgain) {
  Ptd ptd("state");
  ModelOf model("external_state", &ptd.data);
  ASSERT_EQ(model.create(), ET_OK) << model.text;
  // A sum that starts as [10, 20].
  EXPECT_EQ(model.run({1, 2}), (std::vector<float>{11, 22}));
  EXPECT_EQ(model.run({1, 2}), (std::vector<float>{12, 24}));
  ASSERT_EQ(et_model_reset(model.model), ET_OK);
  EXPECT_EQ(model.run({5, 5}), (std::vector<float>{15, 25}));
}

TEST(Data, ModelsShareIt) {
  Ptd ptd("constant");
  ModelOf one("external_constant", &ptd.data), two("external_constant", &ptd.data);
  ModelOf without("constant", &ptd.data);  // which needs none
  for (ModelOf* model : {&one, &two, &without}) {
    ASSERT_EQ(model->create(), ET_OK) << model->text;
  }
  for (ModelOf* model : {&two, &one, &without}) {
    EXPECT_EQ(model->run({1, 1, 1, 2, 2, 2}), (std::vector<float>{2, 3, 4, 3, 4, 5}));
  }
}

void expect_refused(const char* fixture, const et_model_data* data, const char* reason) {
  ModelOf model(fixture, data);
  EE_EXPECT_ERROR(model.create(), ET_ERROR_INVALID_DATA, model.text,
                  std::string("method 'forward' does not load (") + reason + ")");
  EXPECT_EQ(model.model, nullptr);
}

TEST(Data, ThatIsNotGivenIsMissed) {
  et_model_data zeros = {};
  Ptd ptd("constant");
  ASSERT_EQ(ptd.open(ptd.size() - 1), ET_ERROR_INVALID_DATA);
  for (const et_model_data* data : std::vector<const et_model_data*>{nullptr, &zeros, &ptd.data}) {
    expect_refused("external_constant", data, "Error::InvalidState");
    expect_refused("external_state", data, "Error::InvalidExternalData");
  }
}

TEST(Data, OfAnotherModelIsRefused) {
  Ptd constant("constant"), state("state");
  expect_refused("external_state", &constant.data, "Error::NotFound");
  expect_refused("external_constant", &state.data, "Error::NotFound");
}

TEST(Data, Misuse) {
  Ptd ptd("constant");
  EE_EXPECT_ERROR(et_model_data_open(nullptr, ptd.bytes(), 1, ptd.text, sizeof(ptd.text)),
                  ET_ERROR_NULL_ARGUMENT, ptd.text, "data is NULL");
  EE_EXPECT_ERROR(et_model_data_open(&ptd.data, nullptr, 1, ptd.text, sizeof(ptd.text)),
                  ET_ERROR_NULL_ARGUMENT, ptd.text, "ptd is NULL");
  EE_EXPECT_ERROR(
      et_model_data_open(&ptd.data, ptd.bytes() + 8, ptd.size() - 8, ptd.text, sizeof(ptd.text)),
      ET_ERROR_ALIGNMENT, ptd.text, "the .ptd is not aligned to 16 bytes");
  EXPECT_EQ(et_model_data_open(&ptd.data, ptd.bytes(), 3, nullptr, 0), ET_ERROR_INVALID_DATA);
}

TEST(Data, Truncated) {
  Ptd ptd("constant");
  for (size_t size = 0; size < ptd.size(); ++size) {
    EE_EXPECT_ERROR(ptd.open(size), ET_ERROR_INVALID_DATA, ptd.text, "truncated or damaged");
  }
}

// Every byte damaged in turn: an error with a sentence, or a model that runs. What the sanitizers
// see is the point.
TEST(Data, Damaged) {
  Ptd ptd("constant");
  for (size_t at = 0; at < ptd.size(); ++at) {
    const uint8_t before = ptd.bytes()[at];
    ptd.bytes()[at] ^= 0xff;
    if (ptd.open(ptd.size()) == ET_OK) {
      ModelOf model("external_constant", &ptd.data);
      if (model.create() == ET_OK) {
        EXPECT_EQ(model.run({0, 0, 0, 0, 0, 0}).size(), 6u);
      } else {
        EXPECT_STRNE(model.text, "");
      }
    } else {
      EXPECT_STRNE(ptd.text, "");
    }
    ptd.bytes()[at] = before;
  }
}

}  // namespace
}  // namespace ee_test
