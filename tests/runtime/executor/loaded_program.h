// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/executor/program.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ee_test {

// The bytes of a file, aligned to 16; empty if it cannot be read.
class File {
 public:
  explicit File(const std::string& path);
  // A fixture by its name.
  static File fixture(const std::string& name);

  uint8_t* data() { return reinterpret_cast<uint8_t*>(storage_.data()); }
  size_t size() const { return size_; }

 private:
  struct alignas(16) Block {
    uint8_t bytes[16];
  };
  std::vector<Block> storage_;
  size_t size_ = 0;
};

// Pools for one method, each in an allocation of its own size so that a sanitizer sees its ends.
class Pools {
 public:
  Pools(const executorch::runtime::MethodMeta& meta, size_t method_bytes, size_t temp_bytes = 4096);

  executorch::runtime::MemoryManager& manager() { return *manager_; }
  size_t method_bytes_used() const { return method_allocator_->used_size(); }

 private:
  struct alignas(16) Block {
    uint8_t bytes[16];
  };
  std::vector<std::vector<Block>> buffers_;
  std::vector<executorch::runtime::Span<uint8_t>> spans_;
  std::unique_ptr<uint8_t[]> method_pool_;
  std::unique_ptr<uint8_t[]> temp_pool_;
  std::unique_ptr<executorch::runtime::HierarchicalAllocator> planned_;
  std::unique_ptr<executorch::runtime::MemoryAllocator> method_allocator_;
  std::unique_ptr<executorch::runtime::MemoryAllocator> temp_allocator_;
  std::unique_ptr<executorch::runtime::MemoryManager> manager_;
};

// A fixture with one of its methods loaded; fails the test if that does not work.
class Loaded {
 public:
  explicit Loaded(const std::string& fixture, const char* method = "forward",
                  executorch::runtime::EventTracer* tracer = nullptr);

  executorch::runtime::Program& program() { return *program_; }
  executorch::runtime::Method& method() { return *method_; }
  Pools& pools() { return *pools_; }

 private:
  File file_;
  executorch::extension::BufferDataLoader loader_;
  std::unique_ptr<executorch::runtime::Program> program_;
  std::unique_ptr<Pools> pools_;
  std::unique_ptr<executorch::runtime::Method> method_;
};

// A contiguous tensor that owns its arrays.
template <typename T>
class Values {
 public:
  Values(executorch::aten::ScalarType type, std::vector<int32_t> sizes, std::vector<T> data)
      : sizes_(std::move(sizes)), data_(data.size()) {
    for (size_t i = 0; i < data.size(); ++i) {
      data_[i].value = data[i];
    }
    int32_t stride = 1;
    strides_.resize(sizes_.size());
    for (size_t i = sizes_.size(); i-- > 0;) {
      dim_order_.insert(dim_order_.begin(), static_cast<uint8_t>(i));
      strides_[i] = stride;
      stride *= sizes_[i];
    }
    impl_ = std::make_unique<executorch::aten::TensorImpl>(
        type, static_cast<ssize_t>(sizes_.size()), sizes_.data(), data_.data(), dim_order_.data(),
        strides_.data());
  }
  executorch::aten::Tensor tensor() { return executorch::aten::Tensor(impl_.get()); }
  executorch::runtime::EValue value() { return executorch::runtime::EValue(tensor()); }
  std::vector<uint8_t>& dim_order() { return dim_order_; }

 private:
  // std::vector<bool> has no data().
  struct Element {
    T value;
  };
  std::vector<int32_t> sizes_;
  std::vector<uint8_t> dim_order_;
  std::vector<int32_t> strides_;
  std::vector<Element> data_;
  std::unique_ptr<executorch::aten::TensorImpl> impl_;
};

inline Values<float> floats(std::vector<int32_t> sizes, std::vector<float> data) {
  return Values<float>(executorch::aten::ScalarType::Float, std::move(sizes), std::move(data));
}

template <typename T>
std::vector<T> elements(const executorch::runtime::EValue& value) {
  const auto& tensor = value.toTensor();
  const T* data = static_cast<const T*>(tensor.const_data_ptr());
  return std::vector<T>(data, data + tensor.numel());
}

std::vector<int32_t> sizes_of(const executorch::runtime::EValue& value);

}  // namespace ee_test
