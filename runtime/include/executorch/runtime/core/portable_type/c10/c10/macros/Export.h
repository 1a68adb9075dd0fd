// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// A firmware is one program: nothing is exported or imported.
#pragma once

#define C10_API
#define C10_API_ENUM
#define C10_EXPORT
#define C10_IMPORT
#define C10_HIDDEN
#define TORCH_API
