// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Upstream's parallel_for on one thread: chips run a kernel on the core that called it.
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/function_ref.h>
#include <executorch/runtime/platform/assert.h>

#include <cstdint>

namespace executorch {
namespace extension {
namespace internal {
constexpr int64_t GRAIN_SIZE = 32768;
}  // namespace internal

// f(begin, end). False if the range or grain_size is invalid.
template <typename Func>
bool parallel_for(const int64_t begin, const int64_t end, const int64_t grain_size, const Func& f) {
  ET_CHECK_OR_RETURN_FALSE(begin >= 0 && end >= begin && grain_size > 0,
                           "begin = %" PRId64 ", end = %" PRId64 ", grain_size = %" PRId64, begin,
                           end, grain_size);
  f(begin, end);
  return true;
}

inline int64_t get_thread_num() { return 0; }
inline int64_t get_thread_count() { return 1; }
inline void set_thread_num(int64_t) { ET_DCHECK_MSG(false, "this runtime has one thread"); }

}  // namespace extension
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::extension::get_thread_num;
using ::executorch::extension::parallel_for;
using ::executorch::extension::set_thread_num;
}  // namespace executor
}  // namespace torch
