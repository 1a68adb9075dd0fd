// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Creating and destroying: where memory comes from, which method, what is wrong with a program.
#include <executorch/runtime/platform/platform.h>

#include <cstring>

#include "demo_backend.h"
#include "support.h"

namespace ee_test {
namespace {

struct Creation {
  et_model_config config = {};
  et_model* model = nullptr;
  char text[192] = "";

  Creation() {
    config.error_text = text;
    config.error_text_size = sizeof(text);
  }
  et_error operator()(const void* pte, size_t size) {
    return et_model_create(pte, size, &config, &model);
  }
};

TEST(Create, WithoutConfiguration) {
  File file = File::fixture("add");
  et_model* model = nullptr;
  ASSERT_EQ(et_model_create(file.data(), file.size(), nullptr, &model), ET_OK);
  EXPECT_EQ(et_model_num_inputs(model), 2u);
  EXPECT_EQ(et_model_num_outputs(model), 1u);
  EXPECT_STREQ(et_model_last_error(model), "");
  EXPECT_EQ(et_model_destroy(model), ET_OK);
}

TEST(Create, MethodsByName) {
  Model add("methods", 0, "add");
  Model mul("methods", 0, "mul");
  for (et_model* model : {static_cast<et_model*>(add), static_cast<et_model*>(mul)}) {
    const float x[] = {1, 2, 3, 4, 5, 6};
    for (size_t i : {0, 1}) {
      ASSERT_EQ(et_model_set_input(model, i, ET_DTYPE_FLOAT32, x, sizeof(x)), ET_OK);
    }
    ASSERT_EQ(et_model_run(model), ET_OK);
  }
  EXPECT_EQ(add.output(), (std::vector<float>{2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(mul.output(), (std::vector<float>{1, 4, 9, 16, 25, 36}));
}

TEST(Create, UnknownMethod) {
  File file = File::fixture("methods");
  Creation create;
  EE_EXPECT_ERROR(create(file.data(), file.size()), ET_ERROR_NOT_FOUND, create.text,
                  "no method 'forward'; the program has add, mul");
  EXPECT_EQ(create.model, nullptr);
}

TEST(Create, NotAProgram) {
  alignas(16) uint8_t bytes[256] = {};
  Creation create;
  EE_EXPECT_ERROR(create(bytes, sizeof(bytes)), ET_ERROR_INVALID_PROGRAM, create.text,
                  "not a program that this runtime reads");
  EXPECT_EQ(create(bytes, 0), ET_ERROR_INVALID_PROGRAM);
}

TEST(Create, Truncated) {
  File file = File::fixture("network");
  for (size_t size = 0; size < file.size(); size += 97) {
    Creation create;
    ASSERT_EQ(create(file.data(), size), ET_ERROR_INVALID_PROGRAM) << size;
    ASSERT_NE(create.text[0], '\0');
  }
}

TEST(Create, MisalignedProgram) {
  File file = File::fixture("add");
  std::vector<uint8_t> copy(file.size() + 8);
  std::memcpy(copy.data() + 4, file.data(), file.size());
  Creation create;
  EE_EXPECT_ERROR(create(copy.data() + 4, file.size()), ET_ERROR_ALIGNMENT, create.text,
                  "the .pte is not aligned to 8 bytes");
}

TEST(Create, MissingOperatorIsNamed) {
  // Another operator of the same length in the file.
  File file = File::fixture("add");
  uint8_t* name = static_cast<uint8_t*>(memmem(file.data(), file.size(), "aten::add", 9));
  ASSERT_NE(name, nullptr);
  std::memcpy(name, "aten::xyz", 9);
  Creation create;
  EE_EXPECT_ERROR(create(file.data(), file.size()), ET_ERROR_OPERATOR_MISSING, create.text,
                  "this firmware has no kernel for operator 'aten::xyz.out'");
}

TEST(Create, MissingDelegateIsNamed) {
  File file = File::fixture("delegate_inline");
  uint8_t* name = static_cast<uint8_t*>(memmem(file.data(), file.size(), "DemoBackend", 11));
  ASSERT_NE(name, nullptr);
  std::memcpy(name, "NotOurOwner", 11);
  Creation create;
  EE_EXPECT_ERROR(create(file.data(), file.size()), ET_ERROR_BACKEND_MISSING, create.text,
                  "this firmware has no delegate 'NotOurOwner'");
  et_model_memory memory;
  EXPECT_EQ(et_model_memory_needed(file.data(), file.size(), nullptr, &memory), ET_OK);
  EXPECT_FALSE(memory.exact);
}

TEST(Create, NotContiguousIsRefused) {
  File file = File::fixture("channels_last");
  Creation create;
  EE_EXPECT_ERROR(create(file.data(), file.size()), ET_ERROR_NOT_SUPPORTED, create.text,
                  "input 'input0' is not contiguous");
}

// Every byte of a program damaged in turn: an error with a sentence, or a model that runs or says
// why not. What the sanitizers see is the point.
TEST(Create, DamagedPrograms) {
  Exact model_memory(16384);
  Exact activations(4096);
  for (const char* fixture : {"add", "state", "types", "lists", "index", "network"}) {
    File file = File::fixture(fixture);
    const size_t stride = file.size() > 6000 ? 5 : 1;
    for (size_t at = 0; at < file.size(); at += stride) {
      uint8_t& byte = file.data()[at];
      const uint8_t before = byte;
      byte ^= at % 2 == 0 ? 0xff : 0x01;
      Creation create;
      create.config.model = model_memory.memory();
      create.config.activations = activations.memory();
      const et_error error = create(file.data(), file.size());
      ASSERT_EQ(error == ET_OK, create.model != nullptr);
      ASSERT_EQ(error == ET_OK, create.text[0] == '\0') << fixture << " at " << at;
      if (error == ET_OK) {
        static const uint8_t zeros[4096] = {};
        for (size_t i = 0; i < et_model_num_inputs(create.model); ++i) {
          et_tensor_info info;
          ASSERT_EQ(et_model_input_info(create.model, i, &info), ET_OK);
          if (info.is_tensor && info.nbytes <= sizeof(zeros)) {
            ASSERT_EQ(et_model_set_input(create.model, i, info.dtype, zeros, info.nbytes), ET_OK);
          }
        }
        if (et_model_run(create.model) != ET_OK) {
          ASSERT_STRNE(et_model_last_error(create.model), "") << fixture << " at " << at;
        }
        ASSERT_EQ(et_model_destroy(create.model), ET_OK);
      }
      byte = before;
    }
  }
}

// Heap that fails from the nth request on.
int requests_left;
void* limited(size_t size) { return requests_left-- > 0 ? std::malloc(size) : nullptr; }

TEST(Create, EveryHeapRequestFailingInTurn) {
  using executorch::runtime::PalImpl;
  File file = File::fixture("scratch");
  PalImpl limited_heap;
  limited_heap.allocate = limited;
  PalImpl before;
  before.allocate = executorch::runtime::get_pal_impl()->allocate;
  executorch::runtime::register_pal(limited_heap);
  const et_model_memory need = needed(file);
  const std::string words[] = {std::to_string(need.model) + " bytes of model memory",
                               std::to_string(need.activations) + " bytes of activation memory",
                               "77 bytes of scratch memory"};
  for (int n = 0; n < 3; ++n) {
    Creation create;
    create.config.scratch.size = 77;
    requests_left = n;
    EE_EXPECT_ERROR(create(file.data(), file.size()), ET_ERROR_OUT_OF_MEMORY, create.text,
                    "the heap has not got the " + words[n]);
    EXPECT_EQ(create.model, nullptr);
  }
  executorch::runtime::register_pal(before);
}

TEST(Create, DelegateIsDestroyedWithTheModel) {
  const DemoBackendCounters before = demo_backend_counters();
  {
    Model model("delegate_segment");
    ASSERT_EQ(model.set(0, {1, 2, 3, 4, 5, 6}), ET_OK);
    ASSERT_EQ(model.set(1, {1, 1, 1, 1, 1, 1}), ET_OK);
    ASSERT_EQ(et_model_run(model), ET_OK) << model.last_error();
  }
  const DemoBackendCounters after = demo_backend_counters();
  EXPECT_EQ(after.executes, before.executes + 1);
  EXPECT_GT(after.inits, before.inits);
  EXPECT_EQ(after.destroys - before.destroys, after.inits - before.inits);
}

TEST(Create, TenThousandTimes) {
  File file = File::fixture("add");
  for (int i = 0; i < 10000; ++i) {
    et_model* model = nullptr;
    ASSERT_EQ(et_model_create(file.data(), file.size(), nullptr, &model), ET_OK);
    ASSERT_EQ(et_model_destroy(model), ET_OK);
  }
}

TEST(Destroy, TwiceIsSeenInMemoryOfTheCaller) {
  File file = File::fixture("add");
  const et_model_memory need = needed(file);
  Exact model_memory(need.model);
  Creation create;
  create.config.model = model_memory.memory();
  ASSERT_EQ(create(file.data(), file.size()), ET_OK);
  EXPECT_EQ(et_model_destroy(create.model), ET_OK);
  EXPECT_EQ(et_model_destroy(create.model), ET_ERROR_INVALID_MODEL);
  EXPECT_EQ(et_model_run(create.model), ET_ERROR_INVALID_MODEL);
  EXPECT_STREQ(et_model_last_error(create.model),
               "this is no model: never created, or destroyed already");
}

TEST(Destroy, NullIsFine) { EXPECT_EQ(et_model_destroy(nullptr), ET_OK); }

}  // namespace
}  // namespace ee_test
