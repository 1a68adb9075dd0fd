// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs whose tensors have their data in a .ptd file.
#include <executorch/espressif/method_view.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/platform/runtime.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../core/log_capture.h"
#include "demo_backend.h"
#include "loaded_program.h"

namespace ee_test {
namespace {

using executorch::aten::ScalarType;
using executorch::extension::BufferDataLoader;
using executorch::extension::FlatTensorDataMap;
using executorch::runtime::Error;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Method;
using executorch::runtime::NamedDataMap;
using executorch::runtime::Program;
using executorch::runtime::Result;
using executorch::runtime::Span;
using executorch::runtime::TensorLayout;

// A .ptd file and its map.
class Data {
 public:
  explicit Data(const std::string& name)
      : file_(EE_FIXTURE_DIR "/" + name),
        loader_(file_.data(), file_.size()),
        map_(FlatTensorDataMap::load(&loader_)) {
    EXPECT_TRUE(map_.ok()) << name;
  }
  const NamedDataMap* map() const { return &*map_; }
  bool holds(const void* data) {
    return data >= file_.data() && data < file_.data() + file_.size();
  }

 private:
  File file_;
  BufferDataLoader loader_;
  Result<FlatTensorDataMap> map_;
};

// Another map's data with something changed; counts the buffers that are out.
class Changed : public NamedDataMap {
 public:
  explicit Changed(const NamedDataMap* map) : map_(map) {}

  Result<const TensorLayout> get_tensor_layout(std::string_view key) const override {
    if (!sizes.empty()) {
      return TensorLayout::create(Span<const int32_t>(sizes.data(), sizes.size()),
                                  Span<const uint8_t>(order.data(), order.size()), type);
    }
    return map_->get_tensor_layout(key);
  }
  Result<FreeableBuffer> get_data(std::string_view key) const override {
    if (fails) {
      return Error::AccessFailed;
    }
    Result<FreeableBuffer> data = map_->get_data(key);
    EXPECT_TRUE(data.ok());
    ++out;
    ++taken;
    return FreeableBuffer(data->data(), data->size() - missing, give_back, &out);
  }
  Error load_data_into(std::string_view key, void* buffer, size_t size) const override {
    return map_->load_data_into(key, buffer, size + missing);
  }
  Result<uint32_t> get_num_keys() const override { return map_->get_num_keys(); }
  Result<const char*> get_key(uint32_t index) const override { return map_->get_key(index); }

  std::vector<int32_t> sizes;
  std::vector<uint8_t> order;
  ScalarType type = ScalarType::Float;
  size_t missing = 0;
  bool fails = false;
  mutable int out = 0;
  mutable int taken = 0;

 private:
  static void give_back(void* out, void*, size_t) { --*static_cast<int*>(out); }

  const NamedDataMap* map_;
};

class ExternalDataTest : public testing::Test {
 protected:
  // Opens a fixture; each `from` in it becomes `to`, which is as long.
  void open(const std::string& fixture, const char* from = "", const char* to = "") {
    executorch::runtime::runtime_init();
    file_ = std::make_unique<File>(File::fixture(fixture));
    const size_t length = std::strlen(from);
    for (size_t i = 0; length != 0 && i + length <= file_->size(); ++i) {
      if (std::memcmp(file_->data() + i, from, length) == 0) {
        std::memcpy(file_->data() + i, to, length);
      }
    }
    loader_ = std::make_unique<BufferDataLoader>(file_->data(), file_->size());
    Result<Program> program = Program::load(loader_.get());
    ASSERT_TRUE(program.ok());
    program_ = std::make_unique<Program>(std::move(*program));
  }
  Error load(const NamedDataMap* map, size_t method_bytes = 16384) {
    method_.reset();
    pools_ = std::make_unique<Pools>(*program_->method_meta("forward"), method_bytes);
    Result<Method> method = program_->load_method("forward", &pools_->manager(), nullptr, map);
    if (method.ok()) {
      method_ = std::make_unique<Method>(std::move(*method));
    }
    return method.error();
  }
  std::vector<float> run(std::vector<int32_t> sizes, std::vector<float> values) {
    auto x = floats(std::move(sizes), std::move(values));
    EXPECT_EQ(method_->set_input(x.value(), 0), Error::Ok);
    EXPECT_EQ(method_->execute(), Error::Ok);
    return elements<float>(method_->get_output(0));
  }
  const void* data_of(const char* name) { return method_->get_attribute(name)->const_data_ptr(); }
  // What load() says on the way.
  Error refused(const NamedDataMap* map, std::string* line) {
    LogCapture log;
    const Error error = load(map);
    *line = log.last();
    return error;
  }

