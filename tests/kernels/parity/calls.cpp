// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Calls kernels of the registry with arguments from a file. One source, two programs: built against
// runtime/ and kernels/ (with sanitizers), and against the wheel's headers and libraries.
//
//   kernel_calls <calls> <results> <first>     writes the results of calls first, first + 1, ...
//
// calls.py writes and reads both files and says what is in them. Each result is flushed, so that
// after an abort the caller knows which call it was.
#include <executorch/runtime/core/device_allocator.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::Span;
using executorch::runtime::etensor::DeviceIndex;
using executorch::runtime::etensor::DeviceType;

constexpr uint32_t kNoKernel = 0xffffffff;
constexpr size_t kTempBytes = 1 << 20;

[[noreturn]] void die(const char* what) {
  std::fprintf(stderr, "kernel_calls: %s\n", what);
  std::exit(2);
}

// A device whose memory is ours.
class Device final : public executorch::runtime::DeviceAllocator {
 public:
  executorch::runtime::Result<void*> allocate(size_t, DeviceIndex, size_t) override {
    return executorch::runtime::Error::NotSupported;
  }
  void deallocate(void*, DeviceIndex) override {}
  executorch::runtime::Error copy_host_to_device(void* dst, const void* src, size_t nbytes,
                                                 DeviceIndex index) override {
    if (index != 0) {
      return executorch::runtime::Error::NotFound;
    }
    std::memcpy(dst, src, nbytes);
    return executorch::runtime::Error::Ok;
  }
  executorch::runtime::Error copy_device_to_host(void* dst, const void* src, size_t nbytes,
                                                 DeviceIndex index) override {
    return copy_host_to_device(dst, src, nbytes, index);
  }
  DeviceType device_type() const override { return DeviceType::CUDA; }
};

class Reader {
 public:
  explicit Reader(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
  bool at_end() const { return position_ == bytes_.size(); }

  template <typename T>
  T get() {
    T value;
    copy(&value, sizeof(value));
    return value;
  }
  void copy(void* to, size_t size) {
    if (size > bytes_.size() - position_) {
      die("the file of calls ends too early");
    }
    if (size > 0) {
      std::memcpy(to, bytes_.data() + position_, size);
    }
    position_ += size;
  }
  std::string text() {
    std::string value(get<uint32_t>(), '\0');
    copy(&value[0], value.size());
    return value;
  }

 private:
  std::vector<char> bytes_;
  size_t position_ = 0;
};

struct Free {
  void operator()(void* data) const { std::free(data); }
};

// A tensor whose buffer is a heap block of exactly its size, so that a sanitizer sees every byte
// read or written outside.
struct TensorArgument {
  std::vector<TensorImpl::SizesType> sizes;
  std::vector<TensorImpl::DimOrderType> order;
  std::vector<TensorImpl::StridesType> strides;
  std::unique_ptr<void, Free> data;
  size_t bytes = 0;
  std::unique_ptr<TensorImpl> impl;
};

class Call {
 public:
  explicit Call(Reader& in) : name(in.text()), results(in.get<uint32_t>()) {
    const uint32_t count = in.get<uint32_t>();
    for (uint32_t i = 0; i < count; ++i) {
      values_.push_back(value(in));
    }
  }

  void run(Span<uint8_t> temp, FILE* out) {
    std::vector<EValue*> stack;
    for (EValue& value : values_) {
      stack.push_back(&value);
    }
    // Programs append what the operator returns: its out argument, or a new value.
    EValue returned;
    if (results == 1) {
      stack.push_back(values_.empty() || !values_.back().isTensor() ? &returned : &values_.back());
    } else if (results > 1) {
      stack.push_back(&returned);
    }
    const auto function = executorch::runtime::get_op_function_from_registry(name.c_str());
    uint32_t status = kNoKernel;
    if (function.ok()) {
      MemoryAllocator allocator(static_cast<uint32_t>(temp.size()), temp.data());
      KernelRuntimeContext context(nullptr, &allocator);
      (*function)(context, Span<EValue*>(stack.data(), stack.size()));
      status = static_cast<uint32_t>(context.failure_state());
    }
    write(status, out);
  }

