// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <executorch/runtime/core/portable_type/c10/c10/macros/Export.h>
