// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/result.h>
#include <executorch/runtime/platform/assert.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

// Read-only bytes with a function that gives them back. Data of another core whose pointers do not
// fit this core's is held as a uint64_t; everything else as a pointer.
class FreeableBuffer final {
 public:
  // Called at most once per buffer, and must be thread-safe. May be null: nothing to give back.
  using FreeFn = void (*)(void* context, void* data, size_t size);
  using FreeUInt64Fn = void (*)(void* context, uint64_t data_uint64, size_t size);

  FreeableBuffer() : FreeableBuffer(nullptr, 0, nullptr) {}
  FreeableBuffer(const void* data, size_t size, FreeFn free_fn, void* free_fn_context = nullptr)
      : free_fn_context_(free_fn_context), size_(size), is_uint64_(false) {
    data_.pointer = data;
    free_fn_.pointer = free_fn;
  }
  explicit FreeableBuffer(const uint64_t data_uint64, size_t size, FreeUInt64Fn free_fn,
                          void* free_fn_context = nullptr)
      : free_fn_context_(free_fn_context), size_(size), is_uint64_(true) {
    data_.uint64 = data_uint64;
    free_fn_.uint64 = free_fn;
  }
  FreeableBuffer(FreeableBuffer&& other) noexcept
      : data_(other.data_),
        free_fn_(other.free_fn_),
        free_fn_context_(other.free_fn_context_),
        size_(other.size_),
        is_uint64_(other.is_uint64_) {
    other.forget();
    other.free_fn_context_ = nullptr;
  }
  ~FreeableBuffer() { Free(); }

  FreeableBuffer(const FreeableBuffer&) = delete;
  FreeableBuffer& operator=(const FreeableBuffer&) = delete;
  FreeableBuffer& operator=(FreeableBuffer&&) = delete;

  // Gives the data back; after that data() is null and size() 0. Again: nothing happens.
  void Free();

  size_t size() const { return size_; }

  // Aborts on a uint64_t buffer; data_safe() returns InvalidType instead.
  const void* data() const {
    ET_CHECK_MSG(!is_uint64_, "the buffer holds a uint64_t: use data_uint64_type()");
    return data_.pointer;
  }
  Result<const void*> data_safe() const;
  // InvalidType on a pointer buffer.
  Result<uint64_t> data_uint64_type() const;

 private:
  void forget();

  union {
    const void* pointer;
    uint64_t uint64;
  } data_;
  union {
    FreeFn pointer;
    FreeUInt64Fn uint64;
  } free_fn_;
  void* free_fn_context_;
  size_t size_;
  bool is_uint64_;
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::FreeableBuffer;
}  // namespace executor
}  // namespace torch
