// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace executorch {
namespace runtime {

// The rank of a tensor never changes; its sizes may.
enum class TensorShapeDynamism : uint8_t {
  STATIC = 0,
  // Up to the number of elements it was created with.
  DYNAMIC_BOUND = 1,
  // Upstream intends no limit; both runtimes treat it as DYNAMIC_BOUND.
  DYNAMIC_UNBOUND = 2,
};

}  // namespace runtime
}  // namespace executorch

namespace torch {
namespace executor {
using ::executorch::runtime::TensorShapeDynamism;
}  // namespace executor
}  // namespace torch
