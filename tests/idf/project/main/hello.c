// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
// The app that uses nothing of ours.
#include <stdio.h>
#include <stdlib.h>

void app_main(void) {
  printf("hello\ndone 0\n");
  fflush(stdout);
  exit(0);
}
