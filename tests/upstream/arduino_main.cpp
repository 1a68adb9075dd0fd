// Copyright (c) the executorch-espressif authors.
// SPDX-License-Identifier: BSD-3-Clause
//
// A sketch with upstream's ETModel: 3 * x + 2 with x = (1, 2, 3, 4).
#include <cstdio>
#include <cstring>

#include "ETModel.h"
#include "model_pte.h"

alignas(16) static uint8_t pool[16 * 1024];

int main() {
  ETModel model(model_pte, sizeof(model_pte), pool, sizeof(pool));
  const float input[4] = {1, 2, 3, 4};
  const float expected[4] = {5, 8, 11, 14};
  if (!model.begin() || !model.setInput(0, input, 4) || !model.run()) {
    std::printf("%s\n", model.error());
    return 1;
  }
  if (model.outputCount() != 4 || std::memcmp(model.output(), expected, sizeof(expected)) != 0 ||
      model.argmax() != 3) {
    std::printf("%zu outputs, the first is %g\n", model.outputCount(), *model.output());
    return 1;
  }
  return 0;
}
