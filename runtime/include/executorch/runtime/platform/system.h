// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#ifdef ET_USE_LIBDL
#include <dlfcn.h>
#endif

static constexpr const char* DYNAMIC_LIBRARY_NOT_SUPPORTED = "NOT_SUPPORTED";
static constexpr const char* DYNAMIC_LIBRARY_NOT_FOUND = "NOT_FOUND";

extern "C" {

// The path of the shared library that holds `addr`; needs ET_USE_LIBDL.
inline const char* et_pal_get_shared_library_name([[maybe_unused]] const void* addr) {
#ifdef ET_USE_LIBDL
  Dl_info info;
  return dladdr(addr, &info) && info.dli_fname ? info.dli_fname : DYNAMIC_LIBRARY_NOT_FOUND;
#else
  return DYNAMIC_LIBRARY_NOT_SUPPORTED;
#endif
}

}  // extern "C"
