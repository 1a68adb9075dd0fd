// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// Debian's bare-metal compiler has no libstdc++. Destructors that can be called through a pointer
// refer to this; nothing of the runtime is ever deleted.
#include <cstddef>

void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
