// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <executorch/runtime/core/data_loader.h>

namespace executorch::runtime {

Error internal::load_into_not_implemented() {
  ET_LOG(Error, "this data loader has no load_into()");
  return Error::NotImplemented;
}

}  // namespace executorch::runtime
