// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The image that sizes are compared with: start-up and exit, nothing else.
#include "machine.h"
#include "semihost.h"

int main() {
  ee::machine_start();
  ee::semihost::exit(0);
}
