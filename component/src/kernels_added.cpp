// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Compiled with a kernel bundle only. et_model_create refers to it, so that a firmware without
// kernels fails when it is linked, and not when it loads its model.
extern "C" {
extern const char et_requires_executorch_add_kernels;
const char et_requires_executorch_add_kernels = 1;
}
