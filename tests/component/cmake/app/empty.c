/* Copyright (c) the executorch-espressif authors.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

int main(void) {
  puts("empty");
  return 0;
}
