// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Prints the registered kernels, and what registering one more than the bundle counts does.
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

int main(int argc, char**) {
  for (const auto& kernel : executorch::runtime::get_registered_kernels()) {
    std::printf("%s\n", kernel.name_);
  }
  std::fflush(stdout);
  if (argc > 1) {
    const executorch::runtime::Kernel more("demo::one_too_many", nullptr);
    (void)executorch::runtime::register_kernel(more);
    std::printf("it was registered\n");
  }
  return 0;
}