  const std::string name;

 private:
  EValue value(Reader& in) {
    const char kind = in.get<char>();
    switch (kind) {
      case 'N':
        return EValue();
      case 'i':
        return EValue(in.get<int64_t>());
      case 'd':
        return EValue(in.get<double>());
      case 'b':
        return EValue(in.get<uint8_t>() != 0);
      case 's': {
        texts_.push_back(in.text());
        strings_.emplace_back(&texts_.back()[0], texts_.back().size());
        return EValue(&strings_.back());
      }
      case 'I': {
        const uint32_t count = in.get<uint32_t>();
        pointers_.emplace_back().reserve(count + 1);  // an empty list needs pointers too
        for (uint32_t i = 0; i < count; ++i) {
          items_.emplace_back(in.get<int64_t>());
          pointers_.back().push_back(&items_.back());
        }
        int_storage_.emplace_back(count + 1);
        int_lists_.emplace_back(pointers_.back().data(), int_storage_.back().data(),
                                static_cast<int>(count));
        return EValue(&int_lists_.back());
      }
      case 'D': {
        doubles_.emplace_back(in.get<uint32_t>());
        in.copy(doubles_.back().data(), doubles_.back().size() * sizeof(double));
        double_lists_.emplace_back(doubles_.back().data(), doubles_.back().size());
        return EValue(&double_lists_.back());
      }
      case 'B': {
        const uint32_t count = in.get<uint32_t>();
        bools_.emplace_back(new bool[count + 1]);
        for (uint32_t i = 0; i < count; ++i) {
          bools_.back()[i] = in.get<uint8_t>() != 0;
        }
        bool_lists_.emplace_back(bools_.back().get(), count);
        return EValue(&bool_lists_.back());
      }
      case 't':
        return EValue(tensor(in));
      case 'T':
        return tensor_list(in);
      case 'O':
        return optional_tensor_list(in);
      default:
        die("an argument of an unknown kind");
    }
  }

  Tensor tensor(Reader& in) {
    tensors_.emplace_back();
    TensorArgument& t = tensors_.back();
    const auto dtype = static_cast<ScalarType>(in.get<int8_t>());
    const auto dynamism = static_cast<executorch::runtime::TensorShapeDynamism>(in.get<uint8_t>());
    const auto device = in.get<int8_t>();
    const uint8_t rank = in.get<uint8_t>();
    for (uint8_t i = 0; i < rank; ++i) {
      t.sizes.push_back(in.get<int32_t>());
    }
    for (uint8_t i = 0; i < rank; ++i) {
      t.order.push_back(in.get<uint8_t>());
    }
    t.strides.resize(rank);
    TensorImpl::StridesType stride = 1;
    for (size_t i = rank; i-- > 0;) {
      const size_t axis = t.order[i];
      t.strides[axis] = stride;
      stride *= t.sizes[axis] > 0 ? t.sizes[axis] : 1;
    }
    t.bytes = in.get<uint32_t>();
    t.data.reset(std::malloc(t.bytes > 0 ? t.bytes : 1));
    in.copy(t.data.get(), t.bytes);
    t.impl = std::make_unique<TensorImpl>(dtype, rank, t.sizes.data(), t.data.get(), t.order.data(),
                                          t.strides.data(), dynamism,
                                          device < 0 ? DeviceType::CPU : DeviceType::CUDA,
                                          static_cast<DeviceIndex>(device < 0 ? 0 : device));
    return Tensor(t.impl.get());
  }

  EValue tensor_list(Reader& in) {
    const uint32_t count = in.get<uint32_t>();
    pointers_.emplace_back().reserve(count + 1);
    tensor_storage_.emplace_back(static_cast<Tensor*>(std::malloc((count + 1) * sizeof(Tensor))));
    for (uint32_t i = 0; i < count; ++i) {
      const Tensor item = tensor(in);
      items_.emplace_back(item);
      pointers_.back().push_back(&items_.back());
      new (tensor_storage_.back().get() + i) Tensor(item);
    }
    tensor_lists_.emplace_back(pointers_.back().data(), tensor_storage_.back().get(),
                               static_cast<int>(count));
    return EValue(&tensor_lists_.back());
  }

