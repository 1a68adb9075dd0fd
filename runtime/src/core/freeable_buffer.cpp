// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/freeable_buffer.h>

namespace executorch::runtime {

void FreeableBuffer::Free() {
  if (is_uint64_) {
    if (data_.uint64 != 0 && free_fn_.uint64 != nullptr) {
      free_fn_.uint64(free_fn_context_, data_.uint64, size_);
    }
  } else if (data_.pointer != nullptr && free_fn_.pointer != nullptr) {
    free_fn_.pointer(free_fn_context_, const_cast<void*>(data_.pointer), size_);
  }
  forget();
}

void FreeableBuffer::forget() {
  if (is_uint64_) {
    data_.uint64 = 0;
  } else {
    data_.pointer = nullptr;
  }
  size_ = 0;
}

Result<const void*> FreeableBuffer::data_safe() const {
  ET_CHECK_OR_RETURN_ERROR(!is_uint64_, InvalidType,
                           "the buffer holds a uint64_t: use data_uint64_type()");
  return data_.pointer;
}

Result<uint64_t> FreeableBuffer::data_uint64_type() const {
  ET_CHECK_OR_RETURN_ERROR(is_uint64_, InvalidType, "the buffer holds a pointer: use data()");
  return data_.uint64;
}

}  // namespace executorch::runtime
