// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// What the calls of et_model.h share: names, sentences, memory.
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/platform.h>

#include <cstring>

#include "et_model_internal.h"

#ifdef ESP_PLATFORM
#include <esp_heap_caps.h>
#endif

extern "C" const char* et_error_name(int error) {
  // In the order of et_error.
  static const char* const kNames[] = {
      "ET_OK",
      "ET_ERROR_NULL_ARGUMENT",
      "ET_ERROR_INVALID_MODEL",
      "ET_ERROR_BUSY",
      "ET_ERROR_NOT_FOUND",
      "ET_ERROR_INDEX",
      "ET_ERROR_NOT_A_TENSOR",
      "ET_ERROR_DTYPE",
      "ET_ERROR_SIZE",
      "ET_ERROR_ALIGNMENT",
      "ET_ERROR_INPUT_NOT_SET",
      "ET_ERROR_OUTPUT_NOT_SET",
      "ET_ERROR_OUTPUT_PLANNED",
      "ET_ERROR_MEMORY_TOO_SMALL",
      "ET_ERROR_OUT_OF_MEMORY",
      "ET_ERROR_SCRATCH_TOO_SMALL",
      "ET_ERROR_INVALID_PROGRAM",
      "ET_ERROR_OPERATOR_MISSING",
      "ET_ERROR_BACKEND_MISSING",
      "ET_ERROR_OPERATOR_FAILED",
      "ET_ERROR_CANCELLED",
      "ET_ERROR_NOT_SUPPORTED",
      "ET_ERROR_INVALID_DATA",
  };
  static_assert(sizeof(kNames) / sizeof(kNames[0]) == ET_ERROR_COUNT, "one name for each error");
  return error >= 0 && error < ET_ERROR_COUNT ? kNames[error] : "unknown error";
}

extern "C" const char* et_dtype_name(int dtype) {
  switch (dtype) {
    case ET_DTYPE_UINT8:
      return "uint8";
    case ET_DTYPE_INT8:
      return "int8";
    case ET_DTYPE_INT16:
      return "int16";
    case ET_DTYPE_INT32:
      return "int32";
    case ET_DTYPE_INT64:
      return "int64";
    case ET_DTYPE_FLOAT16:
      return "float16";
    case ET_DTYPE_FLOAT32:
      return "float32";
    case ET_DTYPE_FLOAT64:
      return "float64";
    case ET_DTYPE_COMPLEX32:
      return "complex32";
    case ET_DTYPE_COMPLEX64:
      return "complex64";
    case ET_DTYPE_COMPLEX128:
      return "complex128";
    case ET_DTYPE_BOOL:
      return "bool";
    case ET_DTYPE_BFLOAT16:
      return "bfloat16";
    case ET_DTYPE_UINT16:
      return "uint16";
    case ET_DTYPE_UINT32:
      return "uint32";
    case ET_DTYPE_UINT64:
      return "uint64";
    default:
      return "unknown dtype";
  }
}

namespace ee {

Sentence& Sentence::operator<<(std::string_view words) {
  const size_t n = words.size() < room_ - used_ ? words.size() : room_ - used_;
  std::memcpy(text_ + used_, words.data(), n);
  used_ += n;
  text_[used_] = '\0';
  return *this;
}

Sentence& Sentence::operator<<(const char* words) { return *this << std::string_view(words); }

Sentence& Sentence::operator<<(size_t number) {
  char digits[20];
  char* first = digits + sizeof(digits);
  do {
    *--first = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return *this << std::string_view(first, static_cast<size_t>(digits + sizeof(digits) - first));
}

et_error Sentence::because(et_error error) {
  ET_LOG(Error, "%s: %s", et_error_name(error), text_);
  return error;
}

void* ScratchAllocator::allocate(size_t size, size_t alignment) {
  void* data = size <= free_size() ? MemoryAllocator::allocate(size, alignment) : nullptr;
  if (data != nullptr) {
    peak_ = used_size() > peak_ ? used_size() : peak_;
    return data;
  }
  if (isPowerOf2(alignment)) {
    // As if from memory aligned to ET_MODEL_ALIGNMENT, so that giving so much is enough.
    const size_t wanted = align_up(used_size(), alignment) + size;
    denied_ = wanted > denied_ ? wanted : denied_;
  }
  return nullptr;
}

HeapBlock heap_take(size_t size, [[maybe_unused]] uint32_t caps) {
  HeapBlock block;
  const size_t padded = size + ET_MODEL_ALIGNMENT - 1;
  if (padded < size) {
    return block;
  }
#ifdef ESP_PLATFORM
  block.raw = heap_caps_malloc(padded, caps == 0 ? MALLOC_CAP_DEFAULT : caps);
#else
  block.raw = executorch::runtime::pal_allocate(padded);
#endif
  if (block.raw != nullptr) {
    block.data = reinterpret_cast<uint8_t*>(
        align_up(reinterpret_cast<uintptr_t>(block.raw), ET_MODEL_ALIGNMENT));
  }
  return block;
}

void heap_give(HeapBlock& block) {
  if (block.raw != nullptr) {
#ifdef ESP_PLATFORM
    heap_caps_free(block.raw);
#else
    executorch::runtime::pal_free(block.raw);
#endif
  }
  block = HeapBlock();
}

}  // namespace ee
