// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// Unlike upstream's it may be included by itself, and does not know std::complex: <complex> brings
// streams.
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/util/complex.h>