  EValue optional_tensor_list(Reader& in) {
    const uint32_t count = in.get<uint32_t>();
    pointers_.emplace_back().reserve(count + 1);
    for (uint32_t i = 0; i < count; ++i) {
      if (in.get<uint8_t>() != 0) {
        items_.emplace_back(tensor(in));
      } else {
        items_.emplace_back();
      }
      pointers_.back().push_back(&items_.back());
    }
    optional_storage_.emplace_back(count + 1);
    optional_lists_.emplace_back(pointers_.back().data(), optional_storage_.back().data(),
                                 static_cast<int>(count));
    return EValue(&optional_lists_.back());
  }

  // Status, then every tensor argument in order: sizes, and all bytes of its buffer.
  void write(uint32_t status, FILE* out) {
    std::string bytes;
    const auto put = [&bytes](const void* data, size_t size) {
      bytes.append(static_cast<const char*>(data), size);
    };
    put(&status, sizeof(status));
    const uint32_t count = static_cast<uint32_t>(tensors_.size());
    put(&count, sizeof(count));
    for (const TensorArgument& t : tensors_) {
      const uint32_t rank = static_cast<uint32_t>(t.impl->dim());
      put(&rank, sizeof(rank));
      put(t.impl->sizes().data(), rank * sizeof(int32_t));
      const uint32_t size = static_cast<uint32_t>(t.bytes);
      put(&size, sizeof(size));
      put(t.data.get(), t.bytes);
    }
    const uint32_t size = static_cast<uint32_t>(bytes.size());
    if (std::fwrite(&size, sizeof(size), 1, out) != 1 ||
        std::fwrite(bytes.data(), bytes.size(), 1, out) != 1 || std::fflush(out) != 0) {
      die("cannot write the results");
    }
  }

  const uint32_t results;
  std::deque<EValue> values_;
  // What the values point to; deques, so that nothing moves.
  std::deque<EValue> items_;
  std::deque<std::vector<EValue*>> pointers_;
  std::deque<TensorArgument> tensors_;
  std::deque<std::string> texts_;
  std::deque<executorch::aten::ArrayRef<char>> strings_;
  std::deque<std::vector<int64_t>> int_storage_;
  std::deque<BoxedEvalueList<int64_t>> int_lists_;
  std::deque<std::vector<double>> doubles_;
  std::deque<executorch::aten::ArrayRef<double>> double_lists_;
  std::deque<std::unique_ptr<bool[]>> bools_;
  std::deque<executorch::aten::ArrayRef<bool>> bool_lists_;
  std::deque<std::unique_ptr<Tensor, Free>> tensor_storage_;
  std::deque<BoxedEvalueList<Tensor>> tensor_lists_;
  std::deque<std::vector<std::optional<Tensor>>> optional_storage_;
  std::deque<BoxedEvalueList<std::optional<Tensor>>> optional_lists_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    die("usage: kernel_calls <calls> <results> <first>");
  }
  executorch::runtime::runtime_init();
  static Device device;
  executorch::runtime::register_device_allocator(&device);
  std::ifstream file(argv[1], std::ios::binary);
  Reader in(std::vector<char>(std::istreambuf_iterator<char>(file), {}));
  FILE* out = std::fopen(argv[2], "ab");
  if (!file || out == nullptr) {
    die("cannot open the files");
  }
  const long first = std::atol(argv[3]);
  std::unique_ptr<void, Free> temp(std::aligned_alloc(64, kTempBytes));
  for (long number = 0; !in.at_end(); ++number) {
    Call call(in);
    if (number >= first) {
      call.run({static_cast<uint8_t*>(temp.get()), kTempBytes}, out);
    }
  }
  std::fclose(out);
  return 0;
}
