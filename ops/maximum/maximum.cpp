// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
#include <esp_nn_extra.h>

#include "../_common/broadcast.h"

namespace esp_nn::native {

namespace {

void maximum_run(const void*, const int8_t* self, const int8_t* other, int8_t* out, int32_t size) {
  esp_nn_extra_maximum_s8(self, other, out, size);
}

}  // namespace

Tensor& maximum_out(KernelRuntimeContext& ctx, const Tensor& self, const Tensor& other,
                    Tensor& out) {
  const Check check(ctx, "maximum");
  if (check.tensor(argument("self"), self, ScalarType::Char) &&
      check.tensor(argument("other"), other, ScalarType::Char) &&
      check.broadcast(self, other, out)) {
    for_each_run(self, other, out, maximum_run, nullptr);
  }
  return out;
}

}  // namespace esp_nn::native
