// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What file loaders take from <unistd.h>; only systems that have it are supported.
#include <unistd.h>