  std::unique_ptr<File> file_;
  std::unique_ptr<BufferDataLoader> loader_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Pools> pools_;
  std::unique_ptr<Method> method_;
};

TEST_F(ExternalDataTest, AConstantIsReadInPlace) {
  Data data("constant.ptd");
  open("external_constant");
  ASSERT_EQ(load(data.map()), Error::Ok);
  EXPECT_EQ(run({2, 3}, {0, 0, 0, 10, 20, 30}), (std::vector<float>{1, 2, 3, 11, 22, 33}));
  EXPECT_TRUE(data.holds(data_of("weight")));
}

TEST_F(ExternalDataTest, TensorsOfOneNameShareTheirData) {
  Data data("constants.ptd");
  Changed counting(data.map());
  open("external_constants");
  ASSERT_EQ(load(&counting), Error::Ok);
  EXPECT_EQ(counting.taken, 2);
  // x * [1 2 3, 4 5 6] + 10 * [1 2 3, 4 5 6]
  EXPECT_EQ(run({2, 3}, {1, 1, 1, 2, 2, 2}), (std::vector<float>{11, 22, 33, 48, 60, 72}));

  method_.reset();
  open("external_constants", "shift", "scale");
  counting.taken = 0;
  ASSERT_EQ(load(&counting), Error::Ok);
  EXPECT_EQ(counting.taken, 1);
  EXPECT_EQ(counting.out, 1);
  EXPECT_EQ(run({2, 3}, {1, 1, 1, 2, 2, 2}), (std::vector<float>{2, 4, 6, 12, 15, 18}));
  method_.reset();
  EXPECT_EQ(counting.out, 0);
}

TEST_F(ExternalDataTest, StateBeginsWithTheDataAndLeavesItAsItIs) {
  Data data("state.ptd");
  open("external_state");
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(load(data.map()), Error::Ok);
    EXPECT_EQ(run({2}, {1, 2}), (std::vector<float>{11, 22}));
    EXPECT_EQ(run({2}, {1, 2}), (std::vector<float>{12, 24}));
    EXPECT_FALSE(data.holds(data_of("total")));
  }
  Changed short_of(data.map());
  short_of.missing = 4;
  std::string line;
  EXPECT_EQ(refused(&short_of, &line), Error::InvalidExternalData);
  EXPECT_EQ(line.find("External data 'total' cannot be copied (8 bytes)"), 0u) << line;
}

TEST_F(ExternalDataTest, MissingDataIsNamed) {
  std::string line;
  open("external_state");
  EXPECT_EQ(refused(nullptr, &line), Error::InvalidExternalData);
  EXPECT_EQ(line,
            "The data of tensor 'total' is outside the program: load_method() needs a data map");
  open("external_constant");
  EXPECT_EQ(refused(nullptr, &line), Error::InvalidState);
  EXPECT_EQ(line,
            "The data of tensor 'weight' is outside the program: load_method() needs a data map");
  Data other("state.ptd");
  EXPECT_EQ(refused(other.map(), &line), Error::NotFound);
  EXPECT_EQ(line, "The data map does not have tensor 'weight': error 0x20");
}

TEST_F(ExternalDataTest, AnotherLayoutIsRefused) {
  struct Case {
    std::vector<int32_t> sizes;
    std::vector<uint8_t> order;
    ScalarType type;
    const char* message;
  };
  const Case cases[] = {
      {{2, 3}, {0, 1}, ScalarType::Int, "is of dtype Int, the program's tensor of Float"},
      {{6}, {0}, ScalarType::Float, "has rank 1, the program's tensor 2"},
      {{3, 2}, {0, 1}, ScalarType::Float, "has size 3 in dimension 0, the program's tensor 2"},
      {{2, 4}, {0, 1}, ScalarType::Float, "has size 4 in dimension 1, the program's tensor 3"},
      {{2, 3},
       {1, 0},
       ScalarType::Float,
       "has dimension 1 at place 0 of its order, the program's tensor 0"},
  };
  Data data("constants.ptd");
  open("external_constants");
  for (const Case& c : cases) {
    Changed changed(data.map());
    changed.sizes = c.sizes;
    changed.order = c.order;
    changed.type = c.type;
    std::string line;
    EXPECT_EQ(refused(&changed, &line), Error::InvalidExternalData);
    EXPECT_EQ(line, std::string("External data 'scale' ") + c.message);
    EXPECT_EQ(changed.taken, 0);
  }
}

TEST_F(ExternalDataTest, DataThatIsTooShortOrUnreadableIsRefused) {
  Data data("constants.ptd");
  open("external_constants");
  Changed changed(data.map());
  changed.missing = 1;
  std::string line;
  EXPECT_EQ(refused(&changed, &line), Error::InvalidExternalData);
  EXPECT_EQ(line, "External data 'scale' has 23 bytes, the program's tensor 24");
  EXPECT_EQ(changed.taken, 1);
  EXPECT_EQ(changed.out, 0);
  changed.fails = true;
  EXPECT_EQ(refused(&changed, &line), Error::InvalidExternalData);
  EXPECT_EQ(line.find("External data 'scale' cannot be read"), 0u) << line;

  File file(EE_FIXTURE_DIR "/constants.ptd");
  BufferDataLoader cut(file.data(), file.size() - 1);
  EXPECT_EQ(FlatTensorDataMap::load(&cut).error(), Error::InvalidExternalData);
}

TEST_F(ExternalDataTest, MemoryIsCountedAndLessIsAnError) {
  for (const char* to : {"shift", "scale"}) {
    Data data("constants.ptd");
    Changed counting(data.map());
    open("external_constants", "shift", to);
    ASSERT_EQ(load(&counting), Error::Ok);
    const size_t need = pools_->method_bytes_used();
    const executorch::espressif::MethodView view(method_->method_meta());
    EXPECT_EQ(view.method_allocator_bytes(), need);
    for (size_t size = 0; size < need; ++size) {
      ASSERT_EQ(load(&counting, size), Error::MemoryAllocationFailed) << size << " of " << need;
      ASSERT_EQ(counting.out, 0);
    }
    EXPECT_EQ(load(&counting, need), Error::Ok);
    method_.reset();
    EXPECT_EQ(counting.out, 0);
  }
}

TEST_F(ExternalDataTest, DelegatesFindTheProgramsDataAndMore) {
  Data data("constant.ptd");
  open("delegate_data");
  ASSERT_EQ(load(nullptr), Error::Ok);
  const NamedDataMap* seen = demo_backend_counters().named_data;
  ASSERT_NE(seen, nullptr);
  EXPECT_EQ(seen->get_data("demo")->size(), 3u);
  EXPECT_EQ(seen->get_data("weight").error(), Error::NotFound);

  ASSERT_EQ(load(data.map()), Error::Ok);
  seen = demo_backend_counters().named_data;
  EXPECT_EQ(std::memcmp(seen->get_data("demo")->data(), "own", 3), 0);
  const Result<FreeableBuffer> weight = seen->get_data("weight");
  ASSERT_TRUE(weight.ok());
  EXPECT_TRUE(data.holds(weight->data()));
  const size_t need = pools_->method_bytes_used();
  for (size_t size = 0; size < need; ++size) {
    ASSERT_EQ(load(data.map(), size), Error::MemoryAllocationFailed) << size << " of " << need;
  }

  open("delegate_segment");
  ASSERT_EQ(load(data.map()), Error::Ok);
  EXPECT_EQ(demo_backend_counters().named_data, data.map());
}

TEST(ExternalModuleTest, ModulePassesItsFilesOn) {
  using executorch::extension::make_tensor_ptr;
  using executorch::extension::Module;
  const std::string folder = EE_FIXTURE_DIR "/";
  Module module(folder + "external_constant.pte",
                std::vector<std::string>{folder + "state.ptd", folder + "constant.ptd"});
  const auto result = module.forward(make_tensor_ptr({2, 3}, {0.f, 0.f, 0.f, 10.f, 20.f, 30.f}));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(elements<float>(result->at(0)), (std::vector<float>{1, 2, 3, 11, 22, 33}));
  Module without(folder + "external_constant.pte");
  EXPECT_EQ(without.load_method("forward"), Error::InvalidState);
}

}  // namespace
}  // namespace ee_test
