// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <et_model.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "loaded_program.h"

namespace ee_test {

// Memory of exactly `size` bytes, aligned to ET_MODEL_ALIGNMENT and full of garbage: a sanitizer
// sees every byte beyond.
class Exact {
 public:
  explicit Exact(size_t size);
  ~Exact() { std::free(data_); }
  Exact(const Exact&) = delete;

  void* data() { return data_; }
  et_memory memory() { return {data_, size_, 0}; }
  et_memory first(size_t size) { return {data_, size, 0}; }

 private:
  void* data_ = nullptr;
  size_t size_;
};

et_model_memory needed(File& file, const char* method = nullptr);

// A model of a fixture with everything from the heap; destroyed at the end.
class Model {
 public:
  explicit Model(const std::string& fixture, size_t scratch = 0, const char* method = nullptr);
  ~Model() { EXPECT_EQ(et_model_destroy(model_), ET_OK); }
  Model(const Model&) = delete;

  operator et_model*() { return model_; }
  std::string last_error() { return et_model_last_error(model_); }
  et_error set(size_t index, const std::vector<float>& data) {
    return et_model_set_input(model_, index, ET_DTYPE_FLOAT32, data.data(),
                              data.size() * sizeof(float));
  }
  // Of output 0.
  std::vector<float> output();

 private:
  File file_;
  et_model* model_ = nullptr;
};

// The kernel "ee_test::scratch.out" (x + 1, and asks for scratch) fails from this call on.
void fail_after(int calls);

// What the runtime and the API logged last.
const std::string& last_log();

// Matches an error and the sentence that goes with it.
#define EE_EXPECT_ERROR(call, error, sentence_of, words)                  \
  do {                                                                    \
    EXPECT_EQ(call, error);                                               \
    const std::string said(sentence_of);                                  \
    EXPECT_NE(said.find(words), std::string::npos) << "'" << said << "'"; \
  } while (0)

}  // namespace ee_test
