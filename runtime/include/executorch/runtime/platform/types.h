// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

extern "C" {

// A point in time or an interval, in the platform's ticks.
typedef uint64_t et_timestamp_t;

}  // extern "C"
