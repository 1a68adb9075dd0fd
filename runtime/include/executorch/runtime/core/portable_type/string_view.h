// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/platform/compiler.h>

#include <string_view>

// Upstream's deprecated names of std::string_view.
namespace executorch::runtime::etensor {
using string_view ET_DEPRECATED = std::string_view;
}  // namespace executorch::runtime::etensor

namespace torch::executor {
using string_view ET_DEPRECATED = std::string_view;
}  // namespace torch::executor
