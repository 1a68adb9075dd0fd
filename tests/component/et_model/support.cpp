// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "support.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/platform.h>

#include <cstring>

using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::Kernel;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;

namespace {

thread_local std::string last_message;
int calls_left = -1;

void scratch(KernelRuntimeContext& context, Span<EValue*> stack) {
  if (calls_left == 0) {
    context.fail(Error::InvalidArgument);
    return;
  }
  calls_left -= calls_left > 0 ? 1 : 0;
  const auto bytes = static_cast<size_t>(stack[1]->toInt());
  auto memory = context.allocate_temp(bytes, 16);
  if (!memory.ok()) {
    context.fail(memory.error());
    return;
  }
  std::memset(*memory, 0xa5, bytes);
  const auto& in = stack[0]->toTensor();
  auto* out = static_cast<float*>(stack[2]->toTensor().mutable_data_ptr());
  for (ssize_t i = 0; i < in.numel(); ++i) {
    out[i] = static_cast<const float*>(in.const_data_ptr())[i] + 1.0f;
  }
}

const Kernel kernel("ee_test::scratch.out", scratch);
[[maybe_unused]] const Error registered = executorch::runtime::register_kernel(kernel);

}  // namespace

extern "C" void et_pal_emit_log_message(et_timestamp_t, et_pal_log_level_t, const char*,
                                        const char*, size_t, const char* message, size_t) {
  last_message = message;
}

namespace ee_test {

Exact::Exact(size_t size) : size_(size) {
  if (posix_memalign(&data_, ET_MODEL_ALIGNMENT, size) != 0) {
    std::abort();
  }
  std::memset(data_, 0xcd, size);
}

et_model_memory needed(File& file, const char* method) {
  et_model_config config = {};
  config.method = method;
  et_model_memory memory = {};
  EXPECT_EQ(et_model_memory_needed(file.data(), file.size(), &config, &memory), ET_OK);
  EXPECT_TRUE(memory.exact);
  return memory;
}

Model::Model(const std::string& fixture, size_t scratch, const char* method)
    : file_(File::fixture(fixture)) {
  char text[192] = "";
  et_model_config config = {};
  config.method = method;
  config.scratch.size = scratch;
  config.error_text = text;
  config.error_text_size = sizeof(text);
  EXPECT_EQ(et_model_create(file_.data(), file_.size(), &config, &model_), ET_OK) << text;
  EXPECT_STREQ(text, "");
}

std::vector<float> Model::output() {
  et_tensor_info info;
  EXPECT_EQ(et_model_output_info(model_, 0, &info), ET_OK);
  EXPECT_EQ(info.dtype, ET_DTYPE_FLOAT32);
  const auto* data = static_cast<const float*>(info.data);
  return std::vector<float>(data, data + info.nbytes / sizeof(float));
}

void fail_after(int calls) { calls_left = calls; }

const std::string& last_log() { return last_message; }

}  // namespace ee_test
