// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include "console.h"

#include "machine.h"
#include "semihost.h"

extern "C" {

void console_start(void) { ee::machine_start(); }
void console_print(const char* text) { ee::semihost::print(text); }
void console_print_number(uint32_t number) { ee::semihost::print(uint64_t{number}); }
void console_exit(int32_t status) { ee::semihost::exit(status); }
}
