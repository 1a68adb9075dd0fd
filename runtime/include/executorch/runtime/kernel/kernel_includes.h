// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Everything that a kernel needs.
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <tuple>  // what kernels with several outputs return

// An operator's name as a template argument.
#define ET_USE_STRUCTURAL_OPERATOR_NAME 0
#define ET_OPERATOR_NAME_TYPE const char*
#define ET_DEFINE_OPERATOR_NAME(variable, name) static constexpr const char variable[] = name
