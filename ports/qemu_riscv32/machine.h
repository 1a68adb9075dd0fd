// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace ee {

// Installs the trap handler: an exception prints its cause and address and ends the emulator with
// status 3. First statement of main().
void machine_start();

// Instructions retired since reset; exact with QEMU's `-icount shift=0`.
uint64_t instructions_retired();

// Stack use by painting: `stack_paint()` fills the unused stack below its caller, `stack_used()`
// returns the bytes that were written below that point since. At most kStackPainted bytes are seen.
constexpr size_t kStackPainted = 64 * 1024;
void stack_paint();
size_t stack_used();

}  // namespace ee
